/** When a passage is one that the question's author had in mind. */
import type { Chunk } from "../../src/core/passage.ts";
import type { EvalRow } from "./questions.ts";

export type Relevant = EvalRow["relevant"][number];

/** File level: the passage comes from a relevant file. */
export function isFromRelevantFile(file: string, relevant: readonly Relevant[]): boolean {
  return relevant.some((one) => one.file === file);
}

/**
 * Heading level: the passage also holds the relevant section, its own or one merged into it. Headings above it do not count: the
 * answer stands below the nearest one. A question that names no heading of a file is answered by all of it.
 */
export function holdsRelevantSection(
  chunk: Pick<Chunk, "file" | "headingPath" | "headings">,
  relevant: readonly Relevant[],
): boolean {
  const own = chunk.headingPath.at(-1);
  const headings = [...(own === undefined ? [] : [own]), ...chunk.headings.map(({ text }) => text)];
  const plain = new Set(headings.map(plainHeading));
  return relevant.some(({ file, heading }) => {
    if (file !== chunk.file) return false;
    if (heading === undefined) return true;
    return heading === "" ? own === undefined : plain.has(plainHeading(heading));
  });
}

/** Headings are written in Markdown in the questions and in plain text in the index. */
function plainHeading(heading: string): string {
  return heading
    .replace(/\s*\{#[^}]*\}\s*$/, "")
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/<[^>]*>/g, "")
    .replace(/\\([\\`*_{}[\]()#+.!<>-])/g, "$1")
    .replace(/[`*_~]/g, "")
    .replace(/\s+/g, " ")
    .trim()
    .toLowerCase();
}

import type { Chunk } from "../core/passage.ts";

/** The fields of BM25F, in the order of every per-field array. */
export const FIELD_NAMES = ["title", "heading", "text", "code"] as const;
export type FieldName = (typeof FIELD_NAMES)[number];
export const FIELD_COUNT = FIELD_NAMES.length;

export const HEADING_FIELD = 1;
export const TEXT_FIELD = 2;
export const CODE_FIELD = 3;

/** What {@link chunkFields} reads. */
export type FieldSource = Pick<
  Chunk,
  "file" | "title" | "headingPath" | "headings" | "text" | "version" | "language"
>;

/** The opening of a fenced block: its character and length, or null. */
function fenceAt(line: string): { mark: string; length: number } | null {
  let indent = 0;
  while (line[indent] === " ") indent++;
  const mark = line[indent];
  if (mark !== "`" && mark !== "~") return null;
  let end = indent;
  while (line[end] === mark) end++;
  return end - indent >= 3 ? { mark, length: end - indent } : null;
}

/** Prose and fenced code of a Markdown text, apart. Inline code is prose: it names what the sentence is about. */
function splitCode(markdown: string): { text: string; code: string } {
  const text: string[] = [];
  const code: string[] = [];
  let open: { mark: string; length: number } | null = null;
  for (const line of markdown.split("\n")) {
    const fence = fenceAt(line);
    if (open === null) {
      if (fence !== null) open = fence;
      else text.push(line);
    } else if (fence !== null && fence.mark === open.mark && fence.length >= open.length) {
      open = null;
    } else {
      code.push(line);
    }
  }
  return { text: text.join("\n"), code: code.join("\n") };
}

/**
 * Words of a page's path that its title lacks, without the extension, numbers that only order the pages, and what only names the page's
 * version or language: `v4/zh/guide.md`.
 */
function pathWords({ file, title, version, language }: FieldSource): string {
  const known = new Set(title.toLowerCase().split(/[^\p{L}\p{N}]+/u));
  for (const tag of language.toLowerCase().split("-")) known.add(tag);
  const major = /^v?(\d+)/.exec(version)?.[1];
  if (major !== undefined) known.add(`v${major}`);
  return file
    .replace(/\.[^./]+$/, "")
    .split(/[-_/. ]+/)
    .filter((word) => /\p{L}/u.test(word) && !known.has(word.toLowerCase()))
    .join(" ");
}

/**
 * The texts that are indexed for a chunk, in the order of {@link FIELD_NAMES}. The title field also holds what the page's path says
 * beyond the title. The heading field holds the heading path without the title, which has its own field, and the headings that begin
 * inside the chunk.
 */
export function chunkFields(chunk: FieldSource): [string, string, string, string] {
  const headings = chunk.headingPath.filter((heading) => heading !== chunk.title);
  const own = chunk.headingPath.at(-1);
  for (const { text } of chunk.headings) if (text !== own && text !== chunk.title) headings.push(text);
  const { text, code } = splitCode(chunk.text);
  return [`${chunk.title}\n${pathWords(chunk)}`, headings.join("\n"), text, code];
}

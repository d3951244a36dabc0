/** Whether the sections that question rows name are in the docs, and hold what the rows say they hold. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { QuestionRow } from "./question-rows.ts";

/** From a heading line to the next one of any level. */
export interface PageSection {
  /** The heading line without its `#` marks; `""` for what stands before the first one. */
  heading: string;
  text: string;
}

const FENCE = /^\s*(?:>\s*)*(`{3,}|~{3,})(.*)$/;
const HEADING = /^ {0,3}#{1,6}[ \t]+(.*?)[ \t]*#*[ \t]*$/;

/** Splits a Markdown or MDX page at its `#` headings, leaving those inside fenced code alone. */
export function pageSections(page: string): PageSection[] {
  const sections: { heading: string; lines: string[] }[] = [{ heading: "", lines: [] }];
  let openFence: string | null = null;
  for (const line of page.split(/\r?\n/)) {
    const fence = FENCE.exec(line);
    if (fence !== null) {
      openFence = fenceAfter(openFence, fence[1]!, fence[2]!);
    } else if (openFence === null) {
      const heading = HEADING.exec(line);
      if (heading !== null) sections.push({ heading: heading[1]!, lines: [] });
    }
    sections.at(-1)!.lines.push(line);
  }
  return sections.map(({ heading, lines }) => ({ heading, text: lines.join("\n") }));
}

function fenceAfter(open: string | null, mark: string, info: string): string | null {
  if (open === null) return mark;
  const closes = mark[0] === open[0] && mark.length >= open.length && info.trim() === "";
  return closes ? null : open;
}

/** What is wrong with the rows against the docs in `docsDir`, one line each; empty when nothing is. */
export function questionProblems(rows: readonly QuestionRow[], docsDir: string): string[] {
  const problems: string[] = [];
  const seen = new Set<string>();
  for (const row of rows) {
    for (const key of [row.id, row.question]) {
      if (row.history === undefined && seen.has(key)) problems.push(`${row.id}: "${key}" occurs twice`);
      seen.add(key);
    }
    problems.push(...rowProblems(row, docsDir));
  }
  return problems;
}

function rowProblems(row: QuestionRow, docsDir: string): string[] {
  const problems: string[] = [];
  for (const file of new Set(row.relevant.map((entry) => entry.file))) {
    const path = join(docsDir, file);
    if (!existsSync(path)) {
      problems.push(`${row.id}: ${file} does not exist`);
      continue;
    }
    const sections = pageSections(readFileSync(path, "utf8"));
    const wanted = row.relevant.filter((entry) => entry.file === file).map((entry) => entry.heading);
    for (const heading of wanted) {
      if (!sections.some((section) => section.heading === heading)) {
        problems.push(`${row.id}: ${file} has no heading "${heading}"`);
      }
    }
    const listed = sections.filter((section) => wanted.includes(section.heading));
    for (const token of row.must_contain) {
      if (!listed.some((section) => section.text.includes(token))) {
        problems.push(`${row.id}: "${token}" is in no listed section of ${file}`);
      }
    }
  }
  return problems;
}

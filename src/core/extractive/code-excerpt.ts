/** The part of a long code block that a question is about. */
import type { QuestionTerm } from "../question/question-terms.ts";

const MAX_LINES = 24;
/** Kept of a longer block. */
const EXCERPT_LINES = 18;

/** The block itself when it is short, else the stretch of whole lines that names most of the question's terms, with `…` where it is cut. */
export function codeExcerpt(code: string, terms: readonly QuestionTerm[]): string {
  const lines = code.replace(/\n+$/, "").split("\n");
  if (lines.length <= MAX_LINES) return lines.join("\n");
  const worth = lines.map((line) => worthOfLine(line.toLowerCase(), terms));
  let best = 0;
  let bestSum = -1;
  for (let start = 0; start + EXCERPT_LINES <= lines.length; start += 1) {
    const sum = worth.slice(start, start + EXCERPT_LINES).reduce((total, value) => total + value, 0);
    if (sum > bestSum) {
      best = start;
      bestSum = sum;
    }
  }
  const end = best + EXCERPT_LINES;
  const indent = (line: string | undefined) => /^\s*/.exec(line ?? "")![0];
  return [
    ...(best > 0 ? [`${indent(lines[best])}…`] : []),
    ...lines.slice(best, end),
    ...(end < lines.length ? [`${indent(lines[end])}…`] : []),
  ].join("\n");
}

function worthOfLine(line: string, terms: readonly QuestionTerm[]): number {
  let worth = 0;
  for (const { surface, terms: words, weight } of terms) {
    if ([surface.toLowerCase(), ...words].some((word) => word.length > 2 && line.includes(word)))
      worth += weight;
  }
  return worth;
}

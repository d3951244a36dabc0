/** Whether a section is headed by the very question: then what stands under it is what the docs say, however common its words are. */

import type { Passage } from "../passage.ts";
import type { AnswerUnit } from "./answer-units.ts";

/**
 * Whether a heading is the question word for word. Case, punctuation and marks count for nothing; a heading of marks alone is never asked.
 */
export function isAskedHeading(heading: string, question: string): boolean {
  const words = plainWords(heading);
  return words !== "" && words === plainWords(question);
}

/** Heading that a unit stands under: of the smaller section inside the passage, else the passage's own. */
export function headingOf(
  { heading }: Pick<AnswerUnit, "heading">,
  { title, headingPath }: Pick<Passage, "title" | "headingPath">,
): string {
  return heading || (headingPath.at(-1) ?? title);
}

function plainWords(text: string): string {
  return (
    text
      .normalize("NFKC")
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  ).join(" ");
}

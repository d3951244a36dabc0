/** Whether a section is headed by the very question: then what stands under it is what the docs say, however common its words are. */

import type { Passage } from "../passage.ts";
import type { PassageIndex } from "../ports.ts";
import { type QuestionTerm, questionTerms } from "../question/question-terms.ts";
import { wordShares } from "../question/word-shares.ts";
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

/** A heading that is worded as a question. */
const QUESTION = /[?？]\s*$/;
/** Part of a question's weight that such a heading must hold. */
const ALL_OF_IT = 0.95;
/** Words of its own that such a heading may have: "… from my site". */
const MAX_ADDED = 2;

/** Whether a heading is a question that holds what the reader's holds, and hardly anything else. */
function asksAsMuch(heading: string, terms: readonly QuestionTerm[], index: PassageIndex): boolean {
  if (!QUESTION.test(heading)) return false;
  const total = terms.reduce((sum, { weight }) => sum + weight, 0);
  if (total === 0) return false;
  const shares = wordShares(heading, terms, index);
  const held = terms.reduce((sum, { weight }, at) => sum + weight * shares[at]!, 0);
  if (held / total < ALL_OF_IT) return false;
  const asked = new Set(terms.flatMap((term) => term.terms));
  const added = questionTerms(heading, index).filter((term) => !term.terms.some((one) => asked.has(one)));
  return added.length <= MAX_ADDED;
}

/**
 * Of all candidates those under headings that are the question word for word, or else that ask what it asks; all where no heading does.
 * Beside a section that is headed so, others merely hold the same words.
 */
export function ofAskedSections<T extends { unit: AnswerUnit; passage: { passage: Passage } }>(
  candidates: readonly T[],
  terms: readonly QuestionTerm[],
  question: string,
  index: PassageIndex,
): readonly T[] {
  const sections = [...Map.groupBy(candidates, ({ unit, passage }) => headingOf(unit, passage.passage))];
  const same = sections.filter(([heading]) => isAskedHeading(heading, question));
  const asked = same.length > 0 ? same : sections.filter(([heading]) => asksAsMuch(heading, terms, index));
  return asked.length > 0 ? asked.flatMap(([, units]) => units) : candidates;
}

function plainWords(text: string): string {
  return (
    text
      .normalize("NFKC")
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  ).join(" ");
}

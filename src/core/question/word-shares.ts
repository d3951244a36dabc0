/** Which words of a question a text has. */
import type { PassageIndex } from "../ports.ts";
import type { QuestionTerm } from "./question-terms.ts";

/** For each term, 1 when a text has the word. */
export function wordShares(text: string, terms: readonly QuestionTerm[], index: PassageIndex): number[] {
  const words = new Set(index.analyzeQuery(text).flatMap((term) => term.terms));
  return terms.map((term) => (term.docFreq > 0 && term.terms.some((word) => words.has(word)) ? 1 : 0));
}

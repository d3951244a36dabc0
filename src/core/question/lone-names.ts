/**
 * Names that passages mention only in passing: "Does the wizard print labels in Fraktur?" where Fraktur stands in a sentence that
 * says nothing of labels.
 */

import type { Passage } from "../passage.ts";
import type { PassageIndex } from "../ports.ts";
import { isEverydayWord } from "./everyday-words.ts";
import type { QuestionTerm } from "./question-terms.ts";

/** A word that more of the chunks hold is no matter of its own. */
const COMMON_SHARE = 0.6;
/** A line of prose or of code, and within it a sentence. */
const SENTENCE_END = /\n|(?<=[.!?])\s|(?<=[。！？])/;

/**
 * For each term 1 when it is a name that the docs know, but no sentence or heading of the passages has it together with another
 * term that says something; else 0.
 * @param asksAll whether every other word counts, also an everyday one or one that the docs lack: of "who founded Amazon" nothing is left
 * without "founded"
 */
export function loneNames(
  terms: readonly QuestionTerm[],
  passages: readonly { passage: Pick<Passage, "title" | "headingPath" | "text"> }[],
  index: PassageIndex,
  asksAll = false,
): number[] {
  const isTopic = ({ surface, docFreq }: QuestionTerm) =>
    asksAll || (docFreq > 0 && docFreq < index.chunkCount * COMMON_SHARE && !isEverydayWord(surface));
  const topics = terms.filter(isTopic);
  if (!terms.some(({ isName, docFreq }) => isName && docFreq > 0)) return terms.map(() => 0);
  const sentences = passages
    .flatMap(({ passage: { title, headingPath, text } }) => [
      title,
      ...headingPath,
      ...text.split(SENTENCE_END),
    ])
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== "");
  const words = sentences.map(
    (sentence) => new Set(index.analyzeQuery(sentence).flatMap((term) => term.terms)),
  );
  return terms.map((name) => {
    if (!name.isName || name.docFreq === 0) return 0;
    const others = topics.filter((term) => term !== name);
    // "Can it read a PDF?" asks about nothing else.
    if (others.length === 0) return 0;
    const stands = words.filter((held) => name.terms.some((term) => held.has(term)));
    return stands.some((held) => others.some((other) => other.terms.some((term) => held.has(term)))) ? 0 : 1;
  });
}

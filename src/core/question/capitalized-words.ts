/**
 * Everyday words that a question writes as names: "Does it support Word documents?" asks about Word, not about a word. The index knows no
 * capitals; the passages do.
 */

import type { PassageIndex } from "../ports.ts";
import { isEverydayWord } from "./everyday-words.ts";
import type { QuestionTerm } from "./question-terms.ts";

/**
 * Terms with the everyday words among them that both the question and one of the texts capitalize within a sentence, as names: each
 * with the spelling that means it, and as much weight as few texts hold it. The other terms are left as they are.
 * @param texts of the passages found
 */
export function namesByCapital(
  terms: readonly QuestionTerm[],
  question: string,
  texts: readonly string[],
  index: PassageIndex,
): QuestionTerm[] {
  return terms.map((term) => {
    const { surface } = term;
    if (term.isName || term.docFreq === 0 || !isCapitalized(surface) || !isEverydayWord(surface)) return term;
    if (!standsWithin(question, surface) || isTitle(question)) return term;
    const holding = texts.filter((text) => standsWithin(text, surface)).length;
    if (holding === 0) return term;
    const weight = Math.log(1 + (index.chunkCount - holding + 0.5) / (holding + 0.5));
    return { ...term, weight: Math.max(term.weight, weight), isName: true, spelling: surface };
  });
}

/** Whether a text has a word in just this spelling. */
export function isSpelled(text: string, spelling: string): boolean {
  return new RegExp(`(?<![\\p{L}\\p{N}])${spelling}(?![\\p{L}\\p{N}])`, "u").test(text);
}

function isCapitalized(word: string): boolean {
  return /^[A-Z][a-z]+$/.test(word);
}

/** Behind a small letter, a figure or a comma: where a capital is not that of a sentence. */
function standsWithin(text: string, word: string): boolean {
  return new RegExp(`(?:\\b[a-z]+|[a-z0-9],) ${word}(?![\\p{L}\\p{N}])`, "u").test(text);
}

/** Most Words of It Have a Capital. */
function isTitle(question: string): boolean {
  const words = question.match(/\p{L}+/gu) ?? [];
  return words.filter((word) => /^\p{Lu}/u.test(word)).length > words.length / 2;
}

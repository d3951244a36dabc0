import type { PassageIndex, QueryTerm } from "../ports.ts";

/** Terms in more than this share of the chunks say nothing of what a question is about: the product's name, `client`. */
const COMMON_SHARE = 0.2;
/** A question with fewer telling terms cannot be compared. */
const MIN_TERMS = 2;

/**
 * Whether a rewrite has left the question: none of the question's telling terms is in it. A rewrite holds the full question by its
 * prompt, so one that shares nothing answers another question.
 *
 * @param question in the docs' language, completed with what it refers to
 */
export function hasDrifted(index: PassageIndex, question: string, rewrite: string): boolean {
  const telling = index.analyzeQuery(question).filter((term) => isTelling(term, index.chunkCount));
  if (telling.length < MIN_TERMS) return false;
  const kept = new Set(index.analyzeQuery(rewrite).flatMap((term) => term.terms));
  return !telling.some(({ terms }) => terms.some((term) => kept.has(term)));
}

function isTelling({ docFreq }: QueryTerm, chunkCount: number): boolean {
  return docFreq > 0 && docFreq <= Math.max(2, chunkCount * COMMON_SHARE);
}

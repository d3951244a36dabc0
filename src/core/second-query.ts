/**
 * The second chance without a model: another query for the same question, from the index's own vocabulary.
 */
import type { RankedPassageLike } from "./extractive.ts";
import type { PassageIndex } from "./ports.ts";
import { questionTerms } from "./question-terms.ts";

/**
 * A query that differs from the first, or `null` when there is nothing new to ask: the words the docs use, that is the
 * question's known words from the most informative down, and the terms that its best passages' headings add.
 * @param query what was searched first
 * @param passages what it found, best first
 */
export function secondQuery(
  question: string,
  query: string,
  passages: readonly RankedPassageLike[],
  index: PassageIndex,
): string | null {
  const known = questionTerms(question, index).filter((term) => term.docFreq > 0);
  if (known.length === 0) return null;
  const kept = [...known]
    .sort((a, b) => b.weight - a.weight)
    .slice(0, Math.max(2, Math.ceil(known.length / 2)));
  const headings = passages.slice(0, 2).map(({ passage }) => passage.headingPath.at(-1) ?? passage.title);
  const second = [...new Set([...kept.map((term) => term.surface), ...headings])].join(" ").trim();
  return second === "" || second === query ? null : second;
}

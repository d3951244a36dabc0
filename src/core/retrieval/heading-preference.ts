/** Preference for passages whose own heading asks, or names, what the question does. */

import { BoundedMemory } from "../bounded-memory.ts";
import type { PassageIndex } from "../ports.ts";
import { detectLanguage, isFunctionWord } from "../question/language.ts";
import { primaryLanguage } from "../question/language-name.ts";

/** What the function here looks at. */
interface Headed {
  chunk: number;
  rrfScore: number;
  passage: { title: string; headingPath: readonly string[] };
}

/** What a function word weighs beside the inverse document frequency of a word that says something. */
const FUNCTION_WORD_WEIGHT = 0.3;
/** Closeness up to which a heading is no more than alike. */
const ALIKE = 0.7;

/** Terms of headings that are remembered for an index: some three thousand headings. */
const REMEMBERED_TERMS = 10_000;

type Weights = ReadonlyMap<string, number>;

/** Every search weighs the headings of some thirty passages, out of those that the docs have. */
const weighed = new WeakMap<PassageIndex, BoundedMemory<Weights>>();

/**
 * Raises the rrfScore of passages by how close their own heading is to the question, and sorts anew. Term frequencies cannot tell a
 * section about a matter from one that only mentions it under a long heading; a heading that says the same, and little else, can.
 *
 * @param passages best first
 * @param boost 0 or more: the share by which a heading in the very words of the question raises its passage
 */
export function preferHeadings<T extends Headed>(
  passages: readonly T[],
  question: string,
  index: PassageIndex,
  boost: number,
): T[] {
  if (boost <= 0) return [...passages];
  const asked = weightsOf(question, index);
  return passages
    .map((entry) => {
      const { title, headingPath } = entry.passage;
      const heading = headingWeights(headingPath.at(-1) ?? title, index);
      return { ...entry, rrfScore: entry.rrfScore * (1 + boost * nearlyEqual(closeness(asked, heading))) };
    })
    .sort((a, b) => b.rrfScore - a.rrfScore || a.chunk - b.chunk);
}

/** {@link weightsOf}, remembered. */
function headingWeights(heading: string, index: PassageIndex): Weights {
  const known = weighed.get(index) ?? new BoundedMemory<Weights>(REMEMBERED_TERMS, ({ size }) => size + 1);
  weighed.set(index, known);
  const remembered = known.get(heading);
  if (remembered !== undefined) return remembered;
  const weights = weightsOf(heading, index);
  known.set(heading, weights);
  return weights;
}

/** Index terms and function words of a short text, with their weights. */
function weightsOf(text: string, index: PassageIndex): Weights {
  const weights = new Map<string, number>();
  for (const { terms, idf } of index.analyzeQuery(text)) for (const term of terms) weights.set(term, idf);
  const language = detectLanguage(text, primaryLanguage(index.corpus.language));
  for (const word of text.toLowerCase().match(/\p{L}+/gu) ?? []) {
    if (isFunctionWord(word, language) && !weights.has(word)) weights.set(word, FUNCTION_WORD_WEIGHT);
  }
  return weights;
}

/** Twice the shared weight over the weight of both, 0 to 1. */
function closeness(a: Weights, b: Weights): number {
  let shared = 0;
  for (const [term, weight] of a) if (b.has(term)) shared += weight;
  const all = sum(a) + sum(b);
  return all === 0 ? 0 : (2 * shared) / all;
}

function sum(weights: Weights): number {
  let total = 0;
  for (const weight of weights.values()) total += weight;
  return total;
}

/** 1 for the same words, 0 for a heading that shares no more than most of them: what is merely alike is left to the ranking. */
function nearlyEqual(share: number): number {
  return Math.max(0, (share - ALIKE) / (1 - ALIKE));
}

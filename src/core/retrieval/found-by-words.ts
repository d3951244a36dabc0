/** A passage that was picked from a lexical ranking by a rule of its own, without fusion. */
import type { Passage } from "../passage.ts";
import type { RankedPassage } from "./retrieve.ts";

/**
 * @param found `value` is its BM25 score, `rank` its 1-based place in the ranking
 * @param n its number as a citation, from 1
 */
export function foundByWords(
  { passage, chunk, value, rank }: { passage: Passage; chunk: number; value: number; rank: number },
  n: number,
): RankedPassage {
  return {
    passage,
    chunk,
    n,
    rrfScore: 0,
    lexicalRank: rank,
    vectorRank: null,
    bm25Score: value,
    cosineSimilarity: null,
    rerankScore: null,
  };
}

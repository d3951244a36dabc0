import type { RankedChunk } from "../ports.ts";

/** A ranking and how much it counts in a fusion. */
export interface WeightedRanking {
  ranking: readonly Pick<RankedChunk, "chunk">[];
  /** At least 0; a ranking of weight 0 takes no part. */
  weight: number;
}

/** One entry of a fused ranking. */
export interface FusedChunk {
  /** Position of the chunk in the index, 0-based. */
  chunk: number;
  rrfScore: number;
}

/** Smoothing constant of the original paper: rank 1 counts 1/61, rank 50 counts 1/110. */
export const DEFAULT_RRF_K = 60;

/**
 * Reciprocal rank fusion: a chunk scores the sum over rankings of `weight / (k + rank)`, ranks counted from 1.
 * It looks at ranks only, so BM25 and cosine values need not be comparable. Ties go to the chunk that stands first in
 * the index, which keeps the result independent of the order of the rankings.
 *
 * @param k smoothing, greater than 0
 * @see Cormack, Clarke and Büttcher, "Reciprocal Rank Fusion outperforms Condorcet and individual Rank Learning Methods", SIGIR 2009
 * @returns best first, every chunk once
 */
export function reciprocalRankFusion(rankings: readonly WeightedRanking[], k = DEFAULT_RRF_K): FusedChunk[] {
  const fused: FusedChunk[] = [];
  const byChunk = new Map<number, FusedChunk>();
  for (const { ranking, weight } of rankings) {
    if (weight <= 0) continue;
    for (let i = 0; i < ranking.length; i++) {
      const { chunk } = ranking[i]!;
      const rrfScore = weight / (k + i + 1);
      const known = byChunk.get(chunk);
      if (known !== undefined) {
        known.rrfScore += rrfScore;
        continue;
      }
      const entry = { chunk, rrfScore };
      byChunk.set(chunk, entry);
      fused.push(entry);
    }
  }
  return fused.sort((a, b) => b.rrfScore - a.rrfScore || a.chunk - b.chunk);
}

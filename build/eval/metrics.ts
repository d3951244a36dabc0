/** Measures of a ranking, from the 1-based rank of the first relevant passage; `null` when none is among those looked at. */
export type FirstHitRank = number | null;

export interface RankMetrics {
  /** Questions. */
  n: number;
  /** Share of questions with a relevant passage first; among the first 3; among the first 5. 0 to 1. */
  hitAt1: number;
  hitAt3: number;
  hitAt5: number;
  /** Mean of 1 / rank, 0 where nothing relevant was found. */
  mrr: number;
}

/** @returns zeros when there is no question */
export function rankMetrics(ranks: readonly FirstHitRank[]): RankMetrics {
  return {
    n: ranks.length,
    hitAt1: hitAt(ranks, 1),
    hitAt3: hitAt(ranks, 3),
    hitAt5: hitAt(ranks, 5),
    mrr: mrr(ranks),
  };
}

function hitAt(ranks: readonly FirstHitRank[], k: number): number {
  return mean(ranks.map((rank) => (rank !== null && rank <= k ? 1 : 0)));
}

/** @see https://en.wikipedia.org/wiki/Mean_reciprocal_rank */
function mrr(ranks: readonly FirstHitRank[]): number {
  return mean(ranks.map((rank) => (rank === null ? 0 : 1 / rank)));
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** 1-based place of the first entry that holds, or `null`. */
export function firstRank<T>(entries: readonly T[], holds: (entry: T) => boolean): FirstHitRank {
  const at = entries.findIndex(holds);
  return at < 0 ? null : at + 1;
}

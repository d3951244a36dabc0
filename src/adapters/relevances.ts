/** Rerank answers come best first; callers want them by input. */
import { malformedError, type Service } from "./upstream.ts";

/** @throws RepoBotError `upstream_malformed` when an input has no relevance, two of them, or one that is not finite */
export function relevancesInInputOrder(
  service: Service,
  ranked: readonly { index: number; score: number }[],
  count: number,
): number[] {
  const relevances: (number | undefined)[] = Array.from({ length: count });
  for (const { index, score } of ranked) {
    const known = Number.isInteger(index) && index >= 0 && index < count;
    if (!known || relevances[index] !== undefined || !Number.isFinite(score)) {
      throw malformedError(service, `index ${index} is out of range, doubled or without a finite score`);
    }
    relevances[index] = score;
  }
  return relevances.map((relevance, index) => {
    if (relevance === undefined) throw malformedError(service, `no relevance for text ${index} of ${count}`);
    return relevance;
  });
}

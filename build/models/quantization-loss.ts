/** What is lost by keeping vectors as int8 with a scale a row, on real vectors and real questions. */
import type { PassageIndex } from "../../src/core/ports.ts";
import type { EmbeddedChunks } from "../embed/embed-chunks.ts";

const DEPTH = 10;

export interface QuantizationLoss {
  /** Share of the 10 passages nearest by float32 that are among the 10 that the index gives, over all questions. */
  recallAt10: number;
  /** Share of questions whose nearest passage is the same. */
  sameFirst: number;
}

/** @returns ones when there is no question */
export function quantizationLoss(
  index: PassageIndex,
  { vectors, dimensions }: Pick<EmbeddedChunks, "vectors" | "dimensions">,
  queries: readonly Float32Array[],
): QuantizationLoss {
  if (queries.length === 0) return { recallAt10: 1, sameFirst: 1 };
  let found = 0;
  let possible = 0;
  let same = 0;
  for (const query of queries) {
    const exact = exactRanking(query, vectors, dimensions);
    const got = index.vectorRanking(query, DEPTH).map(({ chunk }) => chunk);
    found += exact.filter((chunk) => got.includes(chunk)).length;
    possible += exact.length;
    if (exact[0] === got[0]) same++;
  }
  return { recallAt10: found / possible, sameFirst: same / queries.length };
}

function exactRanking(query: Float32Array, vectors: Float32Array, dimensions: number): number[] {
  const count = vectors.length / dimensions;
  const scored = Array.from({ length: count }, (_, chunk) => {
    const row = vectors.subarray(chunk * dimensions, (chunk + 1) * dimensions);
    let dot = 0;
    let squares = 0;
    for (let i = 0; i < dimensions; i++) {
      dot += row[i]! * query[i]!;
      squares += row[i]! * row[i]!;
    }
    return { chunk, cosineSimilarity: dot / Math.sqrt(squares || 1) };
  });
  scored.sort((a, b) => b.cosineSimilarity - a.cosineSimilarity || a.chunk - b.chunk);
  return scored.slice(0, DEPTH).map(({ chunk }) => chunk);
}

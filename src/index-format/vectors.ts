import type { RankedChunk } from "../core/ports.ts";
import { quantizeQuery } from "./quantize.ts";
import { TopK } from "./top-k.ts";
import type { VectorKernel } from "./vector-kernel.ts";

/** Rows of one section. */
export interface VectorPiece {
  /** Chunk of the first row. */
  first: number;
  /** `count × dimensions`. */
  rows: Int8Array<ArrayBuffer>;
}

export interface StoredVectors {
  /** In chunk order, without gaps. */
  pieces: readonly VectorPiece[];
  /** A row's inverse length. */
  scales: Float32Array;
  dimensions: number;
}

/** Rows that are scored exactly after the first pass over sign codes, or this share of the index where that is more. */
export const MIN_CANDIDATES = 1000;
export const CANDIDATE_SHARE = 1 / 50;

/**
 * Ranks chunks by cosine. With the kernel: Hamming distance of sign codes over all rows, then exact cosines of the nearest
 * {@link MIN_CANDIDATES}; without it, exact cosines of all rows in JavaScript, twenty times slower.
 */
export class VectorRanker {
  private readonly vectors: StoredVectors;
  private readonly kernel: VectorKernel | null;

  constructor(vectors: StoredVectors, kernel: VectorKernel | null) {
    this.vectors = vectors;
    this.kernel = kernel;
  }

  /**
   * At most `limit` of the allowed chunks; all of them when there are no more.
   * @param allowed 1 for each chunk that may be returned; null for all
   */
  ranking(query: Float32Array, limit: number, allowed: Uint8Array | null): RankedChunk[] {
    const quantized = quantizeQuery(query);
    if (quantized === null) return [];
    const { scales } = this.vectors;
    const best = new TopK(Math.min(limit, scales.length));
    const offer = (chunk: number, dot: number) => best.offer(chunk, dot * scales[chunk]! * quantized.scale);
    if (this.kernel === null) {
      this.scanAll(quantized.values, allowed, offer);
    } else {
      const wanted = Math.max(MIN_CANDIDATES, Math.ceil(scales.length * CANDIDATE_SHARE), 4 * limit);
      this.kernel.scoreNearest(quantized.values, wanted, allowed, offer);
    }
    return best.ranking();
  }

  private scanAll(
    query: Int16Array,
    allowed: Uint8Array | null,
    offer: (chunk: number, dot: number) => void,
  ): void {
    const { pieces, dimensions } = this.vectors;
    for (const { first, rows } of pieces) {
      for (let start = 0, chunk = first; start < rows.length; start += dimensions, chunk++) {
        if (allowed !== null && allowed[chunk] === 0) continue;
        let dot = 0;
        for (let at = 0; at < dimensions; at++) dot += Math.imul(query[at]!, rows[start + at]!);
        offer(chunk, dot);
      }
    }
  }
}

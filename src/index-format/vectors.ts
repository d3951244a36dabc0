/**
 * Vectors as int8 rows. A row is the unit vector scaled so that its largest entry is ±127; beside it stands the inverse of the
 * row's own length, so that `dot(query, row) × inverse` is the cosine of the angle to the row.
 */

import type { RankedChunk } from "../core/ports.ts";
import { TopK } from "./top-k.ts";

const INT8_MAX = 127;

/** Quantized rows: `count × dimensions` int8, and a scale each; an all-zero vector has scale 0. */
export interface QuantizedVectors {
  rows: Int8Array;
  scales: Float32Array;
}

/** @param vectors `count × dimensions`, of any length but 0 */
export function quantize(vectors: Float32Array, dimensions: number): QuantizedVectors {
  const count = vectors.length / dimensions;
  const rows = new Int8Array(vectors.length);
  const scales = new Float32Array(count);
  for (let row = 0; row < count; row++) {
    const start = row * dimensions;
    let largest = 0;
    for (let at = start; at < start + dimensions; at++) largest = Math.max(largest, Math.abs(vectors[at]!));
    if (largest === 0) continue;
    let squares = 0;
    for (let at = start; at < start + dimensions; at++) {
      const value = Math.round((vectors[at]! / largest) * INT8_MAX);
      rows[at] = value;
      squares += value * value;
    }
    scales[row] = 1 / Math.sqrt(squares);
  }
  return { rows, scales };
}

/** Rows of one section. */
export interface VectorPiece {
  first: number;
  rows: Int8Array;
}

/** Ranks by cosine over all rows, exactly. */
export class VectorScanner {
  private readonly pieces: readonly VectorPiece[];
  private readonly scales: Float32Array;
  private readonly dimensions: number;

  constructor(pieces: readonly VectorPiece[], scales: Float32Array, dimensions: number) {
    this.pieces = pieces;
    this.scales = scales;
    this.dimensions = dimensions;
  }

  /** @param allowed 1 for each chunk that may be returned; null for all */
  ranking(query: Float32Array, limit: number, allowed: Uint8Array | null): RankedChunk[] {
    const { dimensions, scales } = this;
    const unit = unitVector(query);
    if (unit === null) return [];
    const best = new TopK(Math.min(limit, scales.length));
    for (const { first, rows } of this.pieces) {
      const count = rows.length / dimensions;
      for (let row = 0; row < count; row++) {
        const chunk = first + row;
        if (allowed !== null && allowed[chunk] === 0) continue;
        let dot = 0;
        const start = row * dimensions;
        for (let at = 0; at < dimensions; at++) dot += unit[at]! * rows[start + at]!;
        best.offer(chunk, dot * scales[chunk]!);
      }
    }
    return best.ranking();
  }
}

/** Null when the vector is zero or not finite. */
function unitVector(vector: Float32Array): Float32Array | null {
  let squares = 0;
  for (let at = 0; at < vector.length; at++) squares += vector[at]! * vector[at]!;
  if (!(squares > 0) || !Number.isFinite(squares)) return null;
  const inverse = 1 / Math.sqrt(squares);
  return vector.map((value) => value * inverse);
}

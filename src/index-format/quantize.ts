const INT8_MAX = 127;

/** Quantized rows: `count × dimensions` int8, and a scale each; an all-zero vector has scale 0. */
export interface QuantizedVectors {
  rows: Int8Array<ArrayBuffer>;
  scales: Float32Array<ArrayBuffer>;
}

/**
 * Vectors as int8 rows: each scaled so that its largest entry is ±127. Beside a row stands the inverse of its own length, so that
 * `dot(query, row) × scale` is the cosine of the angle between a unit query and the row.
 * @param vectors `count × dimensions`, of any length
 */
export function quantize(vectors: Float32Array, dimensions: number): QuantizedVectors {
  const count = vectors.length / dimensions;
  const rows = new Int8Array(vectors.length);
  const scales = new Float32Array(count);
  for (let row = 0; row < count; row++) {
    const start = row * dimensions;
    let largest = 0;
    for (let at = start; at < start + dimensions; at++) largest = Math.max(largest, Math.abs(vectors[at]!));
    if (!(largest > 0 && Number.isFinite(largest))) continue;
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

/** A query as int16, and the inverse of its length. */
export interface QuantizedQuery {
  values: Int16Array<ArrayBuffer>;
  scale: number;
}

/**
 * A query quantized so finely that only the rows' rounding shows in a cosine, and so coarsely that a dot product fits 32 bits.
 * @returns null for a vector that has no direction: all zeros, or not finite
 */
export function quantizeQuery(query: Float32Array): QuantizedQuery | null {
  let largest = 0;
  for (const value of query) largest = Math.max(largest, Math.abs(value));
  if (!(largest > 0 && Number.isFinite(largest))) return null;
  const limit = Math.min(0x7fff, Math.floor(0x7fffffff / (INT8_MAX * query.length)));
  const values = new Int16Array(query.length);
  let squares = 0;
  for (let at = 0; at < query.length; at++) {
    const value = Math.round((query[at]! / largest) * limit);
    values[at] = value;
    squares += value * value;
  }
  return { values, scale: 1 / Math.sqrt(squares) };
}

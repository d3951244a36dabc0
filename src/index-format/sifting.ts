/**
 * How rows are sifted by the signs of their numbers alone.
 *
 * Of `rest`, what a unit vector has beside the mean direction, only the signs are looked at: `s`, ±1 a dimension. With
 * `share = Σ|rest| / (√dimensions × |rest|)`, the cosine between `rest` and `s`, the dot product of a query's `q` with `rest` is
 * `(q · s) × |rest|² / Σ|rest|` on average, and off by about `|q| × |rest| × √(1 / share² - 1) / √(dimensions - 1)`: the margin.
 * A row is scored in full when its estimate and {@link SPREAD} margins exceed what is needed to be among the best.
 * @see Gao, Long: RaBitQ: Quantizing High-Dimensional Vectors with a Theoretical Error Bound, 2024, which proves this for randomly
 * rotated vectors
 */
import type { QuantizedQuery } from "./quantize.ts";

/** A row that belongs to the best is missed once in 4,000 times at most, and mostly exceeds what is needed by more than nothing. */
const SPREAD = 3.5;
/** Dimensions whose signs are looked up together. */
const GROUP = 4;
/** Four entries of the kernel's tables add up to a byte: so coarse, they are off by a twentieth of a row's margin. */
const LARGEST_ENTRY = 63;
/** Those of a row add up to 16 bits. */
const LARGEST_SUM = 0xffff;

/** How the kernel sifts by a query: `q · s` is `sum of entries × step - bias`, in units of the cosine. */
export interface Sifting {
  /** What a table's entry counts of the query's values. */
  perUnit: number;
  step: number;
  bias: number;
  /** What a row's margin is multiplied by. */
  spread: number;
}

/** @param dimensions the query's, rounded up to a multiple of 4 */
export function siftingBy({ values, scale }: QuantizedQuery, dimensions: number): Sifting {
  let largest = 0;
  let total = 0;
  let squares = 0;
  for (let start = 0; start < values.length; start += GROUP) {
    let sum = 0;
    for (let at = start; at < start + GROUP && at < values.length; at++) {
      const value = values[at]!;
      sum += Math.abs(value);
      squares += value * value;
    }
    total += sum;
    if (sum > largest) largest = sum;
  }
  const levels = Math.min(LARGEST_ENTRY, Math.floor(LARGEST_SUM / (dimensions / GROUP)));
  const perUnit = largest > 0 ? levels / (2 * largest) : 0;
  return {
    perUnit,
    step: perUnit > 0 ? scale / perUnit : 0,
    bias: total * scale,
    spread: SPREAD * Math.sqrt(squares) * scale,
  };
}

/**
 * Field lengths: for each field in turn three u32, bytes a number (1, 2 or 4), the longest and the sum, then a number a row, padded
 * to 4 bytes.
 */
import { ByteReader } from "./byte-reader.ts";
import { ByteWriter } from "./byte-writer.ts";
import { FIELD_COUNT } from "./fields.ts";
import { corrupt } from "./layout.ts";

/** Tokens of one field: more than any chunk has. */
const MAX_FIELD_LENGTH = 1 << 24;

export type FieldLengths = Uint8Array | Uint16Array | Uint32Array;

/**
 * @param lengths tokens of each row, an array a field
 * @param chunkCounts number of chunks that each row stands for: the sum is over chunks
 */
export function encodeFieldLengths(lengths: readonly Uint32Array[], chunkCounts: Uint32Array): Uint8Array {
  const writer = new ByteWriter();
  for (const numbers of lengths) {
    let longest = 0;
    let sum = 0;
    for (const [row, length] of numbers.entries()) {
      longest = Math.max(longest, length);
      sum += length * chunkCounts[row]!;
    }
    const width = longest < 0x100 ? 1 : longest < 0x10000 ? 2 : 4;
    writer.raw(new Uint8Array(Uint32Array.of(width, longest, sum).buffer));
    if (width === 1) writer.raw(Uint8Array.from(numbers));
    else if (width === 2) writer.raw(new Uint8Array(Uint16Array.from(numbers).buffer));
    else writer.raw(new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength));
    writer.align(4);
  }
  return writer.take();
}

/** Tokens of each row, an array a field, and what is true of all of them. */
export interface FieldStatistics {
  /** Chunks that the totals are over: more than there are rows where rows are shared. */
  chunkCount: number;
  lengths: readonly FieldLengths[];
  longest: readonly number[];
  totals: readonly number[];
}

/**
 * Field lengths, read in place.
 * @param section at a multiple of 4 in its buffer
 * @throws RepoBotError `index_corrupt`
 */
export function decodeFieldLengths(
  section: Uint8Array<ArrayBuffer>,
  rowCount: number,
  chunkCount: number,
): FieldStatistics {
  const reader = new ByteReader(section);
  const lengths: FieldLengths[] = [];
  const longest: number[] = [];
  const totals: number[] = [];
  for (let field = 0; field < FIELD_COUNT; field++) {
    const width = reader.u32();
    longest.push(reader.u32());
    totals.push(reader.u32());
    // A table as long as the longest field is made of it.
    if (longest[field]! > MAX_FIELD_LENGTH) throw corrupt("field lengths");
    if (width !== 1 && width !== 2 && width !== 4) throw corrupt("field lengths");
    const bytes = reader.take(width * rowCount);
    reader.align(4);
    if (width === 1) lengths.push(bytes);
    else if (width === 2) lengths.push(new Uint16Array(section.buffer, bytes.byteOffset, rowCount));
    else lengths.push(new Uint32Array(section.buffer, bytes.byteOffset, rowCount));
  }
  return { chunkCount, lengths, longest, totals };
}

/**
 * Field lengths: for each field in turn three u32, bytes a number (1, 2 or 4), the longest and the sum, then the numbers, padded to
 * 4 bytes.
 */
import { ByteReader } from "./byte-reader.ts";
import { ByteWriter } from "./byte-writer.ts";
import { FIELD_COUNT } from "./fields.ts";
import { corrupt } from "./layout.ts";

/** Tokens of one field: more than any chunk has. */
const MAX_FIELD_LENGTH = 1 << 24;

export type FieldLengths = Uint8Array | Uint16Array | Uint32Array;

/** @param lengths tokens of each chunk, an array a field */
export function encodeFieldLengths(lengths: readonly Uint32Array[]): Uint8Array {
  const writer = new ByteWriter();
  for (const numbers of lengths) {
    let longest = 0;
    let sum = 0;
    for (const length of numbers) {
      longest = Math.max(longest, length);
      sum += length;
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

/** Tokens of each chunk, an array a field, and what is true of all of them. */
export interface FieldStatistics {
  lengths: readonly FieldLengths[];
  longest: readonly number[];
  totals: readonly number[];
}

/**
 * Field lengths, read in place.
 * @param section at a multiple of 4 in its buffer
 * @throws RepoBotError `index_corrupt`
 */
export function decodeFieldLengths(section: Uint8Array<ArrayBuffer>, chunkCount: number): FieldStatistics {
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
    const bytes = reader.take(width * chunkCount);
    reader.align(4);
    if (width === 1) lengths.push(bytes);
    else if (width === 2) lengths.push(new Uint16Array(section.buffer, bytes.byteOffset, chunkCount));
    else lengths.push(new Uint32Array(section.buffer, bytes.byteOffset, chunkCount));
  }
  return { lengths, longest, totals };
}

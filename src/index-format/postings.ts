/**
 * Postings of one term: for each chunk that holds it, in ascending order, how often each field does.
 *
 * A posting is the varint `(gap << 2) | code`, `gap` being the chunk minus the chunk before minus 1, and what `code` asks for:
 * - {@link TEXT_ONCE}, {@link CODE_ONCE}: nothing;
 * - {@link TEXT_OFTEN}: varint frequency - 2;
 * - {@link MIXED}: a byte with bit f set when field f holds the term and bit 4 + f when it does so more than once, then a
 *   varint frequency - 2 for each of the latter.
 */
import type { ByteWriter } from "./byte-writer.ts";
import { FIELD_COUNT, TEXT_FIELD } from "./fields.ts";
import { corrupt } from "./layout.ts";

export const TEXT_ONCE = 0;
export const CODE_ONCE = 1;
export const TEXT_OFTEN = 2;
export const MIXED = 3;

/** Presence masks of the short forms. */
const TEXT_MASK = 1 << TEXT_FIELD;
const CODE_MASK = 8;

/** Appends the postings of one term. @param frequencies `chunks.length × 4`, chunk-major */
export function encodePostings(
  writer: ByteWriter,
  chunks: readonly number[],
  frequencies: readonly number[],
): void {
  let previous = -1;
  for (let row = 0; row < chunks.length; row++) {
    const chunk = chunks[row]!;
    const gap = chunk - previous - 1;
    previous = chunk;
    const at = row * FIELD_COUNT;
    let present = 0;
    let repeated = 0;
    for (let field = 0; field < FIELD_COUNT; field++) {
      const frequency = frequencies[at + field]!;
      if (frequency > 0) present |= 1 << field;
      if (frequency > 1) repeated |= 1 << field;
    }
    if (present === TEXT_MASK && repeated === 0) {
      writer.varint(gap * 4 + TEXT_ONCE);
    } else if (present === CODE_MASK && repeated === 0) {
      writer.varint(gap * 4 + CODE_ONCE);
    } else if (present === TEXT_MASK) {
      writer.varint(gap * 4 + TEXT_OFTEN);
      writer.varint(frequencies[at + TEXT_FIELD]! - 2);
    } else {
      writer.varint(gap * 4 + MIXED);
      writer.byte(present | (repeated << 4));
      for (let field = 0; field < FIELD_COUNT; field++) {
        if (repeated & (1 << field)) writer.varint(frequencies[at + field]! - 2);
      }
    }
  }
}

/**
 * The chunks of one term, ascending.
 * @param count the term's document frequency
 * @throws RepoBotError `index_corrupt` when a chunk lies outside the index
 */
export function decodeChunks(
  postings: Uint8Array,
  start: number,
  end: number,
  count: number,
  chunkCount: number,
): Uint32Array {
  const chunks = new Uint32Array(count);
  let at = start;
  let chunk = -1;
  const skipVarint = () => {
    while (postings[at]! >= 0x80) at++;
    at++;
  };
  for (let row = 0; row < count && at < end; row++) {
    let head = postings[at++]!;
    if (head >= 0x80) {
      head &= 0x7f;
      for (let shift = 7; ; shift += 7) {
        const byte = postings[at++]!;
        head |= (byte & 0x7f) << shift;
        if (!(byte >= 0x80)) break;
      }
    }
    chunk += (head >>> 2) + 1;
    if (chunk >= chunkCount) throw corrupt("a posting beyond the last chunk");
    chunks[row] = chunk;
    const code = head & 3;
    if (code === TEXT_OFTEN) {
      skipVarint();
    } else if (code === MIXED) {
      for (let repeated = postings[at++]! >>> 4; repeated !== 0; repeated &= repeated - 1) skipVarint();
    }
  }
  return chunks;
}

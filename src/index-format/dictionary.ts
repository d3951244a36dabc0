import { ByteWriter } from "./byte-writer.ts";
import { corrupt } from "./layout.ts";

/** Terms a block: one full term, the others as what they share with the one before and their rest. */
export const DICTIONARY_BLOCK_TERMS = 16;
/** A term's UTF-8 length fits one byte. */
const MAX_TERM_BYTES = 255;

const UTF8 = new TextEncoder();
const DECODER = new TextDecoder();

/** Where a term's postings lie. */
export interface TermEntry {
  /** Position in the sorted dictionary. */
  termId: number;
  /** Number of chunks that hold the term. */
  docFreq: number;
  /** Byte range in the postings section. */
  postingsStart: number;
  postingsEnd: number;
}

/** Order of the dictionary: by UTF-8 bytes, which is the order of code points. */
export function compareBytes(a: Uint8Array, b: Uint8Array): number {
  const shared = Math.min(a.length, b.length);
  for (let at = 0; at < shared; at++) if (a[at] !== b[at]) return a[at]! - b[at]!;
  return a.length - b.length;
}

/** Encodes terms in order of {@link compareBytes}: the dictionary and dictionary index sections. */
export function encodeDictionary(
  terms: readonly { bytes: Uint8Array; docFreq: number; postingsByteLength: number }[],
): { dictionary: Uint8Array; dictionaryIndex: Uint8Array } {
  const writer = new ByteWriter();
  const index = new Uint32Array(Math.ceil(terms.length / DICTIONARY_BLOCK_TERMS) * 2);
  let postingsOffset = 0;
  let previous: Uint8Array = new Uint8Array(0);
  terms.forEach((term, termId) => {
    if (term.bytes.length > MAX_TERM_BYTES) throw new RangeError(`a term of ${term.bytes.length} bytes`);
    let shared = 0;
    if (termId % DICTIONARY_BLOCK_TERMS === 0) {
      index.set([writer.length, postingsOffset], (termId / DICTIONARY_BLOCK_TERMS) * 2);
    } else {
      while (shared < previous.length && previous[shared] === term.bytes[shared]) shared++;
      writer.byte(shared);
    }
    writer.byte(term.bytes.length - shared);
    writer.raw(term.bytes.subarray(shared));
    writer.varint(term.docFreq);
    writer.varint(term.postingsByteLength);
    postingsOffset += term.postingsByteLength;
    previous = term.bytes;
  });
  return { dictionary: writer.take(), dictionaryIndex: new Uint8Array(index.buffer) };
}

/** The sorted dictionary, read in place. */
export class Dictionary {
  private readonly bytes: Uint8Array;
  private readonly index: Uint32Array;
  readonly termCount: number;
  private readonly scratch = new Uint8Array(MAX_TERM_BYTES + 1);

  constructor(bytes: Uint8Array, index: Uint32Array, termCount: number) {
    if (index.length !== Math.ceil(termCount / DICTIONARY_BLOCK_TERMS) * 2) throw corrupt("dictionary index");
    this.bytes = bytes;
    this.index = index;
    this.termCount = termCount;
  }

  /** Null when no chunk holds `term`. */
  find(term: string): TermEntry | null {
    const wanted = UTF8.encode(term);
    const blockCount = this.index.length >>> 1;
    let low = 0;
    let high = blockCount - 1;
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if (this.compareBlockHead(middle, wanted) <= 0) low = middle;
      else high = middle - 1;
    }
    if (blockCount === 0) return null;
    let found: TermEntry | null = null;
    this.walk(low, low + 1, (_shared, byteLength, entry) => {
      const order = compareBytes(this.scratch.subarray(0, byteLength), wanted);
      if (order === 0) found = { ...entry };
      return order < 0;
    });
    return found;
  }

  /** Order of the first term of a block against `wanted`. */
  private compareBlockHead(block: number, wanted: Uint8Array): number {
    const at = this.index[block * 2]!;
    const byteLength = this.bytes[at]!;
    const shared = Math.min(byteLength, wanted.length);
    for (let offset = 0; offset < shared; offset++) {
      const difference = this.bytes[at + 1 + offset]! - wanted[offset]!;
      if (difference !== 0) return difference;
    }
    return byteLength - wanted.length;
  }

  /** First block whose terms may be at or past `prefix`. */
  blockOf(prefix: Uint8Array): number {
    let low = 0;
    let high = (this.index.length >>> 1) - 1;
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if (this.compareBlockHead(middle, prefix) < 0) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  get blockCount(): number {
    return this.index.length >>> 1;
  }

  /** The term that {@link walk} is at. */
  currentTerm(byteLength: number): string {
    return DECODER.decode(this.scratch.subarray(0, byteLength));
  }

  /** Bytes of the term that {@link walk} is at; valid until the next step. */
  currentBytes(): Uint8Array {
    return this.scratch;
  }

  /**
   * Visits the terms of blocks `from` to `to` in order until `visit` returns false.
   * @param visit gets the bytes shared with the term before (0 at the start of the walk), the term's length, and its entry, which is reused
   */
  walk(
    from: number,
    to: number,
    visit: (shared: number, byteLength: number, entry: TermEntry) => boolean,
  ): void {
    const { bytes, scratch } = this;
    const entry: TermEntry = { termId: 0, docFreq: 0, postingsStart: 0, postingsEnd: 0 };
    for (let block = from; block < to; block++) {
      let at = this.index[block * 2]!;
      let postings = this.index[block * 2 + 1]!;
      const end = Math.min((block + 1) * DICTIONARY_BLOCK_TERMS, this.termCount);
      for (let termId = block * DICTIONARY_BLOCK_TERMS; termId < end; termId++) {
        const stored = termId % DICTIONARY_BLOCK_TERMS === 0 ? 0 : bytes[at++]!;
        const suffix = bytes[at++]!;
        if (at + suffix > bytes.length || stored + suffix > MAX_TERM_BYTES) throw corrupt("dictionary block");
        for (let offset = 0; offset < suffix; offset++) scratch[stored + offset] = bytes[at + offset]!;
        at += suffix;
        let shift = 0;
        let docFreq = 0;
        for (; bytes[at]! >= 0x80; shift += 7) docFreq |= (bytes[at++]! & 0x7f) << shift;
        docFreq |= bytes[at++]! << shift;
        let byteLength = 0;
        for (shift = 0; bytes[at]! >= 0x80; shift += 7) byteLength |= (bytes[at++]! & 0x7f) << shift;
        byteLength |= bytes[at++]! << shift;
        entry.termId = termId;
        entry.docFreq = docFreq;
        entry.postingsStart = postings;
        entry.postingsEnd = postings += byteLength;
        if (!visit(stored, stored + suffix, entry)) return;
      }
    }
  }
}

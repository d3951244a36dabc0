import { ByteWriter } from "./byte-writer.ts";
import { corrupt } from "./layout.ts";

/** Terms a block: one full term, the others as what they share with the one before and their rest. */
const DICTIONARY_BLOCK_TERMS = 16;
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
  private readonly listed = new Map<string, TermEntry | null>();
  private readonly scratch = new Uint8Array(MAX_TERM_BYTES + 1);
  /** What is looked for, with room for a character too many. */
  private readonly wanted = new Uint8Array(MAX_TERM_BYTES + 3);

  constructor(bytes: Uint8Array, index: Uint32Array, termCount: number) {
    if (index.length !== Math.ceil(termCount / DICTIONARY_BLOCK_TERMS) * 2) throw corrupt("dictionary index");
    this.bytes = bytes;
    this.index = index;
    this.termCount = termCount;
  }

  /** {@link find} for the words of a list of our own, such as synonyms: what was found is kept, as it is asked for again and again. */
  findListed(term: string): TermEntry | null {
    let entry = this.listed.get(term);
    if (entry === undefined) {
      entry = this.find(term);
      this.listed.set(term, entry);
    }
    return entry;
  }

  /** Null when no chunk holds `term`. */
  find(term: string): TermEntry | null {
    const length = this.encode(term);
    if (length === 0 || this.blockCount === 0) return null;
    const { bytes, wanted } = this;
    const block = this.lastBlockAt(length);
    let at = this.index[block * 2]!;
    let postings = this.index[block * 2 + 1]!;
    const end = Math.min((block + 1) * DICTIONARY_BLOCK_TERMS, this.termCount);
    /** Bytes that the term before has in common with the one that is wanted. */
    let matched = 0;
    for (let termId = block * DICTIONARY_BLOCK_TERMS; termId < end; termId++) {
      const shared = termId % DICTIONARY_BLOCK_TERMS === 0 ? 0 : bytes[at++]!;
      const suffix = bytes[at++]!;
      if (at + suffix > bytes.length) throw corrupt("dictionary block");
      // It leaves the one before where that one still matched, upwards: what is wanted would have come in between.
      if (shared < matched) return null;
      let isMatch = false;
      if (shared === matched) {
        let same = 0;
        while (same < suffix && matched + same < length && bytes[at + same] === wanted[matched + same])
          same++;
        matched += same;
        isMatch = matched === length && same === suffix;
        if (!isMatch && (matched === length || (same < suffix && bytes[at + same]! > wanted[matched]!))) {
          return null;
        }
      }
      at += suffix;
      let shift = 0;
      let docFreq = 0;
      for (; bytes[at]! >= 0x80; shift += 7) docFreq |= (bytes[at++]! & 0x7f) << shift;
      docFreq |= bytes[at++]! << shift;
      let byteLength = 0;
      for (shift = 0; bytes[at]! >= 0x80; shift += 7) byteLength |= (bytes[at++]! & 0x7f) << shift;
      byteLength |= bytes[at++]! << shift;
      if (isMatch) return { termId, docFreq, postingsStart: postings, postingsEnd: postings + byteLength };
      postings += byteLength;
    }
    return null;
  }

  /** Writes the UTF-8 of a term to `wanted`. @returns its length; 0 for a term that no dictionary holds */
  private encode(term: string): number {
    const { wanted } = this;
    if (term.length > MAX_TERM_BYTES) return 0;
    for (let at = 0; at < term.length; at++) {
      const code = term.charCodeAt(at);
      if (code >= 0x80) {
        const { read, written } = UTF8.encodeInto(term, wanted);
        return read === term.length && written <= MAX_TERM_BYTES ? written : 0;
      }
      wanted[at] = code;
    }
    return term.length;
  }

  /** The last block that begins at or before the first `length` bytes of `wanted`; 0 when none does. */
  private lastBlockAt(length: number): number {
    let low = 0;
    let high = this.blockCount - 1;
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if (this.compareBlockHead(middle, this.wanted, length) <= 0) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** Order of the first term of a block against the first `length` bytes of `wanted`. */
  private compareBlockHead(block: number, wanted: Uint8Array, length: number): number {
    const { bytes } = this;
    const at = this.index[block * 2]!;
    const byteLength = bytes[at]!;
    const shared = Math.min(byteLength, length);
    for (let offset = 0; offset < shared; offset++) {
      const difference = bytes[at + 1 + offset]! - wanted[offset]!;
      if (difference !== 0) return difference;
    }
    return byteLength - length;
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
   * Visits the terms in order.
   * @param visit gets the bytes shared with the term that was visited before, the term's length, and its entry, which is reused; it
   * returns 0, or how long a beginning of the term is such that no other term that begins so is of interest: these are passed over
   */
  walk(visit: (shared: number, byteLength: number, entry: TermEntry) => number): void {
    const { bytes, scratch } = this;
    const entry: TermEntry = { termId: 0, docFreq: 0, postingsStart: 0, postingsEnd: 0 };
    let dead = 0;
    for (let block = 0; block < this.blockCount; block++) {
      const isDead = dead > 0 && this.headBeginsAsScratch(block, dead);
      if (isDead && block + 1 < this.blockCount && this.headBeginsAsScratch(block + 1, dead)) continue;
      let at = this.index[block * 2]!;
      let postings = this.index[block * 2 + 1]!;
      const end = Math.min((block + 1) * DICTIONARY_BLOCK_TERMS, this.termCount);
      for (let termId = block * DICTIONARY_BLOCK_TERMS; termId < end; termId++) {
        const isHead = termId % DICTIONARY_BLOCK_TERMS === 0;
        const stored = isHead ? 0 : bytes[at++]!;
        const suffix = bytes[at++]!;
        if (at + suffix > bytes.length || stored + suffix > MAX_TERM_BYTES) throw corrupt("dictionary block");
        const isPassedOver = dead > 0 && (isHead ? isDead : stored >= dead);
        if (!isPassedOver) {
          for (let offset = 0; offset < suffix; offset++) scratch[stored + offset] = bytes[at + offset]!;
        }
        at += suffix;
        let shift = 0;
        let docFreq = 0;
        for (; bytes[at]! >= 0x80; shift += 7) docFreq |= (bytes[at++]! & 0x7f) << shift;
        docFreq |= bytes[at++]! << shift;
        let byteLength = 0;
        for (shift = 0; bytes[at]! >= 0x80; shift += 7) byteLength |= (bytes[at++]! & 0x7f) << shift;
        byteLength |= bytes[at++]! << shift;
        const postingsStart = postings;
        postings += byteLength;
        if (isPassedOver) continue;
        entry.termId = termId;
        entry.docFreq = docFreq;
        entry.postingsStart = postingsStart;
        entry.postingsEnd = postings;
        dead = visit(stored, stored + suffix, entry);
      }
    }
  }

  /** Whether the first term of a block begins with the first `length` bytes of the term that {@link walk} is at. */
  private headBeginsAsScratch(block: number, length: number): boolean {
    const at = this.index[block * 2]!;
    if (!(this.bytes[at]! >= length)) return false;
    for (let offset = 0; offset < length; offset++) {
      if (this.bytes[at + 1 + offset] !== this.scratch[offset]) return false;
    }
    return true;
  }
}

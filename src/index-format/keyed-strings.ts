/** A table of u32 keys, each with some strings: the keys; a u32 offset a string and one more; then UTF-8. */
import { corrupt } from "./layout.ts";

const UTF8 = new TextEncoder();
const DECODER = new TextDecoder();

/** @param strings of all keys, in the order of the keys */
export function encodeKeyedStrings(keys: readonly number[], strings: readonly string[]): Uint8Array {
  const encoded = strings.map((text) => UTF8.encode(text));
  const words = new Uint32Array(keys.length + strings.length + 1);
  words.set(keys);
  const offsets = words.subarray(keys.length);
  encoded.forEach((bytes, at) => {
    offsets[at + 1] = offsets[at]! + bytes.length;
  });
  const section = new Uint8Array(words.byteLength + offsets[strings.length]!);
  section.set(new Uint8Array(words.buffer));
  encoded.forEach((bytes, at) => {
    section.set(bytes, words.byteLength + offsets[at]!);
  });
  return section;
}

/** The table, read in place. */
export class KeyedStrings {
  readonly keys: Uint32Array;
  private readonly offsets: Uint32Array;
  private readonly bytes: Uint8Array;

  /**
   * @param section at a multiple of 4 in its buffer
   * @param what the table is called in errors
   * @throws RepoBotError `index_corrupt`
   */
  constructor(section: Uint8Array, keyCount: number, stringsAKey: number, what: string) {
    const wordCount = keyCount + keyCount * stringsAKey + 1;
    if (section.length < wordCount * 4) throw corrupt(what);
    const words = new Uint32Array(section.buffer, section.byteOffset, wordCount);
    this.keys = words.subarray(0, keyCount);
    this.offsets = words.subarray(keyCount);
    this.bytes = section.subarray(words.byteLength);
  }

  /** UTF-8 of a string, by its place among those of all keys. */
  bytesAt(place: number): Uint8Array {
    return this.bytes.subarray(this.offsets[place]!, this.offsets[place + 1]!);
  }

  string(place: number): string {
    return DECODER.decode(this.bytesAt(place));
  }

  /** The last key that is at most `wanted`, by its place; -1 when there is none. Keys must ascend. */
  lastAtMost(wanted: number): number {
    let low = 0;
    let high = this.keys.length - 1;
    while (low <= high) {
      const middle = (low + high) >>> 1;
      if (this.keys[middle]! <= wanted) low = middle + 1;
      else high = middle - 1;
    }
    return high;
  }
}

/**
 * Anchors and fragments of chunks that share a row and differ in them from the one that is stored with its text, such as lines of code
 * that moved between two versions: their number as u32, then the chunks, ascending, with two strings each (see `keyed-strings.ts`).
 */
import { ByteReader } from "./byte-reader.ts";
import { encodeKeyedStrings, KeyedStrings } from "./keyed-strings.ts";

const STRINGS_A_CHUNK = 2;

export interface OwnPlace {
  chunk: number;
  anchor: string;
  /** What follows the page's URL: empty, or from `#` on. */
  fragment: string;
}

/** @param places by chunk, ascending */
export function encodeOwnPlaces(places: readonly OwnPlace[]): Uint8Array {
  const table = encodeKeyedStrings(
    places.map(({ chunk }) => chunk),
    places.flatMap(({ anchor, fragment }) => [anchor, fragment]),
  );
  const section = new Uint8Array(4 + table.length);
  section.set(new Uint8Array(Uint32Array.of(places.length).buffer));
  section.set(table, 4);
  return section;
}

/** The table, read in place. */
export class OwnPlaces {
  private readonly table: KeyedStrings;

  /**
   * @param section at a multiple of 4 in its buffer
   * @throws RepoBotError `index_corrupt`
   */
  constructor(section: Uint8Array) {
    const count = new ByteReader(section).u32();
    this.table = new KeyedStrings(section.subarray(4), count, STRINGS_A_CHUNK, "own places");
  }

  /** Null for a chunk whose place is the one that is stored with its text. */
  of(chunk: number): Omit<OwnPlace, "chunk"> | null {
    const { table } = this;
    const found = table.lastAtMost(chunk);
    if (found < 0 || table.keys[found] !== chunk) return null;
    const at = found * STRINGS_A_CHUNK;
    return { anchor: table.string(at), fragment: table.string(at + 1) };
  }
}

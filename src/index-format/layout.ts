/**
 * The binary container: one or more part files, each a header, a section table and sections. Little-endian throughout.
 *
 * ```
 *  0  magic (8 bytes)
 *  8  format version    u32
 * 12  section count     u32
 * 16  file byte length  u32
 * 20  checksum of bytes 0 to the end of the table, with this word 0    u32
 * 24  zeros
 * 64  table: { section id, byte offset, byte length, checksum, first, 0, 0, 0 } u32 each, a row a section
 *  …  sections, each at a multiple of 64
 * ```
 * `first` is the first row (vectors) or block (texts) of a section that was cut; 0 otherwise.
 */
import { RepoBotError } from "../core/errors.ts";
import { checksum } from "./checksum.ts";

/** Raised whenever an older reader could misread a file. */
export const FORMAT_VERSION = 1;
/** Of an index whose chunks share rows. One without is written as format 1, byte for byte, and older readers go on reading it. */
export const SHARED_FORMAT_VERSION = 2;
export const FORMAT_VERSIONS = [FORMAT_VERSION, SHARED_FORMAT_VERSION] as const;
export type FormatVersion = (typeof FORMAT_VERSIONS)[number];
export const ALIGNMENT = 64;
/** A byte above 0x7f, then letters, then line ends: catches text-mode transfers and foreign files. */
const MAGIC = [0x89, 0x52, 0x50, 0x42, 0x49, 0x0d, 0x0a, 0x1a] as const;
const HEADER_BYTES = 64;
const TABLE_ROW_WORDS = 8;

export const SECTION = {
  /** Counts: see `counts.ts`. */
  counts: 1,
  /** Front-coded terms with document frequency and postings length: see `dictionary.ts`. */
  dictionary: 2,
  /** Two u32 a dictionary block: byte offset in the dictionary, byte offset in the postings. */
  dictionaryIndex: 3,
  /** See `postings.ts`. */
  postings: 4,
  /** Tokens of each field and chunk: see `field-lengths.ts`. */
  fieldLengths: 5,
  /** Filter columns: see `columns.ts`. */
  columns: 6,
  /** First chunk, path, page URL and title of each file: see `files.ts`. */
  files: 7,
  /** See `chunk-ids.ts`. */
  chunkIds: 8,
  /** Two u32 a text block: byte offset over all text sections, checksum. */
  textIndex: 9,
  /** What text blocks are deflated against. */
  textDictionary: 10,
  /** Raw-deflated blocks: see `text-blocks.ts`. */
  texts: 11,
  /** Int8 rows, `count × dimensions`: see `quantize.ts`. */
  vectors: 12,
  /** Float32: the mean direction (`dimensions`), then a scale a row, then an offset a row. */
  vectorTable: 13,
  /** Only in format 2. Row of each chunk: see `rows.ts`. */
  rows: 14,
  /** Only in format 2. See `own-places.ts`. */
  ownPlaces: 15,
} as const;
export type SectionId = (typeof SECTION)[keyof typeof SECTION];

/** A section to be written, or one found in a part. `bytes` is a view. */
export interface Section {
  id: number;
  first: number;
  bytes: Uint8Array;
}

/** A section as the table of a part names it. */
export interface SectionEntry {
  id: number;
  byteOffset: number;
  byteLength: number;
  checksum: number;
  first: number;
}

/** Bytes that `count` sections of these lengths take in one part. */
export function partByteLength(sectionByteLengths: readonly number[]): number {
  let end = alignUp(HEADER_BYTES + sectionByteLengths.length * TABLE_ROW_WORDS * 4);
  for (const byteLength of sectionByteLengths) end = alignUp(end + byteLength);
  return end;
}

function alignUp(offset: number): number {
  return Math.ceil(offset / ALIGNMENT) * ALIGNMENT;
}

/** Bytes of one part file, and the checksum of its header, which names all other checksums. */
export function encodePart(
  sections: readonly Section[],
  formatVersion: FormatVersion,
): {
  bytes: Uint8Array<ArrayBuffer>;
  headerChecksum: number;
} {
  const byteLength = partByteLength(sections.map((section) => section.bytes.length));
  const bytes = new Uint8Array(byteLength);
  const words = new Uint32Array(bytes.buffer);
  bytes.set(MAGIC, 0);
  words[2] = formatVersion;
  words[3] = sections.length;
  words[4] = byteLength;
  const tableEnd = HEADER_BYTES + sections.length * TABLE_ROW_WORDS * 4;
  let offset = alignUp(tableEnd);
  sections.forEach((section, index) => {
    bytes.set(section.bytes, offset);
    const row = HEADER_BYTES / 4 + index * TABLE_ROW_WORDS;
    const sum = checksum(new Uint32Array(bytes.buffer, offset, Math.ceil(section.bytes.length / 4)));
    words.set([section.id, offset, section.bytes.length, sum, section.first], row);
    offset = alignUp(offset + section.bytes.length);
  });
  const headerChecksum = checksum(words.subarray(0, tableEnd / 4));
  words[5] = headerChecksum;
  return { bytes, headerChecksum };
}

/** A damaged index, with what to run. The detail stays in logs. */
export function corrupt(detail: string, cause?: unknown): RepoBotError {
  return new RepoBotError(
    "index_corrupt",
    "The index is damaged. Run `npm run build` again, then start or deploy again.",
    { internalMessage: `index corrupt: ${detail}`, cause },
  );
}

/** An index that another version made, with what to run. */
export function incompatible(detail: string): RepoBotError {
  return new RepoBotError(
    "index_incompatible",
    `The index was made by another version of RepoBot (${detail}). Run \`npm run build\` again, then start or deploy again.`,
  );
}

export function isKnownFormat(formatVersion: number): formatVersion is FormatVersion {
  return FORMAT_VERSIONS.some((known) => known === formatVersion);
}

/** {@link incompatible}, with the format that was found and those that are read. */
export function incompatibleFormat(found: number): RepoBotError {
  return incompatible(`format ${found}, this reads ${FORMAT_VERSIONS.join(" and ")}`);
}

/**
 * The section table of a part, checked against its header checksum and the part's own length. Sections are not read.
 * @param expected byte length and header checksum from the manifest
 * @throws RepoBotError `index_corrupt`, `index_incompatible`
 */
export function readSectionTable(
  buffer: ArrayBuffer,
  expected: { byteLength: number; headerChecksum: number },
): SectionEntry[] {
  if (buffer.byteLength < HEADER_BYTES) throw corrupt(`${buffer.byteLength} bytes are no index file`);
  const start = new Uint8Array(buffer, 0, MAGIC.length);
  if (MAGIC.some((byte, at) => start[at] !== byte)) throw corrupt("a file that is no index");
  const words = new Uint32Array(buffer, 0, buffer.byteLength >>> 2);
  if (!isKnownFormat(words[2]!)) throw incompatibleFormat(words[2]!);
  if (buffer.byteLength !== expected.byteLength || words[4] !== expected.byteLength) {
    throw corrupt(`${buffer.byteLength} bytes of ${expected.byteLength}`);
  }
  const tableEnd = HEADER_BYTES + words[3]! * TABLE_ROW_WORDS * 4;
  if (tableEnd > buffer.byteLength) throw corrupt("the section table is longer than the file");
  const header = words.slice(0, tableEnd / 4);
  header[5] = 0;
  const sum = checksum(header);
  if (sum !== words[5] || sum !== expected.headerChecksum) throw corrupt("header checksum");
  const entries: SectionEntry[] = [];
  for (let row = HEADER_BYTES / 4; row < tableEnd / 4; row += TABLE_ROW_WORDS) {
    const [id, byteOffset, byteLength, sectionSum, first] = words.subarray(row, row + 5);
    if (byteOffset! % ALIGNMENT !== 0 || byteOffset! + byteLength! > buffer.byteLength) {
      throw corrupt(`section ${id} lies outside its file`);
    }
    entries.push({
      id: id!,
      byteOffset: byteOffset!,
      byteLength: byteLength!,
      checksum: sectionSum!,
      first: first!,
    });
  }
  return entries;
}

/**
 * What is shown of a chunk and never searched: blocks of {@link TEXT_BLOCK_CHUNKS} chunks, raw-deflated, padded to 4 bytes.
 * Inflated, a block holds for each chunk: varint byte length of its record, then anchor, URL (empty when it is the page's
 * URL with the anchor), varint number of headings, the headings, and the text, each string as varint length and UTF-8.
 */
import { deflateSync, inflateSync } from "fflate";
import { ByteReader } from "./byte-reader.ts";
import { ByteWriter } from "./byte-writer.ts";
import { checksum } from "./checksum.ts";
import { corrupt } from "./layout.ts";

export const TEXT_BLOCK_CHUNKS = 8;

/** The strings of one chunk that live in its text block. */
export interface ChunkText {
  anchor: string;
  /** Empty when it is the page's URL, and `#anchor` where there is an anchor. */
  ownUrl: string;
  headingPath: string[];
  text: string;
}

/** One encoded block and the checksum that the text index keeps. */
export function encodeTextBlock(chunks: readonly ChunkText[]): { bytes: Uint8Array; checksum: number } {
  const block = new ByteWriter();
  for (const chunk of chunks) {
    const record = new ByteWriter();
    record.text(chunk.anchor);
    record.text(chunk.ownUrl);
    record.varint(chunk.headingPath.length);
    for (const heading of chunk.headingPath) record.text(heading);
    record.text(chunk.text);
    block.varint(record.length);
    block.raw(record.take());
  }
  // fflate rather than the runtime's zlib: the same bytes on every version of Node.
  const writer = new ByteWriter();
  writer.raw(deflateSync(block.take(), { level: 9 }));
  writer.align(4);
  const bytes = writer.take();
  return { bytes, checksum: checksum(new Uint32Array(bytes.buffer)) };
}

/** An inflated block. @param bytes at a multiple of 4 in its buffer. @throws RepoBotError `index_corrupt` */
export function inflateTextBlock(bytes: Uint8Array, expectedChecksum: number): Uint8Array {
  const words = new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length >>> 2);
  if (checksum(words) !== expectedChecksum) throw corrupt("text block checksum");
  try {
    return inflateSync(bytes);
  } catch (error) {
    throw corrupt("text block", error);
  }
}

/** One chunk of an inflated block. @param position 0-based within the block */
export function readChunkText(block: Uint8Array, position: number): ChunkText {
  const reader = new ByteReader(block);
  for (let skipped = 0; skipped < position; skipped++) reader.take(reader.varint());
  reader.varint();
  const anchor = reader.text();
  const ownUrl = reader.text();
  const headingPath: string[] = [];
  for (let count = reader.varint(); count > 0; count--) headingPath.push(reader.text());
  return { anchor, ownUrl, headingPath, text: reader.text() };
}

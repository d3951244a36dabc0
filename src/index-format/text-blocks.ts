/**
 * What is shown of a chunk and never searched: blocks of {@link TEXT_BLOCK_CHUNKS} chunks, each raw-deflated against one shared
 * dictionary (sampled texts, a section of its own), which saves a seventh. Inflated, a block holds for each chunk: varint byte
 * length of its record, then anchor, URL (empty when it is the page's URL with the anchor), varint number of headings, the
 * headings, and the text, each string as varint length and UTF-8. Where the text has headings of its own, varint number and fragments of
 * them may follow: readers that know nothing of them end at the text.
 */
import { deflateSync, inflateSync } from "fflate";
import { RepoBotError } from "../core/errors.ts";
import { ByteReader } from "./byte-reader.ts";
import { ByteWriter } from "./byte-writer.ts";
import { checksumBytes } from "./checksum.ts";
import type { KernelMemory } from "./kernel.ts";
import { inflateInKernel, MAX_INFLATED_BYTES } from "./kernel-inflate.ts";
import { corrupt } from "./layout.ts";

export const TEXT_BLOCK_CHUNKS = 8;
/** Longest dictionary: with the blocks themselves it must fit deflate's window of 32 KiB to pay. */
const MAX_DICTIONARY_BYTES = 24 * 1024;
/** The dictionary takes at most this share of all text, so that it pays on a small corpus too. */
const DICTIONARY_SHARE = 1 / 32;
/** Bytes sampled of one chunk: its beginning, where what pages have in common stands. */
const SAMPLE_BYTES = 300;

/** The strings of one chunk that live in its text block. */
export interface ChunkText {
  anchor: string;
  /** Empty when it is the page's URL, and `#anchor` where there is an anchor. */
  ownUrl: string;
  headingPath: string[];
  text: string;
  /** Fragments of the headings inside `text`; absent for none. */
  innerAnchors?: string[];
}

function encodeRecord(chunk: ChunkText): Uint8Array {
  const record = new ByteWriter();
  record.text(chunk.anchor);
  record.text(chunk.ownUrl);
  record.varint(chunk.headingPath.length);
  for (const heading of chunk.headingPath) record.text(heading);
  record.text(chunk.text);
  if (chunk.innerAnchors !== undefined) {
    record.varint(chunk.innerAnchors.length);
    for (const anchor of chunk.innerAnchors) record.text(anchor);
  }
  return record.take();
}

export interface EncodedTexts {
  dictionary: Uint8Array;
  blocks: { bytes: Uint8Array; checksum: number }[];
}

/**
 * All texts of an index. fflate rather than the runtime's zlib: the same bytes on every version of Node.
 * @throws RepoBotError `config_invalid` when the chunks of a block are larger than {@link MAX_INFLATED_BYTES}
 */
export function encodeTexts(chunks: readonly ChunkText[]): EncodedTexts {
  const records = chunks.map(encodeRecord);
  const dictionary = sampleDictionary(records);
  const options = { level: 9, ...(dictionary.length > 0 ? { dictionary } : {}) } as const;
  const blocks: EncodedTexts["blocks"] = [];
  for (let first = 0; first < records.length; first += TEXT_BLOCK_CHUNKS) {
    const block = new ByteWriter();
    for (const record of records.slice(first, first + TEXT_BLOCK_CHUNKS)) {
      block.varint(record.length);
      block.raw(record);
    }
    const inflated = block.take();
    if (inflated.length > MAX_INFLATED_BYTES) throw tooLarge(first, inflated.length);
    const bytes = deflateSync(inflated, options);
    blocks.push({ bytes, checksum: checksumBytes(bytes) });
  }
  return { dictionary, blocks };
}

function tooLarge(first: number, byteLength: number): RepoBotError {
  const last = first + TEXT_BLOCK_CHUNKS - 1;
  return new RepoBotError(
    "config_invalid",
    `Chunks ${first} to ${last} have ${byteLength} bytes of text together, more than the ${MAX_INFLATED_BYTES} that an index takes. Make chunks smaller.`,
  );
}

/** Beginnings of chunks taken evenly from the whole corpus. */
function sampleDictionary(records: readonly Uint8Array[]): Uint8Array {
  const total = records.reduce((sum, record) => sum + record.length, 0);
  const wanted = Math.min(MAX_DICTIONARY_BYTES, Math.floor(total * DICTIONARY_SHARE));
  const samples = Math.min(Math.floor(wanted / SAMPLE_BYTES), records.length);
  const writer = new ByteWriter();
  for (let sample = 0; sample < samples; sample++) {
    writer.raw(records[Math.floor((sample * records.length) / samples)]!.subarray(0, SAMPLE_BYTES));
  }
  return writer.take();
}

/** A block as stored, verified. @throws RepoBotError `index_corrupt` */
function verified(bytes: Uint8Array, expectedChecksum: number): Uint8Array {
  if (checksumBytes(bytes) !== expectedChecksum) throw corrupt("text block checksum");
  return bytes;
}

/** A block as inflated, when it is no larger than the writer makes them. @throws RepoBotError `index_corrupt` */
function bounded(inflated: Uint8Array): Uint8Array {
  if (inflated.length > MAX_INFLATED_BYTES) throw corrupt("text block size");
  return inflated;
}

/** Inflates blocks of one index. */
export class TextInflater {
  private readonly dictionary: Uint8Array<ArrayBuffer>;
  private readonly memory: KernelMemory | null;

  /**
   * @param dictionary as {@link encodeTexts} made it; may be empty
   * @param memory where blocks are inflated; null where no WebAssembly can be had
   */
  constructor(dictionary: Uint8Array<ArrayBuffer>, memory: KernelMemory | null) {
    this.dictionary = dictionary;
    this.memory = memory;
  }

  /**
   * In the kernel; without one, with the runtime's own inflate, as JavaScript that has not been compiled yet takes eight times as long.
   * That takes no dictionary, so the dictionary goes first, as a stored block, and is cut off the result.
   * @throws RepoBotError `index_corrupt`
   */
  async inflate(bytes: Uint8Array<ArrayBuffer>, expectedChecksum: number): Promise<Uint8Array> {
    if (this.memory !== null) return this.inflateSync(bytes, expectedChecksum);
    verified(bytes, expectedChecksum);
    const stream = new DecompressionStream("deflate-raw");
    const writer = stream.writable.getWriter();
    // A fault shows on the readable side as well, where it is waited for.
    writer.write(concat(storedBlock(this.dictionary), bytes)).catch(() => undefined);
    writer.close().catch(() => undefined);
    try {
      const inflated = await new Response(stream.readable).arrayBuffer();
      // Copied: a part of it would keep the dictionary in memory.
      return bounded(new Uint8Array(inflated).slice(this.dictionary.length));
    } catch (error) {
      throw corrupt("text block", error);
    }
  }

  /** The same without waiting; without a kernel, in JavaScript. @throws RepoBotError `index_corrupt` */
  inflateSync(bytes: Uint8Array, expectedChecksum: number): Uint8Array {
    verified(bytes, expectedChecksum);
    try {
      if (this.memory !== null) {
        const inflated = inflateInKernel(this.memory, bytes, this.dictionary);
        if (inflated === null) throw corrupt("text block");
        return inflated;
      }
      return bounded(inflateSync(bytes, this.dictionary.length > 0 ? { dictionary: this.dictionary } : {}));
    } catch (error) {
      throw corrupt("text block", error);
    }
  }
}

/** Deflate's form for bytes as they are, not the last block of a stream; nothing for nothing. */
function storedBlock(bytes: Uint8Array): Uint8Array {
  if (bytes.length === 0) return bytes;
  const block = new Uint8Array(5 + bytes.length);
  block.set([0, bytes.length & 0xff, bytes.length >> 8, ~bytes.length & 0xff, (~bytes.length >> 8) & 0xff]);
  block.set(bytes, 5);
  return block;
}

function concat(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(first.length + second.length);
  whole.set(first);
  whole.set(second, first.length);
  return whole;
}

/** One chunk of an inflated block. @param position 0-based within the block. @throws RepoBotError `index_corrupt` */
export function readChunkText(block: Uint8Array, position: number): ChunkText {
  const records = new ByteReader(block);
  for (let skipped = 0; skipped < position; skipped++) records.take(records.varint());
  const record = records.take(records.varint());
  const reader = new ByteReader(record);
  const anchor = reader.text();
  const ownUrl = reader.text();
  const headingPath: string[] = [];
  for (let count = reader.varint(); count > 0; count--) headingPath.push(reader.text());
  const text = reader.text();
  const stored: ChunkText = { anchor, ownUrl, headingPath, text };
  if (reader.at === record.length) return stored;
  const innerAnchors: string[] = [];
  for (let count = reader.varint(); count > 0; count--) innerAnchors.push(reader.text());
  return { ...stored, innerAnchors };
}

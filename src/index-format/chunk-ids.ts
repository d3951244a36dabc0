/**
 * Chunk ids, front-coded in chunk order: blocks of 16, each id as the byte length it shares with the id before (0 at the start
 * of a block), the length of the rest, and the rest, both lengths varints. A u32 offset a block comes first.
 */
import { ByteReader } from "./byte-reader.ts";
import { ByteWriter } from "./byte-writer.ts";
import { corrupt } from "./layout.ts";

const BLOCK_IDS = 16;
const UTF8 = new TextEncoder();
const DECODER = new TextDecoder();

export function encodeChunkIds(ids: readonly string[]): Uint8Array {
  const body = new ByteWriter();
  const offsets = new Uint32Array(Math.ceil(ids.length / BLOCK_IDS));
  let previous: Uint8Array = new Uint8Array(0);
  ids.forEach((id, chunk) => {
    const bytes = UTF8.encode(id);
    let shared = 0;
    if (chunk % BLOCK_IDS === 0) offsets[chunk / BLOCK_IDS] = body.length;
    else
      while (shared < previous.length && shared < bytes.length && previous[shared] === bytes[shared])
        shared++;
    body.varint(shared);
    body.varint(bytes.length - shared);
    body.raw(bytes.subarray(shared));
    previous = bytes;
  });
  const writer = new ByteWriter();
  writer.raw(new Uint8Array(offsets.buffer));
  writer.raw(body.take());
  return writer.take();
}

/** Chunk ids, read in place. */
export class ChunkIds {
  private readonly offsets: Uint32Array;
  private readonly body: Uint8Array;
  private readonly chunkCount: number;

  /** @param bytes at a multiple of 4 in its buffer */
  constructor(bytes: Uint8Array, chunkCount: number) {
    const blockCount = Math.ceil(chunkCount / BLOCK_IDS);
    if (bytes.length < blockCount * 4) throw corrupt("chunk ids");
    this.offsets = new Uint32Array(bytes.buffer, bytes.byteOffset, blockCount);
    this.body = bytes.subarray(blockCount * 4);
    this.chunkCount = chunkCount;
  }

  /** Id of a chunk. */
  idOf(chunk: number): string {
    let id: Uint8Array = new Uint8Array(0);
    this.walkBlock(Math.floor(chunk / BLOCK_IDS), (at, bytes) => {
      if (at !== chunk) return true;
      id = bytes;
      return false;
    });
    return DECODER.decode(id);
  }

  /** Position of the chunk with this id, or -1. Reads the whole table: about 30 ns an id. */
  find(id: string): number {
    let found = -1;
    for (let block = 0; block < this.offsets.length && found < 0; block++) {
      this.walkBlock(block, (chunk, bytes) => {
        if (DECODER.decode(bytes) === id) found = chunk;
        return found < 0;
      });
    }
    return found;
  }

  private walkBlock(block: number, visit: (chunk: number, bytes: Uint8Array) => boolean): void {
    const reader = new ByteReader(this.body);
    reader.at = this.offsets[block]!;
    let previous: Uint8Array = new Uint8Array(0);
    const end = Math.min((block + 1) * BLOCK_IDS, this.chunkCount);
    for (let chunk = block * BLOCK_IDS; chunk < end; chunk++) {
      const shared = reader.varint();
      const rest = reader.take(reader.varint());
      if (shared > previous.length) throw corrupt("chunk id");
      const bytes = new Uint8Array(shared + rest.length);
      bytes.set(previous.subarray(0, shared));
      bytes.set(rest, shared);
      if (!visit(chunk, bytes)) return;
      previous = bytes;
    }
  }
}

/**
 * Chunk ids in chunk order. A u32 says how:
 * - {@link HEX}: every id is 16 lower-case hexadecimal digits, stored as 8 bytes;
 * - {@link FRONT_CODED}: a u32 offset a block of 16, then each id as the byte length it shares with the id before (0 at the
 *   start of a block), the length of the rest, both varints, and the rest in UTF-8.
 */
import { ByteReader } from "./byte-reader.ts";
import { ByteWriter } from "./byte-writer.ts";
import { corrupt } from "./layout.ts";

const HEX = 1;
const FRONT_CODED = 2;
const HEX_ID = /^[0-9a-f]{16}$/;
const HEX_ID_BYTES = 8;
const BLOCK_IDS = 16;
const UTF8 = new TextEncoder();
const DECODER = new TextDecoder();

export function encodeChunkIds(ids: readonly string[]): Uint8Array {
  const writer = new ByteWriter();
  if (ids.every((id) => HEX_ID.test(id))) {
    writer.raw(new Uint8Array(Uint32Array.of(HEX).buffer));
    for (const id of ids) {
      for (let at = 0; at < id.length; at += 2) writer.byte(Number.parseInt(id.slice(at, at + 2), 16));
    }
    return writer.take();
  }
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
  writer.raw(new Uint8Array(Uint32Array.of(FRONT_CODED).buffer));
  writer.raw(new Uint8Array(offsets.buffer));
  writer.raw(body.take());
  return writer.take();
}

/** Chunk ids, read in place. */
export interface ChunkIds {
  /** Id of a chunk. */
  idOf(chunk: number): string;
  /** Position of the chunk with this id, or -1. Reads the whole table. */
  find(id: string): number;
}

/** @param section at a multiple of 4 in its buffer. @throws RepoBotError `index_corrupt` */
export function openChunkIds(section: Uint8Array, chunkCount: number): ChunkIds {
  const reader = new ByteReader(section);
  const form = reader.u32();
  const body = section.subarray(reader.at);
  if (form === HEX) return hexIds(body, chunkCount);
  if (form === FRONT_CODED) return frontCodedIds(body, chunkCount);
  throw corrupt("chunk ids");
}

function hexIds(body: Uint8Array, chunkCount: number): ChunkIds {
  if (body.length !== chunkCount * HEX_ID_BYTES) throw corrupt("chunk ids");
  const idOf = (chunk: number) =>
    Array.from(body.subarray(chunk * HEX_ID_BYTES, (chunk + 1) * HEX_ID_BYTES), (byte) =>
      byte.toString(16).padStart(2, "0"),
    ).join("");
  return {
    idOf,
    find(id) {
      if (!HEX_ID.test(id)) return -1;
      const first = Number.parseInt(id.slice(0, 2), 16);
      for (let chunk = 0; chunk < chunkCount; chunk++) {
        if (body[chunk * HEX_ID_BYTES] === first && idOf(chunk) === id) return chunk;
      }
      return -1;
    },
  };
}

function frontCodedIds(body: Uint8Array, chunkCount: number): ChunkIds {
  const blockCount = Math.ceil(chunkCount / BLOCK_IDS);
  if (body.length < blockCount * 4) throw corrupt("chunk ids");
  const offsets = new Uint32Array(body.buffer, body.byteOffset, blockCount);
  const strings = body.subarray(blockCount * 4);

  /** Visits the ids of a block until `visit` returns false. */
  function walkBlock(block: number, visit: (chunk: number, id: string) => boolean): void {
    const reader = new ByteReader(strings);
    reader.at = offsets[block]!;
    let previous: Uint8Array = new Uint8Array(0);
    const end = Math.min((block + 1) * BLOCK_IDS, chunkCount);
    for (let chunk = block * BLOCK_IDS; chunk < end; chunk++) {
      const shared = reader.varint();
      const rest = reader.take(reader.varint());
      if (shared > previous.length) throw corrupt("chunk id");
      const bytes = new Uint8Array(shared + rest.length);
      bytes.set(previous.subarray(0, shared));
      bytes.set(rest, shared);
      if (!visit(chunk, DECODER.decode(bytes))) return;
      previous = bytes;
    }
  }

  return {
    idOf(wanted) {
      let found = "";
      walkBlock(Math.floor(wanted / BLOCK_IDS), (chunk, id) => {
        if (chunk === wanted) found = id;
        return chunk < wanted;
      });
      return found;
    },
    find(wanted) {
      let found = -1;
      for (let block = 0; block < blockCount && found < 0; block++) {
        walkBlock(block, (chunk, id) => {
          if (id === wanted) found = chunk;
          return found < 0;
        });
      }
      return found;
    },
  };
}

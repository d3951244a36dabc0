/**
 * One file of the vector cache. Little-endian: magic `RBV1`, u32 dimensions, then records of equal size: 32 bytes of key, `dimensions`
 * float32, u32 CRC-32 of the two. A record that fails its checksum is left out; the others stand.
 */
import { crc32 } from "node:zlib";

const MAGIC = Buffer.from("RBV1", "ascii");
const HEADER_BYTES = 8;
const CHECKSUM_BYTES = 4;
/** Bytes of a key: a SHA-256. */
const KEY_BYTES = 32;
/** No embedding model comes near: a larger number is damage. */
const MAX_DIMENSIONS = 65_536;

/** Vectors by key in hexadecimal. */
export type VectorsByKey = ReadonlyMap<string, Float32Array>;

/** @param vectors at least one, all of the same length */
export function encodeShard(vectors: VectorsByKey): Buffer {
  const dimensions = vectors.values().next().value?.length ?? 0;
  const recordBytes = recordSize(dimensions);
  const bytes = Buffer.alloc(HEADER_BYTES + recordBytes * vectors.size);
  MAGIC.copy(bytes);
  bytes.writeUInt32LE(dimensions, MAGIC.length);
  let at = HEADER_BYTES;
  for (const [key, vector] of vectors) {
    bytes.write(key, at, "hex");
    vector.forEach((value, i) => {
      bytes.writeFloatLE(value, at + KEY_BYTES + 4 * i);
    });
    const end = at + recordBytes - CHECKSUM_BYTES;
    bytes.writeUInt32LE(crc32(bytes.subarray(at, end)), end);
    at += recordBytes;
  }
  return bytes;
}

/** What can be trusted of a file: nothing of one that is no shard, and of a damaged one its whole records. */
export function decodeShard(bytes: Buffer): { vectors: Map<string, Float32Array>; damaged: boolean } {
  const vectors = new Map<string, Float32Array>();
  if (bytes.length < HEADER_BYTES || !bytes.subarray(0, MAGIC.length).equals(MAGIC)) {
    return { vectors, damaged: true };
  }
  const dimensions = bytes.readUInt32LE(MAGIC.length);
  if (dimensions === 0 || dimensions > MAX_DIMENSIONS) return { vectors, damaged: true };
  const recordBytes = recordSize(dimensions);
  let damaged = (bytes.length - HEADER_BYTES) % recordBytes !== 0;
  for (let at = HEADER_BYTES; at + recordBytes <= bytes.length; at += recordBytes) {
    const end = at + recordBytes - CHECKSUM_BYTES;
    if (crc32(bytes.subarray(at, end)) !== bytes.readUInt32LE(end)) {
      damaged = true;
      continue;
    }
    const key = bytes.toString("hex", at, at + KEY_BYTES);
    const vector = new Float32Array(dimensions);
    for (let i = 0; i < dimensions; i++) vector[i] = bytes.readFloatLE(at + KEY_BYTES + 4 * i);
    vectors.set(key, vector);
  }
  return { vectors, damaged };
}

function recordSize(dimensions: number): number {
  return KEY_BYTES + 4 * dimensions + CHECKSUM_BYTES;
}

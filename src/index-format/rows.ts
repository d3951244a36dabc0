/**
 * Rows: what is stored of a chunk's words, vector and text. Without a section of them each chunk has a row of its own. With one, chunks
 * of several versions or languages that are equal but for their addresses share a row. Binary form: u32 number of rows, u32 bytes a
 * number (2 or 4), the row of each chunk, padding to 4.
 */
import type { RankedChunk } from "../core/ports.ts";
import { ByteReader } from "./byte-reader.ts";
import { ByteWriter } from "./byte-writer.ts";
import { corrupt } from "./layout.ts";

/** Ranks rows: at most `limit` of those that are allowed, best first, ties by row. `allowed` is null for all. */
type RowRanking = (limit: number, allowed: Uint8Array | null) => RankedChunk[];

/** Which row stands for which chunks. */
export interface Rows {
  readonly count: number;
  rowOf(chunk: number): number;
  /** Number of chunks that a row stands for. */
  chunksIn(row: number): number;
  /**
   * A ranking of chunks out of one of rows, as if each chunk had a row of its own: best first, ties by chunk.
   * @param limit entries at most
   * @param allowed 1 for each chunk that may be returned; null for all. Not to be written to afterwards
   */
  ranking(limit: number, allowed: Uint8Array | null, rank: RowRanking): RankedChunk[];
}

export function encodeRows(rowOfChunk: Uint32Array, rowCount: number): Uint8Array {
  const writer = new ByteWriter();
  const width = rowCount <= 0x10000 ? 2 : 4;
  writer.raw(new Uint8Array(Uint32Array.of(rowCount, width).buffer));
  const numbers = width === 2 ? Uint16Array.from(rowOfChunk) : Uint32Array.from(rowOfChunk);
  writer.raw(new Uint8Array(numbers.buffer));
  writer.align(4);
  return writer.take();
}

/** A row for each chunk. */
export class OwnRows implements Rows {
  readonly count: number;

  constructor(chunkCount: number) {
    this.count = chunkCount;
  }

  rowOf(chunk: number): number {
    return chunk;
  }

  chunksIn(): number {
    return 1;
  }

  ranking(limit: number, allowed: Uint8Array | null, rank: RowRanking): RankedChunk[] {
    return rank(limit, allowed);
  }
}

/** Rows that stand for chunks of several versions. */
export class SharedRowTable implements Rows {
  readonly count: number;
  private readonly rows: Uint16Array | Uint32Array;
  /** Chunks of all rows, a row after another, each ascending; and where each row's begin, with one more at the end. */
  private readonly chunks: Uint32Array;
  private readonly starts: Uint32Array;
  /** Rows that go with sets of chunks, as long as those are kept. */
  private readonly allowedRows = new WeakMap<Uint8Array, Uint8Array>();

  /**
   * @param section at a multiple of 4 in its buffer
   * @throws RepoBotError `index_corrupt`
   */
  constructor(section: Uint8Array, chunkCount: number) {
    const reader = new ByteReader(section);
    this.count = reader.u32();
    const width = reader.u32();
    if (width !== 2 && width !== 4) throw corrupt("rows");
    if (this.count > chunkCount) throw corrupt("more rows than chunks");
    const { buffer, byteOffset } = reader.take(width * chunkCount);
    this.rows =
      width === 2
        ? new Uint16Array(buffer, byteOffset, chunkCount)
        : new Uint32Array(buffer, byteOffset, chunkCount);
    this.starts = new Uint32Array(this.count + 1);
    for (const row of this.rows) {
      if (row >= this.count) throw corrupt("a chunk beyond the last row");
      this.starts[row + 1]!++;
    }
    for (let row = 0; row < this.count; row++) {
      if (this.starts[row + 1] === 0) throw corrupt("a row without a chunk");
      this.starts[row + 1]! += this.starts[row]!;
    }
    this.chunks = new Uint32Array(chunkCount);
    const next = this.starts.slice(0, this.count);
    for (let chunk = 0; chunk < chunkCount; chunk++) this.chunks[next[this.rows[chunk]!]!++] = chunk;
  }

  rowOf(chunk: number): number {
    return this.rows[chunk]!;
  }

  chunksIn(row: number): number {
    return this.starts[row + 1]! - this.starts[row]!;
  }

  ranking(limit: number, allowed: Uint8Array | null, rank: RowRanking): RankedChunk[] {
    const wanted = Math.min(Math.floor(limit), this.chunks.length);
    if (!(wanted > 0)) return [];
    const allowedRows = allowed === null ? null : this.rowsWith(allowed);
    // Every row has an allowed chunk, so that as many rows as chunks are enough; but of rows that tie at the end, one whose first chunk comes
    // late may have an allowed one that comes early. One row more tells whether the last ones tie.
    let rowLimit = wanted + 1;
    let ranked = rank(rowLimit, allowedRows);
    while (ranked.length === rowLimit && ranked[wanted - 1]!.value === ranked[rowLimit - 1]!.value) {
      rowLimit *= 2;
      ranked = rank(rowLimit, allowedRows);
    }
    return this.chunksOf(ranked, wanted, allowed);
  }

  /** 1 for each row with an allowed chunk. */
  private rowsWith(allowed: Uint8Array): Uint8Array {
    const known = this.allowedRows.get(allowed);
    if (known !== undefined) return known;
    const rows = new Uint8Array(this.count);
    for (let chunk = 0; chunk < allowed.length; chunk++) rows[this.rows[chunk]!]! |= allowed[chunk]!;
    this.allowedRows.set(allowed, rows);
    return rows;
  }

  private chunksOf(ranked: readonly RankedChunk[], limit: number, allowed: Uint8Array | null): RankedChunk[] {
    const ranking: RankedChunk[] = [];
    for (let at = 0; at < ranked.length && ranking.length < limit; ) {
      const { value } = ranked[at]!;
      const tied: number[] = [];
      for (; at < ranked.length && ranked[at]!.value === value; at++) {
        const row = ranked[at]!.chunk;
        for (let place = this.starts[row]!; place < this.starts[row + 1]!; place++) {
          const chunk = this.chunks[place]!;
          if (allowed === null || allowed[chunk] === 1) tied.push(chunk);
        }
      }
      tied.sort((a, b) => a - b);
      for (const chunk of tied) if (ranking.length < limit) ranking.push({ chunk, value });
    }
    return ranking;
  }
}

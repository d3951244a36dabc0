import { BLOCK_ROWS, eachBlock, type KernelMemory } from "./kernel.ts";
import type { QuantizedQuery } from "./quantize.ts";
import { siftingBy } from "./sifting.ts";
import { collectBest, type HitCollector } from "./top-k.ts";
import { ROW_EXTRA_BYTES, type VectorRows, type VectorTable } from "./vectors.ts";

/** The kernel takes rows in steps of this many bytes. */
const ROW_ALIGNMENT = 32;
/** Rows whose codes are stored together. */
const CODE_ROWS = 16;
/** Rows of which the kernel tells the greatest score. */
const GROUP_ROWS = 64;
/** Rows are copied into the kernel's memory so many bytes at a time, which the processor's cache holds. */
const GATHERED_BYTES = 0x20000;
/** Rows that are scored before there is a threshold. */
const FIRST_ROWS = 64;
/** Up to so many rows are copied a word at a time. */
const FEW_ROWS = 2;
/** Words of a processor's cache line. */
const LINE_WORDS = 16;
/** With fewer dimensions the codes say too little; with fewer rows there is nothing to save. */
const MIN_SIFTED_DIMENSIONS = 128;
const MIN_SIFTED_ROWS = 512;
/** Bytes beside a row's code: its offset, estimate and margin. */
const SIFTED_EXTRA_BYTES = 12;
/** Who wants more than one row in so many has all of them scored. */
const MIN_ROWS_A_HIT = 160;

/** Rows of neighbouring chunks as one section holds them. */
interface Piece {
  firstChunk: number;
  count: number;
  /** Where they arrived: they stay there. */
  rows: Int8Array<ArrayBuffer>;
  /** The same bytes. */
  words: Uint32Array<ArrayBuffer>;
  /** Address of their codes, a bit a dimension; 0 until they are made. */
  codes: number;
}

/**
 * Rows scored in WebAssembly with SIMD. The signs of a row's numbers, a bit each, tell its score to within a few hundredths, so that
 * only rows that may be among the best by them are scored by all their numbers: a few in a hundred. See `sifting.ts`.
 */
export class KernelVectorRows implements VectorRows {
  private readonly memory: KernelMemory;
  private readonly table: VectorTable;
  private readonly chunkCount: number;
  private readonly rowBytes: number;
  private readonly rowsAtOnce: number;
  private readonly pieces: Piece[] = [];
  private readonly isSifted: boolean;
  /** Codes are made for the second query: a cold isolate's first costs less without. */
  private wasAsked = false;
  /** Addresses: four float32 tables, `stride` bytes each: scales, offsets, and the codes' estimates and margins. */
  private readonly tables: number;
  private readonly stride: number;
  private readonly query: number;
  private readonly entries: number;
  private readonly scores: number;
  private readonly allowed: number;
  private readonly numbers: number;
  bytesRead = 0;

  constructor(memory: KernelMemory, table: VectorTable) {
    this.memory = memory;
    this.table = table;
    this.chunkCount = table.scales.length;
    this.rowBytes = Math.ceil(table.dimensions / ROW_ALIGNMENT) * ROW_ALIGNMENT;
    this.rowsAtOnce = Math.max(1, Math.floor(GATHERED_BYTES / this.rowBytes / CODE_ROWS)) * CODE_ROWS;
    this.isSifted = table.dimensions >= MIN_SIFTED_DIMENSIONS && this.chunkCount >= MIN_SIFTED_ROWS;
    // The kernel goes on to the end of a group.
    this.stride = (this.chunkCount + GROUP_ROWS) * 4;
    this.tables = memory.take((this.isSifted ? 4 : 2) * this.stride);
    this.query = memory.take(this.rowBytes * 2);
    this.numbers = memory.take(BLOCK_ROWS * 4);
    this.entries = memory.take(this.rowBytes * 4);
    this.scores = this.isSifted ? memory.take(this.stride) : 0;
    this.allowed = this.isSifted ? memory.take(this.chunkCount) : 0;
    memory.write(this.tables, table.scales);
    memory.write(this.tables + this.stride, table.offsets);
  }

  add(firstChunk: number, rows: Int8Array<ArrayBuffer>): void {
    const words = new Uint32Array(rows.buffer, rows.byteOffset, rows.length >> 2);
    this.pieces.push({ firstChunk, count: rows.length / this.table.dimensions, rows, words, codes: 0 });
  }

  private encode(piece: Piece): void {
    const { memory, rowBytes, rowsAtOnce } = this;
    const { firstChunk, count } = piece;
    piece.codes = memory.take((Math.ceil(count / CODE_ROWS) * CODE_ROWS * rowBytes) / 8);
    const scratch = memory.scratch(rowsAtOnce * rowBytes);
    for (let first = 0; first < count; first += rowsAtOnce) {
      const rowCount = Math.min(rowsAtOnce, count - first);
      this.copyRows(piece, first, rowCount, scratch);
      memory.kernel.encodeRows(
        scratch,
        rowCount,
        rowBytes,
        this.table.dimensions,
        piece.codes + (first * rowBytes) / 8,
        this.tables + (firstChunk + first) * 4,
        this.stride,
      );
    }
  }

  /**
   * Copies neighbouring rows, each with zeros up to the kernel's step.
   * @param first in the piece
   */
  private copyRows({ rows, words }: Piece, first: number, count: number, address: number): void {
    const { memory, rowBytes } = this;
    const { dimensions } = this.table;
    if (rowBytes !== dimensions) {
      for (let row = 0; row < count; row++) {
        const start = (first + row) * dimensions;
        const target = address + row * rowBytes;
        memory.bytes.set(rows.subarray(start, start + dimensions), target);
        memory.bytes.fill(0, target + dimensions, target + rowBytes);
      }
    } else if (count > FEW_ROWS) {
      memory.bytes.set(rows.subarray(first * dimensions, (first + count) * dimensions), address);
    } else {
      // So few words are copied before a view of them would have been made.
      const target = memory.words;
      let to = address >> 2;
      let at = (first * dimensions) >> 2;
      for (const end = at + ((count * dimensions) >> 2); at < end; at++) target[to++] = words[at]!;
    }
  }

  scan(query: QuantizedQuery, allowed: Uint8Array | null, best: HitCollector): void {
    const values = new Int16Array(this.memory.buffer, this.query, this.rowBytes);
    values.fill(0);
    values.set(query.values);
    const maySift = this.isSifted && best.limit * MIN_ROWS_A_HIT <= this.chunkCount;
    if (maySift && this.wasAsked) this.sift(query, allowed, best);
    else this.scanAll(query, allowed, best);
    this.wasAsked = true;
  }

  private scanAll(query: QuantizedQuery, allowed: Uint8Array | null, best: HitCollector): void {
    if (allowed === null) {
      for (const piece of this.pieces) this.scanPiece(piece, query, best);
      return;
    }
    const { words } = this.memory;
    eachBlock(this.chunkCount, (first, count) => {
      const numbers = this.numbers >> 2;
      let noted = 0;
      for (let chunk = first; chunk < first + count; chunk++)
        if (allowed[chunk] !== 0) words[numbers + noted++] = chunk;
      this.score(noted, query, best, false);
    });
  }

  /** Scores rows one after another. */
  private scanPiece(piece: Piece, query: QuantizedQuery, best: HitCollector): void {
    const { memory, rowBytes, rowsAtOnce } = this;
    const scratch = memory.scratch(rowsAtOnce * rowBytes);
    // Few at first, when all are hits.
    for (
      let first = 0, size = Math.min(FIRST_ROWS, rowsAtOnce);
      first < piece.count;
      first += size, size = rowsAtOnce
    ) {
      const count = Math.min(size, piece.count - first);
      this.copyRows(piece, first, count, scratch);
      this.scoreCopied(scratch, count, 0, piece.firstChunk + first, query, best);
    }
    this.bytesRead += piece.count * (this.table.dimensions + ROW_EXTRA_BYTES);
  }

  /** Scores those that look best, and then, knowing what it takes to be among the best, those that may be. */
  private sift(query: QuantizedQuery, allowed: Uint8Array | null, best: HitCollector): void {
    const { memory, chunkCount, pieces } = this;
    const { kernel } = memory;
    for (const piece of pieces) if (piece.codes === 0) this.encode(piece);
    const { perUnit, step, bias, spread } = siftingBy(query, this.rowBytes);
    const values = memory.scratch(this.rowBytes * 4);
    memory.float32s.fill(0, values >> 2, (values >> 2) + this.rowBytes);
    memory.float32s.set(query.values, values >> 2);
    this.bytesRead += chunkCount * (this.rowBytes / 8 + SIFTED_EXTRA_BYTES);
    kernel.fillEntries(values, this.rowBytes, perUnit, this.entries);
    for (const { firstChunk, count, codes } of pieces) {
      const tables = this.tables + firstChunk * 4;
      const scores = this.scores + firstChunk * 4;
      kernel.estimate(
        codes,
        count,
        this.rowBytes,
        tables,
        this.stride,
        this.entries,
        query.offset,
        step,
        bias,
        scores,
      );
    }
    const margins = this.tables + 3 * this.stride;
    const likely = this.likelyScore(best.limit, allowed);
    for (const passSpread of [0, spread]) {
      for (let first = 0; first < chunkCount; first += BLOCK_ROWS) {
        const count = Math.min(BLOCK_ROWS, chunkCount - first);
        const threshold = passSpread === 0 ? likely : best.threshold;
        const at = first * 4;
        const noted = kernel.sift(
          this.scores + at,
          margins + at,
          first,
          count,
          passSpread,
          threshold,
          this.numbers,
        );
        this.score(noted, query, best, true);
      }
    }
  }

  /** An estimated score that at least twice `limit` chunks exceed, where so many are allowed, and not many more do. */
  private likelyScore(limit: number, allowed: Uint8Array | null): number {
    const { memory, chunkCount } = this;
    if (allowed !== null) memory.write(this.allowed, allowed);
    const groups = Math.ceil(chunkCount / GROUP_ROWS);
    const maxima = memory.scratch(groups * 4);
    memory.kernel.greatestOf64(this.scores, chunkCount, allowed === null ? 0 : this.allowed, maxima);
    const greatest = collectBest(2 * limit + 1, groups);
    const { float32s } = memory;
    let { threshold } = greatest;
    for (let group = 0; group < groups; group++) {
      const value = float32s[(maxima >> 2) + group]!;
      if (value <= threshold) continue;
      greatest.offer(group, value);
      threshold = greatest.threshold;
    }
    return threshold;
  }

  /**
   * Scores the chunks whose numbers were noted, in ascending order, by all dimensions.
   * @param areFar whether most of them have no neighbour among them
   */
  private score(noted: number, query: QuantizedQuery, best: HitCollector, areFar: boolean): void {
    const { memory, rowBytes, rowsAtOnce } = this;
    if (noted === 0) return;
    this.bytesRead += noted * (this.table.dimensions + ROW_EXTRA_BYTES);
    const scratch = memory.scratch(rowsAtOnce * rowBytes);
    for (let from = 0; from < noted; from += rowsAtOnce) {
      const to = Math.min(from + rowsAtOnce, noted);
      if (areFar) memory.words[scratch >> 2] = this.touch(from, to);
      this.gather(from, to, scratch);
      this.scoreCopied(scratch, to - from, this.numbers + from * 4, 0, query, best);
    }
  }

  /**
   * Scores rows that were copied to `address`.
   * @param numbers address of their chunks' numbers; 0 for neighbours
   * @param first chunk of the first of the neighbours; else 0
   */
  private scoreCopied(
    address: number,
    count: number,
    numbers: number,
    first: number,
    query: QuantizedQuery,
    best: HitCollector,
  ): void {
    const { memory, rowBytes, tables, stride } = this;
    memory.offerHits(first, best, (hits) =>
      memory.kernel.scan(
        address,
        count,
        rowBytes,
        this.query,
        numbers,
        tables + first * 4,
        tables + stride + first * 4,
        query.scale,
        query.offset,
        best.threshold,
        hits,
      ),
    );
  }

  /**
   * Reads a word of every cache line of rows that were noted. Copied one after another, each would wait for memory; so the processor
   * fetches many at a time.
   * @returns something of every word read, so that no compiler leaves them out
   */
  private touch(from: number, to: number): number {
    const { pieces } = this;
    const { words } = this.memory;
    const numbers = this.numbers >> 2;
    const rowWords = this.table.dimensions >> 2;
    let piece = pieces[0]!;
    let read = 0;
    for (let at = from, next = 1; at < to; at++) {
      const chunk = words[numbers + at]!;
      while (piece.firstChunk + piece.count <= chunk) piece = pieces[next++]!;
      const { words: rows } = piece;
      const start = (chunk - piece.firstChunk) * rowWords;
      for (let word = start; word < start + rowWords; word += LINE_WORDS) read |= rows[word]!;
    }
    return read;
  }

  /** Copies rows of the chunks that were noted, ascending, to `address`: neighbours at once. */
  private gather(from: number, to: number, address: number): void {
    const { memory, pieces, rowBytes } = this;
    const { words } = memory;
    const numbers = this.numbers >> 2;
    let piece = 0;
    let target = address;
    for (let at = from; at < to; ) {
      const start = at++;
      const first = words[numbers + start]!;
      while (pieces[piece]!.firstChunk + pieces[piece]!.count <= first) piece++;
      const { firstChunk, count } = pieces[piece]!;
      const end = firstChunk + count;
      let next = first + 1;
      while (at < to && words[numbers + at] === next && next < end) {
        at++;
        next++;
      }
      this.copyRows(pieces[piece]!, first - firstChunk, next - first, target);
      target += (next - first) * rowBytes;
    }
  }
}

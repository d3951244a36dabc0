import type { RankedChunk } from "../core/ports.ts";
import { type QuantizedQuery, quantizeQuery } from "./quantize.ts";
import { collectBest, type HitCollector } from "./top-k.ts";

/** What is kept of each vector beside its row. */
export interface VectorTable {
  dimensions: number;
  /** @see QuantizedVectors */
  scales: Float32Array;
  offsets: Float32Array;
  mean: Float32Array;
}

/** Holds the int8 rows and scores all of them. */
export interface VectorRows {
  /** Takes the rows of neighbouring chunks. @param rows `count × dimensions`, at a multiple of 4 in their buffer */
  add(firstChunk: number, rows: Int8Array<ArrayBuffer>): void;
  /** Offers every allowed row that may be among the best. @param allowed 1 for each chunk that may be returned; null for all */
  scan(query: QuantizedQuery, allowed: Uint8Array | null, best: HitCollector): void;
  /** Bytes that all scans so far have read of rows and of what stands beside them. */
  readonly bytesRead: number;
}

/** Bytes beside a row: its scale and offset. */
export const ROW_EXTRA_BYTES = 8;

/** Rows read in place and scored in JavaScript: where no WebAssembly can be had. About twenty times slower. */
export class PlainVectorRows implements VectorRows {
  private readonly table: VectorTable;
  private readonly pieces: { firstChunk: number; rows: Int8Array }[] = [];
  bytesRead = 0;

  constructor(table: VectorTable) {
    this.table = table;
  }

  add(firstChunk: number, rows: Int8Array): void {
    this.pieces.push({ firstChunk, rows });
  }

  scan(query: QuantizedQuery, allowed: Uint8Array | null, best: HitCollector): void {
    const { dimensions, scales, offsets } = this.table;
    const { values, scale, offset } = query;
    for (const { firstChunk, rows } of this.pieces) {
      for (let start = 0, chunk = firstChunk; start < rows.length; start += dimensions, chunk++) {
        if (allowed !== null && allowed[chunk] === 0) continue;
        this.bytesRead += dimensions + ROW_EXTRA_BYTES;
        let dot = 0;
        for (let at = 0; at < dimensions; at++) dot += Math.imul(values[at]!, rows[start + at]!);
        best.offer(chunk, offsets[chunk]! * offset + dot * scales[chunk]! * scale);
      }
    }
  }
}

/**
 * Ranks chunks by cosine similarity, as far as int8 rows tell. {@link PlainVectorRows} scores every row; with the kernel, rows of a large index
 * are sifted by estimates first, so that a row whose estimate is far too low can be missed.
 */
export class VectorRanker {
  private readonly table: VectorTable;
  private readonly rows: VectorRows;

  constructor(table: VectorTable, rows: VectorRows) {
    this.table = table;
    this.rows = rows;
  }

  /** @see VectorRows.bytesRead */
  get bytesRead(): number {
    return this.rows.bytesRead;
  }

  /**
   * At most `limit` of the allowed chunks; all of them when there are no more.
   * @param query `dimensions`, of any length
   * @param allowed 1 for each chunk that may be returned; null for all
   */
  ranking(query: Float32Array, limit: number, allowed: Uint8Array | null): RankedChunk[] {
    const quantized = quantizeQuery(query, this.table.mean);
    if (quantized === null) return [];
    const best = collectBest(limit, this.table.scales.length);
    this.rows.scan(quantized, allowed, best);
    return best.ranking();
  }
}

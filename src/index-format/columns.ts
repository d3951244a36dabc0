/**
 * Filter columns: what a ranking may be restricted to. Binary form, a column after another, each: u32 number of values,
 * u32 width (bytes a chunk: 0 when all chunks share one value, else 1 or 2), the values as varint length and UTF-8, padding
 * to 4, then `width × chunkCount` bytes of value numbers, padding to 4.
 */
import type { PassageFilter } from "../core/ports.ts";
import { ByteReader } from "./byte-reader.ts";
import { ByteWriter } from "./byte-writer.ts";
import { corrupt } from "./layout.ts";

export const COLUMN_NAMES = ["version", "language", "kind", "source"] as const;
export type ColumnName = (typeof COLUMN_NAMES)[number];

const MAX_VALUES = 0xffff;
/** Filters whose chunks are kept: a reader's turn asks several rankings with the same one, and so does the next reader. */
const KEPT_FILTERS = 8;

export function encodeColumns(chunks: readonly Record<ColumnName, string>[]): Uint8Array {
  const writer = new ByteWriter();
  for (const name of COLUMN_NAMES) {
    const values = [...new Set(chunks.map((chunk) => chunk[name]))];
    if (values.length > MAX_VALUES) throw new RangeError(`${values.length} values of ${name}`);
    const width = values.length === 1 ? 0 : values.length <= 256 ? 1 : 2;
    writer.raw(new Uint8Array(Uint32Array.of(values.length, width).buffer));
    for (const value of values) writer.text(value);
    writer.align(4);
    const numbers = new Map(values.map((value, number) => [value, number]));
    const rows = chunks.map((chunk) => numbers.get(chunk[name])!);
    if (width === 1) writer.raw(Uint8Array.from(rows));
    if (width === 2) writer.raw(new Uint8Array(Uint16Array.from(rows).buffer));
    writer.align(4);
  }
  return writer.take();
}

interface Column {
  values: string[];
  /** Null when every chunk has the one value. */
  numbers: Uint8Array | Uint16Array | null;
}

/** The columns, read in place. */
export class Columns {
  private readonly columns: Record<ColumnName, Column>;
  private readonly chunkCount: number;
  private readonly kept = new Map<string, Uint8Array | null>();

  /** @param bytes at a multiple of 4 in its buffer */
  constructor(bytes: Uint8Array, chunkCount: number) {
    this.chunkCount = chunkCount;
    const reader = new ByteReader(bytes);
    const read = (): Column => {
      const valueCount = reader.u32();
      const width = reader.u32();
      if (valueCount > MAX_VALUES) throw corrupt("filter column");
      const values: string[] = [];
      for (let number = 0; number < valueCount; number++) values.push(reader.text());
      reader.align(4);
      const rows = reader.take(width * chunkCount);
      reader.align(4);
      if (width === 0) return { values, numbers: null };
      return {
        values,
        numbers: width === 1 ? rows : new Uint16Array(rows.buffer, rows.byteOffset, chunkCount),
      };
    };
    this.columns = { version: read(), language: read(), kind: read(), source: read() };
  }

  value(name: ColumnName, chunk: number): string {
    const { values, numbers } = this.columns[name];
    return values[numbers === null ? 0 : numbers[chunk]!]!;
  }

  /** All values of a column, in order of first appearance. */
  values(name: ColumnName): readonly string[] {
    return this.columns[name].values;
  }

  /** 1 for each chunk whose value passes. */
  rowsWhere(name: ColumnName, passes: (value: string) => boolean): Uint8Array {
    const { values, numbers } = this.columns[name];
    const passing = Uint8Array.from(values, (value) => (passes(value) ? 1 : 0));
    if (numbers === null) return new Uint8Array(this.chunkCount).fill(passing[0]!);
    const rows = new Uint8Array(this.chunkCount);
    for (let chunk = 0; chunk < rows.length; chunk++) rows[chunk] = passing[numbers[chunk]!]!;
    return rows;
  }

  /** 1 for each chunk that passes the filter; null when all do. Not to be written to: equal filters give the same array. */
  allowed(filter: PassageFilter | undefined): Uint8Array | null {
    if (filter === undefined) return null;
    const key = JSON.stringify(COLUMN_NAMES.map((name) => filter[name] ?? null));
    const kept = this.kept.get(key);
    if (kept !== undefined) return kept;
    const allowed = this.passing(filter);
    if (this.kept.size >= KEPT_FILTERS) this.kept.delete(this.kept.keys().next().value!);
    this.kept.set(key, allowed);
    return allowed;
  }

  private passing(filter: PassageFilter): Uint8Array | null {
    let allowed: Uint8Array | null = null;
    for (const name of COLUMN_NAMES) {
      const wanted = filter[name];
      if (wanted === undefined || this.columns[name].values.every((value) => wanted.includes(value)))
        continue;
      const rows = this.rowsWhere(name, (value) => wanted.includes(value));
      if (allowed === null) allowed = rows;
      else for (let chunk = 0; chunk < rows.length; chunk++) allowed[chunk]! &= rows[chunk]!;
    }
    return allowed;
  }
}

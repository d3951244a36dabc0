import type { KernelMemory } from "./kernel.ts";
import { KernelVectorRows } from "./kernel-vectors.ts";
import { corrupt, SECTION } from "./layout.ts";
import type { Sections } from "./sections.ts";
import { PlainVectorRows, VectorRanker, type VectorRows, type VectorTable } from "./vectors.ts";

/**
 * The vectors of an index, one a row; null when it has none.
 * @param dimensions 0 without vectors
 * @throws RepoBotError `index_corrupt` when rows are missing, or do not follow each other
 */
export function openVectors(
  sections: Sections,
  dimensions: number,
  rowCount: number,
  memory: KernelMemory | null,
): VectorRanker | null {
  if (dimensions === 0) return null;
  const table = vectorTable(sections.one(SECTION.vectorTable), dimensions, rowCount);
  const rows: VectorRows = memory === null ? new PlainVectorRows(table) : new KernelVectorRows(memory, table);
  let next = 0;
  for (const { first, bytes } of sections.pieces(SECTION.vectors)) {
    const count = bytes.length / dimensions;
    if (first !== next || !Number.isInteger(count) || next + count > rowCount) throw corrupt("vector rows");
    rows.add(first, new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length));
    next += count;
  }
  if (next !== rowCount) throw corrupt("vector rows are missing");
  return new VectorRanker(table, rows);
}

function vectorTable(bytes: Uint8Array<ArrayBuffer>, dimensions: number, count: number): VectorTable {
  if (bytes.length !== (dimensions + 2 * count) * 4) throw corrupt("vector table");
  const numbers = new Float32Array(bytes.buffer, bytes.byteOffset, dimensions + 2 * count);
  return {
    dimensions,
    mean: numbers.subarray(0, dimensions),
    scales: numbers.subarray(dimensions, dimensions + count),
    offsets: numbers.subarray(dimensions + count),
  };
}

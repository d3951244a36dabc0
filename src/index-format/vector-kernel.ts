import type { QuantizedQuery } from "./quantize.ts";
import type { TopK } from "./top-k.ts";
import { VECTOR_KERNEL_BASE64 } from "./vector-kernel-bytes.ts";
import type { VectorRows, VectorTable } from "./vectors.ts";

/** What `vector-kernel.wat` exports; parameters are described there. */
interface KernelExports {
  memory: WebAssembly.Memory;
  scan(
    rows: number,
    count: number,
    rowBytes: number,
    query: number,
    scales: number,
    offsets: number,
    allowed: number,
    queryScale: number,
    queryOffset: number,
    threshold: number,
    hits: number,
  ): number;
}

const PAGE_BYTES = 0x10000;
/** The kernel takes rows in steps of this many bytes. */
const ROW_ALIGNMENT = 32;
const HIT_BYTES = 16;
/** Rows scored before the threshold is raised: few at first, when all are hits. */
const FIRST_BLOCK_ROWS = 256;
const BLOCK_ROWS = 4096;

function alignUp(value: number, alignment: number): number {
  return Math.ceil(value / alignment) * alignment;
}

/**
 * The kernel compiled from the bytes in this module, or null where a runtime forbids that: workerd takes WebAssembly only as an
 * imported module, `vector-kernel.wasm`.
 */
export function compileVectorKernel(): WebAssembly.Module | null {
  // Where the runtime refuses to compile, its types call the class abstract.
  const Module = WebAssembly.Module as unknown as new (bytes: BufferSource) => WebAssembly.Module;
  try {
    return new Module(Uint8Array.from(atob(VECTOR_KERNEL_BASE64), (char) => char.charCodeAt(0)));
  } catch {
    return null;
  }
}

/** Rows copied into WebAssembly memory and scored there with SIMD: 384 dimensions in about 20 ns. */
export class KernelVectorRows implements VectorRows {
  private readonly kernel: KernelExports;
  private readonly table: VectorTable;
  private readonly layout: Layout;

  /** @param module `vector-kernel.wasm`, whoever compiled it */
  constructor(module: WebAssembly.Module, table: VectorTable) {
    // The exports are those that `vector-kernel.wat` declares.
    this.kernel = new WebAssembly.Instance(module).exports as unknown as KernelExports;
    this.table = table;
    this.layout = layoutFor(table);
    const { memory } = this.kernel;
    memory.grow(Math.max(0, Math.ceil((this.layout.end - memory.buffer.byteLength) / PAGE_BYTES)));
    new Float32Array(memory.buffer, this.layout.scales, table.scales.length).set(table.scales);
    new Float32Array(memory.buffer, this.layout.offsets, table.offsets.length).set(table.offsets);
  }

  add(firstChunk: number, rows: Int8Array<ArrayBuffer>): void {
    const { dimensions } = this.table;
    const { rowBytes } = this.layout;
    const memory = new Int8Array(this.kernel.memory.buffer, this.layout.rows);
    if (rowBytes === dimensions) {
      memory.set(rows, firstChunk * rowBytes);
      return;
    }
    for (let row = 0; row * dimensions < rows.length; row++) {
      memory.set(rows.subarray(row * dimensions, (row + 1) * dimensions), (firstChunk + row) * rowBytes);
    }
  }

  scan(query: QuantizedQuery, allowed: Uint8Array | null, best: TopK): void {
    const { kernel, layout } = this;
    const { buffer } = kernel.memory;
    new Int16Array(buffer, layout.query, query.values.length).set(query.values);
    if (allowed !== null) new Uint8Array(buffer, layout.allowed, allowed.length).set(allowed);
    const hitRows = new Uint32Array(buffer, layout.hits, (BLOCK_ROWS * HIT_BYTES) / 4);
    const hitScores = new Float64Array(buffer, layout.hits, (BLOCK_ROWS * HIT_BYTES) / 8);
    const count = this.table.scales.length;
    let blockRows = FIRST_BLOCK_ROWS;
    for (let first = 0; first < count; first += blockRows, blockRows = BLOCK_ROWS) {
      blockRows = Math.min(blockRows, count - first);
      const hits = kernel.scan(
        layout.rows + first * layout.rowBytes,
        blockRows,
        layout.rowBytes,
        layout.query,
        layout.scales + first * 4,
        layout.offsets + first * 4,
        allowed === null ? 0 : layout.allowed + first,
        query.scale,
        query.offset,
        best.threshold,
        layout.hits,
      );
      for (let hit = 0; hit < hits; hit++) best.offer(first + hitRows[hit * 4]!, hitScores[hit * 2 + 1]!);
    }
  }
}

/** Addresses in the kernel's memory. */
interface Layout {
  rowBytes: number;
  query: number;
  hits: number;
  scales: number;
  offsets: number;
  allowed: number;
  rows: number;
  end: number;
}

function layoutFor({ dimensions, scales }: VectorTable): Layout {
  const count = scales.length;
  const rowBytes = alignUp(dimensions, ROW_ALIGNMENT);
  // Address 0 means "none" to the kernel.
  let end = 64;
  const take = (byteLength: number) => {
    const address = end;
    end = alignUp(end + byteLength, 64);
    return address;
  };
  return {
    rowBytes,
    query: take(rowBytes * 2),
    hits: take(BLOCK_ROWS * HIT_BYTES),
    scales: take(count * 4),
    offsets: take(count * 4),
    allowed: take(count),
    rows: take(count * rowBytes),
    end,
  };
}

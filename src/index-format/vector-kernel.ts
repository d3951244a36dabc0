import { VECTOR_KERNEL_BASE64 } from "./vector-kernel-bytes.ts";
import type { StoredVectors } from "./vectors.ts";

/** What `vector-kernel.wat` exports; parameters are described there. */
interface KernelExports {
  memory: WebAssembly.Memory;
  encodeSigns(rows: number, byteLength: number, codes: number): void;
  scan(
    codes: number,
    count: number,
    codeBytes: number,
    query: number,
    allowed: number,
    distances: number,
    histogram: number,
  ): void;
  gather(distances: number, count: number, farthest: number, rows: number): number;
  dots(rows: number, count: number, rowBytes: number, query: number, dots: number): void;
}

const PAGE_BYTES = 0x10000;
/** Rows are copied into WebAssembly memory through a window of this size, so that the index is not held twice. */
const WINDOW_BYTES = 0x10000;

function alignUp(value: number, alignment: number): number {
  return Math.ceil(value / alignment) * alignment;
}

/**
 * The kernel compiled from the bytes in this module, or null where a runtime forbids that: workerd takes WebAssembly only as an
 * imported module, `vector-kernel.wasm`.
 */
export function compileVectorKernel(): WebAssembly.Module | null {
  try {
    return new WebAssembly.Module(Uint8Array.from(atob(VECTOR_KERNEL_BASE64), (char) => char.charCodeAt(0)));
  } catch {
    return null;
  }
}

/** The first pass and the exact scores, in WebAssembly. Sign codes are made of the rows when first needed: 7 ns a row. */
export class VectorKernel {
  private readonly vectors: StoredVectors;
  private readonly module: WebAssembly.Module;
  private prepared: { kernel: KernelExports; layout: Layout } | null = null;

  constructor(module: WebAssembly.Module, vectors: StoredVectors) {
    this.module = module;
    this.vectors = vectors;
  }

  /**
   * Hands the dot products of the `wanted` allowed rows whose signs are nearest the query's to `offer`, and of every row as near
   * as the last of them. All allowed rows when there are no more.
   * @param query `dimensions` int16
   */
  scoreNearest(
    query: Int16Array<ArrayBuffer>,
    wanted: number,
    allowed: Uint8Array | null,
    offer: (chunk: number, dot: number) => void,
  ): void {
    this.prepared ??= this.prepare();
    const { kernel, layout } = this.prepared;
    const { buffer } = kernel.memory;
    const count = this.vectors.scales.length;
    const memory = new Uint8Array(buffer);
    memory.set(new Uint8Array(query.buffer, query.byteOffset, query.byteLength), layout.query);
    writeSigns(query, new Uint8Array(buffer, layout.queryCode, layout.codeBytes));
    const bins = this.vectors.dimensions + 1;
    const histogram = new Uint32Array(buffer, layout.histogram, bins).fill(0);
    if (allowed !== null) memory.set(allowed, layout.allowed);
    kernel.scan(
      layout.codes,
      count,
      layout.codeBytes,
      layout.queryCode,
      allowed === null ? 0 : layout.allowed,
      layout.distances,
      layout.histogram,
    );
    let farthest = -1;
    for (let found = 0; farthest < bins - 1 && found < wanted; ) found += histogram[++farthest]!;
    const found = kernel.gather(layout.distances, count, farthest, layout.found);
    this.scoreRows(new Uint32Array(buffer, layout.found, found), offer);
  }

  /** Dot products of these rows, a window at a time. */
  private scoreRows(chunks: Uint32Array, offer: (chunk: number, dot: number) => void): void {
    const { kernel, layout } = this.prepared!;
    const { dimensions, pieces } = this.vectors;
    const { buffer } = kernel.memory;
    const window = new Int8Array(buffer, layout.window, WINDOW_BYTES);
    const dots = new Int32Array(buffer, layout.dots, layout.windowRows);
    let piece = 0;
    for (let from = 0; from < chunks.length; from += layout.windowRows) {
      const to = Math.min(from + layout.windowRows, chunks.length);
      for (let at = from; at < to; at++) {
        const chunk = chunks[at]!;
        while (piece + 1 < pieces.length && pieces[piece + 1]!.first <= chunk) piece++;
        const { first, rows } = pieces[piece]!;
        const start = (chunk - first) * dimensions;
        window.set(rows.subarray(start, start + dimensions), (at - from) * layout.rowBytes);
      }
      kernel.dots(layout.window, to - from, layout.rowBytes, layout.query, layout.dots);
      for (let at = from; at < to; at++) offer(chunks[at]!, dots[at - from]!);
    }
  }

  private prepare(): { kernel: KernelExports; layout: Layout } {
    // The module is the one that `vector-kernel.wat` describes, whoever compiled it.
    const kernel = new WebAssembly.Instance(this.module).exports as unknown as KernelExports;
    const layout = layoutFor(this.vectors);
    const pages = Math.ceil(layout.end / PAGE_BYTES);
    kernel.memory.grow(Math.max(0, pages - kernel.memory.buffer.byteLength / PAGE_BYTES));
    const { dimensions } = this.vectors;
    const window = new Int8Array(kernel.memory.buffer, layout.window, WINDOW_BYTES);
    const signRowBytes = layout.codeBytes * 8;
    const windowRows = Math.floor(WINDOW_BYTES / signRowBytes);
    for (const { first, rows } of this.vectors.pieces) {
      const count = rows.length / dimensions;
      for (let from = 0; from < count; from += windowRows) {
        const to = Math.min(from + windowRows, count);
        if (signRowBytes === dimensions) {
          window.set(rows.subarray(from * dimensions, to * dimensions));
        } else {
          window.fill(0);
          for (let row = from; row < to; row++) {
            window.set(rows.subarray(row * dimensions, (row + 1) * dimensions), (row - from) * signRowBytes);
          }
        }
        const codes = layout.codes + (first + from) * layout.codeBytes;
        kernel.encodeSigns(layout.window, (to - from) * signRowBytes, codes);
      }
    }
    // Scored rows are padded with what the window holds past them: zeros.
    window.fill(0);
    return { kernel, layout };
  }
}

/** Addresses in the kernel's memory. */
interface Layout {
  codeBytes: number;
  rowBytes: number;
  windowRows: number;
  query: number;
  queryCode: number;
  dots: number;
  histogram: number;
  window: number;
  allowed: number;
  codes: number;
  distances: number;
  found: number;
  end: number;
}

function layoutFor({ dimensions, scales }: StoredVectors): Layout {
  const count = scales.length;
  const codeBytes = alignUp(dimensions, 64) / 8;
  const rowBytes = alignUp(dimensions, 16);
  const windowRows = Math.floor(WINDOW_BYTES / rowBytes);
  // Address 0 means "none" to the kernel.
  let end = 64;
  const take = (byteLength: number) => {
    const address = end;
    end = alignUp(end + byteLength, 64);
    return address;
  };
  return {
    codeBytes,
    rowBytes,
    windowRows,
    query: take(rowBytes * 2),
    queryCode: take(codeBytes),
    dots: take(windowRows * 4),
    histogram: take((dimensions + 1) * 4),
    window: take(WINDOW_BYTES),
    allowed: take(count),
    codes: take(count * codeBytes),
    distances: take(count * 2),
    found: take(count * 4),
    end,
  };
}

/** One bit a value, set where it is negative, lowest bit first: as the kernel's `encodeSigns` packs them. */
function writeSigns(values: Int16Array, code: Uint8Array): void {
  code.fill(0);
  for (let at = 0; at < values.length; at++) if (values[at]! < 0) code[at >> 3]! |= 1 << (at & 7);
}

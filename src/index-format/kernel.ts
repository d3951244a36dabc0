import { KERNEL_BASE64 } from "./kernel-bytes.ts";
import { corrupt } from "./layout.ts";
import type { HitCollector } from "./top-k.ts";

/** What `kernel.wat` exports; parameters are described there. Addresses are byte offsets in `memory`. */
export interface KernelExports {
  memory: WebAssembly.Memory;
  addTerm(
    at: number,
    end: number,
    scores: number,
    chunkCount: number,
    lengths: number,
    norms: number,
    normBytes: number,
    factor: number,
    k1: number,
    sums: number,
    share: number,
  ): number;
  collect(scores: number, count: number, allowed: number, threshold: number, hits: number): number;
  checksumLanes(words: number, count: number, lanes: number): void;
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
const ALIGNMENT = 64;
const HIT_BYTES = 16;
/** Rows offered before the threshold is raised: few at first, when all are hits. */
const FIRST_BLOCK_ROWS = 256;
const BLOCK_ROWS = 4096;
const LANES = 4;

/**
 * The kernel compiled from the bytes in this module, or null where a runtime forbids that: workerd takes WebAssembly only as an
 * imported module, `kernel.wasm`.
 */
export function compileKernel(): WebAssembly.Module | null {
  // Where the runtime refuses to compile, its types call the class abstract.
  const Module = WebAssembly.Module as unknown as new (bytes: BufferSource) => WebAssembly.Module;
  try {
    return new Module(Uint8Array.from(atob(KERNEL_BASE64), (char) => char.charCodeAt(0)));
  } catch {
    return null;
  }
}

/**
 * The kernel and its memory, which holds the resident parts of one index and the tables that ranking needs. Growing the memory
 * detaches every view of it, so all of it is reserved before the first view is kept.
 */
export class KernelMemory {
  readonly kernel: KernelExports;
  private end = ALIGNMENT;
  private readonly hits: number;
  private readonly lanes: number;
  /** Whether {@link take} may still grow the memory. */
  private isSealed = false;

  /** @param module `kernel.wasm`, whoever compiled it */
  constructor(module: WebAssembly.Module) {
    // The exports are those that `kernel.wat` declares.
    this.kernel = new WebAssembly.Instance(module).exports as unknown as KernelExports;
    this.hits = this.take(BLOCK_ROWS * HIT_BYTES);
    this.lanes = this.take(LANES * 4);
  }

  get buffer(): ArrayBuffer {
    return this.kernel.memory.buffer;
  }

  /** Address of `byteLength` zeros at a multiple of 64. */
  take(byteLength: number): number {
    const address = this.end;
    this.end = Math.ceil((address + byteLength) / ALIGNMENT) * ALIGNMENT;
    const missing = this.end - this.buffer.byteLength;
    if (missing > 0) {
      if (this.isSealed) throw corrupt("the index asks for more memory than it declared");
      this.kernel.memory.grow(Math.ceil(missing / PAGE_BYTES));
    }
    return address;
  }

  /** Grows the memory so that the next `byteLength` bytes are taken without growing it again. */
  reserve(byteLength: number): void {
    const end = this.end;
    this.take(byteLength);
    this.end = end;
  }

  /** Views may be kept from here on. */
  seal(): void {
    this.isSealed = true;
  }

  /** Lanes of `checksum` over words in this memory. */
  checksumLanes(address: number, wordCount: number): Int32Array {
    this.kernel.checksumLanes(address, wordCount, this.lanes);
    return new Int32Array(this.buffer, this.lanes, LANES);
  }

  /**
   * Offers rows to `best` a block at a time, each with the threshold that the block before left.
   * @param note calls the kernel for `count` rows from `first` on, with the address where it is to note hits, and returns their number
   */
  offerRows(
    first: number,
    end: number,
    best: HitCollector,
    note: (first: number, count: number, threshold: number, hits: number) => number,
  ): void {
    const rows = new Uint32Array(this.buffer, this.hits, (BLOCK_ROWS * HIT_BYTES) / 4);
    const scores = new Float64Array(this.buffer, this.hits, (BLOCK_ROWS * HIT_BYTES) / 8);
    let count = FIRST_BLOCK_ROWS;
    for (let from = first; from < end; from += count, count = BLOCK_ROWS) {
      count = Math.min(count, end - from);
      const hits = note(from, count, best.threshold, this.hits);
      for (let hit = 0; hit < hits; hit++) best.offer(from + rows[hit * 4]!, scores[hit * 2 + 1]!);
    }
  }
}

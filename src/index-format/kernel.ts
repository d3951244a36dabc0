import { KERNEL_BASE64 } from "./kernel-bytes.ts";
import type { HitCollector } from "./top-k.ts";

/** What the sources in `kernel/` export; parameters are described there. Addresses are byte offsets in `memory`. */
export interface KernelExports {
  memory: WebAssembly.Memory;
  readPostings(
    at: number,
    end: number,
    chunk: number,
    chunkCount: number,
    lengths: number,
    norms: number,
    normBytes: number,
    chunks: number,
    tfs: number,
  ): number;
  addTerm(
    chunks: number,
    tfs: number,
    count: number,
    scores: number,
    maxima: number,
    factor: number,
    k1: number,
    share: number,
    sums: number,
    marks: number,
    mark: number,
    need: number,
  ): void;
  pickPostings(
    chunks: number,
    tfs: number,
    count: number,
    numbers: number,
    noted: number,
    picked: number,
    pickedTfs: number,
  ): number;
  noteAbove(
    scores: number,
    maxima: number,
    group: number,
    groupEnd: number,
    threshold: number,
    numbers: number,
  ): number;
  keepAbove(scores: number, numbers: number, count: number, threshold: number): number;
  checksumLanes(words: number, count: number, lanes: number): void;
  encodeRows(
    rows: number,
    count: number,
    rowBytes: number,
    dimensions: number,
    codes: number,
    tables: number,
    stride: number,
  ): void;
  fillEntries(query: number, count: number, perUnit: number, entries: number): void;
  estimate(
    codes: number,
    count: number,
    rowBytes: number,
    tables: number,
    stride: number,
    entries: number,
    queryOffset: number,
    step: number,
    bias: number,
    scores: number,
  ): void;
  greatestOf64(scores: number, count: number, allowed: number, maxima: number): void;
  sift(
    scores: number,
    margins: number,
    first: number,
    count: number,
    spread: number,
    threshold: number,
    numbers: number,
  ): number;
  inflate(
    input: number,
    inputEnd: number,
    window: number,
    output: number,
    outputEnd: number,
    tables: number,
  ): number;
  scan(
    rows: number,
    count: number,
    rowBytes: number,
    query: number,
    numbers: number,
    scales: number,
    offsets: number,
    queryScale: number,
    queryOffset: number,
    threshold: number,
    hits: number,
  ): number;
}

const PAGE_BYTES = 0x10000;
/** The memory grows by at least this: each growth makes new views, and what is not used counts as memory all the same. */
const GROWTH_PAGES = 2;
const ALIGNMENT = 64;
const HIT_BYTES = 16;
/** Rows that are looked at before the threshold is raised: few at first, when all are hits, then twice as many each time. */
const FIRST_BLOCK_ROWS = 256;
export const BLOCK_ROWS = 4096;

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
 * The kernel and its memory, which holds the tables that ranking needs, and what is copied in for one call. The index's own bytes
 * stay where they arrived: moving them into fresh memory would cost more than everything else that opening an index does. Growing
 * the memory detaches every view of it, so nobody keeps one but this class, whose views are of the whole memory and are made anew
 * then: making one for every use would cost a query more than many of its loops.
 */
export class KernelMemory {
  readonly kernel: KernelExports;
  private end = ALIGNMENT;
  private readonly hits: number;
  private scratchAt = 0;
  private scratchBytes = 0;
  /** The whole memory. An address over the width of a number is its place. Not to be kept by callers. */
  bytes!: Uint8Array<ArrayBuffer>;
  words!: Uint32Array<ArrayBuffer>;
  float32s!: Float32Array<ArrayBuffer>;
  float64s!: Float64Array<ArrayBuffer>;

  /** @param module `kernel.wasm`, whoever compiled it */
  constructor(module: WebAssembly.Module) {
    // The exports are those that its sources declare.
    this.kernel = new WebAssembly.Instance(module).exports as unknown as KernelExports;
    this.view();
    this.hits = this.take(BLOCK_ROWS * HIT_BYTES);
  }

  get buffer(): ArrayBuffer {
    return this.bytes.buffer;
  }

  private view(): void {
    const { buffer } = this.kernel.memory;
    this.bytes = new Uint8Array(buffer);
    this.words = new Uint32Array(buffer);
    this.float32s = new Float32Array(buffer);
    this.float64s = new Float64Array(buffer);
  }

  /** Address of `byteLength` zeros at a multiple of 64, for good. @throws RangeError when the memory cannot grow so far */
  take(byteLength: number): number {
    const address = this.end;
    this.extend(address + byteLength);
    return address;
  }

  /** Moves the end of what is taken. When the memory cannot grow nothing has changed. */
  private extend(address: number): void {
    const end = aligned(address);
    const missing = end - this.buffer.byteLength;
    if (missing > 0) {
      this.kernel.memory.grow(Math.max(GROWTH_PAGES, Math.ceil(missing / PAGE_BYTES)));
      this.view();
    }
    this.end = end;
  }

  /**
   * Address of `byteLength` bytes that anybody may overwrite once the caller returns. An area that has become too small is made larger
   * where it is when nothing was taken since, and else left behind: all of these together are smaller than the one in use.
   * @throws RangeError when the memory cannot grow so far; the area is then what it was
   */
  scratch(byteLength: number): number {
    if (byteLength <= this.scratchBytes) return this.scratchAt;
    const size = aligned(Math.max(byteLength, 2 * this.scratchBytes, PAGE_BYTES));
    const isLast = this.scratchBytes > 0 && this.scratchAt + this.scratchBytes === this.end;
    const address = isLast ? this.scratchAt : this.end;
    this.extend(address + size);
    this.scratchAt = address;
    this.scratchBytes = size;
    return address;
  }

  /** Copies bytes to an address of this memory. */
  write(address: number, bytes: ArrayBufferView): void {
    this.bytes.set(new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength), address);
  }

  /**
   * Offers what the kernel notes of one block of rows.
   * @param first chunk of the row that the kernel calls 0
   * @param note calls the kernel with the address where it is to note hits, and returns their number
   */
  offerHits(first: number, best: HitCollector, note: (hits: number) => number): void {
    const count = note(this.hits);
    if (count === 0) return;
    const { words, float64s } = this;
    const end = this.hits + count * HIT_BYTES;
    for (let at = this.hits; at < end; at += HIT_BYTES)
      best.offer(first + words[at >> 2]!, float64s[(at + 8) >> 3]!);
  }
}

function aligned(address: number): number {
  return Math.ceil(address / ALIGNMENT) * ALIGNMENT;
}

/** Visits rows a block at a time. */
export function eachBlock(rowCount: number, visit: (first: number, count: number) => void): void {
  let size = FIRST_BLOCK_ROWS;
  for (let first = 0; first < rowCount; ) {
    visit(first, Math.min(size, rowCount - first));
    first += size;
    size = Math.min(2 * size, BLOCK_ROWS);
  }
}

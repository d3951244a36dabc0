import type { ConceptTerm } from "./bm25f.ts";
import { KNOWN_BYTES, type ReadPostings } from "./kept-postings.ts";
import type { KernelMemory } from "./kernel.ts";
import { corrupt } from "./layout.ts";
import { outlinePostings, type PostingBlocks, type PostingRun, runsHolding } from "./posting-blocks.ts";

/** The kernel reads a byte more than it uses. */
const SPARE_BYTES = 8;
/** About what a block of postings takes. */
const BLOCK_BYTES = 112;

/** Addresses of what postings are weighed by: field lengths, and norms by field and length. */
export interface NormTables {
  lengths: number;
  norms: number;
  /** Bytes of norms a field. */
  normBytes: number;
}

/** Reads the postings of terms into the kernel's memory, or as much of them as is asked for. */
export class PostingReader {
  private readonly memory: KernelMemory;
  private readonly postings: Uint8Array;
  private readonly rowCount: number;
  private readonly tables: NormTables;
  private readonly numbers: number;
  /** Of long terms that were asked for in part, by where their postings start. */
  private readonly outlines = new Map<number, PostingBlocks>();

  /**
   * @param postings read where they are: those of a query's terms are copied into the kernel's memory, a hundredth of the work
   * @param numbers address of the chunks that were noted, u32 each, ascending
   */
  constructor(
    memory: KernelMemory,
    postings: Uint8Array,
    rowCount: number,
    tables: NormTables,
    numbers: number,
  ) {
    this.memory = memory;
    this.postings = postings;
    this.rowCount = rowCount;
    this.tables = tables;
    this.numbers = numbers;
  }

  /** The stretches of a term's postings that hold what there is of the chunks that were noted. */
  runsOf(term: ConceptTerm, noted: number | null): PostingRun[] {
    const { postingsStart: start, postingsEnd: end } = term;
    const byteLength = end - start;
    if (noted === null || byteLength < KNOWN_BYTES || noted * BLOCK_BYTES > byteLength) {
      return [{ start, end, chunkBefore: -1 }];
    }
    let outline = this.outlines.get(start);
    if (outline === undefined) {
      outline = outlinePostings(this.postings, start, end);
      this.outlines.set(start, outline);
    }
    return runsHolding(outline, new Uint32Array(this.memory.buffer, this.numbers, noted));
  }

  /** Reads a stretch of postings into memory that anybody may overwrite. */
  read({ start, end, chunkBefore }: PostingRun): ReadPostings {
    const { memory } = this;
    if (start > end || end > this.postings.length) throw corrupt("postings beyond their section");
    const byteLength = end - start;
    const tfsBytes = (byteLength + 1) * 8;
    const tfs = memory.scratch(tfsBytes + byteLength * 4 + byteLength + SPARE_BYTES);
    const chunks = tfs + tfsBytes;
    const address = chunks + byteLength * 4;
    memory.write(address, this.postings.subarray(start, end));
    let count: number;
    try {
      count = memory.kernel.readPostings(
        address,
        address + byteLength,
        chunkBefore,
        this.rowCount,
        this.tables.lengths,
        this.tables.norms,
        this.tables.normBytes,
        chunks,
        tfs,
      );
    } catch (error) {
      // A number that runs past the end of the memory.
      throw corrupt("postings", error);
    }
    if (count < 0) throw corrupt("a posting beyond the last row");
    return { chunks, tfs, count };
  }

  /** Of a term's postings those of the chunks that were noted, in memory that anybody may overwrite. */
  pick({ chunks, tfs, count }: ReadPostings, noted: number): ReadPostings {
    const { memory, numbers } = this;
    const pickedTfs = memory.scratch(noted * 12);
    const picked = pickedTfs + noted * 8;
    const { kernel } = memory;
    const pickedCount = kernel.pickPostings(chunks, tfs, count, numbers, noted, picked, pickedTfs);
    return { chunks: picked, tfs: pickedTfs, count: pickedCount };
  }
}

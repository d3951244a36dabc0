import type { ConceptTerm } from "./bm25f.ts";
import type { KernelMemory } from "./kernel.ts";

/** Postings of one term as the kernel reads them, at addresses of its memory. */
export interface ReadPostings {
  /** u32 each, ascending. */
  chunks: number;
  /** Float64 each, and behind the last the greatest. */
  tfs: number;
  count: number;
}

/** Room for so many postings for each chunk of the index: some fifty of the words that questions have most often. */
const POSTINGS_A_CHUNK = 20;
/** And at most for so many, 9.6 MB: what an isolate has left beside an index of 100,000 chunks. */
const MOST_POSTINGS = 800_000;
const POSTING_BYTES = 12;
/** Bytes of postings from which a term is worth being known for. */
export const KNOWN_BYTES = 1_024;
/** Kept when it is read for the second time: most words never are. */
const KEPT_FROM_USE = 2;

interface Known {
  uses: number;
  greatestTf: number;
  /** Null when they are not kept. */
  postings: ReadPostings | null;
}

/**
 * Postings of frequent terms, read once. A few words stand in most questions and have the longest postings, so that reading these
 * again would be most of the work of a query. When the room is full it is given to those that are used from then on.
 */
export class KeptPostings {
  private readonly memory: KernelMemory;
  private readonly room: number;
  private readonly start: number;
  private used = 0;
  private readonly known = new Map<number, Known>();

  constructor(memory: KernelMemory, chunkCount: number) {
    this.memory = memory;
    this.room = Math.min(chunkCount * POSTINGS_A_CHUNK, MOST_POSTINGS) * POSTING_BYTES;
    this.start = memory.take(this.room);
  }

  /** Forgets all: what was read depends on the weights of the fields. */
  clear(): void {
    this.known.clear();
    this.used = 0;
  }

  /** Null when the term's postings are not kept. */
  find({ postingsStart }: ConceptTerm): ReadPostings | null {
    return this.known.get(postingsStart)?.postings ?? null;
  }

  /** The greatest frequency of a term in any chunk, where it was long enough to be remembered. */
  greatestTf({ postingsStart }: ConceptTerm): number | undefined {
    return this.known.get(postingsStart)?.greatestTf;
  }

  /** Takes note of all postings of a term, and keeps a copy of those that are read often. */
  offer({ postingsStart, postingsEnd }: ConceptTerm, read: ReadPostings): void {
    if (postingsEnd - postingsStart < KNOWN_BYTES) return;
    const known = this.known.get(postingsStart);
    if (known === undefined) {
      const greatestTf = this.memory.float64s[(read.tfs >> 3) + read.count]!;
      this.known.set(postingsStart, { uses: 1, greatestTf, postings: null });
      return;
    }
    known.uses++;
    if (known.uses >= KEPT_FROM_USE) known.postings = this.keep(read);
  }

  private keep({ chunks, tfs, count }: ReadPostings): ReadPostings | null {
    const tfsBytes = (count + 1) * 8;
    const byteLength = Math.ceil((tfsBytes + count * 4) / 8) * 8;
    if (byteLength > this.room / 4) return null;
    if (this.used + byteLength > this.room) {
      for (const known of this.known.values()) {
        known.postings = null;
        known.uses = 0;
      }
      this.used = 0;
    }
    const kept = { tfs: this.start + this.used, chunks: this.start + this.used + tfsBytes, count };
    this.used += byteLength;
    const { bytes } = this.memory;
    bytes.copyWithin(kept.tfs, tfs, tfs + tfsBytes);
    bytes.copyWithin(kept.chunks, chunks, chunks + count * 4);
    return kept;
  }
}

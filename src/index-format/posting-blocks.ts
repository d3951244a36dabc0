import { PostingWalk } from "./postings.ts";

/** Postings a block: decoding one costs about as much as finding it. */
const BLOCK_POSTINGS = 64;

/**
 * Where each block of {@link BLOCK_POSTINGS} postings of one term begins, so that some of them can be read without the others. Made
 * when a term is first looked up rather than stored: it is needed of frequent terms alone, which are soon met.
 */
export interface PostingBlocks {
  /** Byte offset of each block in the postings section, and where the last one ends. */
  offsets: Uint32Array;
  /** The chunk before each block's first posting (-1 for none), then the last chunk of the last block. */
  chunksBefore: Int32Array;
}

/** @param start byte range of the term's postings */
export function outlinePostings(postings: Uint8Array, start: number, end: number): PostingBlocks {
  const offsets: number[] = [];
  const chunksBefore: number[] = [];
  const walk = new PostingWalk(postings, start, end);
  for (let read = 0; walk.at < end; read++) {
    if (read % BLOCK_POSTINGS === 0) {
      offsets.push(walk.at);
      chunksBefore.push(walk.row);
    }
    walk.next();
  }
  offsets.push(end);
  chunksBefore.push(walk.row);
  return { offsets: Uint32Array.from(offsets), chunksBefore: Int32Array.from(chunksBefore) };
}

/** A stretch of a term's postings. */
export interface PostingRun {
  /** Byte range in the postings section. */
  start: number;
  end: number;
  /** The chunk before the first of them; -1 for none. */
  chunkBefore: number;
}

/** The blocks that could hold some of these chunks, neighbours as one run. @param chunks ascending */
export function runsHolding({ offsets, chunksBefore }: PostingBlocks, chunks: Uint32Array): PostingRun[] {
  const blockCount = offsets.length - 1;
  const runs: PostingRun[] = [];
  let block = 0;
  let open: PostingRun | null = null;
  for (const chunk of chunks) {
    if (chunk <= chunksBefore[block]!) continue;
    while (block < blockCount && chunksBefore[block + 1]! < chunk) block++;
    if (block === blockCount) break;
    const start = offsets[block]!;
    if (open !== null && open.end === start) open.end = offsets[block + 1]!;
    else {
      open = { start, end: offsets[block + 1]!, chunkBefore: chunksBefore[block]! };
      runs.push(open);
    }
    // Whatever else this block holds is read with it.
    block++;
    if (block === blockCount) break;
  }
  return runs;
}

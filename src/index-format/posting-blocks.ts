import { CODE_BITS, MIXED, TEXT_OFTEN } from "./postings.ts";

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
  let at = start;
  let chunk = -1;
  for (let row = 0; at < end; row++) {
    if (row % BLOCK_POSTINGS === 0) {
      offsets.push(at);
      chunksBefore.push(chunk);
    }
    let head = postings[at++]!;
    if (head >= 0x80) {
      head &= 0x7f;
      for (let shift = 7; ; shift += 7) {
        const byte = postings[at++]!;
        head |= (byte & 0x7f) << shift;
        if (!(byte >= 0x80)) break;
      }
    }
    chunk += (head >>> CODE_BITS) + 1;
    const code = head & MIXED;
    if (code < TEXT_OFTEN) continue;
    let numbers = code === MIXED ? postings[at++]! >>> 4 : 1;
    for (; numbers !== 0; numbers &= numbers - 1) {
      while (postings[at]! >= 0x80) at++;
      at++;
    }
  }
  offsets.push(end);
  chunksBefore.push(chunk);
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

/** The counts section: u32 words, one after another as {@link Counts} lists them, field totals last. */
import { FIELD_COUNT } from "./fields.ts";
import { corrupt } from "./layout.ts";

export interface Counts {
  chunks: number;
  files: number;
  terms: number;
  /** 0 without vectors. */
  dimensions: number;
  textBlocks: number;
  /** Bytes a field length takes: 1, 2 or 4. */
  fieldLengthBytes: number;
  /** Bytes a chunk's file number takes: 2 or 4. */
  chunkFileBytes: number;
  /** Tokens of each field over all chunks. */
  fieldTotals: number[];
}

const FIXED_WORDS = 7;

export function encodeCounts(counts: Counts): Uint8Array {
  const { chunks, files, terms, dimensions, textBlocks, fieldLengthBytes, chunkFileBytes, fieldTotals } =
    counts;
  const fixed = [chunks, files, terms, dimensions, textBlocks, fieldLengthBytes, chunkFileBytes];
  return new Uint8Array(Uint32Array.from([...fixed, ...fieldTotals]).buffer);
}

/** @throws RepoBotError `index_corrupt` */
export function decodeCounts(words: Uint32Array): Counts {
  const [chunks, files, terms, dimensions, textBlocks, fieldLengthBytes, chunkFileBytes] = words;
  if (words.length !== FIXED_WORDS + FIELD_COUNT || chunks === 0) throw corrupt("counts section");
  return {
    chunks: chunks!,
    files: files!,
    terms: terms!,
    dimensions: dimensions!,
    textBlocks: textBlocks!,
    fieldLengthBytes: fieldLengthBytes!,
    chunkFileBytes: chunkFileBytes!,
    fieldTotals: [...words.subarray(FIXED_WORDS)],
  };
}

/** The counts section: u32 words in the order of {@link Counts}. */
import { corrupt } from "./layout.ts";

export interface Counts {
  chunks: number;
  /** Runs of neighbouring chunks of one file. */
  fileRuns: number;
  terms: number;
  /** 0 without vectors. */
  dimensions: number;
  textBlocks: number;
}

const WORDS = 5;

export function encodeCounts({ chunks, fileRuns, terms, dimensions, textBlocks }: Counts): Uint8Array {
  return new Uint8Array(Uint32Array.of(chunks, fileRuns, terms, dimensions, textBlocks).buffer);
}

/** @throws RepoBotError `index_corrupt` */
export function decodeCounts(words: Uint32Array): Counts {
  const [chunks, fileRuns, terms, dimensions, textBlocks] = words;
  if (words.length !== WORDS || chunks === 0) throw corrupt("counts section");
  return {
    chunks: chunks!,
    fileRuns: fileRuns!,
    terms: terms!,
    dimensions: dimensions!,
    textBlocks: textBlocks!,
  };
}

/** Other parameters of BM25F: the defaults stand on a plateau, which these rows show the edges of. */
import { DEFAULT_BM25F } from "../../../src/index-format/bm25f.ts";
import type { FieldParameters, Variant } from "../variant.ts";

function dropped(name: string, change: Partial<FieldParameters>): Variant {
  return { name, verdict: "dropped", ranking: { bm25f: { ...DEFAULT_BM25F, ...change } } };
}

export const PARAMETER_VARIANTS: readonly Variant[] = [
  dropped("k1 0.9", { k1: 0.9 }),
  dropped("k1 1.5", { k1: 1.5 }),
  dropped("b of prose 0.4", { b: [0.5, 0.5, 0.4, 0.75] }),
  dropped("b of prose 0.6", { b: [0.5, 0.5, 0.6, 0.75] }),
  dropped("b of code 0.5", { b: [0.5, 0.5, 0.5, 0.5] }),
  dropped("b of code 0.9", { b: [0.5, 0.5, 0.5, 0.9] }),
  dropped("title weighs 2", { weights: [2, 2, 1, 1] }),
  dropped("headings weigh 1", { weights: [1, 1, 1, 1] }),
  dropped("headings weigh 3", { weights: [1, 3, 1, 1] }),
  dropped("code weighs 0.5", { weights: [1, 2, 1, 0.5] }),
  dropped("code weighs 1.5", { weights: [1, 2, 1, 1.5] }),
];

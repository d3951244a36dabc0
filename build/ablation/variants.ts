/** Every row of the ablation, in the order it is shown. */
import type { Variant } from "./variant.ts";
import { CHUNK_VARIANTS } from "./variants/chunks.ts";
import { FIELD_VARIANTS } from "./variants/fields.ts";
import { KEPT_VARIANTS } from "./variants/kept.ts";
import { PARAMETER_VARIANTS } from "./variants/parameters.ts";
import { QUERY_VARIANTS } from "./variants/queries.ts";
import { RANKING_VARIANTS } from "./variants/rankings.ts";

/** The product itself, which every other row is compared with. */
export const PRODUCT: Variant = { name: "RepoBot", verdict: "kept" };

export const VARIANTS: readonly Variant[] = [
  ...KEPT_VARIANTS,
  {
    name: "one passage a page before any second",
    verdict: "dropped",
    retrieval: { repeatedPageDiscount: 0, maxPassagesPerFile: 1 },
  },
  {
    name: "at most two passages a page",
    verdict: "dropped",
    retrieval: { repeatedPageDiscount: 0, maxPassagesPerFile: 2 },
  },
  ...QUERY_VARIANTS,
  ...RANKING_VARIANTS,
  ...PARAMETER_VARIANTS,
  ...FIELD_VARIANTS,
  ...CHUNK_VARIANTS,
];

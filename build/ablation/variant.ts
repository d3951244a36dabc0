/** What one row of the ablation does otherwise than the product. */
import type { Chunk } from "../../src/core/passage.ts";
import type { RankedChunk } from "../../src/core/ports.ts";
import type { RetrievalSettings } from "../../src/core/turn/pipeline-settings.ts";
import { DEFAULT_BM25F } from "../../src/index-format/bm25f.ts";
import { chunkFields } from "../../src/index-format/fields.ts";
import { DEFAULT_ROLE_WEIGHTS, type QueryPlan, type RoleWeights } from "../../src/index-format/query.ts";
import type { ReadCorpus } from "../corpus.ts";
import type { MemoryIndex } from "./memory-index.ts";

/** Parameters of BM25F for any number of fields. */
export interface FieldParameters {
  k1: number;
  weights: readonly number[];
  b: readonly number[];
}

export interface PlanContext {
  query: string;
  plan: QueryPlan;
  index: MemoryIndex;
}

/** How the memory index ranks; every part of it can be changed without indexing anew. */
export interface Ranking {
  bm25f: FieldParameters;
  roleWeights: RoleWeights;
  /** Language that the plan is made for in place of the docs': one without light words and synonyms. */
  planLanguage?: string;
  /** Changes what is scored. */
  rewritePlan?: (context: PlanContext) => QueryPlan;
  /** Reorders a ranking. */
  adjust?: (context: PlanContext & { ranked: readonly RankedChunk[] }) => RankedChunk[];
}

export interface Variant {
  name: string;
  /** Whether the product does without it, or has it and this row shows what it is worth. */
  verdict: "kept" | "dropped";
  /** Chunks of a corpus; variants that share the function share the chunks. @defaultValue those of the build */
  chunk?: (corpus: ReadCorpus) => Chunk[];
  /** @defaultValue those of the index */
  fields?: (chunk: Chunk) => readonly string[];
  ranking?: Partial<Ranking>;
  retrieval?: Partial<RetrievalSettings>;
  /** Languages that the docs claim to be written in: a question in one of them is not translated. */
  claimedLanguages?: readonly string[];
}

export const PRODUCT_RANKING: Ranking = { bm25f: DEFAULT_BM25F, roleWeights: DEFAULT_ROLE_WEIGHTS };

/** The build's chunks. */
export const builtChunks = (corpus: ReadCorpus): Chunk[] => corpus.chunks;

/** The index' fields. */
export const indexedFields = (chunk: Chunk): readonly string[] => chunkFields(chunk);

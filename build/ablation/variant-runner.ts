/** Asks the questions of every set under every variant, through what a turn goes through. */
import { createProviders } from "../../src/adapters/providers.ts";
import type { Chunk } from "../../src/core/passage.ts";
import type { CorpusInfo } from "../../src/core/ports.ts";
import { createTokenizer } from "../../src/index-format/text/tokenizer.ts";
import { parseSettings } from "../../src/settings.ts";
import { pipelineSettings } from "../../src/turn-settings.ts";
import type { ReadCorpus } from "../corpus.ts";
import { evaluateRetrieval } from "../eval/evaluate-retrieval.ts";
import { memoryCache } from "../eval/memory-cache.ts";
import type { FirstHitRank } from "../eval/metrics.ts";
import { type Inverted, invert } from "./invert.ts";
import { MemoryIndex } from "./memory-index.ts";
import type { AblationSet, Split } from "./sets.ts";
import { builtChunks, indexedFields, PRODUCT_RANKING, type Variant } from "./variant.ts";

/** Of every set; without a model, nothing else is asked. */
const LANGUAGE = "en";

/** What one question came to under one variant. */
export interface QuestionResult {
  set: string;
  id: string;
  lang: string;
  split: Split;
  /** Of the first passage from a relevant file. */
  rank: FirstHitRank;
  /** Of the first passage that holds a relevant section. */
  headingRank: FirstHitRank;
}

/** Keeps chunks and postings, so that a variant pays only for what it changes. */
export class VariantRunner {
  private readonly chunks = new Map<ReadCorpus, Map<unknown, Chunk[]>>();
  private readonly inverted = new Map<Chunk[], Map<unknown, Inverted>>();
  private readonly settings = pipelineSettings(parseSettings({}));
  private readonly providers = createProviders(parseSettings({}));

  async run(variant: Variant, sets: readonly AblationSet[]): Promise<QuestionResult[]> {
    const results: QuestionResult[] = [];
    for (const set of sets) {
      const index = this.open(variant, set);
      const { outcomes } = await evaluateRetrieval(set.rows, {
        index,
        chunks: index.inverted.chunks,
        providers: this.providers,
        settings: { ...this.settings, retrieval: { ...this.settings.retrieval, ...variant.retrieval } },
        rerank: false,
        cache: memoryCache(),
      });
      for (const { row, rank, headingRank } of outcomes) {
        const split = set.splits.get(row.id)!;
        results.push({ set: set.name, id: row.id, lang: row.lang, split, rank, headingRank });
      }
    }
    return results;
  }

  open(variant: Variant, set: AblationSet): MemoryIndex {
    const inverted = this.invertedOf(variant, set.corpus);
    const corpus: CorpusInfo = {
      name: set.name,
      description: "",
      language: LANGUAGE,
      versions: [],
      languages: [LANGUAGE, ...(variant.claimedLanguages ?? [])],
      documentCount: set.corpus.documents.length,
      questions: [],
      revision: "",
    };
    return new MemoryIndex(inverted, corpus, { ...PRODUCT_RANKING, ...variant.ranking });
  }

  private invertedOf({ chunk = builtChunks, fields = indexedFields }: Variant, corpus: ReadCorpus): Inverted {
    const chunksBy = remembered(this.chunks, corpus, () => new Map<unknown, Chunk[]>());
    const chunks = remembered(chunksBy, chunk, () => chunk(corpus));
    const invertedBy = remembered(this.inverted, chunks, () => new Map<unknown, Inverted>());
    return remembered(invertedBy, fields, () =>
      invert(chunks, fields, createTokenizer({ language: LANGUAGE })),
    );
  }
}

function remembered<K, V>(known: Map<K, V>, key: K, make: () => V): V {
  const found = known.get(key);
  if (found !== undefined) return found;
  const made = make();
  known.set(key, made);
  return made;
}

/** One index, asked the same questions with its legs weighted in several ways. */
import { createProviders, type Providers } from "../../src/adapters/providers.ts";
import type { FusionWeights } from "../../src/model-defaults.ts";
import type { Settings } from "../../src/settings.ts";
import { pipelineSettings } from "../../src/turn-settings.ts";
import { corpusConfigForDocs } from "../config.ts";
import { type EvalSummary, summarize } from "../eval/eval-report.ts";
import { evaluateRetrieval } from "../eval/evaluate-retrieval.ts";
import { memoryCache } from "../eval/memory-cache.ts";
import type { EvalRow } from "../eval/questions.ts";
import { rememberedEmbedder } from "../eval/remembered-services.ts";
import { makeIndex, openMadeIndex } from "../make-index.ts";
import { progressTo } from "../output/progress.ts";
import { patientSettings } from "../settings.ts";
import { type QuantizationLoss, quantizationLoss } from "./quantization-loss.ts";

export interface VariantResult {
  name: string;
  weights: FusionWeights;
  summary: EvalSummary;
  /** Questions that the gate held to be off topic: misses, since all of them are answered by the docs. */
  gated: number;
}

export interface SetResult {
  variants: VariantResult[];
  /** How far the index' int8 vectors order passages as the encoder's float32 vectors do. */
  quantization: QuantizationLoss;
  embedding: { computed: number; seconds: number };
}

/** Lexical alone, vectors alone, and both with each of these vector weights against a lexical weight of 1. */
function variantWeights(vectorWeights: readonly number[]): { name: string; weights: FusionWeights }[] {
  return [
    { name: "lexical", weights: { lexical: 1, vector: 0 } },
    ...vectorWeights.map((vector) => ({ name: `1 : ${vector}`, weights: { lexical: 1, vector } })),
    { name: "vector", weights: { lexical: 0, vector: 1 } },
  ];
}

/**
 * Builds the index with its vectors once and asks every question once a variant, through what a turn goes through.
 * @throws Error when the embedding service failed on any question: the figures would be lexical ones under another name
 */
export async function evaluateVariants(
  docsDir: string,
  rows: readonly EvalRow[],
  configured: Settings,
  vectorWeights: readonly number[],
): Promise<SetResult> {
  const settings = patientSettings(configured);
  const startedAt = performance.now();
  const config = await corpusConfigForDocs(docsDir, {});
  const made = await makeIndex({ config, settings, progress: progressTo(process.stderr) });
  const seconds = (performance.now() - startedAt) / 1_000;
  if (made.embedded === null) throw new Error("No embedding provider is configured.");
  const index = await openMadeIndex(made);
  const created = createProviders(settings);
  // The same query is asked once a variant: its vector is computed once.
  const providers = { ...created, embedder: created.embedder && rememberedEmbedder(created.embedder) };
  const cache = memoryCache();
  const variants: VariantResult[] = [];
  for (const { name, weights } of variantWeights(vectorWeights)) {
    const run = await evaluateRetrieval(rows, {
      index,
      chunks: made.read.chunks,
      providers,
      settings: pipelineSettings({ ...settings, fusion: weights }),
      rerank: false,
      cache,
    });
    const searched = run.outcomes.filter(({ query }) => query !== null);
    const failed = searched.find(({ vector }) => vector !== (weights.vector > 0 ? "on" : "off"));
    if (failed !== undefined) throw new Error(`${failed.row.id}: the vector leg was ${failed.vector}.`);
    const summary = summarize(run, {
      corpus: made.corpus.name,
      indexHash: index.hash,
      chunks: index.chunkCount,
      embeddingModel: weights.vector > 0 ? (settings.embedding?.model ?? null) : null,
      rewriteModel: settings.chat?.rewriteModel ?? null,
      rerankModel: null,
    });
    variants.push({ name, weights, summary, gated: run.outcomes.length - searched.length });
  }
  const queries = rows.filter(({ relevant }) => relevant.length > 0).map(({ question }) => question);
  const quantization = quantizationLoss(index, made.embedded, await embedAll(providers, queries));
  return { variants, quantization, embedding: { computed: made.embedded.computed, seconds } };
}

async function embedAll({ embedder }: Providers, queries: readonly string[]): Promise<Float32Array[]> {
  if (embedder === null || queries.length === 0) return [];
  return (await embedder.embed(queries, "query")).vectors;
}

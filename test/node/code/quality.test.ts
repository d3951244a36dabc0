import { existsSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it, test } from "vitest";
import { parseCorpusConfig } from "../../../build/config.ts";
import { type EvalSummary, summarize } from "../../../build/eval/eval-report.ts";
import { evaluateRetrieval } from "../../../build/eval/evaluate-retrieval.ts";
import { memoryCache } from "../../../build/eval/memory-cache.ts";
import { readQuestions } from "../../../build/eval/questions.ts";
import { type MadeIndex, makeIndex, openMadeIndex } from "../../../build/make-index.ts";
import { createProviders } from "../../../src/adapters/providers.ts";
import { DEFAULT_PIPELINE_SETTINGS } from "../../../src/core/turn/pipeline-settings.ts";
import { parseSettings } from "../../../src/settings.ts";

const FASTIFY = join(process.cwd(), "node_modules/fastify");
const SHARED = "../shared/eval/fastify.jsonl";
const settings = parseSettings({});
const docs = { name: "docs", folder: join(FASTIFY, "docs") };
const source = { name: "source", kind: "code", folder: FASTIFY, include: ["lib/**", "fastify.js"] };

const make = (sources: object[]) =>
  makeIndex({ config: parseCorpusConfig({ name: "Fastify", description: "x", sources }, "/"), settings });

async function figures(made: MadeIndex, questions: string): Promise<EvalSummary> {
  const index = await openMadeIndex(made);
  const run = await evaluateRetrieval(await readQuestions(questions), {
    index,
    chunks: made.read.chunks,
    providers: createProviders(settings),
    settings: DEFAULT_PIPELINE_SETTINGS,
    rerank: false,
    cache: memoryCache(),
  });
  const models = { embeddingModel: null, rewriteModel: null, rerankModel: null };
  return summarize(run, { corpus: "Fastify", indexHash: index.hash, chunks: index.chunkCount, ...models });
}

describe("fastify's docs and source in one index", () => {
  let alone: MadeIndex;
  let both: MadeIndex;
  beforeAll(async () => {
    alone = await make([docs]);
    both = await make([docs, source]);
  }, 120_000);

  it("finds the code that answers what the docs leave out", async () => {
    const found = await figures(both, "test/data/questions/fastify-source.jsonl");
    expect(found.hitAt5).toBeGreaterThanOrEqual(0.85);
    const without = await figures(alone, "test/data/questions/fastify-source.jsonl");
    expect(without.hitAt5).toBe(0);
  }, 120_000);

  test.runIf(existsSync(SHARED))(
    "finds the docs no worse than without the code (needs ../shared/eval)",
    async () => {
      const without = await figures(alone, SHARED);
      const beside = await figures(both, SHARED);
      expect(beside.hitAt5).toBeGreaterThanOrEqual(without.hitAt5);
      expect(beside.mrr).toBeGreaterThanOrEqual(without.mrr - 0.001);
    },
    120_000,
  );
});

/** Floors below the measured retrieval quality: what falls through one has made retrieval worse. `npm run ablation` has the figures. */
import { describe, expect, it } from "vitest";
import { corpusConfigForDocs } from "../../../build/config.ts";
import { type EvalOutcome, evaluateRetrieval } from "../../../build/eval/evaluate-retrieval.ts";
import { memoryCache } from "../../../build/eval/memory-cache.ts";
import { rankMetrics } from "../../../build/eval/metrics.ts";
import { type MadeIndex, makeIndex, openMadeIndex } from "../../../build/make-index.ts";
import { type EvalSet, loadEvalSets } from "../../../build/models/eval-sets.ts";
import { createProviders } from "../../../src/adapters/providers.ts";
import { parseSettings } from "../../../src/settings.ts";
import { pipelineSettings } from "../../../src/turn-settings.ts";

interface Floor {
  mrr: number;
  hitAt5: number;
}

/** By set: for its English questions, and for the Chinese, Japanese and German ones. Only sets whose docs `npm ci` installs. */
const FLOORS: Record<string, { en: Floor; other?: Floor }> = {
  "shared-httpx": { en: { mrr: 0.84, hitAt5: 0.95 }, other: { mrr: 0.83, hitAt5: 0.9 } },
  "shared-fastify": { en: { mrr: 0.84, hitAt5: 0.93 } },
  undici: { en: { mrr: 0.7, hitAt5: 0.83 }, other: { mrr: 0.6, hitAt5: 0.72 } },
  fastify: { en: { mrr: 0.68, hitAt5: 0.87 }, other: { mrr: 0.84, hitAt5: 0.83 } },
  pino: { en: { mrr: 0.88, hitAt5: 0.96 }, other: { mrr: 0.83, hitAt5: 0.86 } },
};

const settings = parseSettings({});
const made = new Map<string, Promise<MadeIndex>>();

/** Built once for the sets that share their docs. */
function indexOfDocs(docsDir: string): Promise<MadeIndex> {
  const known =
    made.get(docsDir) ?? corpusConfigForDocs(docsDir).then((config) => makeIndex({ config, settings }));
  made.set(docsDir, known);
  return known;
}

async function outcomesOf({ docsDir, rows }: EvalSet): Promise<EvalOutcome[]> {
  const index = await indexOfDocs(docsDir);
  const { outcomes } = await evaluateRetrieval(rows, {
    index: await openMadeIndex(index),
    chunks: index.read.chunks,
    providers: createProviders(settings),
    settings: pipelineSettings(settings),
    rerank: false,
    cache: memoryCache(),
  });
  return outcomes;
}

function expectAbove(floor: Floor, outcomes: readonly EvalOutcome[]): void {
  const { n, mrr, hitAt5 } = rankMetrics(outcomes.map(({ rank }) => rank));
  expect(n).toBeGreaterThan(0);
  expect(mrr).toBeGreaterThanOrEqual(floor.mrr);
  expect(hitAt5).toBeGreaterThanOrEqual(floor.hitAt5);
}

describe("retrieval without a model", () => {
  it.each(Object.entries(FLOORS))(
    "finds the right pages of %s",
    async (name, floors) => {
      const [set] = await loadEvalSets([name], undefined);
      if (set === undefined) {
        console.warn(`skipped: the question set ${name} is not beside the repository`);
        return;
      }
      const outcomes = await outcomesOf(set);
      expectAbove(
        floors.en,
        outcomes.filter(({ row }) => row.lang === "en"),
      );
      if (floors.other !== undefined) {
        expectAbove(
          floors.other,
          outcomes.filter(({ row }) => row.lang !== "en"),
        );
      }
      // The gate may hold no question that the docs answer to be off topic.
      expect(outcomes.filter(({ query }) => query === null).map(({ row }) => row.id)).toEqual([]);
    },
    120_000,
  );
});

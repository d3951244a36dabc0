import { describe, expect, it } from "vitest";
import { evaluateRetrieval } from "../../../build/eval/evaluate-retrieval.ts";
import type { EvalRow } from "../../../build/eval/questions.ts";
import { retrieve } from "../../../src/core/retrieval/retrieve.ts";
import { BREW_DOCS, passage } from "../core/support/brew-docs.ts";
import { ScriptedChat } from "../core/support/scripted-chat.ts";
import { EMBEDDING, FunctionReranker, WordEmbedder, wordVector } from "../core/support/services.ts";
import { testSettings } from "../core/support/settings.ts";
import { MemoryCache } from "../core/support/stores.ts";
import { openTestIndex } from "../core/support/test-index.ts";

/** Enough passages about brewing that the grinder is far down for a query about it. */
const DOCS = [
  ...BREW_DOCS,
  ...Array.from({ length: 12 }, (_, i) =>
    passage(`brews-${i}.md`, `Brew number ${i}`, `A brew of kind ${i} has a brew timeout of ${i} seconds.`),
  ),
];
const INDEX = await openTestIndex({
  passages: DOCS,
  vectors: DOCS.map(({ title, text }) => wordVector(`${title} ${text}`)),
  embedding: EMBEDDING,
});
const QUESTION = "how do I clean the grinder after a brew";
const REWRITE = "brew timeout seconds kind clean";
const row: EvalRow = {
  id: "q1",
  lang: "en",
  question: QUESTION,
  relevant: [{ file: "grinder.md", heading: "Cleaning" }],
  must_contain: [],
  history: [],
};

async function evaluate(rerank = false) {
  const embedder = new WordEmbedder();
  const reranker = new FunctionReranker((text) => (text.includes("kind 3") ? 1 : 0));
  const chat = new ScriptedChat(() => REWRITE);
  const settings = testSettings();
  const { outcomes } = await evaluateRetrieval([row], {
    index: INDEX,
    chunks: [],
    providers: { chat, rewriteChat: chat, embedder, reranker },
    settings,
    rerank,
    cache: new MemoryCache(),
  });
  const forReader = await retrieve(
    {
      index: INDEX,
      embedder: new WordEmbedder(),
      reranker,
      settings: settings.retrieval,
      budgets: settings.budgets,
      clock: { now: Date.now },
    },
    { query: REWRITE, original: QUESTION, rerank },
  );
  return { outcome: outcomes[0]!, forReader, embedder, reranker };
}

describe("evaluateRetrieval", () => {
  it.each([false, true])(
    "ranks first what a reader gets, and then the rest of ten (rerank %s)",
    async (rerank) => {
      const { outcome, forReader } = await evaluate(rerank);
      expect(outcome.query).toBe(REWRITE);
      const ids = outcome.passages.map(({ passage }) => passage.id);
      expect(ids.slice(0, 5)).toEqual(forReader.passages.map(({ passage }) => passage.id));
      expect(new Set(ids).size).toBe(10);
      expect(outcome.passages.map(({ n }) => n)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    },
  );

  it("counts a reserved place among the first five as the hit that it is for a reader", async () => {
    const { outcome, forReader } = await evaluate();
    const place = forReader.passages.findIndex(({ passage }) => passage.file === "grinder.md") + 1;
    expect(place).toBeGreaterThan(0);
    expect(outcome.rank).toBe(place);
  });

  it("asks each service once a question", async () => {
    const { outcome, embedder, reranker } = await evaluate(true);
    expect(outcome.vector).toBe("on");
    expect(embedder.calls).toEqual([[REWRITE, QUESTION]]);
    // One call is the evaluation's, one that of the reader it is compared with.
    expect(reranker.calls).toHaveLength(2);
  });
});

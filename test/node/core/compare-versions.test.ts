import { describe, expect, it } from "vitest";
import type { Passage } from "../../../src/core/passage.ts";
import type { PassageIndex } from "../../../src/core/ports.ts";
import { passage } from "./support/brew-docs.ts";
import { EMBEDDING, FunctionReranker, WordEmbedder, wordVector } from "./support/services.ts";
import { testSettings } from "./support/settings.ts";
import { openTestIndex } from "./support/test-index.ts";
import { ask, testDeps } from "./support/turns.ts";

const QUESTION = "What is the default idle timeout, and what changed from v4 to v5?";

const idle = (version: string, minutes: number): Passage =>
  passage("timers.md", "Idle timeout", `The default of the idle timeout is ${minutes} minutes.`, {
    id: `${version}#idle`,
    version,
  });
const OLD = idle("4.0", 10);
const NEW = idle("5.0", 15);
const OTHER = passage("grinder.md", "Grind size", "Coarse beans brew badly.", { version: "4.0" });

const indexOf = (passages: readonly Passage[]): Promise<PassageIndex> =>
  openTestIndex({
    passages,
    corpus: { versions: ["5.0", "4.0"] },
    vectors: passages.map(({ text }) => wordVector(text)),
    embedding: EMBEDDING,
  });

describe("a comparison of two versions", () => {
  it("has its question embedded once, for both searches, and counts those tokens", async () => {
    const embedder = new WordEmbedder();
    const settings = testSettings({ secondChance: false });
    const told = await ask(testDeps({ index: await indexOf([OLD, NEW]), embedder, settings }), QUESTION);
    const [found] = told.ofType("passages");
    expect(found).toMatchObject({ vector: "on" });
    expect(found!.passages.map(({ version }) => version).sort()).toEqual(["4.0", "5.0"]);
    expect(embedder.calls).toHaveLength(1);
    expect(told.done.usage.embeddingTokens).toBe(7 * embedder.calls[0]!.length);
  });

  it("counts the rerank calls of both searches, also when the first found nothing to rerank", async () => {
    const settings = testSettings({ rerank: true, secondChance: false });
    settings.retrieval = { ...settings.retrieval, vectorWeight: 0 };
    const rerankedOver = async (passages: readonly Passage[]) => {
      const reranker = new FunctionReranker((text) => text.length);
      const told = await ask(testDeps({ index: await indexOf(passages), reranker, settings }), QUESTION);
      expect(told.ofType("passages")[0]).toMatchObject({ rerank: "on" });
      expect(told.done.unpricedModels).toEqual(["rerank-1"]);
      return { calls: reranker.calls.length, rerankMs: told.done.timings.rerank! };
    };
    const both = await rerankedOver([OLD, NEW]);
    const second = await rerankedOver([OTHER, NEW]);
    expect([both.calls, second.calls]).toEqual([2, 1]);
    // The clock of these tests goes on by one whenever it is read.
    expect(both.rerankMs).toBe(2 * second.rerankMs);
  });

  it("begins no second search when the first has used up the turn's time", async () => {
    let now = 0;
    let reads = 0;
    const index = await indexOf([OLD, NEW]);
    const slow: PassageIndex = Object.create(index, {
      passages: {
        value: (chunks: readonly number[]) => {
          reads += 1;
          now += 950;
          return index.passages(chunks);
        },
      },
    });
    const settings = testSettings();
    settings.budgets = { ...settings.budgets, turnMs: 1000 };
    const told = await ask(testDeps({ index: slow, settings, clock: { now: () => now } }), QUESTION);
    expect(told.ofType("error")).toMatchObject([{ code: "upstream_timeout" }]);
    expect(reads).toBe(1);
  });
});

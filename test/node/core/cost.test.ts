import { describe, expect, it } from "vitest";
import type { Conversation, TokenUsage } from "../../../src/core/ports.ts";
import { CostLedger, conversationCostUsd } from "../../../src/core/spend/cost.ts";

const PRICES = {
  chat: { input: 1, cachedInput: 0.1, output: 2 },
  embed: { input: 0.5, cachedInput: 0, output: 0 },
  free: { input: 0, cachedInput: 0, output: 0 },
};
const AT = new Date("2026-11-28T12:00:00.000Z");
const USAGE: TokenUsage = { inputTokens: 1_000_000, cachedInputTokens: 500_000, outputTokens: 100_000 };

function spend(calls: (ledger: CostLedger) => void): CostLedger {
  const ledger = new CostLedger(PRICES, AT);
  calls(ledger);
  return ledger;
}

describe("CostLedger", () => {
  it("costs nothing when nothing was called", () => {
    expect(spend(() => undefined).costUsd).toBe(0);
  });

  it("adds up calls and shows the rewrite's share apart", () => {
    const ledger = spend((l) => {
      l.beginChat("rewrite", "chat")(USAGE);
      l.beginChat("answer", "chat")(USAGE);
      l.addEmbedding("embed", 1_000_000);
    });
    // 0.5 uncached + 0.05 cached + 0.2 output, twice, and 0.5 for the embedding.
    expect(ledger.costUsd).toBeCloseTo(2 * 0.75 + 0.5, 10);
    expect(ledger.usage).toEqual({
      inputTokens: 2_000_000,
      cachedInputTokens: 1_000_000,
      outputTokens: 200_000,
      rewrite: USAGE,
      embeddingTokens: 1_000_000,
    });
  });

  it.each<[string, (ledger: CostLedger) => void]>([
    ["a model without a price", (l) => l.beginChat("answer", "toString")(USAGE)],
    ["a call without usage", (l) => l.beginChat("answer", "chat")(null)],
    ["a call that is still running", (l) => void l.beginChat("answer", "chat")],
  ])("does not know the cost after %s, also when the rest is known", (_, call) => {
    const ledger = spend((l) => {
      call(l);
      l.beginChat("answer", "chat")(USAGE);
    });
    expect(ledger.costUsd).toBeNull();
  });

  it("leaves services without a price per token out of the sum and names them", () => {
    const ledger = spend((l) => {
      l.addEmbedding("unheard-of", 10);
      l.addEmbedding("embed", null);
      l.addRerank("reranker");
      l.addRerank("reranker");
      l.beginChat("answer", "chat")(USAGE);
    });
    expect(ledger.costUsd).toBeCloseTo(0.75, 10);
    expect(ledger.unpricedModels).toEqual(["unheard-of", "embed", "reranker"]);
  });

  it("knows that what is free costs nothing, tokens reported or not", () => {
    const ledger = spend((l) => {
      l.addEmbedding("free", null);
      l.addRerank("free");
      l.beginChat("answer", "chat")("unbilled");
    });
    expect(ledger.costUsd).toBe(0);
    expect(ledger.unpricedModels).toEqual([]);
    expect(ledger.usage.embeddingTokens).toBeNull();
  });
});

describe("conversationCostUsd", () => {
  const conversation = (costs: (number | null)[], earlierCostUsd?: number | null): Conversation => ({
    id: "c",
    earlierCostUsd,
    turns: costs.map((costUsd, i) => ({
      id: `${i}`,
      question: "q",
      answer: "a",
      complete: true,
      costUsd,
      at: "",
    })),
  });

  it("sums the turns, this one and those no longer kept included", () => {
    expect(conversationCostUsd(null, 0.5)).toBe(0.5);
    expect(conversationCostUsd(conversation([1, 2], 4), 8)).toBe(15);
  });

  it("is unknown as soon as one turn is", () => {
    expect(conversationCostUsd(conversation([1, null]), 8)).toBeNull();
    expect(conversationCostUsd(conversation([1], null), 8)).toBeNull();
    expect(conversationCostUsd(conversation([1]), null)).toBeNull();
  });
});

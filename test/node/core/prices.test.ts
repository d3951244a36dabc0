import { describe, expect, it } from "vitest";
import { BUILT_IN_PRICES, costUsd } from "../../../src/core/spend/prices.ts";

const MILLION = { inputTokens: 1_000_000, cachedInputTokens: 0, outputTokens: 0 };
const cost = (usage: typeof MILLION, at: string) =>
  costUsd(BUILT_IN_PRICES, "deepseek-flash", usage, new Date(at));

describe("the cost of a call", () => {
  it("counts cached input once, at its own price", () => {
    const prices = { m: { input: 1, cachedInput: 0.1, output: 4 } };
    const usage = { inputTokens: 3_000, cachedInputTokens: 2_000, outputTokens: 500 };
    expect(costUsd(prices, "m", usage, new Date(0))).toBeCloseTo(
      (1_000 * 1 + 2_000 * 0.1 + 500 * 4) / 1e6,
      12,
    );
  });

  it("is unknown, not 0, for a model without a price", () => {
    expect(costUsd(BUILT_IN_PRICES, "other", MILLION, new Date(0))).toBeNull();
    expect(costUsd(BUILT_IN_PRICES, "constructor", MILLION, new Date(0))).toBeNull();
  });

  it.each([
    ["Monday before the peak", "2026-11-30T00:59:59Z", 0.15],
    ["Monday at the peak", "2026-11-30T01:00:00Z", 0.3],
    ["Monday between the peaks", "2026-11-30T04:00:00Z", 0.15],
    ["Friday at the second peak", "2026-11-27T09:59:59Z", 0.3],
    ["Saturday at the same hour", "2026-11-28T09:59:59Z", 0.15],
  ])("follows DeepSeek's hours: %s", (_, at, expected) => {
    expect(cost(MILLION, at)).toBeCloseTo(expected, 12);
  });
});

/** What the configuration says about the budget, in the terms of those who keep it. */
import type { Ceilings } from "./adapters/budget/spend-tables.ts";
import { nanoUsdOf, type OutputBound } from "./core/spend/call-bound.ts";
import type { TimeBudgets } from "./core/turn/pipeline-settings.ts";
import type { BudgetSettings, ChatSettings } from "./settings.ts";

/** Where a configuration takes the limit out of the request, the answer is cut at so many characters a token, each at most one token. */
const UNLIMITED_FACTOR = 12;
/** Time for the settling after a turn. */
const SLACK_MS = 60_000;

/** `null`: no ceiling at all. */
export function budgetCeilings(budget: BudgetSettings | null): Ceilings | null {
  if (budget === null) return null;
  const { usdPerDay, usdPerMonth, callsPerDay, callsPerMonth } = budget;
  const nanoUsd = (usd: number | null) => (usd === null ? null : nanoUsdOf(usd));
  return {
    day: { calls: callsPerDay, nanoUsd: nanoUsd(usdPerDay) },
    month: { calls: callsPerMonth, nanoUsd: nanoUsd(usdPerMonth) },
  };
}

/** Longer than the longest turn. */
export function holdTtlMs({ turnMs }: TimeBudgets): number {
  return turnMs + SLACK_MS;
}

/** Output tokens that the provider may bill for a request, where `CHAT_EXTRA_BODY` changes its limit or asks for several answers. */
export function outputBound(chat: ChatSettings | null): OutputBound {
  const { max_tokens, max_completion_tokens, n } = chat?.extraBody ?? {};
  const given = [max_tokens, max_completion_tokens];
  const limits = given.filter((limit) => typeof limit === "number");
  const isUnlimited = limits.length === 0 && given.includes(null);
  const answers = typeof n === "number" ? n : 1;
  return (requested) => {
    if (isUnlimited) return requested * UNLIMITED_FACTOR * answers;
    return Math.max(requested, ...limits) * answers;
  };
}

/** What a model call can cost at most, known before it is made. */
import type { ChatRequest, Spend, TokenUsage } from "./ports.ts";
import { costUsd, type ModelPrice, type PriceTable } from "./prices.ts";

/** What a provider's own chat template may add to each message, and to the whole. */
const TEMPLATE_TOKENS = 16;
const NANO_USD = 1_000_000_000;

/** A call that was not made. */
export const NO_CALL: Spend = { calls: 0, nanoUsd: 0 };

/** A call that cost nothing but itself. */
export const UNBILLED_CALL: Spend = { calls: 1, nanoUsd: 0 };

/** A request's output bound, where the configuration changes what is asked of the provider. @param requested tokens */
export type OutputBound = (requested: number) => number;

/** The bound of a chat call: every byte of the prompt a token, and the longest output, at the model's dearest hour. */
export function chatBound(
  prices: PriceTable,
  model: string,
  { messages, maxOutputTokens }: Pick<ChatRequest, "messages" | "maxOutputTokens">,
  outputBound: OutputBound,
): Spend {
  const promptBytes = messages.reduce((sum, { content }) => sum + byteCount(content), 0);
  const inputTokens = promptBytes + TEMPLATE_TOKENS * (messages.length + 1);
  return dearest(prices, model, inputTokens, outputBound(maxOutputTokens));
}

/**
 * The bound of a call that reads texts and writes numbers.
 * @param prefixBytes put before each text by the adapter
 */
export function readingBound(
  prices: PriceTable,
  model: string,
  texts: readonly string[],
  prefixBytes: number,
): Spend {
  const tokens = texts.reduce((sum, text) => sum + byteCount(text) + prefixBytes + TEMPLATE_TOKENS, 0);
  return dearest(prices, model, tokens, 0);
}

/** What a call cost as billed; only a call where the model has no price. */
export function billedSpend(prices: PriceTable, model: string, usage: TokenUsage, at: Date): Spend {
  return { calls: 1, nanoUsd: nanoUsdOf(costUsd(prices, model, usage, at) ?? 0) };
}

/**
 * A tokenizer that works on bytes makes at most one token a byte, so bytes bound tokens whatever the language. In plain English they are
 * about four times as many.
 */
function byteCount(text: string): number {
  return new TextEncoder().encode(text).length;
}

/** At the dearest of the model's rates: a call may begin in a cheap hour and be billed in a dear one. */
function dearest(prices: PriceTable, model: string, inputTokens: number, outputTokens: number): Spend {
  const price = Object.hasOwn(prices, model) ? prices[model] : undefined;
  if (price === undefined) return { calls: 1, nanoUsd: 0 };
  const usd = (inputTokens * dearestInput(price) + outputTokens * dearestOutput(price)) / 1_000_000;
  return { calls: 1, nanoUsd: nanoUsdOf(usd) };
}

function dearestInput({ input, cachedInput, peak }: ModelPrice): number {
  return Math.max(input, cachedInput, peak?.input ?? 0, peak?.cachedInput ?? 0);
}

function dearestOutput({ output, peak }: ModelPrice): number {
  return Math.max(output, peak?.output ?? 0);
}

/** Rounded up, past the last digit that floating point can be wrong in. */
export function nanoUsdOf(usd: number): number {
  return Math.ceil(Number((usd * NANO_USD).toPrecision(12)));
}

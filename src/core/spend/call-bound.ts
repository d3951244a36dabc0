/** What a model call can cost at most, known before it is made. */
import type { ChatRequest, Spend, TokenUsage } from "../ports.ts";
import { costUsd, type ModelPrice, type PriceTable } from "./prices.ts";
import { byteTokens, estimateTokens } from "./token-estimate.ts";

/** What a provider's own chat template may add to each message, and to the whole. */
const TEMPLATE_TOKENS = 16;
export const NANO_USD = 1_000_000_000;

/** A call that was not made. */
export const NO_CALL: Spend = { calls: 0, nanoUsd: 0 };

/** A call that cost nothing but itself. */
export const UNBILLED_CALL: Spend = { calls: 1, nanoUsd: 0 };

/** A request's output bound, where the configuration changes what is asked of the provider. @param requested tokens */
export type OutputBound = (requested: number) => number;

type ChatBounds = Pick<ChatRequest, "messages" | "maxOutputTokens">;

/** What is set aside for a chat call: its prompt's tokens as estimated, and the longest output, at the model's dearest hour. */
export function chatBound(
  prices: PriceTable,
  model: string,
  request: ChatBounds,
  outputBound: OutputBound,
): Spend {
  return chatSpend(prices, model, request, outputBound, estimateTokens);
}

/** The most that a chat call can have cost of which the service does not say it: every byte of the prompt a token. */
export function unreportedChatBound(
  prices: PriceTable,
  model: string,
  request: ChatBounds,
  outputBound: OutputBound,
): Spend {
  return chatSpend(prices, model, request, outputBound, byteTokens);
}

function chatSpend(
  prices: PriceTable,
  model: string,
  { messages, maxOutputTokens }: ChatBounds,
  outputBound: OutputBound,
  tokensOf: (text: string) => number,
): Spend {
  // Nothing depends on the tokens of a model without a price.
  if (!Object.hasOwn(prices, model)) return UNBILLED_CALL;
  const promptTokens = messages.reduce((sum, { content }) => sum + tokensOf(content), 0);
  const inputTokens = promptTokens + TEMPLATE_TOKENS * (messages.length + 1);
  return tokensBound(prices, model, inputTokens, outputBound(maxOutputTokens));
}

/**
 * The bound of a call that reads texts and writes numbers, every byte a token: many such services report none, and then this counts.
 * @param prefix put before each text by the adapter
 */
export function readingBound(
  prices: PriceTable,
  model: string,
  texts: readonly string[],
  prefix: string,
): Spend {
  const around = byteTokens(prefix) + TEMPLATE_TOKENS;
  const tokens = texts.reduce((sum, text) => sum + byteTokens(text) + around, 0);
  return tokensBound(prices, model, tokens, 0);
}

/** What a call cost as billed; only a call where the model has no price. */
export function billedSpend(prices: PriceTable, model: string, usage: TokenUsage, at: Date): Spend {
  return { calls: 1, nanoUsd: nanoUsdOf(costUsd(prices, model, usage, at) ?? 0) };
}

/** One call at the dearest of the model's rates: it may begin in a cheap hour and be billed in a dear one. */
export function tokensBound(
  prices: PriceTable,
  model: string,
  inputTokens: number,
  outputTokens: number,
): Spend {
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

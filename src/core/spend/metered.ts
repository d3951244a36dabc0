/** The model services under a budget: each call is allowed before it is made, and settled when it is over. */

import { readerGone } from "../deadline.ts";
import { isRepoBotError, ServiceLeftAlone } from "../errors.ts";
import type { ChatModel, ChatRequest, Embedder, Reranker, Spend, TokenUsage } from "../ports.ts";
import type { Clock } from "../turn/timings.ts";
import type { Allowance } from "./allowance.ts";
import {
  billedSpend,
  chatBound,
  NO_CALL,
  type OutputBound,
  readingBound,
  UNBILLED_CALL,
  unreportedChatBound,
} from "./call-bound.ts";
import type { PriceTable } from "./prices.ts";

export interface ModelServices {
  chat: ChatModel | null;
  rewriteChat?: ChatModel | null;
  embedder: Embedder | null;
  reranker: Reranker | null;
}

export interface MeterOptions {
  allowance: Allowance;
  prices: PriceTable;
  clock: Clock;
  /** @defaultValue what is requested is what the provider is asked for */
  outputBound?: OutputBound;
}

/** The same services; each call may now also fail with `over_budget` or `budget_unavailable`, before it is made. */
export function meterServices(services: ModelServices, options: MeterOptions): ModelServices {
  const { chat, rewriteChat, embedder, reranker } = services;
  return {
    chat: chat && meteredChat(chat, options),
    rewriteChat: rewriteChat && meteredChat(rewriteChat, options),
    embedder: embedder && meteredEmbedder(embedder, options),
    reranker: reranker && meteredReranker(reranker, options),
  };
}

function meteredChat(chat: ChatModel, options: MeterOptions): ChatModel {
  const { prices, clock, outputBound = (requested) => requested } = options;
  async function* stream(request: ChatRequest) {
    const bound = chatBound(prices, chat.model, request, outputBound);
    const settle = await allowed(options.allowance, bound, request.signal);
    let usage: TokenUsage | null = null;
    let begun = false;
    let failed: unknown = null;
    try {
      for await (const chunk of chat.stream(request)) {
        begun = true;
        if (chunk.usage) usage = chunk.usage;
        yield chunk;
      }
    } catch (error) {
      failed = error;
      throw error;
    } finally {
      settle(spent());
    }

    function spent(): Spend {
      if (usage !== null) return billedSpend(prices, chat.model, usage, new Date(clock.now()));
      // What was set aside is an estimate; what nobody reports is counted with what no tokenizer exceeds.
      const unreported = unreportedChatBound(prices, chat.model, request, outputBound);
      // A stream that was cut was billed for some of its tokens, and nobody says for how many.
      return failed === null || begun ? unreported : failedSpend(failed, unreported);
    }
  }
  return { model: chat.model, stream };
}

function meteredEmbedder(embedder: Embedder, options: MeterOptions): Embedder {
  const { prices, clock } = options;
  return {
    model: embedder.model,
    queryPrefix: embedder.queryPrefix,
    async embed(texts, role, signal) {
      const bound = readingBound(prices, embedder.model, texts, embedder.queryPrefix);
      return reading(options, bound, signal, async () => {
        const result = await embedder.embed(texts, role, signal);
        if (result.inputTokens === null) return { result, spent: bound };
        const usage = { inputTokens: result.inputTokens, cachedInputTokens: 0, outputTokens: 0 };
        return { result, spent: billedSpend(prices, embedder.model, usage, new Date(clock.now())) };
      });
    },
  };
}

function meteredReranker(reranker: Reranker, options: MeterOptions): Reranker {
  return {
    model: reranker.model,
    async rerank(query, texts, signal) {
      // Each text is read together with the query.
      const read = texts.map((text) => query + text);
      const bound = readingBound(options.prices, reranker.model, read, "");
      return reading(options, bound, signal, async () => ({
        result: await reranker.rerank(query, texts, signal),
        // Rerankers do not report tokens.
        spent: bound,
      }));
    },
  };
}

/** One call that gives its result at once. */
async function reading<T>(
  { allowance }: MeterOptions,
  bound: Spend,
  signal: AbortSignal | undefined,
  call: () => Promise<{ result: T; spent: Spend }>,
): Promise<T> {
  const settle = await allowed(allowance, bound, signal);
  try {
    const { result, spent } = await call();
    settle(spent);
    return result;
  } catch (error) {
    settle(failedSpend(error, bound));
    throw error;
  }
}

/** What a call cost that failed before it gave anything. */
function failedSpend(error: unknown, bound: Spend): Spend {
  if (error instanceof ServiceLeftAlone) return NO_CALL;
  return isRepoBotError(error, "upstream_unavailable") ? UNBILLED_CALL : bound;
}

/** A reader who left while the budget was asked costs no call. @throws RepoBotError `aborted` */
async function allowed(allowance: Allowance, bound: Spend, signal: AbortSignal | undefined) {
  const settle = await allowance.begin(bound);
  if (!signal?.aborted) return settle;
  settle(NO_CALL);
  throw readerGone();
}

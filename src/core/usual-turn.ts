import { chatBound, type OutputBound, readingBound } from "./call-bound.ts";
import type { Spend } from "./ports.ts";
import type { TurnDeps } from "./turn.ts";

/**
 * Bytes of the prompts of a usual turn. Over RepoBot's own docs, without a conversation, rewrites took 1.8 KB and answers 3.3 to 5.3 KB
 * (2026-11-30). A turn that needs more, such as a long conversation or a second search, sets the rest aside when it comes to it.
 */
const REWRITE_PROMPT_BYTES = 3_000;
const ANSWER_PROMPT_BYTES = 8_000;
const QUERY_BYTES = 600;
const RERANKED_PASSAGE_BYTES = 1_500;

/** What a usual turn costs at most: a rewrite, an embedding, a reranking where it is on, and an answer. */
export function usualTurnBound(
  { chat, rewriteChat, embedder, reranker, settings }: TurnDeps,
  rerank: boolean,
  outputBound: OutputBound = (requested) => requested,
): Spend {
  const { prices, maxRewriteTokens, maxAnswerTokens, retrieval } = settings;
  const bounds: Spend[] = [];
  if (chat !== null) {
    const rewriter = rewriteChat ?? chat;
    const prompts = [
      [rewriter.model, REWRITE_PROMPT_BYTES, maxRewriteTokens],
      [chat.model, ANSWER_PROMPT_BYTES, maxAnswerTokens],
    ] as const;
    for (const [model, bytes, maxOutputTokens] of prompts) {
      const messages = [{ role: "user" as const, content: " ".repeat(bytes) }];
      bounds.push(chatBound(prices, model, { messages, maxOutputTokens }, outputBound));
    }
  }
  if (embedder !== null) bounds.push(readingBound(prices, embedder.model, [" ".repeat(QUERY_BYTES)], 0));
  if (rerank && reranker !== null) {
    const texts = Array.from({ length: retrieval.rerankCandidates }, () =>
      " ".repeat(RERANKED_PASSAGE_BYTES),
    );
    bounds.push(readingBound(prices, reranker.model, texts, 0));
  }
  return bounds.reduce((sum, { calls, nanoUsd }) => ({
    calls: sum.calls + calls,
    nanoUsd: sum.nanoUsd + nanoUsd,
  }));
}

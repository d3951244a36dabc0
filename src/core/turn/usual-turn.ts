import type { Spend } from "../ports.ts";
import { type OutputBound, tokensBound } from "../spend/call-bound.ts";
import type { TurnDeps } from "./turn.ts";

/**
 * Tokens that are set aside for a usual turn. Over RepoBot's own docs, without a conversation, prompts of rewrites had 1.8 KB and of answers 3.3 to
 * 5.3 KB (2026-11-30), half as many tokens by the estimate. What is
 * embedded or reranked counts a token a byte. A turn that needs more, such as a long conversation or a second search, sets
 * the rest aside when it comes to it.
 */
/** A token a byte: a rewrite that is cut, or billed above its estimate, leaves what its answer needs. */
const REWRITE_PROMPT_TOKENS = 2_000;
const ANSWER_PROMPT_TOKENS = 3_000;
const QUERY_TOKENS = 600;
const RERANKED_PASSAGE_TOKENS = 1_500;

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
    bounds.push(
      tokensBound(prices, rewriter.model, REWRITE_PROMPT_TOKENS, outputBound(maxRewriteTokens)),
      tokensBound(prices, chat.model, ANSWER_PROMPT_TOKENS, outputBound(maxAnswerTokens)),
    );
  }
  if (embedder !== null) bounds.push(tokensBound(prices, embedder.model, QUERY_TOKENS, 0));
  if (rerank && reranker !== null) {
    const tokens = retrieval.rerankCandidates * RERANKED_PASSAGE_TOKENS;
    bounds.push(tokensBound(prices, reranker.model, tokens, 0));
  }
  return bounds.reduce((sum, { calls, nanoUsd }) => ({
    calls: sum.calls + calls,
    nanoUsd: sum.nanoUsd + nanoUsd,
  }));
}

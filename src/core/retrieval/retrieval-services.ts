/** The two services that retrieval may call. Either may fail: its leg is then off, and the result says why. */
import { withinBudget } from "../deadline.ts";
import { isRepoBotError } from "../errors.ts";
import type { Passage } from "../passage.ts";
import type { Embedder, EmbeddingInfo, Reranker } from "../ports.ts";
import { type NoticeCode, noticeOf } from "../turn/notices.ts";
import type { Clock } from "../turn/timings.ts";

export interface EmbeddedQueries {
  /** One vector a query, or none at all when the leg is off. */
  vectors: Float32Array[];
  notices: NoticeCode[];
  /** Set when the service answered. */
  embedded?: { inputTokens: number | null };
  /** Set when it was called. */
  embedMs?: number;
}

export interface EmbedTask {
  queries: readonly string[];
  embedder: Embedder | null;
  /** What the index was built with. */
  expected: EmbeddingInfo | null;
  budgetMs: number;
  clock: Clock;
  signal?: AbortSignal;
  /** Told of the failure that a notice stands for. */
  reportFault?(fault: unknown, where: string): void;
}

/**
 * Vectors of the queries, in one request. No request is sent when the index was built with another model, or for another query prefix: such
 * vectors do not compare, and the nearest of them would be noise.
 * @throws RepoBotError `aborted`
 */
export async function embedQueries(task: EmbedTask): Promise<EmbeddedQueries> {
  const { queries, embedder, expected, clock } = task;
  if (embedder === null || expected === null) return { vectors: [], notices: [] };
  if (embedder.model !== expected.model || embedder.queryPrefix !== expected.queryPrefix) {
    return { vectors: [], notices: ["embedding_mismatch"] };
  }
  const startedAt = clock.now();
  try {
    const { vectors, inputTokens } = await withinBudget(
      "embedding service",
      task.budgetMs,
      task.signal,
      (signal) => embedder.embed(queries, "query", signal),
    );
    const call = { embedded: { inputTokens }, embedMs: clock.now() - startedAt };
    if (vectors.some((vector) => vector.length !== expected.dimensions)) {
      return { vectors: [], notices: ["embedding_mismatch"], ...call };
    }
    const usable =
      vectors.length === queries.length && vectors.every((vector) => vector.every(Number.isFinite));
    return usable
      ? { vectors, notices: [], ...call }
      : { vectors: [], notices: ["embedding_failed"], ...call };
  } catch (error) {
    if (isRepoBotError(error, "aborted") || task.signal?.aborted) throw error;
    task.reportFault?.(error, "embed");
    return { vectors: [], notices: [noticeOf(error, "embedding_failed")], embedMs: clock.now() - startedAt };
  }
}

export interface RerankTask {
  query: string;
  passages: readonly Passage[];
  reranker: Reranker | null;
  budgetMs: number;
  clock: Clock;
  signal?: AbortSignal;
  /** Told of the failure that a notice stands for. */
  reportFault?(fault: unknown, where: string): void;
}

export interface Reranked {
  /** One relevance a passage, in input order; `null` when the leg is off. */
  scores: number[] | null;
  notices: NoticeCode[];
  /** Set when the service was called. */
  rerankMs?: number;
}

/** @throws RepoBotError `aborted` */
export async function rerankPassages(task: RerankTask): Promise<Reranked> {
  const { query, passages, reranker, clock } = task;
  if (passages.length === 0) return { scores: null, notices: [] };
  if (reranker === null) return { scores: null, notices: ["rerank_failed"] };
  const startedAt = clock.now();
  try {
    const scores = await withinBudget("rerank service", task.budgetMs, task.signal, (signal) =>
      reranker.rerank(query, passages.map(rerankText), signal),
    );
    const rerankMs = clock.now() - startedAt;
    const usable = scores.length === passages.length && scores.every(Number.isFinite);
    return usable
      ? { scores, notices: [], rerankMs }
      : { scores: null, notices: ["rerank_failed"], rerankMs };
  } catch (error) {
    if (isRepoBotError(error, "aborted") || task.signal?.aborted) throw error;
    task.reportFault?.(error, "rerank");
    return { scores: null, notices: [noticeOf(error, "rerank_failed")], rerankMs: clock.now() - startedAt };
  }
}

/** Title and headings say what a passage is about; its text alone often does not. */
function rerankText({ title, headingPath, text }: Passage): string {
  return [[title, ...headingPath.filter((heading) => heading !== title)].join(" > "), text].join("\n");
}

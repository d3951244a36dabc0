/**
 * What the core needs from the outside world. Adapters implement these, one vendor each; the core imports none of them.
 */
import type { AnswerMode } from "./events.ts";
import type { ChunkKind, Passage } from "./passage.ts";

/** Turns texts into vectors. */
export interface Embedder {
  /** Model name as the provider knows it; part of every cache key. */
  readonly model: string;
  /** What `embed` puts before queries. Vectors of another prefix do not compare, no more than those of another model. */
  readonly queryPrefix: string;
  /**
   * One vector a text, in order, not necessarily of unit length.
   * @param texts at least one, without prefix
   * @param role adds the model's own prefix (`query: ` or `passage: ` for e5) where it wants one
   * @throws RepoBotError `upstream_unavailable`, `upstream_timeout`, `upstream_malformed`, `aborted`
   */
  embed(texts: readonly string[], role: "query" | "passage", signal?: AbortSignal): Promise<EmbedResult>;
}

export interface EmbedResult {
  vectors: Float32Array[];
  /** Input tokens as billed, or `null` when the provider does not say. */
  inputTokens: number | null;
}

/** Orders passages by how well they answer a query. */
export interface Reranker {
  readonly model: string;
  /**
   * One relevance a text, in input order; larger is better. Not comparable across queries.
   * @throws RepoBotError `upstream_unavailable`, `upstream_timeout`, `upstream_malformed`, `aborted`
   */
  rerank(query: string, texts: readonly string[], signal?: AbortSignal): Promise<number[]>;
}

export interface ChatMessage {
  role: "system" | "user" | "assistant";
  content: string;
}

/** Tokens as the provider billed them. `cachedInputTokens` are included in `inputTokens`. */
export interface TokenUsage {
  inputTokens: number;
  cachedInputTokens: number;
  outputTokens: number;
}

export interface ChatRequest {
  messages: readonly ChatMessage[];
  /**
   * What in the messages is from the conversation (question, earlier turns, a rewrite) and not from the docs: not to be logged where a
   * service quotes it. @defaultValue every message but the system's
   */
  readerTexts?: readonly string[];
  /** Upper bound of the output. */
  maxOutputTokens: number;
  /** @defaultValue 0 */
  temperature?: number;
  signal?: AbortSignal;
}

/** A piece of a streamed completion: text as it comes; usage and finish reason once, at the end, where the provider sends them. */
export interface ChatChunk {
  text?: string;
  usage?: TokenUsage;
  /** `stop` (complete), `length` (cut at `maxOutputTokens`), `content_filter` (it declines to answer), or the provider's own word. */
  finishReason?: string;
}

/** A chat model behind an OpenAI-compatible API. */
export interface ChatModel {
  readonly model: string;
  /**
   * Streams one completion. Ends normally only when the provider ended it.
   * @throws RepoBotError `upstream_unavailable`, `upstream_timeout` (also when a stream stalls), `upstream_malformed`, `aborted`
   */
  stream(request: ChatRequest): AsyncIterable<ChatChunk>;
}

/** One entry of a ranking, best first. */
export interface RankedChunk {
  /** Position of the chunk in the index, 0-based. */
  chunk: number;
  /** `bm25Score` or `cosineSimilarity`, as the retriever that made the ranking says. */
  value: number;
}

/**
 * Restricts a ranking; fields are and-ed, values within a field or-ed. An absent field does not restrict. A lexical ranking of one kind
 * weighs words by how rare they are in that kind.
 */
export interface PassageFilter {
  version?: readonly string[];
  language?: readonly string[];
  kind?: readonly string[];
  source?: readonly string[];
}

/** How one analysed query term stands in the index: what the gate and the coverage check look at. */
export interface QueryTerm {
  /** As it stands in the query. */
  surface: string;
  /** As it is looked up (stemmed, lower case), or the index terms it was expanded to when the index lacks it. */
  terms: string[];
  /** Number of chunks that hold the best of `terms`; 0 when the index has none. */
  docFreq: number;
  /** ln(1 + (N - docFreq + 0.5) / (docFreq + 0.5)). */
  idf: number;
  /** True for identifiers, flags, error codes, numbers with units: what must match literally. */
  isIdentifier: boolean;
}

/** The prebuilt index, loaded. Rankings are synchronous and pure; only texts are fetched. */
export interface PassageIndex {
  /** Content hash: part of every cache key. */
  readonly hash: string;
  readonly chunkCount: number;
  /** Corpus facts from the manifest. */
  readonly corpus: CorpusInfo;
  /** What the vectors were made with; `null` when the index has none. */
  readonly embedding: EmbeddingInfo | null;
  /** Exact BM25F ranking. Empty when no term of the query is in the index. */
  lexicalRanking(query: string, limit: number, filter?: PassageFilter): RankedChunk[];
  /** Cosine ranking. `queryVector` has `embedding.dimensions` entries. Empty when the index has no vectors. */
  vectorRanking(queryVector: Float32Array, limit: number, filter?: PassageFilter): RankedChunk[];
  /** The query's terms after stop words, with their document frequencies, in query order. */
  analyzeQuery(query: string): QueryTerm[];
  /** Whether a chunk holds at least one of these index terms (as {@link QueryTerm.terms} gives them). */
  chunkHasTerm(chunk: number, terms: readonly string[]): boolean;
  /** Texts and addresses of chunks, in the order asked for. */
  passages(chunks: readonly number[]): Promise<Passage[]>;
  /** Chunk positions of one file in page order, for neighbours and pages. Empty when unknown. */
  chunksOfFile(file: string): number[];
}

export interface CorpusInfo {
  name: string;
  description: string;
  /** Default language of the docs, BCP 47. The rewrite is written in it. */
  language: string;
  /** Versions present, default first; empty when the corpus has none. */
  versions: string[];
  /** Other names of versions, such as `latest`, each with the version that it means. */
  versionAliases?: Record<string, string>;
  languages: string[];
  /** Kinds of passages present, `docs` before `code`. @defaultValue docs alone */
  kinds?: ChunkKind[];
  documentCount: number;
  /** Suggested first questions. */
  questions: string[];
  /** When it was built, ISO 8601, or the commit: what the configuration gives; `""` when unknown. */
  revision: string;
}

export interface EmbeddingInfo {
  model: string;
  dimensions: number;
  queryPrefix: string;
  passagePrefix: string;
}

/** A question or an answer. Never passages. */
export interface HistoryMessage {
  role: "user" | "assistant";
  content: string;
}

/** One finished (or cut) exchange as it is stored. */
export interface Turn {
  /** Unguessable, made by the server. */
  id: string;
  question: string;
  answer: string;
  /** False when the answer was cut by a fault or the reader's leaving. */
  complete: boolean;
  /** Of this turn; `null` when the price is unknown. */
  costUsd: number | null;
  /** ISO 8601. */
  at: string;
  /** Docs version that its request asked for: follow-ups stay in it. Absent when the request named none. */
  version?: string;
  /** Name of the docs that were asked, of which a store may keep the beginning only: for the owner's report and for feedback. */
  corpus?: string;
  /** How it was answered, and milliseconds by stage: for the owner's report, not given back by `load`. Absent for a cut turn. */
  mode?: AnswerMode;
  timings?: Readonly<Record<string, number>>;
}

export interface Conversation {
  id: string;
  /** Oldest first, bounded by the store. */
  turns: Turn[];
  /** USD of earlier turns, which `turns` no longer holds; `null` when unknown. @defaultValue 0 */
  earlierCostUsd?: number | null;
  /** Number of turns before the first of `turns`. @defaultValue 0 */
  earlierTurns?: number;
}

/** Conversation history. */
export interface HistoryStore {
  /** A new, unguessable id. Writes nothing. */
  newConversationId(): string;
  /** `null` when the id was never used or has expired. */
  load(conversationId: string): Promise<Conversation | null>;
  /** Adds a turn; never overwrites another's. */
  append(conversationId: string, turn: Turn): Promise<void>;
  /** Removes everything under the id. */
  delete(conversationId: string): Promise<void>;
}

/** A cache of short strings. A miss and a failure look the same: callers recompute. */
export interface Cache {
  get(key: string): Promise<string | null>;
  /** @param ttlSeconds at least 60 */
  put(key: string, value: string, ttlSeconds: number): Promise<void>;
}

/** Model calls and what they cost. */
export interface Spend {
  calls: number;
  /** Billionths of a US dollar, whole. */
  nanoUsd: number;
}

/** What the whole site may spend on model calls. It never grants more than is left. */
export interface Budget {
  /**
   * Sets an amount aside for a hold, on top of what it has; all of it or nothing. A hold that is not settled in time counts as spent.
   * @returns whether the amount is set aside
   * @throws RepoBotError `budget_unavailable` when nobody can say what is left
   */
  reserve(holdId: string, amount: Spend): Promise<boolean>;
  /** Ends a hold: what was really spent counts, the rest is free again. */
  settle(holdId: string, spent: Spend): Promise<void>;
}

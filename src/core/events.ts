/**
 * The events of one turn: the only thing the pipeline produces, and all that a door translates.
 *
 * Order: `start`, then `search` and `passages` (up to twice; not at all for an off-topic question), `delta`*, `answer`,
 * and exactly one terminal event, `done` or `error`.
 */

import type { ErrorCode } from "./errors.ts";
import type { Disagreement } from "./extractive/disagreements.ts";
import type { ChunkKind } from "./passage.ts";
import type { TokenUsage } from "./ports.ts";

/** How the answer was made: written by a model, or a lower rung of the degrade ladder, or no answer. */
export type AnswerMode = "llm" | "extractive" | "search" | "refusal" | "off_topic";

/** Which docs were asked, as they were indexed. */
export interface AnsweredCorpus {
  name: string;
  /** Docs version that was searched; `""` when the docs have none. */
  version: string;
  /** When the docs were indexed, ISO 8601, or their commit; `""` when unknown. */
  revision: string;
  indexHash: string;
}

export interface StartEvent {
  type: "start";
  conversationId: string;
  turnId: string;
  /** The question's language, BCP 47 primary tag. */
  language: string;
  corpus: AnsweredCorpus;
  /** Chat model, or `null` when answers are extractive. */
  model: string | null;
}

export interface SearchEvent {
  type: "search";
  /** 1, or 2 for the second chance. */
  attempt: 1 | 2;
  /** What was searched for: the rewritten question. */
  query: string;
  /** Where `query` came from: the model, the deterministic follow-up rule, or the question as it stands. */
  rewrittenBy: "model" | "rule" | "none";
  /** True when the rewrite was served from the cache. */
  cached: boolean;
}

/** A passage as listed to readers: its place in the prompt, where it is and how it was ranked. */
export interface PassageSummary {
  /** 1-based number by which the answer cites it. */
  n: number;
  id: string;
  url: string;
  title: string;
  headingPath: string[];
  file: string;
  version: string;
  kind: ChunkKind;
  rrfScore: number;
  /** 1-based ranks; `null` where that retriever did not rank it. */
  lexicalRank: number | null;
  vectorRank: number | null;
  bm25Score: number | null;
  cosineSimilarity: number | null;
  rerankScore: number | null;
}

export interface PassagesEvent {
  type: "passages";
  attempt: 1 | 2;
  passages: PassageSummary[];
  /** Legs that ran. `vector: "off"` names why in `notice`. */
  lexical: "on";
  vector: "on" | "off";
  rerank: "on" | "off";
  /** A degradation the reader may be told of, e.g. the embedding service being down. */
  notice?: string;
}

export interface DeltaEvent {
  type: "delta";
  text: string;
}

/** A source the answer really cites. */
export interface Source {
  n: number;
  url: string;
  title: string;
  headingPath: string[];
  version: string;
  kind: ChunkKind;
  /** The passage's line that supports the citing sentence, for quoting; absent when none was found. */
  quote?: string;
}

export type SentenceSupport = "supported" | "weak" | "unsupported" | "uncited";

export interface SentenceCheck {
  /** The sentence without its markers. */
  text: string;
  /** Numbers cited by the sentence, all valid. */
  citations: number[];
  support: SentenceSupport;
  /** Where `supported` or `weak`: the passage number and its supporting line. */
  evidence?: { n: number; quote: string };
}

export interface CitationCheck {
  /** Sentences that need a citation, lead-ins and the refusal excluded; of code only lines that hold something unknown, `unsupported`. */
  sentences: SentenceCheck[];
  /** Numbers outside 1..n that the model wrote; they never reach the reader's text. */
  invalidCitations: number[];
  /** Links and images removed because no passage has that address. */
  removedLinks: number;
  /** Functions, options, flags, headers and shell commands in the answer's code that neither a passage nor the index knows. */
  unknownIdentifiers: string[];
}

export interface AnswerEvent {
  type: "answer";
  mode: AnswerMode;
  /** The whole answer as the deltas gave it. */
  text: string;
  /** False when the model was cut off. */
  complete: boolean;
  language: string;
  /** What the answer holds for: the same as in `start`. */
  corpus: AnsweredCorpus;
  /** Only what `text` cites, in order of number. Empty for a refusal and for off-topic. */
  sources: Source[];
  /** Set where the answer rests on source code, alone or beside the docs. */
  basis?: "code" | "docs_and_code";
  /** Defaults that docs and source code state differently; the text then says both. Absent when there is none. */
  disagreements?: Disagreement[];
  /** Nearest pages, offered beside a refusal: not an answer. */
  near: Source[];
  check: CitationCheck;
  /** Why a lower rung answered, and that the answer rests on source code, public wording; absent when there is nothing to tell. */
  notice?: string;
}

export interface Usage extends TokenUsage {
  /** The part of the sums that the rewrite used. */
  rewrite: TokenUsage;
  embeddingTokens: number | null;
}

export interface DoneEvent {
  type: "done";
  /** Milliseconds by stage, in order of running: `history`, `rewrite`, `retrieve`, `embed`, `rerank`, `firstToken`, `answer`, `total`. */
  timings: Record<string, number>;
  usage: Usage;
  /** USD of this turn and of the conversation so far; `null` when a chat model's price or usage is unknown. */
  costUsd: number | null;
  conversationCostUsd: number | null;
  /** Embedding and rerank models that this turn called and whose price per token is unknown: `costUsd` leaves them out. */
  unpricedModels: string[];
  /** False when the turn could not be stored. */
  historySaved: boolean;
}

export interface ErrorEvent {
  type: "error";
  code: ErrorCode;
  /** Public: what to do. */
  message: string;
  /** The field of the request that is wrong, where `code` is `bad_request` or `not_found`. */
  field?: string;
}

export type TurnEvent =
  | StartEvent
  | SearchEvent
  | PassagesEvent
  | DeltaEvent
  | AnswerEvent
  | DoneEvent
  | ErrorEvent;

import type { AnswerEvent, DoneEvent, PassageSummary, StartEvent, TurnEvent } from "../../src/core/events.ts";
import { newConversationId } from "../../src/core/turn/conversation-id.ts";
import type { TurnResult } from "../../src/doors/turn-result.ts";

export const passage: PassageSummary = {
  n: 1,
  id: "chunk-1",
  url: "/docs/start.html#install",
  title: "Start",
  headingPath: ["Start", "Install"],
  file: "start.md",
  version: "",
  kind: "docs",
  rrfScore: 0.0164,
  lexicalRank: 1,
  vectorRank: null,
  bm25Score: 7.5,
  cosineSimilarity: null,
  rerankScore: null,
};

export const start: StartEvent = {
  type: "start",
  conversationId: newConversationId(Date.UTC(2026, 10, 30)),
  turnId: "turn-1",
  language: "en",
  corpus: { name: "Acme", version: "", revision: "", indexHash: "0123456789abcdef" },
  model: null,
};

export const answer: AnswerEvent = {
  type: "answer",
  mode: "extractive",
  text: "Run `npm ci`. [1]",
  complete: true,
  language: "en",
  corpus: start.corpus,
  sources: [
    { n: 1, url: passage.url, title: "Start", headingPath: ["Start", "Install"], version: "", kind: "docs" },
  ],
  near: [],
  check: { sentences: [], invalidCitations: [], removedLinks: 0, unknownIdentifiers: [] },
};

export const done: DoneEvent = {
  type: "done",
  timings: { history: 1, retrieve: 2, total: 4 },
  usage: {
    inputTokens: 0,
    cachedInputTokens: 0,
    outputTokens: 0,
    rewrite: { inputTokens: 0, cachedInputTokens: 0, outputTokens: 0 },
    embeddingTokens: null,
  },
  costUsd: 0,
  conversationCostUsd: 0,
  unpricedModels: [],
  historySaved: true,
};

/** A turn as the pipeline makes it, in order. */
export const wholeTurn: readonly TurnEvent[] = [
  start,
  { type: "search", attempt: 1, query: "install", rewrittenBy: "none", cached: false },
  { type: "passages", attempt: 1, passages: [passage], lexical: "on", vector: "off", rerank: "off" },
  { type: "delta", text: "Run `npm ci`." },
  { type: "delta", text: " [1]" },
  answer,
  done,
];

/** A turn with another answer. @param changes to its `answer` event */
export function answering(text: string, changes: Partial<AnswerEvent> = {}): TurnEvent[] {
  const found: TurnEvent = {
    type: "passages",
    attempt: 1,
    passages: [passage],
    lexical: "on",
    vector: "off",
    rerank: "off",
  };
  return [start, found, { type: "delta", text }, { ...answer, text, ...changes }, done];
}

const { type: _start, ...started } = start;
const { type: _answer, text, ...answered } = answer;
const { type: _done, ...ended } = done;

/** The same as one object. */
export const wholeResult: TurnResult = {
  ...started,
  answer: text,
  ...answered,
  ...ended,
  searches: [{ attempt: 1, query: "install", rewrittenBy: "none", cached: false }],
  passages: [passage],
};

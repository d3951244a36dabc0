import type { MiddlewareHandler } from "hono";
import type { AssetFetcher, IndexSource } from "../adapters/assets-index.ts";
import type { Ceilings, SpendReport } from "../adapters/budget/spend-tables.ts";
import type { CircuitBreaker } from "../adapters/circuit-breaker.ts";
import type { TurnEvent } from "../core/events.ts";
import type { FeedbackStore } from "../core/feedback.ts";
import type { PageSource } from "../core/markdown-page.ts";
import type { EmbeddingInfo, HistoryStore, PassageIndex } from "../core/ports.ts";
import type { DoorCounter, TurnLog } from "../core/report.ts";
import type { Retrieval, RetrieveRequest } from "../core/retrieval/retrieve.ts";
import type { Log } from "../log.ts";
import type { Challenge } from "./access/challenge.ts";
import type { AskBody } from "./ask-request.ts";
import type { RecentFaults } from "./recent-faults.ts";

/** One question, as far as a schema can check it. */
export type CheckedRequest = Omit<AskBody, "stream">;

/** What a turn needs of the request that asked for it. */
export interface TurnContext {
  /** Fires when the reader goes away. */
  signal: AbortSignal;
  /** Keeps work alive after the response. */
  waitUntil(work: Promise<unknown>): void;
  /** The conversation, where the request brings it along. @defaultValue the configured store */
  history?: HistoryStore;
}

/** What runs behind the routes. The Worker's entry builds it; a test passes its own. */
export interface AppDependencies {
  index: IndexSource;
  /** Answers one question. Its last event is `done` or `error`; an `error` alone is a request that could not be answered at all. */
  ask(index: PassageIndex, request: CheckedRequest, context: TurnContext): AsyncIterable<TurnEvent>;
  /** The best `topK` passages for a query. */
  retrieve(
    index: PassageIndex,
    request: RetrieveRequest,
    topK: number,
    waitUntil: TurnContext["waitUntil"],
  ): Promise<Retrieval>;
  history: HistoryStore;
  feedback: FeedbackStore;
  /** Stored turns, for the owner's report. */
  turnLog: TurnLog;
  /** Counts what is stored nowhere; `null` without the object that counts. */
  doorCounter: DoorCounter | null;
  /** Whether the report quotes the questions that were not answered. */
  reportQuestions: boolean;
  /** Pages of the docs as Markdown. */
  pages: PageSource;
  /** The build's files: the docs it rendered, the page's script and style. */
  assets: AssetFetcher;
  services: ConfiguredServices;
  /** What was spent, for the owner; `null` when nothing counts it. */
  spending: SpendingSource | null;
  /** Which of the services are left alone at the moment, by this isolate. @defaultValue none */
  breakers?: readonly Pick<CircuitBreaker, "service" | "state">[];
  log: Log;
  /** Lets its holder read what is kept for the owner; `null` when none is configured. Never logged. */
  ownerToken: string | null;
  /** Of other sites that may ask, e.g. `https://docs.example`. */
  allowedOrigins: readonly string[];
  /** Public keys of sites that may ask; empty: every one may. */
  siteKeys: readonly string[];
  /** `null`: nobody is checked. */
  challenge: Challenge | null;
  /** What keeps abuse out, as far as `/health` tells. */
  protection: Protection;
  /** What model services failed with lately, for `/health`. */
  faults: Pick<RecentFaults, "list">;
  /** Run before every route, in order, and before a body's size is known: CORS. */
  middleware?: readonly MiddlewareHandler[];
  /** Run before every route, in order, once a body's size is known to be within bounds: who may come in, and how often. */
  guards?: readonly MiddlewareHandler[];
}

export interface Protection {
  rateLimit: "on" | "off";
  budget: "on" | "off";
  siteKey: "on" | "off";
  challenge: "on" | "off";
}

/** What model calls have cost, and what they may. */
export interface SpendingSource {
  ceilings: Ceilings | null;
  /** Until when a ceiling is known to be reached, by this isolate; `null` while none is. */
  usedUpUntilMs(): number | null;
  report(): Promise<SpendReport>;
}

/** Which model services are configured, as far as `/health` tells. */
export interface ConfiguredServices {
  chatModel: string | null;
  embedding: Pick<EmbeddingInfo, "model" | "queryPrefix"> | null;
  rerankModel: string | null;
  rerankByDefault: boolean;
}

import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { createKvFeedback } from "../../src/adapters/kv-feedback.ts";
import { createKvHistory } from "../../src/adapters/kv-history.ts";
import { createKvTurnLog } from "../../src/adapters/kv-turn-log.ts";
import { createApp } from "../../src/app.ts";
import type { TurnEvent } from "../../src/core/events.ts";
import type { RankedPassage, RetrieveRequest } from "../../src/core/retrieval/retrieve.ts";
import type { AppDependencies, CheckedRequest } from "../../src/doors/dependencies.ts";
import type { LogFields } from "../../src/log.ts";
import { MemoryKv } from "../support/memory-kv.ts";
import { emptyIndex } from "../support/scripted-index.ts";
import { wholeTurn } from "../support/scripted-turn.ts";

export interface ScriptedApp {
  /** Requests that reached the pipeline. */
  asked: { request: CheckedRequest; signal: AbortSignal }[];
  searched: { request: RetrieveRequest; topK: number }[];
  logged: { event: string; fields: LogFields }[];
  /** What the whole log says, as text. */
  logText(): string;
  kv: MemoryKv;
  history: AppDependencies["history"];
  fetch(path: string, init?: RequestInit): Promise<Response>;
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Response>;
  /** Waits for what requests left running. */
  settled(): Promise<void>;
}

const ranked: RankedPassage = {
  passage: {
    id: "chunk-1",
    file: "start.md",
    url: "/docs/start.html#install",
    anchor: "install",
    title: "Start",
    headingPath: ["Start", "Install"],
    text: "Run `npm ci`.",
    kind: "docs",
    version: "v2",
    language: "en",
    source: "docs",
  },
  chunk: 4,
  n: 1,
  rrfScore: 0.0164,
  lexicalRank: 1,
  vectorRank: null,
  bm25Score: 7.5,
  cosineSimilarity: null,
  rerankScore: null,
};

/** The real routes over a pipeline that plays `turn`. */
export function scriptedApp(
  turn: () => AsyncIterable<TurnEvent> = () => play(wholeTurn),
  changes: Partial<AppDependencies> = {},
): ScriptedApp {
  const asked: ScriptedApp["asked"] = [];
  const searched: ScriptedApp["searched"] = [];
  const logged: ScriptedApp["logged"] = [];
  const kv = new MemoryKv();
  const history = createKvHistory(kv, { ttlSeconds: 3600, maxTurns: 20, onCorrupt: () => undefined });
  const contexts: ExecutionContext[] = [];
  const app = createApp({
    index: { get: async () => emptyIndex() },
    ask(_index, request, { signal }) {
      asked.push({ request, signal });
      return turn();
    },
    retrieve: async (_index, request, topK) => {
      searched.push({ request, topK });
      return { passages: [ranked], vector: "off", rerank: "off", notices: [], timings: { retrieveMs: 1 } };
    },
    history,
    feedback: createKvFeedback(kv, { ttlSeconds: 3600, onCorrupt: () => undefined }),
    spending: null,
    siteKeys: [],
    challenge: null,
    faults: { list: () => [] },
    protection: { rateLimit: "off", budget: "off", siteKey: "off", challenge: "off" },
    turnLog: createKvTurnLog(kv),
    doorCounter: null,
    reportQuestions: true,
    pages: { page: async () => null },
    ownerToken: null,
    allowedOrigins: [],
    assets: { fetch: async () => new Response(null, { status: 404 }) },
    services: { chatModel: null, embedding: null, rerankModel: null, rerankByDefault: false },
    log: (_level, event, fields = {}) => logged.push({ event, fields }),
    ...changes,
  });
  async function fetch(path: string, init?: RequestInit): Promise<Response> {
    const context = createExecutionContext();
    contexts.push(context);
    return app.fetch(new Request(new URL(path, "https://docs.example"), init), {}, context);
  }
  return {
    asked,
    searched,
    logged,
    logText: () => JSON.stringify(logged),
    kv,
    history,
    fetch,
    post: (path, body, headers = {}) =>
      fetch(path, {
        method: "POST",
        headers: { "Content-Type": "application/json", ...headers },
        body: typeof body === "string" ? body : JSON.stringify(body),
      }),
    settled: async () => {
      for (const context of contexts) await waitOnExecutionContext(context);
    },
  };
}

export async function* play(events: readonly TurnEvent[]): AsyncGenerator<TurnEvent> {
  yield* events;
}

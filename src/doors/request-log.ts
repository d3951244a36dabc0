/** One structured line a request: which door, how it ended, and what answering took. Never an id that opens anything, never a key. */
import type { Context, MiddlewareHandler } from "hono";
import type { TurnEvent } from "../core/events.ts";
import type { Log, LogFields } from "../log.ts";
import { isTerminal } from "./turn-stream.ts";

/** What the turn behind a request has told so far. */
interface TurnFacts {
  fields: LogFields;
  question: string;
  ended: boolean;
  /** Set once the response has begun, where the turn outlives that. */
  whenEnded?: () => void;
}

const facts = new WeakMap<Context, TurnFacts>();

export interface RequestLogOptions {
  log: Log;
  /** Whether lines hold what was asked. */
  questions: boolean;
}

/** Logs every request when it has ended, a streamed answer when its turn has; sets `Server-Timing` and `X-Request-Id`. */
export function logRequests({ log, questions }: RequestLogOptions): MiddlewareHandler {
  return async (c, next) => {
    const startedAt = Date.now();
    const requestId = c.req.header("CF-Ray") ?? crypto.randomUUID();
    await next();
    const { status } = c.res;
    c.header("X-Request-Id", requestId);
    if (!c.res.headers.has("Server-Timing")) c.header("Server-Timing", `total;dur=${Date.now() - startedAt}`);
    const turn = facts.get(c);
    const line = () =>
      log("info", "request", {
        requestId,
        door: c.req.routePath,
        method: c.req.method,
        status,
        ms: Date.now() - startedAt,
        ...turn?.fields,
        ...(questions && turn !== undefined && { question: turn.question }),
      });
    if (turn === undefined || turn.ended) line();
    else turn.whenEnded = line;
  };
}

/** Passes the events of a request's turn on, and keeps what its line will say. */
export async function* notedTurn(
  c: Context,
  question: string,
  events: AsyncIterable<TurnEvent>,
): AsyncGenerator<TurnEvent, void, undefined> {
  const turn: TurnFacts = { fields: {}, question, ended: false };
  facts.set(c, turn);
  try {
    for await (const event of events) {
      Object.assign(turn.fields, fieldsOf(event));
      // Before it is passed on: what follows a terminal event may never be asked for.
      if (isTerminal(event)) end(turn);
      yield event;
    }
  } finally {
    end(turn);
  }
}

function end(turn: TurnFacts): void {
  if (turn.ended) return;
  turn.ended = true;
  turn.whenEnded?.();
}

function fieldsOf(event: TurnEvent): LogFields {
  switch (event.type) {
    case "start":
      return { indexHash: event.corpus.indexHash, model: event.model, language: event.language };
    case "passages":
      return { vector: event.vector, rerank: event.rerank };
    case "answer":
      return { mode: event.mode, complete: event.complete, sources: event.sources.length };
    case "done": {
      const { timings, usage, costUsd, historySaved } = event;
      const { inputTokens, cachedInputTokens, outputTokens, embeddingTokens } = usage;
      const stages = Object.entries(timings).map(([stage, ms]) => [`${stage}Ms`, ms]);
      return {
        ...Object.fromEntries(stages),
        ...{ inputTokens, cachedInputTokens, outputTokens, embeddingTokens, costUsd, historySaved },
      };
    }
    case "error":
      return { code: event.code };
    default:
      return {};
  }
}

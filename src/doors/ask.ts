/** `POST /v1/ask`: one question, answered as server-sent events or as one JSON object. */
import type { Context } from "hono";
import { RepoBotError } from "../core/errors.ts";
import type { TurnEvent } from "../core/events.ts";
import { askRequestSchema } from "./ask-request.ts";
import type { AppDependencies } from "./dependencies.ts";
import { errorFields } from "./error-log.ts";
import { eventStream } from "./event-stream.ts";
import { readJsonBody } from "./read-request.ts";
import { serverTiming } from "./server-timing.ts";
import { collectTurn, turnError } from "./turn-result.ts";
import { turnStream } from "./turn-stream.ts";

/**
 * Errors that come before the answer begins are problem+json with their own status. In a stream, later ones are its terminal
 * event.
 */
export async function ask(c: Context, deps: AppDependencies): Promise<Response> {
  const { stream, ...request } = await readJsonBody(c.req.raw, askRequestSchema);
  const waitUntil = (promise: Promise<unknown>) => c.executionCtx.waitUntil(promise);
  const index = await deps.index.get(waitUntil);

  const readerLeft = new AbortController();
  const signal = AbortSignal.any([c.req.raw.signal, readerLeft.signal]);
  const events = deps.ask(index, request, { signal, waitUntil });
  const turn = turnStream(events, waitUntil, () => readerLeft.abort());
  const wantsEvents = stream ?? acceptsEvents(c.req.header("Accept"));
  return wantsEvents ? streamed(turn, deps) : whole(turn);
}

async function whole(turn: ReadableStream<TurnEvent>): Promise<Response> {
  // Not cancelled when read to its end: what the turn does after its last event is its own affair.
  const result = await collectTurn(turn.values({ preventCancel: true }));
  return Response.json(result, {
    headers: { "Cache-Control": "no-store", "Server-Timing": serverTiming(result.timings) },
  });
}

async function streamed(turn: ReadableStream<TurnEvent>, deps: AppDependencies): Promise<Response> {
  const startedAt = Date.now();
  const events = turn.getReader();
  const { done, value: first } = await events.read();
  if (done) throw new RepoBotError("internal", "The answer ended early. Ask again.");
  if (first.type === "error") throw turnError(first);
  const body = eventStream(first, events, {
    onFailure: (error) => deps.log("error", "turn_failed", errorFields(error)),
    onReaderGone: () => void events.cancel().catch(() => undefined),
  });
  return new Response(body, {
    headers: {
      "Content-Type": "text/event-stream; charset=utf-8",
      "Cache-Control": "no-cache, no-transform",
      "X-Accel-Buffering": "no",
      // The later stages are in the terminal event: headers leave before the answer exists.
      "Server-Timing": serverTiming({ start: Date.now() - startedAt }),
    },
  });
}

function acceptsEvents(accept: string | undefined): boolean {
  return accept?.toLowerCase().includes("text/event-stream") ?? false;
}

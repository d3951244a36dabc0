/** `POST /v1/ask`: one question, answered as server-sent events or as one JSON object. */
import type { Context } from "hono";
import type { TurnEvent } from "../core/events.ts";
import { askRequestSchema } from "./ask-request.ts";
import type { AppDependencies } from "./dependencies.ts";
import { encodeEvent } from "./event-stream.ts";
import { patientResponse } from "./patient-response.ts";
import { readJsonBody } from "./read-request.ts";
import { serverTiming } from "./server-timing.ts";
import { startTurn } from "./start-turn.ts";
import { streamResponse } from "./stream-response.ts";
import { collectTurn } from "./turn-result.ts";

/**
 * Errors that come before the answer begins are problem+json with their own status. In a stream, later ones are its terminal
 * event.
 */
export async function ask(c: Context, deps: AppDependencies): Promise<Response> {
  const { stream, ...request } = await readJsonBody(c.req.raw, askRequestSchema);
  const readerLeft = new AbortController();
  const turn = await startTurn(c, deps, request, { signal: readerLeft.signal });
  const wantsEvents = stream ?? acceptsEvents(c.req.header("Accept"));
  if (wantsEvents) return streamResponse(turn, encodeEvent, deps);
  return patientResponse(whole(turn), deps, { onReaderGone: () => readerLeft.abort() });
}

async function whole(turn: ReadableStream<TurnEvent>): Promise<Response> {
  const result = await collectTurn(turn);
  return Response.json(result, {
    headers: { "Cache-Control": "no-store", "Server-Timing": serverTiming(result.timings) },
  });
}

function acceptsEvents(accept: string | undefined): boolean {
  return accept?.toLowerCase().includes("text/event-stream") ?? false;
}

import { RepoBotError } from "../core/errors.ts";
import type { TurnEvent } from "../core/events.ts";
import type { AppDependencies } from "./dependencies.ts";
import { errorFields } from "./error-log.ts";
import { type EncodeEvent, type EventForm, eventStream, turnForm } from "./event-stream.ts";
import { serverTiming } from "./server-timing.ts";
import { turnError } from "./turn-result.ts";

/**
 * A turn as server-sent events in a door's own form.
 * @param encode called with every event of the turn, in order, to and with the terminal one
 * @param headers of the protocol, beside those of every stream
 * @throws RepoBotError an error that comes before the answer begins: it has a status of its own
 */
export async function streamResponse(
  turn: ReadableStream<TurnEvent>,
  encode: EncodeEvent,
  deps: Pick<AppDependencies, "log">,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const startedAt = Date.now();
  const events = turn.getReader();
  const first = await firstOf(events);
  if (first.type === "error") throw turnError(first);
  // The later stages are in the terminal event: headers leave before the answer exists.
  const timing = { "Server-Timing": serverTiming({ start: Date.now() - startedAt }) };
  return eventResponse(first, events, turnForm(encode), deps, { ...timing, ...headers });
}

/** The first event, read before a status is given. */
export async function firstOf<E>(events: ReadableStreamDefaultReader<E>): Promise<E> {
  const { done, value } = await events.read();
  if (done) throw new RepoBotError("internal", "The answer ended early. Ask again.");
  return value;
}

/** Server-sent events of any kind. */
export function eventResponse<E>(
  first: E,
  rest: ReadableStreamDefaultReader<E>,
  form: EventForm<E>,
  { log }: Pick<AppDependencies, "log">,
  headers: Readonly<Record<string, string>> = {},
): Response {
  const body = eventStream(first, rest, form, {
    onFailure: (error) => log("error", "turn_failed", errorFields(error)),
    onReaderGone: () => void rest.cancel().catch(() => undefined),
  });
  return new Response(body, {
    headers: {
      "Content-Type": "text/event-stream; charset=utf-8",
      "Cache-Control": "no-cache, no-transform",
      "X-Accel-Buffering": "no",
      ...headers,
    },
  });
}

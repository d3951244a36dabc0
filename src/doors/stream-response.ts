import { RepoBotError } from "../core/errors.ts";
import type { TurnEvent } from "../core/events.ts";
import type { AppDependencies } from "./dependencies.ts";
import { errorFields } from "./error-log.ts";
import { type EncodeEvent, eventStream } from "./event-stream.ts";
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
  { log }: Pick<AppDependencies, "log">,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const startedAt = Date.now();
  const events = turn.getReader();
  const { done, value: first } = await events.read();
  if (done) throw new RepoBotError("internal", "The answer ended early. Ask again.");
  if (first.type === "error") throw turnError(first);
  const body = eventStream(first, events, {
    encode,
    onFailure: (error) => log("error", "turn_failed", errorFields(error)),
    onReaderGone: () => void events.cancel().catch(() => undefined),
  });
  return new Response(body, {
    headers: {
      "Content-Type": "text/event-stream; charset=utf-8",
      "Cache-Control": "no-cache, no-transform",
      "X-Accel-Buffering": "no",
      // The later stages are in the terminal event: headers leave before the answer exists.
      "Server-Timing": serverTiming({ start: Date.now() - startedAt }),
      ...headers,
    },
  });
}

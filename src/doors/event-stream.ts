/** A turn as server-sent events: `event:` is the event's type, `data:` the event as JSON. */
import { RepoBotError } from "../core/errors.ts";
import type { TurnEvent } from "../core/events.ts";
import { problemOf } from "./problem.ts";
import { isTerminal } from "./turn-stream.ts";

/**
 * Proxies close connections that are silent for long, and a reader's leaving is only noticed when something is written: until then the
 * model would go on for nobody.
 */
export const KEEP_ALIVE_MS = 5_000;
const KEEP_ALIVE = ": keep-alive\n\n";

/** JSON has no raw line breaks, so one `data:` line holds every event. */
export function encodeEvent(event: TurnEvent): string {
  return `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
}

export interface EventStreamOptions {
  /** Told of a turn that failed without saying so itself. */
  onFailure(error: unknown): void;
  /** Told when the reader has gone. */
  onReaderGone(): void;
  /** @defaultValue {@link KEEP_ALIVE_MS} */
  keepAliveMs?: number;
}

/**
 * Encodes a turn. Whatever happens to it, the stream ends with exactly one terminal event, `done` or `error`, so that a reader
 * can tell a cut stream from a finished one.
 *
 * @param first read before the response began
 */
export function eventStream(
  first: TurnEvent,
  rest: ReadableStreamDefaultReader<TurnEvent>,
  options: EventStreamOptions,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let readerGone = false;

  async function pass(controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> {
    const send = (text: string) => {
      if (!readerGone) controller.enqueue(encoder.encode(text));
    };
    const timer = setInterval(() => send(KEEP_ALIVE), options.keepAliveMs ?? KEEP_ALIVE_MS);
    try {
      let event = first;
      send(encodeEvent(event));
      while (!isTerminal(event)) {
        const next = await rest.read();
        if (next.done) throw new RepoBotError("internal", "The answer ended early. Ask again.");
        event = next.value;
        send(encodeEvent(event));
      }
    } catch (error) {
      if (readerGone) return;
      options.onFailure(error);
      const { code, detail } = problemOf(error);
      send(encodeEvent({ type: "error", code, message: detail }));
    } finally {
      clearInterval(timer);
    }
    if (!readerGone) controller.close();
  }

  return new ReadableStream<Uint8Array>({
    // Not returned: a stream does not call `cancel` before its `start` is done. `pass` itself never rejects but for a defect.
    start(controller) {
      pass(controller).catch(options.onFailure);
    },
    cancel() {
      readerGone = true;
      options.onReaderGone();
    },
  });
}

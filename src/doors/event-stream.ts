/** A turn as server-sent events, in the form of one door or another. */
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

/**
 * What a door sends for an event of the turn: server-sent events, each with its blank line, or `""` for nothing. The terminal event
 * must give what ends the door's own stream.
 */
export type EncodeEvent = (event: TurnEvent) => string | Promise<string>;

/** RepoBot's own form: `event:` is the event's type, `data:` the event. JSON has no raw line breaks, so one `data:` line holds it. */
export function encodeEvent(event: TurnEvent): string {
  return `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
}

/** A server-sent event without a name, as most protocols want it. */
export function dataEvent(value: unknown): string {
  return `data: ${JSON.stringify(value)}\n\n`;
}

export interface EventStreamOptions {
  /** @defaultValue {@link encodeEvent} */
  encode?: EncodeEvent;
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
  const encode = options.encode ?? encodeEvent;
  let readerGone = false;

  async function pass(controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> {
    const send = (text: string) => {
      if (!readerGone && text !== "") controller.enqueue(encoder.encode(text));
    };
    const timer = setInterval(() => send(KEEP_ALIVE), options.keepAliveMs ?? KEEP_ALIVE_MS);
    try {
      let event = first;
      send(await encode(event));
      while (!isTerminal(event)) {
        const next = await rest.read();
        if (next.done) throw new RepoBotError("internal", "The answer ended early. Ask again.");
        event = next.value;
        send(await encode(event));
      }
    } catch (error) {
      if (readerGone) return;
      options.onFailure(error);
      const { code, detail } = problemOf(error);
      send(await encode({ type: "error", code, message: detail }));
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

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

/** How the events of one kind are sent. */
export interface EventForm<E> {
  /** Server-sent events, each with its blank line, or `""` for nothing. What it gives for a terminal event ends the stream. */
  encode(event: E): string | Promise<string>;
  isTerminal(event: E): boolean;
  /** The terminal event that tells of a failure, in public words. */
  failure(error: unknown): E;
}

/** How a door sends the events of a turn: it sees all of them, in order, to and with the terminal one. */
export type EncodeEvent = EventForm<TurnEvent>["encode"];

/** The form of a turn in a door's own encoding. */
export function turnForm(encode: EncodeEvent): EventForm<TurnEvent> {
  return { encode, isTerminal, failure: failureEvent };
}

function failureEvent(error: unknown): TurnEvent {
  const { code, detail } = problemOf(error);
  return { type: "error", code, message: detail };
}

/** RepoBot's own form: `event:` is the event's type, `data:` the event. JSON has no raw line breaks, so one `data:` line holds it. */
export function encodeEvent(event: TurnEvent): string {
  return `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
}

/** A server-sent event without a name, as most protocols want it. */
export function dataEvent(value: unknown): string {
  return `data: ${JSON.stringify(value)}\n\n`;
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
 * Encodes events. Whatever happens to them, the stream ends with exactly one terminal event, so that a reader can tell a cut stream
 * from a finished one.
 *
 * @param first read before the response began
 */
export function eventStream<E>(
  first: E,
  rest: ReadableStreamDefaultReader<E>,
  form: EventForm<E>,
  options: EventStreamOptions,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let readerGone = false;

  async function pass(controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> {
    const send = (text: string) => {
      if (!readerGone && text !== "") controller.enqueue(encoder.encode(text));
    };
    const timer = setInterval(() => send(KEEP_ALIVE), options.keepAliveMs ?? KEEP_ALIVE_MS);
    try {
      let event = first;
      send(await form.encode(event));
      while (!form.isTerminal(event)) {
        const next = await rest.read();
        if (next.done) throw new RepoBotError("internal", "The answer ended early. Ask again.");
        event = next.value;
        send(await form.encode(event));
      }
    } catch (error) {
      if (readerGone) return;
      options.onFailure(error);
      send(await form.encode(form.failure(error)));
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

/** Server-sent events of a response, read in whole batches: one wait for all that came together. */
import { createParser, type EventSourceMessage } from "eventsource-parser";

/** One event: its name where it has one, and its data. */
export type ServerEvent = Pick<EventSourceMessage, "event" | "data">;

/** Reads a body to its end, or up to a bound. */
export class EventReader {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  readonly #maxBytes: number;
  readonly #tooLarge: () => Error;
  readonly #decoder = new TextDecoder();
  readonly #parser = createParser({ onEvent: (event) => this.#events.push(event) });
  #events: ServerEvent[] = [];
  #byteLength = 0;

  /** @param tooLarge makes what is thrown past `maxBytes` */
  constructor(body: ReadableStream<Uint8Array> | null, maxBytes: number, tooLarge: () => Error) {
    this.#reader = body?.getReader();
    this.#maxBytes = maxBytes;
    this.#tooLarge = tooLarge;
  }

  /**
   * What came next: none, or several events.
   * @returns `null` after the last
   * @throws what the connection fails with, or `tooLarge`
   */
  async read(): Promise<ServerEvent[] | null> {
    const next = await this.#reader?.read();
    if (next === undefined) return null;
    if (next.done) return this.#rest();
    this.#byteLength += next.value.byteLength;
    if (this.#byteLength > this.#maxBytes) throw this.#tooLarge();
    this.#parser.feed(this.#decoder.decode(next.value, { stream: true }));
    return this.#take();
  }

  /** Lets go of what is unread. */
  cancel(): void {
    // Not awaited: a connection that hangs would hang its reader with it.
    this.#reader?.cancel().catch(() => undefined);
  }

  /** Some services leave out the blank line after their last event. */
  #rest(): ServerEvent[] | null {
    this.#parser.feed(`${this.#decoder.decode()}\n\n`);
    const events = this.#take();
    return events.length === 0 ? null : events;
  }

  #take(): ServerEvent[] {
    const events = this.#events;
    this.#events = [];
    return events;
  }
}

import type { TurnEvent } from "../core/events.ts";

/**
 * Runs a turn to its end, whether or not somebody reads it, so that it is stored also when the reader has gone.
 *
 * @param keepAlive the request's `waitUntil`
 * @param onReaderGone called when the stream is cancelled; the turn then ends early but is still run to its end
 * @returns the turn's events; it fails with what the turn throws
 */
export function turnStream<E = TurnEvent>(
  events: AsyncIterable<E>,
  keepAlive: (promise: Promise<unknown>) => void,
  onReaderGone: () => void,
): ReadableStream<E> {
  let readerGone = false;
  async function run(controller: ReadableStreamDefaultController<E>): Promise<void> {
    try {
      for await (const event of events) if (!readerGone) controller.enqueue(event);
      if (!readerGone) controller.close();
    } catch (error) {
      if (!readerGone) controller.error(error);
    }
  }
  return new ReadableStream<E>({
    start(controller) {
      keepAlive(run(controller));
    },
    cancel() {
      readerGone = true;
      onReaderGone();
    },
  });
}

export function isTerminal(event: TurnEvent): boolean {
  return event.type === "done" || event.type === "error";
}

/**
 * A JSON answer whose reader may leave while it is made. A leaving is only noticed when something is written, so an answer that takes
 * long is begun with white space, which JSON allows before a value.
 */

import type { AppDependencies } from "./dependencies.ts";
import { errorFields } from "./error-log.ts";
import { KEEP_ALIVE_MS } from "./event-stream.ts";

const WHITE_SPACE = new TextEncoder().encode(" \n");
const PENDING = Symbol("pending");

export interface PatientOptions {
  /** Told when the reader has gone. */
  onReaderGone(): void;
  /** @defaultValue {@link KEEP_ALIVE_MS} */
  keepAliveMs?: number;
}

/**
 * The response itself where it comes soon, status and headers included. A late one can have no status of its own any more: when it
 * turns out to be an error, the connection is cut, which no client takes for an answer.
 *
 * @param answer a JSON response
 * @throws what `answer` fails with before anything was sent
 */
export async function patientResponse(
  answer: Promise<Response>,
  { log }: Pick<AppDependencies, "log">,
  { onReaderGone, keepAliveMs = KEEP_ALIVE_MS }: PatientOptions,
): Promise<Response> {
  let wake: ReturnType<typeof setTimeout> | undefined;
  const patience = new Promise<typeof PENDING>((resolve) => {
    wake = setTimeout(() => resolve(PENDING), keepAliveMs);
  });
  const soon = await Promise.race([answer, patience]).finally(() => clearTimeout(wake));
  if (soon !== PENDING) return soon;

  let readerGone = false;
  let timer: ReturnType<typeof setInterval> | undefined;
  async function pass(controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> {
    try {
      const late = await answer;
      if (!late.ok) throw new Error(`a late answer with status ${late.status}`);
      const body = new Uint8Array(await late.arrayBuffer());
      if (readerGone) return;
      controller.enqueue(body);
      controller.close();
    } catch (error) {
      if (readerGone) return;
      log("error", "late_answer_failed", errorFields(error));
      controller.error(error);
    } finally {
      clearInterval(timer);
    }
  }
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(WHITE_SPACE);
      timer = setInterval(() => controller.enqueue(WHITE_SPACE), keepAliveMs);
      // Not returned: a stream does not call `cancel` before its `start` is done. It never rejects.
      void pass(controller);
    },
    cancel() {
      readerGone = true;
      clearInterval(timer);
      onReaderGone();
    },
  });
  return new Response(body, { headers: { "Content-Type": "application/json", "Cache-Control": "no-store" } });
}

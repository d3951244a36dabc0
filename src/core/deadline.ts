import { RepoBotError } from "./errors.ts";
import { LazyTimer } from "./lazy-timer.ts";

/** What a reader is told when a service was too slow. */
function tooSlow(service: string, budgetMs: number): RepoBotError {
  return new RepoBotError(
    "upstream_timeout",
    `The ${service} did not answer in time. Ask again in a moment.`,
    {
      internalMessage: `${service}: over its budget of ${Math.round(budgetMs)} ms`,
    },
  );
}

/** What ends a turn whose reader has gone. */
export function readerGone(): RepoBotError {
  return new RepoBotError("aborted", "The question was cancelled before the answer was complete.");
}

/**
 * Waits for `work` no longer than the budget and no longer than the reader waits, even when the work ignores its signal. Work whose
 * budget is used up is not begun. The signal's reason is what this throws.
 *
 * @param service for the error message, e.g. `embedding service`
 * @throws RepoBotError `upstream_timeout` after `budgetMs`, `aborted` when `signal` fires, or whatever `work` throws
 */
export async function withinBudget<T>(
  service: string,
  budgetMs: number,
  signal: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  if (signal?.aborted) throw readerGone();
  if (budgetMs <= 0) throw tooSlow(service, budgetMs);
  const controller = new AbortController();
  try {
    return await limited(service, budgetMs, signal, work(controller.signal));
  } catch (error) {
    controller.abort(error);
    throw error;
  }
}

async function limited<T>(
  service: string,
  budgetMs: number,
  signal: AbortSignal | undefined,
  work: Promise<T>,
): Promise<T> {
  // Once the limit has won nobody waits for the work any more; its late rejection is not a fault.
  work.catch(() => undefined);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let onAbort: (() => void) | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(tooSlow(service, budgetMs)), Math.max(0, budgetMs));
    onAbort = () => reject(readerGone());
    signal?.addEventListener("abort", onAbort, { once: true });
  });
  try {
    return await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
    if (onAbort) signal?.removeEventListener("abort", onAbort);
  }
}

/** Time limits of a stream, all in milliseconds. */
export interface StreamBudget {
  /** Until the first piece. */
  firstMs: number;
  /** Between two pieces. */
  idleMs: number;
  /** From the start to the end. */
  totalMs: number;
}

/**
 * Passes a stream on under time limits. The source gets a signal that fires as soon as the consumer is done with it, for
 * whatever reason, so no request outlives its reader; where a limit was the reason, it is the signal's reason too.
 *
 * @throws RepoBotError `upstream_timeout`, `aborted`, or whatever the source throws
 */
export async function* streamWithinBudget<T>(
  service: string,
  budget: StreamBudget,
  signal: AbortSignal | undefined,
  open: (signal: AbortSignal) => AsyncIterable<T>,
): AsyncGenerator<T, void, undefined> {
  if (signal?.aborted) throw readerGone();
  if (budget.totalMs <= 0) throw tooSlow(service, budget.totalMs);
  const controller = new AbortController();
  const iterator = open(controller.signal)[Symbol.asyncIterator]();
  const patience = new Patience(service, signal);
  let leftMs = budget.totalMs;
  let waitMs = budget.firstMs;
  let ended = false;
  let reason: unknown;
  try {
    for (;;) {
      if (signal?.aborted) throw readerGone();
      const startedAt = performance.now();
      const next = await patience.within(Math.min(waitMs, leftMs), iterator.next());
      leftMs -= performance.now() - startedAt;
      waitMs = budget.idleMs;
      if (next.done) {
        ended = true;
        return;
      }
      yield next.value;
    }
  } catch (error) {
    reason = error;
    throw error;
  } finally {
    patience.close();
    if (!ended) {
      controller.abort(reason);
      // Not awaited: a source that hangs would hang its reader with it.
      iterator.return?.().catch(() => undefined);
    }
  }
}

/** Waits for one piece after the other, with one timer and one listener for all of them. */
class Patience {
  readonly #service: string;
  readonly #signal: AbortSignal | undefined;
  readonly #timer = new LazyTimer(() => this.#giveUp(tooSlow(this.#service, this.#waitMs)));
  readonly #onAbort = () => this.#giveUp(readerGone());
  #waitMs = 0;
  #giveUp: (reason: RepoBotError) => void = () => undefined;

  constructor(service: string, signal: AbortSignal | undefined) {
    this.#service = service;
    this.#signal = signal;
    signal?.addEventListener("abort", this.#onAbort, { once: true });
  }

  /** @throws RepoBotError `upstream_timeout`, `aborted`, or what the piece fails with */
  within<T>(waitMs: number, piece: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#giveUp = reject;
      this.#waitMs = waitMs;
      this.#timer.set(waitMs);
      // Once the limit has won nobody waits for the piece any more; its late rejection is not a fault.
      piece.then(
        (value) => {
          this.#timer.pause();
          resolve(value);
        },
        (error: unknown) => reject(error),
      );
    });
  }

  close(): void {
    this.#timer.close();
    this.#signal?.removeEventListener("abort", this.#onAbort);
  }
}

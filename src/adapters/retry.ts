/** One policy of retrying for every model service. */
import { isRepoBotError, RepoBotError } from "../core/errors.ts";

/** How often and how long a caller is willing to wait. */
export interface RetryPolicy {
  /** Further attempts after the first. */
  retries: number;
  /** Before the first retry; doubled for each one after it, with up to a quarter of jitter. */
  minDelayMs: number;
  /** A service that asks for a longer wait is not retried at all: its reader has a better use of the time. */
  maxDelayMs: number;
  /** Of the retries, how many may follow an attempt that ran out of time. @defaultValue 0: a reader has no second time to give */
  timeoutRetries?: number;
}

/** While a reader waits. */
export const INTERACTIVE_RETRIES: RetryPolicy = { retries: 2, minDelayMs: 250, maxDelayMs: 2_000 };
/** While a build waits: rate limits are waited out, and one slow answer among hundreds does not end it. */
export const BUILD_RETRIES: RetryPolicy = {
  retries: 6,
  minDelayMs: 500,
  maxDelayMs: 60_000,
  timeoutRetries: 2,
};

/** Thrown inside an attempt: worth another try, `error` being what to report when there is none left. */
export class RetryableFault extends Error {
  readonly error: RepoBotError;
  /** What the service asked for in `Retry-After`; `null` when it did not. */
  readonly retryAfterMs: number | null;

  constructor(error: RepoBotError, retryAfterMs: number | null) {
    super(error.message, { cause: error });
    this.error = error;
    this.retryAfterMs = retryAfterMs;
  }
}

/**
 * Runs `attempt` until it succeeds, fails for good, or the policy is used up.
 * @throws RepoBotError `aborted` when `signal` fires while waiting; whatever else the attempt throws
 */
export async function withRetries<T>(
  policy: RetryPolicy,
  signal: AbortSignal | undefined,
  attempt: () => Promise<T>,
): Promise<T> {
  let timeoutsLeft = policy.timeoutRetries ?? 0;
  for (let tried = 0; ; tried++) {
    try {
      return await attempt();
    } catch (cause) {
      const fault =
        isRepoBotError(cause, "upstream_timeout") && timeoutsLeft-- > 0
          ? new RetryableFault(cause, null)
          : cause;
      if (!(fault instanceof RetryableFault)) throw fault;
      const delayMs =
        fault.retryAfterMs ??
        Math.min(policy.maxDelayMs, policy.minDelayMs * 2 ** tried * (1 + Math.random() / 4));
      if (tried >= policy.retries || delayMs > policy.maxDelayMs) throw fault.error;
      await pause(delayMs, signal);
    }
  }
}

/** `Retry-After` as seconds or as a date; `null` when absent or unreadable. */
export function parseRetryAfterMs(header: string | null | undefined, now: number): number | null {
  if (header === null || header === undefined || header.trim() === "") return null;
  const seconds = Number(header);
  const ms = Number.isNaN(seconds) ? Date.parse(header) - now : seconds * 1000;
  return Number.isFinite(ms) ? Math.max(0, ms) : null;
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted === true) return reject(abortedError());
    const stop = () => {
      clearTimeout(timer);
      reject(abortedError());
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, ms);
    signal?.addEventListener("abort", stop, { once: true });
  });
}

/** The reader, or whoever asked, went away. */
export function abortedError(): RepoBotError {
  return new RepoBotError("aborted", "The request was cancelled.");
}

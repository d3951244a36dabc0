/** What model services said when they last failed, for `/health`: a reader is told that a model is down, its owner needs to know why. */
import { isRepoBotError } from "../core/errors.ts";
import type { Problem } from "./problem.ts";

/** A fault older than this is no news of how things are. */
const FAULT_LIFETIME_MS = 5 * 60_000;
/** There are not more services. */
const MAX_FAULTS = 8;

export interface RecentFaults {
  /** Keeps an error of a model service; others are passed over. */
  note(error: unknown): void;
  /** Those of the last five minutes, newest first, each message once. In this isolate: another one has seen other requests. */
  list(): Pick<Problem, "code" | "detail">[];
}

export function recentFaults(clock: { now(): number }): RecentFaults {
  const seen = new Map<string, { code: Problem["code"]; at: number }>();
  return {
    note(error) {
      if (!isRepoBotError(error) || !error.code.startsWith("upstream_")) return;
      seen.delete(error.message);
      seen.set(error.message, { code: error.code, at: clock.now() });
      const oldest = seen.keys().next();
      if (seen.size > MAX_FAULTS && !oldest.done) seen.delete(oldest.value);
    },
    list() {
      const fresh = [...seen].filter(([, { at }]) => clock.now() - at < FAULT_LIFETIME_MS);
      return fresh.reverse().map(([detail, { code }]) => ({ code, detail }));
    },
  };
}

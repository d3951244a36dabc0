/** How the services behind answered lately, for `/health`: a reader is told that a model is down, its owner needs to know why. */
import { isRepoBotError } from "../core/errors.ts";
import type { Problem } from "./problem.ts";

/** A call longer ago than this is no news of how things are. */
const MEMORY_MS = 5 * 60_000;
/** Of each service. */
const MAX_CALLS = 10;

interface Call {
  atMs: number;
  /** `null`: it worked. */
  fault: { code: Problem["code"]; detail: string } | null;
}

export interface RecentFaults {
  /**
   * Keeps how a call ended.
   * @param service as readers are told, e.g. `chat service`
   * @param error `null` where it worked; errors that are not of a service are passed over
   */
  note(service: string, error: unknown): void;
  /**
   * The services that failed in more than half of their last ten calls within five minutes, each with its last fault. In this isolate:
   * another one has seen other requests.
   */
  list(): Pick<Problem, "code" | "detail">[];
}

export function recentFaults(clock: { now(): number }): RecentFaults {
  const services = new Map<string, Call[]>();
  const freshOf = (calls: readonly Call[]) => calls.filter(({ atMs }) => clock.now() - atMs < MEMORY_MS);
  return {
    note(service, error) {
      const isFault = isRepoBotError(error) && error.code.startsWith("upstream_");
      if (error !== null && !isFault) return;
      const fault = isFault ? { code: error.code, detail: error.message } : null;
      const calls = freshOf(services.get(service) ?? []);
      services.set(service, [...calls, { atMs: clock.now(), fault }].slice(-MAX_CALLS));
    },
    list() {
      return [...services].flatMap(([service, calls]) => {
        const fresh = freshOf(calls);
        const faults = fresh.flatMap(({ fault }) => fault ?? []);
        const last = faults.at(-1);
        if (last === undefined || faults.length * 2 <= fresh.length) return [];
        const share =
          fresh.length === 1 ? "its last call" : `${faults.length} of its last ${fresh.length} calls`;
        const said = `The ${service} failed in ${share} within five minutes.`;
        return [{ code: last.code, detail: `${said} ${last.detail}` }];
      });
    },
  };
}

/** Questions and searches that are stored nowhere, counted by door and outcome: no word of them, and no id. */
import type { Context } from "hono";
import type { TurnEvent } from "../core/events.ts";
import type { CountedOutcome } from "../core/report.ts";
import type { AppDependencies } from "./dependencies.ts";
import { errorFields } from "./error-log.ts";

/** Counts one, after the reader has been answered. A counter that fails is logged, and costs nobody an answer. */
export function countDoor(
  c: Context,
  { doorCounter, log }: Pick<AppDependencies, "doorCounter" | "log">,
  outcome: CountedOutcome,
  costUsd: number | null,
): void {
  if (doorCounter === null) return;
  const counting = doorCounter
    .count(c.req.path, outcome, costUsd)
    .catch((error: unknown) => log("warn", "door_counts_failed", errorFields(error)));
  c.executionCtx.waitUntil(counting);
}

/** Passes the events of a turn on and counts it by how it ended; one that never began is not counted. */
export async function* countedTurn(
  c: Context,
  deps: Pick<AppDependencies, "doorCounter" | "log">,
  events: AsyncIterable<TurnEvent>,
): AsyncGenerator<TurnEvent, void, undefined> {
  let outcome: CountedOutcome | null = null;
  let costUsd: number | null = null;
  try {
    for await (const event of events) {
      if (event.type === "start") outcome = "cut";
      if (event.type === "answer") outcome = event.mode;
      if (event.type === "done") costUsd = event.costUsd;
      yield event;
    }
  } finally {
    if (outcome !== null) countDoor(c, deps, outcome, costUsd);
  }
}

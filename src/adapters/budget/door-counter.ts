/** Counts of doors on their way to the budget's object, which decides about reservations too: it is told seldom. */

import type { DoorCounter } from "../../core/report.ts";
import { NANO_USD, nanoUsdOf } from "../../core/spend/call-bound.ts";
import { type BudgetMessage, type DoorSum, doorsSchema, MAX_DOOR_SUMS } from "./messages.ts";

/** An isolate sends the first count at once, and what comes after it together, no sooner than after this long. */
const GATHERED_MS = 10_000;

export interface DoorCounterOptions {
  /** @throws RepoBotError `budget_unavailable` */
  send(message: BudgetMessage): Promise<Response>;
  now(): number;
}

/**
 * Adds up in the isolate. What it still holds when the isolate ends is lost, and so is what cannot be sent: sent again it might be counted
 * twice.
 */
export function createDoorCounter({ send, now }: DoorCounterOptions): DoorCounter {
  let gathered = new Map<string, DoorSum>();
  let sentMs = -Infinity;

  async function flush(): Promise<void> {
    if (gathered.size === 0) return;
    const counts = [...gathered.values()];
    gathered = new Map();
    sentMs = now();
    await send({ type: "count", counts });
  }

  return {
    async count(door, outcome, costUsd) {
      const day = new Date(now()).toISOString().slice(0, 10);
      const key = `${day} ${outcome} ${door}`;
      const sum = gathered.get(key) ?? { day, door, outcome, count: 0, nanoUsd: 0 };
      sum.count += 1;
      sum.nanoUsd += nanoUsdOf(costUsd ?? 0);
      gathered.set(key, sum);
      if (now() - sentMs >= GATHERED_MS || gathered.size >= MAX_DOOR_SUMS) await flush();
    },
    async since(fromMs) {
      await flush();
      const response = await send({ type: "doors", fromMs });
      const rows = doorsSchema.parse(await response.json());
      return rows.map(({ nanoUsd, ...row }) => ({ ...row, costUsd: nanoUsd / NANO_USD }));
    },
  };
}

import { withinBudget } from "../../core/deadline.ts";
import { isRepoBotError, RepoBotError } from "../../core/errors.ts";
import type { Budget, Spend } from "../../core/ports.ts";
import type { DoorCounter } from "../../core/report.ts";
import { createDoorCounter } from "./door-counter.ts";
import { type BudgetMessage, reportSchema, reserveResultSchema } from "./messages.ts";
import type { Ceilings, SpendReport } from "./spend-tables.ts";

/** The part of a Durable Object namespace that is used; the real one satisfies it. */
export interface DurableNamespace<Id = unknown> {
  idFromName(name: string): Id;
  get(id: Id): { fetch(input: string, init: RequestInit): Promise<Response> };
}

export interface DurableBudgetOptions {
  namespace: DurableNamespace;
  /** `null`: spending is counted and never refused. */
  ceilings: Ceilings | null;
  /** After this long an unsettled hold counts as spent: longer than any turn takes. */
  holdTtlMs: number;
  /** @defaultValue `Date.now` */
  now?(): number;
}

export interface DurableBudget extends Budget {
  /** Of what is stored nowhere. Its methods throw RepoBotError `budget_unavailable`. */
  readonly doorCounter: DoorCounter;
  readonly ceilings: Ceilings | null;
  /** Until when no model is asked any more, as far as this isolate was told; `null` while there is something left. */
  usedUpUntilMs(): number | null;
  /** @throws RepoBotError `budget_unavailable` */
  report(): Promise<SpendReport>;
}

/** A reader waits no longer than this to hear what is left. */
const ANSWER_MS = 2_000;
const SETTLE_ATTEMPTS = 2;
/** What is only counted is gathered for so long: nobody waits for it, and the one object has better things to do. */
const GATHERED_MS = 1_000;
/** By then whoever gathered would have sent: its request has been stopped. */
const ABANDONED_MS = 10_000;
const NOTHING: Spend = { calls: 0, nanoUsd: 0 };
/** The name of the one object. */
const OBJECT_NAME = "budget";

/**
 * The budget as one Durable Object keeps it. Without ceilings it is only told what was spent, after the turn: what the turns of an isolate
 * spend in one second is told together, by the first of them, whose request is kept alive for it.
 */
export function createDurableBudget(options: DurableBudgetOptions): DurableBudget {
  const { namespace, ceilings, holdTtlMs, now = Date.now } = options;
  /** Spent, and told to nobody yet. */
  let gathered: Spend = NOTHING;
  /** Since when a turn waits to tell it; `null` for none. */
  let waitingSinceMs: number | null = null;
  /** An amount that cannot fit any more before the period ends: not asked for again by this isolate. */
  let full: { amount: Spend; untilMs: number } | null = null;

  async function send(message: BudgetMessage): Promise<Response> {
    try {
      return await withinBudget("budget", ANSWER_MS, undefined, async (signal) => {
        const object = namespace.get(namespace.idFromName(OBJECT_NAME));
        const body = JSON.stringify(message);
        const response = await object.fetch("https://budget.local/", { method: "POST", body, signal });
        if (!response.ok) throw new Error(`the budget object answered ${response.status}`);
        return response;
      });
    } catch (cause) {
      throw unavailable(cause);
    }
  }

  async function record(spent: Spend): Promise<void> {
    if (isNothing(spent)) return;
    gathered = sumOf(gathered, spent);
    if (waitingSinceMs !== null && now() - waitingSinceMs < ABANDONED_MS) return;
    waitingSinceMs = now();
    await new Promise((resolve) => setTimeout(resolve, GATHERED_MS));
    await tellGathered();
  }

  /** What cannot be told is told with what is spent next: better counted twice, where only the answer was lost, than never. */
  async function tellGathered(): Promise<void> {
    const spent = gathered;
    gathered = NOTHING;
    waitingSinceMs = null;
    if (isNothing(spent)) return;
    try {
      await send({ type: "record", spent });
    } catch (error) {
      gathered = sumOf(gathered, spent);
      throw error;
    }
  }

  return {
    ceilings,
    async reserve(holdId, amount) {
      if (ceilings === null) return true;
      const isFull = full !== null && now() < full.untilMs;
      if (full !== null && isFull && reaches(amount, full.amount)) return false;
      const response = await send({ type: "reserve", holdId, amount, ceilings, ttlMs: holdTtlMs });
      const { granted, fullUntilMs } = reserveResultSchema.parse(await response.json());
      if (fullUntilMs !== null) full = { amount, untilMs: fullUntilMs };
      return granted;
    },
    async settle(holdId, spent) {
      if (ceilings === null) return record(spent);
      // Settling again settles nothing twice.
      for (let attempt = 1; ; attempt++) {
        try {
          await send({ type: "settle", holdId, spent });
          return;
        } catch (error) {
          if (attempt >= SETTLE_ATTEMPTS) throw error;
        }
      }
    },
    doorCounter: createDoorCounter({ send, now }),
    usedUpUntilMs: () => (full !== null && now() < full.untilMs ? full.untilMs : null),
    async report() {
      // What was told before is worth seeing without it, and it is kept. Where the object is out of reach, the report itself says so.
      await tellGathered().catch(() => undefined);
      const response = await send({ type: "report" });
      return reportSchema.parse(await response.json());
    },
  };
}

function isNothing({ calls, nanoUsd }: Spend): boolean {
  return calls === 0 && nanoUsd === 0;
}

function sumOf(one: Spend, other: Spend): Spend {
  return { calls: one.calls + other.calls, nanoUsd: one.nanoUsd + other.nanoUsd };
}

function reaches(amount: Spend, bound: Spend): boolean {
  return amount.calls >= bound.calls && amount.nanoUsd >= bound.nanoUsd;
}

function unavailable(cause: unknown): RepoBotError {
  const why = isRepoBotError(cause) ? (cause.internalMessage ?? cause.message) : String(cause);
  return new RepoBotError("budget_unavailable", "The budget cannot be checked. Try again in a minute.", {
    internalMessage: `budget object: ${why}`,
    cause,
  });
}

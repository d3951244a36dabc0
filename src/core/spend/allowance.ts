import { isRepoBotError, RepoBotError } from "../errors.ts";
import type { Budget, Spend } from "../ports.ts";
import { NO_CALL } from "./call-bound.ts";

/** Ends a call that was allowed. @param spent what it really cost */
export type SettleCall = (spent: Spend) => void;

/**
 * What one turn may spend: a hold on the budget that grows when a call needs more than is left of it. Once the budget has refused, the turn
 * asks no model any more, so that it does not pay for half of an answer.
 */
export class Allowance {
  readonly #budget: Budget;
  readonly #holdId: string = crypto.randomUUID();
  #held: Spend = NO_CALL;
  /** Of calls that are over as they were billed, of running ones their bounds. */
  #used: Spend = NO_CALL;
  #refusal: RepoBotError | null = null;
  /** True once the budget may have set something aside, whether or not its answer arrived. */
  #mayHold = false;
  #closed = false;
  /** Reservations, one after the other. */
  #queue: Promise<void> = Promise.resolve();

  constructor(budget: Budget) {
    this.#budget = budget;
  }

  /** Begins to set aside what is likely to be needed, so that no call waits for it later. */
  prefetch(amount: Spend): void {
    this.#enqueue(() => this.#reserve(amount)).catch(() => undefined);
  }

  /**
   * Allows one call.
   * @param bound the most that it can cost
   * @returns to be called when the call is over; a call that is never settled counts with its bound
   * @throws RepoBotError `over_budget`, `budget_unavailable`
   */
  async begin(bound: Spend): Promise<SettleCall> {
    await this.#enqueue(async () => {
      await this.#reserve(shortfall(this.#held, plus(this.#used, bound)));
      this.#used = plus(this.#used, bound);
    });
    let running = true;
    return (spent) => {
      if (!running || this.#closed) return;
      running = false;
      this.#used = minus(plus(this.#used, spent), bound);
    };
  }

  /** Settles with the budget. @throws RepoBotError `budget_unavailable`: then the whole hold counts as spent */
  async close(): Promise<void> {
    await this.#queue;
    if (this.#closed) return;
    this.#closed = true;
    if (this.#mayHold) await this.#budget.settle(this.#holdId, this.#used);
  }

  #enqueue(work: () => Promise<void>): Promise<void> {
    const done = this.#queue.then(work);
    this.#queue = done.catch(() => undefined);
    return done;
  }

  async #reserve(amount: Spend): Promise<void> {
    if (this.#refusal !== null) throw this.#refusal;
    if (amount.calls === 0 && amount.nanoUsd === 0) return;
    try {
      if (!(await this.#budget.reserve(this.#holdId, amount))) throw overBudget();
    } catch (error) {
      this.#refusal = asRefusal(error);
      if (this.#refusal.code !== "over_budget") this.#mayHold = true;
      throw this.#refusal;
    }
    this.#mayHold = true;
    this.#held = plus(this.#held, amount);
  }
}

function overBudget(): RepoBotError {
  return new RepoBotError("over_budget", "The budget for model calls is used up. Its owner can raise it.");
}

function asRefusal(error: unknown): RepoBotError {
  if (isRepoBotError(error)) return error;
  return new RepoBotError("budget_unavailable", "The budget cannot be checked. Try again in a minute.", {
    cause: error,
  });
}

function plus(a: Spend, b: Spend): Spend {
  return { calls: a.calls + b.calls, nanoUsd: a.nanoUsd + b.nanoUsd };
}

function minus(a: Spend, b: Spend): Spend {
  return { calls: a.calls - b.calls, nanoUsd: a.nanoUsd - b.nanoUsd };
}

function shortfall(held: Spend, needed: Spend): Spend {
  return {
    calls: Math.max(0, needed.calls - held.calls),
    nanoUsd: Math.max(0, needed.nanoUsd - held.nanoUsd),
  };
}

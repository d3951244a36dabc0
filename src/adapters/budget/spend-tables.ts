/** What was spent, by day and month, and what is set aside: tables in the SQLite database of one Durable Object. */
import type { Spend } from "../../core/ports.ts";

/** The part of a Durable Object's storage that is used; the real one satisfies it. */
export interface SqlStorage {
  readonly sql: {
    exec(query: string, ...bindings: (string | number)[]): { toArray(): Record<string, unknown>[] };
  };
  transactionSync<T>(work: () => T): T;
}

/** At most so much in one period; `null`: no ceiling. */
export interface Ceiling {
  calls: number | null;
  nanoUsd: number | null;
}

export interface Ceilings {
  day: Ceiling;
  month: Ceiling;
}

export interface ReserveRequest {
  holdId: string;
  amount: Spend;
  ceilings: Ceilings;
  /** After this long an unsettled hold counts as spent. */
  ttlMs: number;
}

export interface ReserveResult {
  granted: boolean;
  /** Where even without the holds of others the amount is too much: when the period ends, ms since the epoch; else `null`. */
  fullUntilMs: number | null;
}

export interface PeriodSpend extends Spend {
  /** `2026-11-30` or `2026-11`, UTC. */
  period: string;
}

export interface SpendReport {
  day: PeriodSpend;
  month: PeriodSpend;
  /** Set aside for running turns. */
  held: Spend;
  /** Days on which something was spent, newest first. */
  days: PeriodSpend[];
}

const REPORTED_DAYS = 31;
/** Older days are forgotten; months are kept. */
const KEPT_DAYS = 400;
const DAY_MS = 86_400_000;

/**
 * Every method is one transaction of a single-threaded object, so no two of them see the same remainder: settled and held amounts together
 * never exceed a ceiling.
 */
export class SpendTables {
  readonly #storage: SqlStorage;

  constructor(storage: SqlStorage) {
    this.#storage = storage;
    this.#run(
      "CREATE TABLE IF NOT EXISTS spent (period TEXT PRIMARY KEY, calls INTEGER NOT NULL, nano_usd INTEGER NOT NULL)",
    );
    this.#run(
      `CREATE TABLE IF NOT EXISTS holds
       (id TEXT PRIMARY KEY, calls INTEGER NOT NULL, nano_usd INTEGER NOT NULL, begun_ms INTEGER NOT NULL, expires_ms INTEGER NOT NULL)`,
    );
  }

  /** @param nowMs since the epoch */
  reserve(nowMs: number, { holdId, amount, ceilings, ttlMs }: ReserveRequest): ReserveResult {
    return this.#storage.transactionSync(() => {
      this.#expire(nowMs);
      const held = this.#held();
      // A hold counts, with all that it grows by, for the day on which it began.
      const [hold] = this.#run("SELECT begun_ms FROM holds WHERE id = ?", holdId);
      const begunMs = Number(hold?.begun_ms ?? nowMs);
      let granted = true;
      let fullUntilMs: number | null = null;
      for (const [period, ceiling, endsMs] of [
        [dayOf(begunMs), ceilings.day, dayEndMs(begunMs)],
        [monthOf(begunMs), ceilings.month, monthEndMs(begunMs)],
      ] as const) {
        const spent = this.#spentIn(period);
        if (!fits(sum(spent, amount), ceiling)) fullUntilMs = Math.max(fullUntilMs ?? 0, endsMs);
        if (!fits(sum(sum(spent, held), amount), ceiling)) granted = false;
      }
      if (granted) {
        this.#run(
          `INSERT INTO holds VALUES (?, ?, ?, ?, ?)
           ON CONFLICT (id) DO UPDATE SET
             calls = calls + excluded.calls, nano_usd = nano_usd + excluded.nano_usd, expires_ms = excluded.expires_ms`,
          holdId,
          amount.calls,
          amount.nanoUsd,
          begunMs,
          nowMs + ttlMs,
        );
      }
      return { granted, fullUntilMs };
    });
  }

  /** Of a hold that is gone nothing happens: it was settled before, or expired and counts in full. */
  settle(nowMs: number, holdId: string, spent: Spend): void {
    this.#storage.transactionSync(() => {
      this.#expire(nowMs);
      const [hold] = this.#run("DELETE FROM holds WHERE id = ? RETURNING begun_ms", holdId);
      if (hold !== undefined) this.#add(Number(hold.begun_ms), spent);
    });
  }

  /** Counts what was spent without a hold. */
  record(nowMs: number, spent: Spend): void {
    this.#storage.transactionSync(() => this.#add(nowMs, spent));
  }

  report(nowMs: number): SpendReport {
    return this.#storage.transactionSync(() => {
      this.#expire(nowMs);
      const days = this.#run(
        "SELECT * FROM spent WHERE length(period) = 10 ORDER BY period DESC LIMIT ?",
        REPORTED_DAYS,
      );
      const [day, month] = [dayOf(nowMs), monthOf(nowMs)];
      return {
        day: { period: day, ...this.#spentIn(day) },
        month: { period: month, ...this.#spentIn(month) },
        held: this.#held(),
        days: days.map((row) => ({ period: String(row.period), ...spendOf(row) })),
      };
    });
  }

  /** Months are kept for good. @param nowMs since the epoch @returns whether any days or holds are left */
  deleteOld(nowMs: number): boolean {
    return this.#storage.transactionSync(() => {
      this.#expire(nowMs);
      this.#run(
        "DELETE FROM spent WHERE length(period) = 10 AND period < ?",
        dayOf(nowMs - KEPT_DAYS * DAY_MS),
      );
      const days = this.#run("SELECT 1 FROM spent WHERE length(period) = 10 LIMIT 1");
      return days.length > 0 || this.#run("SELECT 1 FROM holds LIMIT 1").length > 0;
    });
  }

  /** A hold whose turn never came back (its Worker was stopped) may have been spent to the last cent. */
  #expire(nowMs: number): void {
    const expired = this.#run("DELETE FROM holds WHERE expires_ms <= ? RETURNING *", nowMs);
    for (const row of expired) this.#add(Number(row.begun_ms), spendOf(row));
  }

  /** @param atMs when the turn began: it counts for that day */
  #add(atMs: number, { calls, nanoUsd }: Spend): void {
    if (calls === 0 && nanoUsd === 0) return;
    for (const period of [dayOf(atMs), monthOf(atMs)]) {
      this.#run(
        `INSERT INTO spent VALUES (?, ?, ?)
         ON CONFLICT (period) DO UPDATE SET calls = calls + excluded.calls, nano_usd = nano_usd + excluded.nano_usd`,
        period,
        calls,
        nanoUsd,
      );
    }
  }

  #spentIn(period: string): Spend {
    return spendOf(this.#run("SELECT * FROM spent WHERE period = ?", period)[0] ?? {});
  }

  #held(): Spend {
    return spendOf(
      this.#run("SELECT total(calls) AS calls, total(nano_usd) AS nano_usd FROM holds")[0] ?? {},
    );
  }

  #run(query: string, ...bindings: (string | number)[]): Record<string, unknown>[] {
    return this.#storage.sql.exec(query, ...bindings).toArray();
  }
}

function spendOf({ calls, nano_usd }: Record<string, unknown>): Spend {
  return { calls: Number(calls ?? 0), nanoUsd: Number(nano_usd ?? 0) };
}

function sum(a: Spend, b: Spend): Spend {
  return { calls: a.calls + b.calls, nanoUsd: a.nanoUsd + b.nanoUsd };
}

function fits({ calls, nanoUsd }: Spend, ceiling: Ceiling): boolean {
  return calls <= (ceiling.calls ?? Infinity) && nanoUsd <= (ceiling.nanoUsd ?? Infinity);
}

function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

function monthOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 7);
}

function dayEndMs(ms: number): number {
  return (Math.floor(ms / DAY_MS) + 1) * DAY_MS;
}

function monthEndMs(ms: number): number {
  const at = new Date(ms);
  return Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 1);
}

/** How often each door was asked and how that ended, by day: a table in the SQLite database of the budget's object. */
import type { DoorSum } from "./messages.ts";
import type { SqlStorage } from "./spend-tables.ts";

/** The longest report, and a day for the clocks. */
const KEPT_DAYS = 91;
const DAY_MS = 86_400_000;

export class DoorTables {
  readonly #storage: SqlStorage;

  constructor(storage: SqlStorage) {
    this.#storage = storage;
    storage.sql.exec(
      `CREATE TABLE IF NOT EXISTS doors
       (day TEXT NOT NULL, door TEXT NOT NULL, outcome TEXT NOT NULL, count INTEGER NOT NULL, nano_usd INTEGER NOT NULL,
        PRIMARY KEY (day, door, outcome))`,
    );
  }

  add(sums: readonly DoorSum[]): void {
    this.#storage.transactionSync(() => {
      for (const { day, door, outcome, count, nanoUsd } of sums) {
        this.#storage.sql.exec(
          `INSERT INTO doors VALUES (?, ?, ?, ?, ?)
           ON CONFLICT (day, door, outcome) DO UPDATE SET
             count = count + excluded.count, nano_usd = nano_usd + excluded.nano_usd`,
          day,
          door,
          outcome,
          count,
          nanoUsd,
        );
      }
    });
  }

  /** @param nowMs since the epoch @returns whether any days are left */
  deleteOld(nowMs: number): boolean {
    this.#storage.sql.exec("DELETE FROM doors WHERE day < ?", dayOf(nowMs - KEPT_DAYS * DAY_MS));
    return this.#storage.sql.exec("SELECT 1 FROM doors LIMIT 1").toArray().length > 0;
  }

  /** Oldest first. */
  since(fromMs: number): Record<keyof DoorSum, unknown>[] {
    const rows = this.#storage.sql.exec(
      "SELECT * FROM doors WHERE day >= ? ORDER BY day, door, outcome",
      dayOf(fromMs),
    );
    return rows.toArray().map(({ day, door, outcome, count, nano_usd }) => ({
      day: String(day),
      door: String(door),
      outcome: String(outcome),
      count: Number(count),
      nanoUsd: Number(nano_usd),
    }));
  }
}

function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

/** How often each door was asked and how that ended, by day: a table in the SQLite database of the budget's object. */
import type { SqlStorage } from "./spend-tables.ts";

export interface DoorRow {
  /** `2026-11-30`, UTC. */
  day: string;
  door: string;
  outcome: string;
  count: number;
  nanoUsd: number;
}

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

  /** @param nowMs since the epoch */
  count(nowMs: number, door: string, outcome: string, nanoUsd: number): void {
    this.#storage.transactionSync(() => {
      this.#storage.sql.exec(
        `INSERT INTO doors VALUES (?, ?, ?, 1, ?)
         ON CONFLICT (day, door, outcome) DO UPDATE SET count = count + 1, nano_usd = nano_usd + excluded.nano_usd`,
        dayOf(nowMs),
        door,
        outcome,
        nanoUsd,
      );
      this.#storage.sql.exec("DELETE FROM doors WHERE day < ?", dayOf(nowMs - KEPT_DAYS * DAY_MS));
    });
  }

  /** Oldest first. */
  since(fromMs: number): DoorRow[] {
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

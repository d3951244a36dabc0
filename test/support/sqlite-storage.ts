import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import type { BudgetStorage } from "../../src/adapters/budget/budget-object.ts";

/** A Durable Object's storage over Node's own SQLite, in memory. */
export function memorySqlStorage(): BudgetStorage & { alarmMs: number | null } {
  const database = new DatabaseSync(":memory:");
  return {
    alarmMs: null,
    async getAlarm() {
      return this.alarmMs;
    },
    async setAlarm(atMs) {
      this.alarmMs = atMs;
    },
    sql: {
      exec: (query: string, ...bindings: SQLInputValue[]) => {
        const rows = database.prepare(query).all(...bindings);
        return { toArray: () => rows.map((row) => ({ ...row })) };
      },
    },
    transactionSync(work) {
      database.exec("BEGIN");
      try {
        const result = work();
        database.exec("COMMIT");
        return result;
      } catch (error) {
        database.exec("ROLLBACK");
        throw error;
      }
    },
  };
}

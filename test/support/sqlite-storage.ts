import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import type { SqlStorage } from "../../src/adapters/budget/spend-tables.ts";

/** A Durable Object's storage over Node's own SQLite, in memory. */
export function memorySqlStorage(): SqlStorage {
  const database = new DatabaseSync(":memory:");
  return {
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

import { messageSchema } from "./messages.ts";
import { SpendTables, type SqlStorage } from "./spend-tables.ts";

/**
 * The Durable Object that counts what the whole site spends: one object, so one place where every reservation is decided. Only the Worker
 * reaches it.
 */
export class BudgetObject {
  readonly #tables: SpendTables;

  constructor(state: { storage: SqlStorage }) {
    this.#tables = new SpendTables(state.storage);
  }

  async fetch(request: Request): Promise<Response> {
    const message = messageSchema.parse(await request.json());
    const now = Date.now();
    switch (message.type) {
      case "reserve":
        return Response.json(this.#tables.reserve(now, message));
      case "settle":
        this.#tables.settle(now, message.holdId, message.spent);
        return new Response(null, { status: 204 });
      case "record":
        this.#tables.record(now, message.spent);
        return new Response(null, { status: 204 });
      case "report":
        return Response.json(this.#tables.report(now));
    }
  }
}

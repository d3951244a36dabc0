import { DoorTables } from "./door-tables.ts";
import { messageSchema } from "./messages.ts";
import { SpendTables, type SqlStorage } from "./spend-tables.ts";

/**
 * The Durable Object that counts what the whole site spends, and how often doors are asked that store nothing: one object, so one place where every reservation is decided. Only the Worker
 * reaches it.
 */
export class BudgetObject {
  readonly #tables: SpendTables;
  readonly #doors: DoorTables;

  constructor(state: { storage: SqlStorage }) {
    this.#tables = new SpendTables(state.storage);
    this.#doors = new DoorTables(state.storage);
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
      case "count":
        this.#doors.count(now, message.door, message.outcome, message.nanoUsd);
        return new Response(null, { status: 204 });
      case "doors":
        return Response.json(this.#doors.since(message.fromMs));
    }
  }
}

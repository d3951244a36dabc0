import { DoorTables } from "./door-tables.ts";
import { messageSchema } from "./messages.ts";
import { SpendTables, type SqlStorage } from "./spend-tables.ts";

/** The part of a Durable Object's storage that is used; the real one satisfies it. */
export interface BudgetStorage extends SqlStorage {
  getAlarm(): Promise<number | null>;
  /** @param atMs since the epoch */
  setAlarm(atMs: number): Promise<void>;
}

const DAY_MS = 86_400_000;

/**
 * The Durable Object that counts what the whole site spends, and how often doors are asked that store nothing: one object, so one place
 * where every reservation is decided. Only the Worker reaches it. An alarm a day deletes what is kept long enough, also of a site that
 * nobody asks any more; there is none when no day is left.
 */
export class BudgetObject {
  readonly #tables: SpendTables;
  readonly #doors: DoorTables;

  readonly #storage: BudgetStorage;
  #alarmIsSet = false;

  constructor(state: { storage: BudgetStorage }) {
    this.#storage = state.storage;
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
        await this.#keepAlarm(now);
        return new Response(null, { status: 204 });
      case "record":
        this.#tables.record(now, message.spent);
        await this.#keepAlarm(now);
        return new Response(null, { status: 204 });
      case "report":
        return Response.json(this.#tables.report(now));
      case "count":
        this.#doors.add(message.counts);
        await this.#keepAlarm(now);
        return new Response(null, { status: 204 });
      case "doors":
        return Response.json(this.#doors.since(message.fromMs));
    }
  }

  async alarm(): Promise<void> {
    const now = Date.now();
    const isSpendLeft = this.#tables.deleteOld(now);
    const areDoorsLeft = this.#doors.deleteOld(now);
    this.#alarmIsSet = isSpendLeft || areDoorsLeft;
    if (this.#alarmIsSet) await this.#storage.setAlarm(now + DAY_MS);
  }

  /** Asks the storage once in the object's life. */
  async #keepAlarm(nowMs: number): Promise<void> {
    if (this.#alarmIsSet) return;
    if ((await this.#storage.getAlarm()) === null) await this.#storage.setAlarm(nowMs + DAY_MS);
    this.#alarmIsSet = true;
  }
}

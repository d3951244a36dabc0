/** The budget as the Worker asks for it: the real object over SQLite, without the network between. */
import { describe, expect, it } from "vitest";
import { BudgetObject } from "../../src/adapters/budget/budget-object.ts";
import { createDurableBudget } from "../../src/adapters/budget/durable-budget.ts";
import { memorySqlStorage } from "../support/sqlite-storage.ts";

const NONE = { calls: null, nanoUsd: null };

function budget(calls: number) {
  const object = new BudgetObject({ storage: memorySqlStorage() });
  const messages: string[] = [];
  const made = createDurableBudget({
    namespace: {
      idFromName: (name) => name,
      get: () => ({
        fetch: (url, init) => {
          messages.push((JSON.parse(String(init.body)) as { type: string }).type);
          return object.fetch(new Request(url, init));
        },
      }),
    },
    ceilings: { day: { calls, nanoUsd: null }, month: NONE },
    holdTtlMs: 60_000,
  });
  return { ...made, messages };
}

const one = { calls: 1, nanoUsd: 0 };

describe("a reservation", () => {
  it("is not granted while others hold what is left, and is once they have settled", async () => {
    const { reserve, settle } = budget(1);
    expect(await reserve("a", one)).toBe(true);
    expect(await reserve("b", one)).toBe(false);
    await settle("a", { calls: 0, nanoUsd: 0 });
    expect(await reserve("b", one)).toBe(true);
  });

  it("is refused at once, and not asked for again, when the ceiling is reached", async () => {
    const { reserve, settle, messages } = budget(1);
    await reserve("a", one);
    await settle("a", one);
    expect(await reserve("b", one)).toBe(false);
    expect(await reserve("c", one)).toBe(false);
    expect(messages).toEqual(["reserve", "settle", "reserve"]);
  });
});

describe("what is counted and not stored", () => {
  it("is told by day, door and outcome, with what it cost", async () => {
    const { doorCounter } = budget(1);
    await doorCounter.count("/mcp", "found", null);
    await doorCounter.count("/v1/chat/completions", "llm", 0.0015);
    await doorCounter.count("/v1/chat/completions", "llm", 0.0005);
    const day = new Date().toISOString().slice(0, 10);
    expect(await doorCounter.since(Date.now() - 86_400_000)).toEqual([
      { day, door: "/mcp", outcome: "found", count: 1, costUsd: 0 },
      { day, door: "/v1/chat/completions", outcome: "llm", count: 2, costUsd: 0.002 },
    ]);
    expect(await doorCounter.since(Date.now() + 2 * 86_400_000)).toEqual([]);
  });
});

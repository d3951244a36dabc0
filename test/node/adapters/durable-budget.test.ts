/** The budget as the Worker asks for it: the real object over SQLite, without the network between. */
import { afterEach, describe, expect, it, vi } from "vitest";
import { BudgetObject } from "../../../src/adapters/budget/budget-object.ts";
import { createDurableBudget } from "../../../src/adapters/budget/durable-budget.ts";
import { memorySqlStorage } from "../../support/sqlite-storage.ts";

const NONE = { calls: null, nanoUsd: null };

/** @param calls a day; `null` for no ceiling */
function budget(calls: number | null) {
  const storage = memorySqlStorage();
  const object = new BudgetObject({ storage });
  const messages: string[] = [];
  /** Types of messages that do not arrive. */
  const failing = new Set<string>();
  const made = createDurableBudget({
    namespace: {
      idFromName: (name) => name,
      get: () => ({
        fetch: (url, init) => {
          const { type } = JSON.parse(String(init.body)) as { type: string };
          messages.push(type);
          if (failing.has(type)) return Promise.resolve(new Response(null, { status: 500 }));
          return object.fetch(new Request(url, init));
        },
      }),
    },
    ceilings: calls === null ? null : { day: { calls, nanoUsd: null }, month: NONE },
    holdTtlMs: 60_000,
  });
  return { ...made, messages, failing, object, storage };
}

afterEach(() => {
  vi.useRealTimers();
});

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

  it("says that the ceiling is reached once it was told so", async () => {
    const { reserve, settle, usedUpUntilMs } = budget(1);
    await reserve("a", one);
    await reserve("b", one);
    // What others hold may be free again soon.
    expect(usedUpUntilMs()).toBeNull();
    await settle("a", one);
    await reserve("c", one);
    const nextDayMs = new Date().setUTCHours(24, 0, 0, 0);
    expect(usedUpUntilMs()).toBe(nextDayMs);
  });
});

describe("spending without a ceiling", () => {
  const spent = { calls: 2, nanoUsd: 500 };

  it("is told in one message for all turns of a second", async () => {
    vi.useFakeTimers();
    const { settle, messages, report } = budget(null);
    const first = settle("a", spent);
    for (let turn = 1; turn < 10; turn++) await settle(`b${turn}`, spent);
    expect(messages).toEqual([]);
    await vi.runAllTimersAsync();
    await first;
    expect(messages).toEqual(["record"]);
    expect((await report()).day).toMatchObject({ calls: 20, nanoUsd: 5_000 });
    expect(messages).toEqual(["record", "report"]);
  });

  it("is in a report that is asked for meanwhile, once", async () => {
    vi.useFakeTimers();
    const { settle, messages, report } = budget(null);
    const first = settle("a", spent);
    expect((await report()).day).toMatchObject(spent);
    await vi.runAllTimersAsync();
    await first;
    expect((await report()).day).toMatchObject(spent);
    expect(messages).toEqual(["record", "report", "report"]);
  });

  it("is told by a later turn when the request that gathered it was stopped", async () => {
    vi.useFakeTimers();
    const { settle, messages, report } = budget(null);
    void settle("a", spent);
    // A request that is stopped takes its timers along.
    vi.clearAllTimers();
    await settle("b", spent);
    vi.setSystemTime(Date.now() + 60_000);
    const third = settle("c", spent);
    await vi.runAllTimersAsync();
    await third;
    expect(messages).toEqual(["record"]);
    expect((await report()).day).toMatchObject({ calls: 6, nanoUsd: 1_500 });
  });
});

describe("spending without a ceiling that cannot be told", () => {
  const spent = { calls: 2, nanoUsd: 500 };

  it("is told with what the next turn spends", async () => {
    vi.useFakeTimers();
    const { settle, messages, failing, report } = budget(null);
    failing.add("record");
    const first = settle("a", spent).catch((error: unknown) => error);
    await settle("b", spent);
    await vi.runAllTimersAsync();
    expect(await first).toMatchObject({ code: "budget_unavailable" });
    failing.clear();
    const third = settle("c", spent);
    await vi.runAllTimersAsync();
    await third;
    expect(messages).toEqual(["record", "record"]);
    expect((await report()).day).toMatchObject({ calls: 6, nanoUsd: 1_500 });
  });

  it("is missing in a report that is asked for meanwhile, and in the next one is not", async () => {
    vi.useFakeTimers();
    const { settle, failing, report } = budget(null);
    failing.add("record");
    const first = settle("a", spent);
    expect((await report()).day).toMatchObject({ calls: 0, nanoUsd: 0 });
    failing.clear();
    await vi.runAllTimersAsync();
    await first;
    expect((await report()).day).toMatchObject(spent);
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

  it("reaches the object in one message in ten seconds, however often a door is asked", async () => {
    vi.useFakeTimers({ now: Date.UTC(2026, 10, 30, 23, 59, 55), toFake: ["Date"] });
    const { doorCounter, messages } = budget(1);
    for (let asked = 0; asked < 1_000; asked++) await doorCounter.count("/v1/search", "found", null);
    expect(messages).toEqual(["count"]);
    vi.setSystemTime(Date.UTC(2026, 11, 1, 0, 0, 5));
    await doorCounter.count("/v1/search", "nothing_found", null);
    expect(messages).toEqual(["count", "count"]);
    await doorCounter.count("/v1/search", "found", null);
    expect(messages).toHaveLength(2);
    const search = { door: "/v1/search", costUsd: 0 };
    expect(await doorCounter.since(0)).toEqual([
      { ...search, day: "2026-11-30", outcome: "found", count: 1_000 },
      { ...search, day: "2026-12-01", outcome: "found", count: 1 },
      { ...search, day: "2026-12-01", outcome: "nothing_found", count: 1 },
    ]);
  });

  it("is deleted after 91 days, and sums of days after 400, though nobody asks", async () => {
    vi.useFakeTimers({ now: Date.UTC(2026, 0, 1), toFake: ["Date"] });
    const { doorCounter, object, storage, reserve, settle, report } = budget(1);
    await doorCounter.count("/v1/search", "found", null);
    await reserve("a", one);
    await settle("a", one);
    const kept: [number, number][] = [];
    for (let alarms = 0; storage.alarmMs !== null && alarms < 1_000; alarms++) {
      vi.setSystemTime(storage.alarmMs);
      storage.alarmMs = null;
      await object.alarm();
      const doors = await doorCounter.since(0);
      kept.push([doors.length, (await report()).days.length]);
    }
    expect(kept.findIndex(([doors]) => doors === 0)).toBe(91);
    expect(kept.findIndex(([, days]) => days === 0)).toBe(400);
    expect(kept).toHaveLength(401);
    await doorCounter.count("/v1/search", "found", null);
    await doorCounter.since(0);
    expect(storage.alarmMs).toBe(Date.now() + 86_400_000);
  });
});

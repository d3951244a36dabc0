import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Ceilings, SpendTables } from "../../../src/adapters/budget/spend-tables.ts";
import { memorySqlStorage } from "../../support/sqlite-storage.ts";

const NOON = Date.parse("2026-11-30T12:00:00Z");
const DAY_MS = 86_400_000;
const TTL_MS = 60_000;
const NONE = { calls: null, nanoUsd: null };

function dailyCeiling(calls: number | null, nanoUsd: number | null = null): Ceilings {
  return { day: { calls, nanoUsd }, month: NONE };
}

const spend = (calls: number, nanoUsd = 0) => ({ calls, nanoUsd });

function reserving(tables: SpendTables, ceilings: Ceilings) {
  return (nowMs: number, holdId: string, calls: number, nanoUsd = 0) =>
    tables.reserve(nowMs, { holdId, amount: spend(calls, nanoUsd), ceilings, ttlMs: TTL_MS });
}

describe("the budget's tables", () => {
  it("grant up to the ceiling and no further, whatever holds it", () => {
    const tables = new SpendTables(memorySqlStorage());
    const reserve = reserving(tables, dailyCeiling(5));
    expect(reserve(NOON, "a", 3)).toEqual({ granted: true, fullUntilMs: null });
    expect(reserve(NOON, "b", 3)).toEqual({ granted: false, fullUntilMs: null });
    expect(reserve(NOON, "b", 2).granted).toBe(true);
    tables.settle(NOON, "a", spend(1));
    expect(reserve(NOON, "c", 2).granted).toBe(true);
    expect(tables.report(NOON)).toMatchObject({ day: spend(1), held: spend(4) });
  });

  it("grow a hold, and free what it did not spend", () => {
    const tables = new SpendTables(memorySqlStorage());
    const reserve = reserving(tables, dailyCeiling(null, 1_000));
    reserve(NOON, "a", 1, 600);
    expect(reserve(NOON, "a", 1, 500).granted).toBe(false);
    expect(reserve(NOON, "a", 1, 400).granted).toBe(true);
    tables.settle(NOON, "a", spend(2, 250));
    expect(tables.report(NOON)).toMatchObject({ day: spend(2, 250), held: spend(0, 0) });
  });

  it("let a hold grow after midnight only as far as the day on which it began allows", () => {
    const tables = new SpendTables(memorySqlStorage());
    const reserve = reserving(tables, dailyCeiling(3));
    const midnight = Date.parse("2026-12-01T00:00:00Z");
    tables.record(midnight - 2, spend(2));
    expect(reserve(midnight - 1, "a", 1).granted).toBe(true);
    expect(reserve(midnight, "a", 1).granted).toBe(false);
    tables.settle(midnight, "a", spend(1));
    expect(tables.report(midnight)).toMatchObject({
      day: spend(0),
      days: [{ period: "2026-11-30", ...spend(3) }],
    });
    expect(reserve(midnight, "b", 3).granted).toBe(true);
  });

  it("say until when an amount cannot fit any more, whatever is freed", () => {
    const tables = new SpendTables(memorySqlStorage());
    const ceilings = { day: { calls: 4, nanoUsd: null }, month: { calls: 10, nanoUsd: null } };
    const reserve = reserving(tables, ceilings);
    reserve(NOON, "a", 4);
    tables.settle(NOON, "a", spend(4));
    expect(reserve(NOON, "b", 1)).toEqual({
      granted: false,
      fullUntilMs: Date.parse("2026-12-01T00:00:00Z"),
    });
    const december = Date.parse("2026-12-30T12:00:00Z");
    tables.record(december - DAY_MS, spend(9));
    expect(reserve(december, "c", 2)).toEqual({
      granted: false,
      fullUntilMs: Date.parse("2027-01-01T00:00:00Z"),
    });
    expect(reserve(december, "c", 1).granted).toBe(true);
  });

  it("begin anew with the day, and count a turn for the day on which it began", () => {
    const tables = new SpendTables(memorySqlStorage());
    const reserve = reserving(tables, dailyCeiling(2));
    const beforeMidnight = Date.parse("2026-11-29T23:59:59Z");
    reserve(beforeMidnight, "a", 2);
    const afterMidnight = beforeMidnight + 2_000;
    // Until it has settled nobody knows that it belongs to yesterday's share.
    expect(reserve(afterMidnight, "b", 1).granted).toBe(false);
    tables.settle(afterMidnight, "a", spend(2));
    expect(reserve(afterMidnight, "b", 2).granted).toBe(true);
    expect(tables.report(afterMidnight)).toMatchObject({
      day: { period: "2026-11-30", calls: 0 },
      month: { period: "2026-11", calls: 2 },
      days: [{ period: "2026-11-29", calls: 2 }],
    });
  });

  it("count a hold that was never settled as spent when its time is over, and a late settling changes nothing", () => {
    const tables = new SpendTables(memorySqlStorage());
    const reserve = reserving(tables, dailyCeiling(2));
    reserve(NOON, "stopped", 2);
    expect(tables.report(NOON + TTL_MS - 1)).toMatchObject({ day: spend(0), held: spend(2) });
    expect(reserve(NOON + TTL_MS, "b", 1).granted).toBe(false);
    tables.settle(NOON + TTL_MS, "stopped", spend(0));
    expect(tables.report(NOON + TTL_MS)).toMatchObject({ day: spend(2), held: spend(0) });
  });

  it("settle a hold once", () => {
    const tables = new SpendTables(memorySqlStorage());
    reserving(tables, dailyCeiling(null))(NOON, "a", 1);
    tables.settle(NOON, "a", spend(1, 7));
    tables.settle(NOON, "a", spend(1, 7));
    expect(tables.report(NOON).day).toMatchObject(spend(1, 7));
  });

  it("forget days after more than a year, never months", () => {
    const tables = new SpendTables(memorySqlStorage());
    tables.record(NOON, spend(3));
    const later = NOON + 500 * DAY_MS;
    tables.record(later, spend(1));
    expect(tables.deleteOld(later)).toBe(true);
    expect(tables.report(later).days.map(({ period }) => period)).toEqual([
      new Date(later).toISOString().slice(0, 10),
    ]);
    expect(tables.report(NOON).month.calls).toBe(3);
  });

  it("never have more spent and held together than a ceiling, in whatever order turns come and go", () => {
    const step = fc.record({
      hold: fc.integer({ min: 0, max: 5 }),
      calls: fc.integer({ min: 0, max: 4 }),
      nanoUsd: fc.integer({ min: 0, max: 400 }),
      kind: fc.constantFrom("reserve", "settle", "wait"),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const tables = new SpendTables(memorySqlStorage());
        const reserve = reserving(tables, dailyCeiling(10, 1_000));
        const held = new Map<string, { calls: number; nanoUsd: number }>();
        let nowMs = NOON;
        for (const { hold, calls, nanoUsd, kind } of steps) {
          const id = String(hold);
          const has = held.get(id) ?? spend(0, 0);
          if (kind === "wait") nowMs += TTL_MS / 3;
          else if (kind === "reserve") {
            if (reserve(nowMs, id, calls, nanoUsd).granted)
              held.set(id, spend(has.calls + calls, has.nanoUsd + nanoUsd));
          } else {
            // A turn spends no more than it holds.
            tables.settle(nowMs, id, spend(Math.min(calls, has.calls), Math.min(nanoUsd, has.nanoUsd)));
            held.delete(id);
          }
          const { day, held: aside } = tables.report(nowMs);
          expect(day.calls + aside.calls).toBeLessThanOrEqual(10);
          expect(day.nanoUsd + aside.nanoUsd).toBeLessThanOrEqual(1_000);
        }
      }),
      { numRuns: 200 },
    );
  });
});

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { streamWithinBudget, withinBudget } from "../../../src/core/deadline.ts";

const BUDGET = { firstMs: 1_000, idleMs: 500, totalMs: 5_000 };
const never = () => new Promise<never>(() => undefined);

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

describe("withinBudget", () => {
  it("returns what the work returns", async () => {
    expect(await withinBudget("service", 100, undefined, async () => "done")).toBe("done");
  });

  it("gives up on work that ignores its signal, and fires the signal", async () => {
    let inner: AbortSignal | undefined;
    const waiting = withinBudget("service", 100, undefined, (signal) => {
      inner = signal;
      return never();
    });
    const outcome = expect(waiting).rejects.toMatchObject({ code: "upstream_timeout" });
    await vi.advanceTimersByTimeAsync(100);
    await outcome;
    expect(inner?.aborted).toBe(true);
  });

  it("ends as aborted when the reader goes, before and during the work", async () => {
    const reader = new AbortController();
    const outcome = expect(withinBudget("service", 100, reader.signal, never)).rejects.toMatchObject({
      code: "aborted",
    });
    reader.abort();
    await outcome;
    await expect(withinBudget("service", 100, reader.signal, async () => 1)).rejects.toMatchObject({
      code: "aborted",
    });
  });

  it("leaves no timer behind", async () => {
    await withinBudget("service", 100_000, undefined, async () => 1);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe("streamWithinBudget", () => {
  async function collect(stream: AsyncIterable<number>): Promise<number[]> {
    const got: number[] = [];
    for await (const value of stream) got.push(value);
    return got;
  }

  it("passes pieces on in order", async () => {
    async function* source() {
      yield 1;
      yield 2;
    }
    expect(await collect(streamWithinBudget("service", BUDGET, undefined, source))).toEqual([1, 2]);
  });

  it("times out before the first piece and between two", async () => {
    async function* stalls(pieces: number) {
      for (let i = 0; i < pieces; i++) yield i;
      await never();
    }
    for (const [pieces, waitMs] of [
      [0, BUDGET.firstMs],
      [2, BUDGET.idleMs],
    ] as const) {
      const outcome = expect(
        collect(streamWithinBudget("service", BUDGET, undefined, () => stalls(pieces))),
      ).rejects.toMatchObject({ code: "upstream_timeout" });
      await vi.advanceTimersByTimeAsync(waitMs);
      await outcome;
    }
  });

  it("ends a stream that trickles for longer than the whole budget", async () => {
    async function* trickles() {
      for (let i = 0; ; i++) {
        await new Promise((resolve) => setTimeout(resolve, 400));
        yield i;
      }
    }
    const outcome = expect(
      collect(streamWithinBudget("service", BUDGET, undefined, trickles)),
    ).rejects.toMatchObject({ code: "upstream_timeout" });
    await vi.advanceTimersByTimeAsync(6_000);
    await outcome;
  });

  it("fires the source's signal when the consumer stops reading", async () => {
    let inner: AbortSignal | undefined;
    async function* source(signal: AbortSignal) {
      inner = signal;
      yield 1;
      yield 2;
    }
    for await (const _ of streamWithinBudget("service", BUDGET, undefined, source)) break;
    expect(inner?.aborted).toBe(true);
  });
});

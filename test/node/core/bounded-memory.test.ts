import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { BoundedMemory } from "../../../src/core/bounded-memory.ts";

const memory = (maxSize: number) => new BoundedMemory<string>(maxSize, (value) => value.length);

describe("a bounded memory", () => {
  it("forgets what was used longest ago when it is full", () => {
    const kept = memory(6);
    kept.set("a", "11");
    kept.set("b", "22");
    kept.set("c", "33");
    expect(kept.get("a")).toBe("11");
    kept.set("d", "44");
    expect(["a", "b", "c", "d"].map((key) => kept.get(key))).toEqual(["11", undefined, "33", "44"]);
  });

  it("does not keep what is larger than all of it, nor an older value of its key, and keeps the others", () => {
    const kept = memory(3);
    kept.set("a", "11");
    kept.set("b", "2");
    kept.set("b", "4444");
    expect(["a", "b"].map((key) => kept.get(key))).toEqual(["11", undefined]);
  });

  it("forgets by the beginning of keys", () => {
    const kept = memory(9);
    for (const key of ["x/1", "x/2", "y/1"]) kept.set(key, "1");
    kept.deletePrefix("x/");
    expect(["x/1", "x/2", "y/1"].map((key) => kept.get(key))).toEqual([undefined, undefined, "1"]);
  });

  it("holds the last value of each key, and never more than its size", () => {
    const step = fc.record({ key: fc.constantFrom("a", "b", "c", "d"), length: fc.nat(6) });
    fc.assert(
      fc.property(fc.array(step), (steps) => {
        const kept = memory(10);
        const last = new Map<string, string>();
        for (const { key, length } of steps) {
          kept.set(key, key.repeat(length));
          last.set(key, key.repeat(length));
        }
        const held = [...last].flatMap(([key, value]) => {
          const found = kept.get(key);
          if (found !== undefined) expect(found).toBe(value);
          return found ?? [];
        });
        expect(held.join("").length).toBeLessThanOrEqual(10);
        const latest = steps.at(-1);
        if (latest !== undefined) expect(kept.get(latest.key)).toBe(latest.key.repeat(latest.length));
      }),
    );
  });
});

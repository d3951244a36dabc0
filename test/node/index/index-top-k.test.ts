import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { collectBest } from "../../../src/index-format/top-k.ts";

const value = fc.oneof(
  fc.double({ min: -1, max: 40, noNaN: true }),
  fc.constantFrom(-0.5, 0, 1, 1 + 2 ** -40, 1 - 2 ** -40, 7),
);

/** By definition: best first, of equal values the first chunk first. */
function bestOf(values: readonly number[], limit: number) {
  const entries = values.map((each, chunk) => ({ chunk, value: each }));
  return entries.sort((a, b) => b.value - a.value || a.chunk - b.chunk).slice(0, limit);
}

describe("the best of many", () => {
  it("are the same whether a few or all are wanted", () => {
    fc.assert(
      fc.property(fc.array(value, { maxLength: 300 }), fc.nat(320), (values, limit) => {
        const few = collectBest(limit, values.length);
        values.forEach((each, chunk) => {
          few.offer(chunk, each);
        });
        expect(few.ranking()).toEqual(bestOf(values, limit));
      }),
    );
  });

  it("keep their order among thousands, equal and nearly equal values among them", () => {
    const values = Array.from(
      { length: 6_000 },
      (_, at) => [3, -2, at / 7_000, 3 + at * 2 ** -45, -2 - at * 2 ** -45][at % 5]!,
    );
    for (const limit of [2_049, 5_000, 6_000]) {
      const all = collectBest(limit, values.length);
      values.forEach((each, chunk) => {
        all.offer(chunk, each);
      });
      expect(all.ranking()).toEqual(bestOf(values, limit));
    }
  });
});

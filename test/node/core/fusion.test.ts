import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { RankedChunk } from "../../../src/core/ports.ts";
import { fuseQueries, keepReserved } from "../../../src/core/retrieval/fuse-queries.ts";
import { reciprocalRankFusion } from "../../../src/core/retrieval/fusion.ts";
import { DEFAULT_PIPELINE_SETTINGS } from "../../../src/core/turn/pipeline-settings.ts";

const ranked = (...chunks: number[]): RankedChunk[] => chunks.map((chunk, i) => ({ chunk, value: 100 - i }));
const settings = { ...DEFAULT_PIPELINE_SETTINGS.retrieval, originalWeight: 0.5, originalReserved: 1 };

describe("reciprocalRankFusion", () => {
  it("adds weight / (k + rank) over the rankings, ranks counted from 1", () => {
    const fused = reciprocalRankFusion(
      [
        { ranking: ranked(7, 3), weight: 1 },
        { ranking: ranked(3), weight: 0.5 },
      ],
      60,
    );
    expect(fused.map(({ chunk }) => chunk)).toEqual([3, 7]);
    expect(fused[0]!.rrfScore).toBeCloseTo(1 / 62 + 0.5 / 61, 12);
    expect(fused[1]!.rrfScore).toBeCloseTo(1 / 61, 12);
  });

  it("breaks ties by position in the index", () => {
    const fused = reciprocalRankFusion([
      { ranking: ranked(9), weight: 1 },
      { ranking: ranked(2), weight: 1 },
      { ranking: ranked(5), weight: 1 },
    ]);
    expect(fused.map(({ chunk }) => chunk)).toEqual([2, 5, 9]);
  });

  it("leaves a ranking of weight 0 out", () => {
    const fused = reciprocalRankFusion([
      { ranking: ranked(1), weight: 0 },
      { ranking: ranked(2), weight: 1 },
    ]);
    expect(fused.map(({ chunk }) => chunk)).toEqual([2]);
  });

  it("gives the same result in whatever order the rankings come", () => {
    const ranking = fc.uniqueArray(fc.nat(30), { maxLength: 15 }).map((chunks) => ranked(...chunks));
    const rankings = fc.array(fc.record({ ranking, weight: fc.constantFrom(0, 0.5, 1) }), { maxLength: 4 });
    fc.assert(
      fc.property(rankings, (list) => {
        const chunks = (fused: { chunk: number }[]) => fused.map(({ chunk }) => chunk);
        const [a, b] = [reciprocalRankFusion(list), reciprocalRankFusion([...list].reverse())];
        // Sums of floats depend on their order in the last digit, which only ties could show.
        expect(new Set(chunks(a))).toEqual(new Set(chunks(b)));
        for (const { chunk, rrfScore } of a) {
          expect(b.find((other) => other.chunk === chunk)!.rrfScore).toBeCloseTo(rrfScore, 12);
        }
      }),
    );
  });
});

describe("fuseQueries", () => {
  it("takes one query's two legs as they are when there is no other", () => {
    const { fused, reserved } = fuseQueries({ lexical: ranked(1, 2), vector: ranked(2, 3) }, null, settings);
    expect(fused.map(({ chunk }) => chunk)).toEqual([2, 1, 3]);
    expect(reserved).toEqual([]);
  });

  it("names what the original question finds first, however strong the rewrite's two legs are", () => {
    const rewrite = { lexical: ranked(1, 2, 3, 4, 5, 6), vector: ranked(2, 1, 4, 3, 6, 5) };
    const { fused, reserved } = fuseQueries(rewrite, { lexical: ranked(40, 1), vector: [] }, settings);
    expect(fused.slice(0, 5).map(({ chunk }) => chunk)).not.toContain(40);
    expect(reserved).toEqual([40]);
  });
});

describe("keepReserved", () => {
  const entries = [1, 2, 3, 4, 5, 6, 7].map((chunk) => ({ chunk }));
  const kept = (reserved: number[], count: number) =>
    keepReserved(entries, reserved, count).map(({ chunk }) => chunk);

  it("puts a reserved chunk from below in the place of the last that is not reserved", () => {
    expect(kept([7], 5)).toEqual([1, 2, 3, 4, 7]);
    expect(kept([5, 7], 5)).toEqual([1, 2, 3, 5, 7]);
  });

  it("changes nothing when the reserved chunks are there, or unknown", () => {
    expect(kept([2], 5)).toEqual([1, 2, 3, 4, 5]);
    expect(kept([99], 5)).toEqual([1, 2, 3, 4, 5]);
  });
});

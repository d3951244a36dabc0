/** How an index is cut into files. */
import { describe, expect, it } from "vitest";
import { PART_LIMITS, planParts } from "../../../src/index-format/parts.ts";

const KIB = 1024;

/** Lengths of the files with texts, of so many blocks of 2 KiB. */
function textParts(blockCount: number): number[] {
  const textBlocks = Array.from({ length: blockCount }, () => new Uint8Array(2 * KIB));
  const resident = [{ id: 1, first: 0, bytes: new Uint8Array(PART_LIMITS.singleFile) }];
  const plan = planParts({ resident, vectorRows: null, dimensions: 0, textBlocks }, PART_LIMITS);
  return plan.filter(({ lazy }) => lazy).map(({ sections }) => sections[0]!.bytes.length);
}

describe("files with texts", () => {
  it.each([
    ["32 KiB where the texts of an index are few", 1_600, 32 * KIB, 100],
    ["larger where they are many, so that there are about 128", 5_120, 80 * KIB, 128],
    ["never larger than 128 KiB", 12_800, 128 * KIB, 200],
  ])("are %s", (_, blockCount, byteLength, count) => {
    const lengths = textParts(blockCount);
    expect(lengths).toHaveLength(count);
    expect(lengths.slice(0, -1).every((length) => length === byteLength)).toBe(true);
  });
});

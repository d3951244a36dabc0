import { describe, expect, it } from "vitest";
import type { ChunkKind } from "../../../src/core/passage.ts";
import { docsFirst, kindsApart } from "../../../src/core/retrieval/docs-first.ts";

const order = (name: string, strengths: number[]) => ({
  passages: strengths.map((_, at) => `${name}${at + 1}`),
  strengths,
});

describe("docs and code in one result", () => {
  it("keeps the first two places for docs, however well code matches beside them", () => {
    expect(docsFirst(order("d", [10, 9, 8]), order("c", [14, 13])).slice(0, 4)).toEqual([
      "d1",
      "d2",
      "c1",
      "c2",
    ]);
  });

  it("keeps the first four for docs that match clearly better, and lets code have the fifth", () => {
    const docs = order("d", [10, 5, 4, 3, 2, 1]);
    expect(docsFirst(docs, order("c", [8, 7])).slice(0, 6)).toEqual(["d1", "d2", "d3", "d4", "c1", "c2"]);
    expect(docsFirst(docs, order("c", [9.5])).slice(0, 3)).toEqual(["d1", "d2", "c1"]);
  });

  it("leaves all places to docs where code matches less", () => {
    expect(docsFirst(order("d", [10, 9, 8, 7, 6]), order("c", [5, 4]))).toEqual([
      "d1",
      "d2",
      "d3",
      "d4",
      "d5",
      "c1",
      "c2",
    ]);
  });

  it("puts code first where the docs hardly speak of the matter, and alone where they do not at all", () => {
    expect(docsFirst(order("d", [4, 3]), order("c", [12, 11]))[0]).toBe("c1");
    expect(docsFirst(order("d", []), order("c", [1]))).toEqual(["c1"]);
  });

  it("loses nothing and repeats nothing", () => {
    const merged = docsFirst(order("d", [9, 8, 3, 2]), order("c", [8.5, 6, 1]));
    expect([...merged].sort()).toEqual(["c1", "c2", "c3", "d1", "d2", "d3", "d4"]);
  });

  it("ranks kinds apart only where there are two and the filter leaves both open", () => {
    const index = (kinds?: ChunkKind[]) => ({ corpus: { kinds } }) as Parameters<typeof kindsApart>[0];
    expect(kindsApart(index(), undefined)).toBeNull();
    expect(kindsApart(index(["docs", "code"]), {})).toEqual(["docs", "code"]);
    expect(kindsApart(index(["docs", "code"]), { kind: ["code"] })).toBeNull();
    expect(kindsApart(index(["code"]), undefined)).toBeNull();
  });
});

import { describe, expect, it } from "vitest";
import { repeatedLast, spreadPages, versionOfPage } from "../../../src/core/retrieval/page-preference.ts";

describe("spreadPages", () => {
  const ranked = (files: string) =>
    [...files].map((file, i) => ({
      chunk: i,
      rrfScore: 1 / (61 + i),
      passage: { file, url: `/docs/${file}` },
    }));
  const order = (files: string, discount: number) =>
    spreadPages(ranked(files), discount)
      .map(({ passage }) => passage.file)
      .join("");

  it("lets another page pass a page's second and third passage among near equals", () => {
    expect(order("aaab", 0.03)).toBe("aaba");
    expect(order("aabb", 0.03)).toBe("abab");
  });

  it("never puts another page before a page's best passage", () => {
    expect(order("abcdefgh", 0.5)).toBe("abcdefgh");
    expect(order("aaaabbbb", 0.5)[0]).toBe("a");
  });

  it("leaves the order alone at 0", () => {
    expect(order("aaab", 0)).toBe("aaab");
  });

  it("does not let a far worse passage pass", () => {
    const far = [...ranked("aa"), { chunk: 9, rrfScore: 1 / 110, passage: { file: "b", url: "/docs/b" } }];
    expect(spreadPages(far, 0.03).map(({ chunk }) => chunk)).toEqual([0, 1, 9]);
  });
});

describe("versionOfPage", () => {
  const versions = ["2.1", "2.0", "1"];

  it.each([
    ["https://docs.example/2.0/timeouts/", "2.0"],
    ["https://docs.example/v1/timeouts#top", "1"],
    ["/docs/v2.1", "2.1"],
    ["https://docs.example/timeouts/", null],
    ["https://docs.example/chapter-1/", null],
    ["http://[", null],
  ])("finds the version of %s", (page, version) => {
    expect(versionOfPage(page, versions)).toBe(version);
  });

  it.each([
    ["/V2/start", "V2"],
    ["/v2/start", "V2"],
    ["/2.0-rc1/start", "2.0-RC1"],
    ["/docs/v2.0-RC1/", "2.0-RC1"],
    ["/N%C3%A4chste/start", "Nächste"],
    ["/n%c3%a4chste/start", "Nächste"],
    ["/%/2.0-RC1/", "2.0-RC1"],
    ["/2.0+Build/", "2.0+build"],
  ])("finds the version of %s whatever the case of its letters", (page, version) => {
    expect(versionOfPage(page, ["V2", "2.0-RC1", "Nächste", "2.0+build"])).toBe(version);
  });

  it("finds none in docs that have none", () => {
    expect(versionOfPage("/1/", [])).toBeNull();
  });
});

describe("repeatedLast", () => {
  it("moves a passage whose text a better one has behind all others", () => {
    const ranked = ["same  text", "other", "same\ntext", "third"].map((text, n) => ({
      n,
      passage: { text },
    }));
    expect(repeatedLast(ranked).map(({ n }) => n)).toEqual([0, 1, 3, 2]);
  });

  it("takes no passage for a repetition because both begin alike", () => {
    const beginning = "one two three four five six seven eight";
    const texts = [
      beginning,
      `${beginning} nine`,
      `${beginning} ten`,
      `  ${beginning.replace(" ", "\n")} nine `,
    ];
    const ranked = texts.map((text, n) => ({ n, passage: { text } }));
    expect(repeatedLast(ranked).map(({ n }) => n)).toEqual([0, 1, 2, 3]);
    expect(repeatedLast([ranked[3]!, ranked[1]!, ranked[2]!]).map(({ n }) => n)).toEqual([3, 2, 1]);
  });

  it("takes no passage for a repetition because both are empty", () => {
    const ranked = ["", "", "text"].map((text, n) => ({ n, passage: { text } }));
    expect(repeatedLast(ranked).map(({ n }) => n)).toEqual([0, 1, 2]);
  });
});

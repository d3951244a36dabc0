import { describe, expect, it } from "vitest";
import { versionOfPage } from "../../../src/core/page-preference.ts";

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

  it("finds none in docs that have none", () => {
    expect(versionOfPage("/1/", [])).toBeNull();
  });
});

import { expect, test } from "vitest";
import { citedSection } from "../../../src/core/citations/cited-section.ts";
import type { Passage } from "../../../src/core/passage.ts";

const passage: Passage = {
  id: "faq#licence",
  file: "faq.md",
  url: "/docs/faq#licence",
  anchor: "licence",
  title: "Questions",
  headingPath: ["Questions", "Licence"],
  text: "It is MIT.\n\n## Windows\n\nIt runs\non Windows.\n\n### Versions\n\nFrom 10 on.",
  kind: "docs",
  version: "",
  language: "en",
  source: "docs",
  innerAnchors: ["windows", "versions-1"],
};

test("a quoted line is linked to the section it stands in", () => {
  expect(citedSection(passage, "It is MIT.")).toEqual({
    url: "/docs/faq#licence",
    headingPath: ["Questions", "Licence"],
  });
  expect(citedSection(passage, "It runs on Windows.")).toEqual({
    url: "/docs/faq#windows",
    headingPath: ["Questions", "Windows"],
  });
  expect(citedSection(passage, "From 10 on.")).toEqual({
    url: "/docs/faq#versions-1",
    headingPath: ["Questions", "Windows", "Versions"],
  });
});

test("a passage whose headings and stored fragments do not match is linked as a whole", () => {
  const { url, headingPath } = passage;
  expect(citedSection({ ...passage, innerAnchors: ["windows"] }, "From 10 on.")).toEqual({
    url,
    headingPath,
  });
});

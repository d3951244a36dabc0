import { beforeAll, describe, expect, it } from "vitest";
import type { PassageIndex } from "../../../src/core/ports.ts";
import { preferHeadings } from "../../../src/core/retrieval/heading-preference.ts";
import { openTestIndex } from "./support/test-index.ts";

const HEADINGS = ["What can Bucket not do?", "Listing objects in a bucket", "What is Bucket?", "Retries"];
const PASSAGES = HEADINGS.map((heading, i) => ({
  id: `${i}`,
  file: `${i}.md`,
  url: `/docs/${i}`,
  anchor: "",
  title: "Page",
  headingPath: ["Page", heading],
  text: `Bucket ${heading}`,
  kind: "docs" as const,
  version: "",
  language: "en",
  source: "docs",
}));

describe("preferHeadings", () => {
  let index: PassageIndex;
  beforeAll(async () => {
    index = await openTestIndex({ passages: PASSAGES });
  });
  const order = (question: string, boost: number) =>
    preferHeadings(
      PASSAGES.map((passage, chunk) => ({ chunk, rrfScore: 1 / (61 + chunk), passage })),
      question,
      index,
      boost,
    ).map(({ chunk }) => chunk);

  it("puts the section first that asks the reader's very question", () => {
    expect(order("what is bucket", 0.3)[0]).toBe(2);
  });

  it("leaves headings alone that only share words with the question", () => {
    expect(order("Which retries does Bucket make when listing objects fails?", 0.3)).toEqual([0, 1, 2, 3]);
  });

  it("leaves the order alone at 0", () => {
    expect(order("What is Bucket?", 0)).toEqual([0, 1, 2, 3]);
  });
});

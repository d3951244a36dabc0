import { beforeAll, expect, it } from "vitest";
import { measureCoverage } from "../../../src/core/extractive/coverage.ts";
import { extractiveAnswer } from "../../../src/core/extractive/extractive.ts";
import type { Passage } from "../../../src/core/passage.ts";
import type { PassageIndex } from "../../../src/core/ports.ts";
import { openTestIndex } from "../core/support/test-index.ts";

const FILLER =
  "Every upload is written in segments, and each segment is kept until the last one has come. A segment that is lost is asked for once more, and the sender waits for it. Whoever sends knows the number of segments before the first of them leaves.";

const SECTIONS: [heading: string, text: string][] = [
  [
    "Sending objects",
    ["Senders", "Readers", "Mirrors", "Caches", "Workers", "Clients", "Proxies", "Gateways"]
      .map(
        (who) =>
          `${who} keep what is complete apart. What complete means for ${who.toLowerCase()} is up to those who wrote them, and it differs from one of the complete lists to the next, as each of them is old.`,
      )
      .join("\n\n"),
  ],
  [
    "Reading objects",
    `${FILLER.replace("upload", "download")}\n\nThese options are understood:\n\n- \`range\`: bytes to begin and to end with, both of them counted.\n- \`complete\`: gives the headers and the signature beside the body. Off unless it is set.\n- \`encoding\`: of the text, where the object holds any.\n\n${FILLER.replace("upload", "reading")}`,
  ],
  [
    "Fault handling",
    `Three classes tell apart what went wrong, and each of them has a code.\n\n${FILLER}\n\n${FILLER.replace("Every", "Each")}\n\nA handling of each fault is logged, and fault handling can be left to the caller. The handling then ends.\n\n${FILLER.replace("Every", "Any")}`,
  ],
  [
    "Notes on faults",
    "A fault is handled once. The handling of a fault ends with its log line, and all the segments of that object are gone.",
  ],
  ["The segments", "Up to 8 MiB each, and up to 512 of them."],
  ["Events", "An event is sent for each object and all its segments, complete or not, and for each fault."],
];

const PASSAGES = SECTIONS.map(([heading, text], at): Passage => {
  const file = `page-${at}.md`;
  const place = { id: file, file, url: `/docs/${file}`, anchor: "", title: heading, headingPath: [heading] };
  return { ...place, text, kind: "docs", version: "", language: "en", source: "docs" };
});

let index: PassageIndex;
beforeAll(async () => {
  index = await openTestIndex({ passages: PASSAGES, corpus: { name: "Crate" } });
});

function ask(question: string, order: readonly number[]): string {
  const passages = order.map((chunk, at) => ({ chunk, passage: PASSAGES[chunk]!, n: at + 1 }));
  return extractiveAnswer({ question, query: question, language: "en", passages, index })?.text ?? "";
}

it("answers what a name means with the list item that defines it", () => {
  expect(ask("What is complete?", [0, 1, 4])).toContain(
    "gives the headers and the signature beside the body.",
  );
});

it("counts what an item defines only where the question asks about little else", () => {
  const found = [{ chunk: 1, passage: PASSAGES[1]! }];
  expect(measureCoverage("What is complete?", found, index).defined).toBeGreaterThan(0.9);
  expect(measureCoverage("How is a complete object moved to another region?", found, index).defined).toBe(0);
});

it("quotes how a section begins whose heading names the matter, whatever words it says it in", () => {
  expect(ask("How does fault handling work?", [3, 2, 5])).toContain(
    "Three classes tell apart what went wrong",
  );
});

it("takes a heading that names the matter of the question, and nothing else, for an answer", () => {
  const found = [{ chunk: 4, passage: PASSAGES[4]! }];
  expect(measureCoverage("What do I need to know about the segments?", found, index).covered).toBe(true);
  expect(
    measureCoverage("What do I need to know about the segments of a region?", found, index).covered,
  ).toBe(false);
});

it("takes no heading for an answer where a figure is asked for and none stands", () => {
  const found = [{ chunk: 2, passage: PASSAGES[2]! }];
  expect(measureCoverage("What do I need to know about fault handling?", found, index).covered).toBe(true);
  for (const question of ["How much does fault handling cost?", "How long does fault handling take?"])
    expect(measureCoverage(question, found, index)).toMatchObject({ lacksFigure: true, covered: false });
});

it("takes no heading for an answer where the one who answers is meant", () => {
  const found = [{ chunk: 4, passage: PASSAGES[4]! }];
  expect(measureCoverage("When were your segments made?", found, index).covered).toBe(false);
});

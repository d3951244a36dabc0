import { beforeAll, expect, it } from "vitest";
import { extractiveAnswer } from "../../../src/core/extractive/extractive.ts";
import type { Passage } from "../../../src/core/passage.ts";
import type { PassageIndex } from "../../../src/core/ports.ts";
import { openTestIndex } from "../core/support/test-index.ts";

const LONG =
  "The uploader writes a line for each part that it has sent to the bucket of the account. ".repeat(9);
const SECTIONS: readonly (readonly [heading: string, text: string])[] = [
  [
    "Mirrors",
    `${LONG}\n\n${LONG}\n\nChoose how mirrors answer stale requests:\n\n- \`never\`: wait for the origin.\n- \`briefly\`: for a minute.\n- \`always\`: at once.`,
  ],
  ["Regions", "A bucket lives in one region, which is chosen when it is created."],
  ["Events", "An event is sent to the queue whenever an object is removed."],
  ["Metadata", "Up to ten pairs of metadata are stored beside an object."],
];

const PASSAGES = SECTIONS.map(([heading, text]): Passage => {
  const file = `${heading.toLowerCase()}.md`;
  return {
    id: file,
    file,
    url: `/docs/${file}`,
    anchor: "",
    title: heading,
    headingPath: [heading],
    text,
    kind: "docs",
    version: "",
    language: "en",
    source: "docs",
  };
});

let index: PassageIndex;
beforeAll(async () => {
  index = await openTestIndex({ passages: PASSAGES, corpus: { name: "Crate" } });
});

function answer(question: string, passages: readonly Passage[]): string {
  const ranked = passages.map((passage, at) => ({ passage, chunk: PASSAGES.indexOf(passage), n: at + 1 }));
  return extractiveAnswer({ question, query: question, language: "en", passages: ranked, index })?.text ?? "";
}

it("quotes, of a long section, the list that a quoted sentence announces", () => {
  const text = answer("How do mirrors answer stale requests?", PASSAGES.slice(0, 1));
  expect(text).toContain("Choose how mirrors answer stale requests:");
  expect(text).toContain("- `briefly`: for a minute. [1]");
});

it("quotes no sentence that announces something without anything of it", () => {
  const bare = { ...PASSAGES[0]!, text: "Mirrors answer at once.\n\nMirrors answer stale requests so:" };
  const ranked = [{ passage: bare, chunk: 0, n: 1 }];
  const question = "How do mirrors answer stale requests?";
  const text = extractiveAnswer({ question, query: question, language: "en", passages: ranked, index })?.text;
  expect(text).toContain("Mirrors answer at once. [1]");
  expect(text).not.toContain("so:");
});

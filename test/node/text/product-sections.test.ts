import { expect, it } from "vitest";
import { extractiveAnswer } from "../../../src/core/extractive/extractive.ts";
import { lacksProductFact } from "../../../src/core/extractive/product-facts.ts";
import type { Passage } from "../../../src/core/passage.ts";
import { questionTerms } from "../../../src/core/question/question-terms.ts";
import { findFirstSteps } from "../../../src/core/retrieval/first-steps.ts";
import { openTestIndex } from "../core/support/test-index.ts";

type Section = readonly [title: string, headingPath: readonly string[], text: string];

function passagesOf(sections: readonly Section[]): Passage[] {
  return sections.map(([title, headingPath, text], at) => {
    const file = at === 0 ? "readme.md" : `page-${at}.md`;
    const place = { id: `${file}-${at}`, file, url: `/docs/${file}`, anchor: "", title };
    return {
      ...place,
      headingPath: [...headingPath],
      text,
      kind: "docs",
      version: "",
      language: "en",
      source: "docs",
    };
  });
}

const OTHER: Section = [
  "Queues",
  ["Queues"],
  "A queue of Loggy keeps lines until the disk has taken them, and Loggy empties it.",
];

async function lacks(question: string, ...sections: Section[]): Promise<boolean> {
  const passages = passagesOf([...sections, OTHER]);
  const index = await openTestIndex({ passages, corpus: { name: "Loggy" } });
  const found = passages.map((passage) => ({ passage }));
  return lacksProductFact(question, found, questionTerms(question, index), index);
}

it.each<[string, Section]>([
  [
    "What is the license of Loggy?",
    ["Loggy", ["Loggy"], "Loggy writes lines.\n\n## License\n\nMIT, see the file beside it."],
  ],
  [
    "How do I install Loggy?",
    ["Loggy guide", ["Loggy guide"], "Loggy writes lines.\n\n## Install\n\nRun `curl get.example | sh`."],
  ],
  ["Who created Loggy?", ["Loggy", ["Loggy"], "## About\n\nIt was created by Jane Doe. It writes lines."]],
  [
    "What is the licence of Loggy?",
    ["Loggy", ["Loggy"], "## About\n\nThis project is released under the MIT License."],
  ],
  ["Who created Loggy?", ["Loggy", ["Loggy"], "Loggy is a small logger written by Jane Doe."]],
  ["Who wrote Loggy?", ["Past", ["Past"], "In one winter Jane Doe wrote Loggy."]],
  ["Who maintains Loggy?", ["Past", ["Past"], "`Loggy` is actively maintained by Jane Doe."]],
  ["Who owns Loggy?", ["Past", ["Past"], "The foundation owns Loggy."]],
  ["Who made this?", ["Past", ["Past"], "Loggy was written by Jane Doe."]],
])("finds the answer to %j in %j", async (question, section) => {
  expect(await lacks(question, section)).toBe(false);
});

it.each<[string, Section]>([
  ["Who built Loggy?", ["Faults", ["Faults"], "The file was made by another version of Loggy."]],
  ["Who built Loggy?", ["Faults", ["Faults"], "The files of Loggy are created by a worker."]],
  ["Who wrote Loggy?", ["Faults", ["Faults"], "Loggy refuses a file that was written by another program."]],
  ["Who maintains Loggy?", ["Plugins", ["Plugins"], "Tell the owners of a plugin which Loggy you run."]],
  ["Who created Loggy?", ["Tokens", ["Tokens"], "## Life\n\nIt is created by the server."]],
  [
    "What is the license of Loggy?",
    ["Write a plugin", ["Write a plugin"], "Begin.\n\n## License\n\nAs you like."],
  ],
])("finds no answer to %j in %j", async (question, section) => {
  expect(await lacks(question, section)).toBe(true);
});

const START: Section = ["Getting started", ["Getting started"], "Loggy needs a client and a disk to begin."];
const CLIENTS = ["Clients", "Disks", "Lines", "Files"].map(
  (title): Section => [title, [title], `A client of Loggy has ${title.toLowerCase()} to look after.`],
);

async function firstSteps(question: string, sections: readonly Section[], name: string): Promise<string[]> {
  const index = await openTestIndex({ passages: passagesOf(sections), corpus: { name } });
  return (await findFirstSteps(question, {}, index)).map(({ passage }) => passage.title);
}

it("begins with the product only where the product is named, not with a word that much of the docs hold", async () => {
  const sections = [...CLIENTS, START];
  expect(await firstSteps("How do I use Loggy?", sections, "Loggy")).toEqual(["Getting started"]);
  expect(await firstSteps("How do I use the client?", sections, "Loggy")).toEqual([]);
  expect(await firstSteps("How do I install clients?", sections, "Loggy")).toEqual([]);
});

it("begins with nothing where a section inside a page is called by the name", async () => {
  const named: Section = ["Parts", ["Parts", "Loggy"], "Loggy is one of the parts of a client."];
  expect(await firstSteps("How do I use Loggy?", [...CLIENTS, START, named], "Loggy")).toEqual([]);
});

it("finds first steps in a small section that stands inside a passage", async () => {
  const readme: Section = [
    "Loggy",
    ["Loggy"],
    "Loggy writes lines.\n\n## Getting started\n\nMake an empty file.",
  ];
  expect(await firstSteps("How do I get started?", [readme, ...CLIENTS], "Loggy")).toEqual(["Loggy"]);
});

it("quotes the rest of an announced list behind an item that is said already", async () => {
  const long =
    "The uploader writes a line for each part that it has sent to the bucket of the account. ".repeat(9);
  const passages = passagesOf([
    [
      "Mirrors",
      ["Mirrors"],
      `${long}\n\n${long}\n\nChoose how mirrors answer stale requests:\n\n- \`never\`: wait for the origin.\n- \`never\`: wait for the origin.\n- \`always\`: at once.`,
    ],
    OTHER,
  ]);
  const index = await openTestIndex({ passages, corpus: { name: "Crate" } });
  const question = "How do mirrors answer stale requests?";
  const ranked = [{ passage: passages[0]!, chunk: 0, n: 1 }];
  const text = extractiveAnswer({ question, query: question, language: "en", passages: ranked, index })?.text;
  expect(text).toContain("- `always`: at once.");
});

it.each(["Who made this?", "Who maintains this project?"])(
  "finds no answer to %j where only other things are made",
  async (question) => {
    const other = "Loggy makes a line of each message. A plugin is written by its users.";
    expect(await lacks(question, ["Lines", ["Lines"], other])).toBe(true);
  },
);

import { beforeAll, expect, it } from "vitest";
import type { AnswerMode } from "../../../src/core/events.ts";
import type { Passage } from "../../../src/core/passage.ts";
import type { PassageIndex } from "../../../src/core/ports.ts";
import { unknownInCode } from "../../../src/core/support/unknown-code.ts";
import { answerEvent } from "../../../src/core/turn/answer-event.ts";
import { openTestIndex } from "../core/support/test-index.ts";

const CODE = "```js\nlog({\n  target: 'crate-tidy' // must be installed separately\n})\n```";
const PASSAGE: Passage = {
  ...{ id: "a", file: "a.md", url: "/docs/a.md", anchor: "", title: "Targets", headingPath: ["Targets"] },
  ...{ kind: "docs", version: "", language: "en", source: "docs" },
  text: `Install \`crate-tidy\` and name it as the target:\n\n${CODE}`,
};

let index: PassageIndex;
beforeAll(async () => {
  index = await openTestIndex({ passages: [PASSAGE], corpus: { name: "Crate" } });
});

function checkOf(mode: AnswerMode, text: string) {
  const unranked = {
    rrfScore: 0,
    vectorRank: null,
    bm25Score: null,
    cosineSimilarity: null,
    rerankScore: null,
  };
  const passages = [{ passage: PASSAGE, chunk: 0, n: 1, lexicalRank: 1, ...unranked }];
  const { name, revision } = index.corpus;
  return answerEvent({
    ...{ mode, text, complete: true, language: "en", passages, found: passages, index },
    ...{
      corpus: { name, revision, version: "", indexHash: "" },
      invalidCitations: [],
      removedLinks: 0,
      notices: [],
    },
  }).check;
}

it("calls no line of the docs' own code unsupported", () => {
  const check = checkOf("extractive", `Install \`crate-tidy\` and name it as the target: [1]\n\n${CODE}`);
  expect(check.unknownIdentifiers).toEqual([]);
  expect(check.sentences.map(({ support }) => support)).toEqual(["supported"]);
});

it("knows the parts of a name with hyphens, which are no flags", () => {
  const text = "Start `crate-tidy` with `crate-tidy -q`.";
  const unknown = (code: string) =>
    unknownInCode([{ info: "", text: code }], [], [{ text, title: "", headingPath: [] }], () => false);
  expect(unknown("see crate-tidy for more")).toEqual(unknown("see crate for more"));
  expect(unknown("see crate-tidying for more")).toContain("tidying");
});

it("still finds a name in a model's code that the docs do not have", () => {
  const code = CODE.replace("log(", "logEverything(");
  expect(checkOf("llm", `Name it as the target: [1]\n\n${code}`).unknownIdentifiers).toContain(
    "logEverything",
  );
});

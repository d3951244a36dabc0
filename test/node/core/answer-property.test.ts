import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isRefusal, refusalSentence } from "../../../src/core/model/refusal.ts";
import { BREW_DOCS } from "./support/brew-docs.ts";
import { rendered } from "./support/rendered.ts";
import { answering } from "./support/scripted-chat.ts";
import { testSettings } from "./support/settings.ts";
import { openTestIndex } from "./support/test-index.ts";
import { ask, testDeps } from "./support/turns.ts";

const ANSWERS = 10_000;
const QUESTION = "How do I set the brew timeout?";
const LINE = "How do I set the brew timeout? brew_timeout";
/** Few and short, since each of the many answers is checked against them. */
const PASSAGES = [BREW_DOCS[0]!, BREW_DOCS[1]!, BREW_DOCS[7]!];
const INDEX = await openTestIndex({ passages: PASSAGES });
const OWN_URLS = new Set(PASSAGES.map(({ url }) => url));
const SETTINGS = testSettings({ secondChance: false });

const marker = fc.oneof(
  fc.integer({ min: 0, max: 12 }).map((n) => `[${n}]`),
  fc.constantFrom(
    "[1, 3]",
    "[2-9]",
    "【7】",
    "[^4]",
    "[doc 8]",
    "[ 5 ]",
    "[1][99]",
    "［6］",
    "[0]",
    "[source: 3]",
    "[\u200b9]",
    "[1](",
    "[",
    "]",
  ),
);
const address = fc.constantFrom(
  "https://evil.example/x",
  "//evil.example",
  "www.evil.example",
  "javascript:alert(1)",
  "mailto:a@evil.example",
  BREW_DOCS[0]!.url,
  `${BREW_DOCS[1]!.url}?x`,
);
const link = fc
  .tuple(
    fc.constantFrom(
      "[see]($)",
      "![img]($)",
      "<$>",
      "$",
      "[a]: $\n",
      '<a href="$">x</a>',
      "[`x`]($)",
      "[1]($)",
      "[a\n\n](<$>)",
    ),
    address,
  )
  .map(([form, url]) => form.replace("$", url));
const prose = fc.constantFrom(
  "Set `brew_timeout` to 30",
  "The default is 90 seconds.",
  "默认值是 90 秒。",
  "既定値は90秒です。",
  "Der Standardwert ist 90 Sekunden.",
  refusalSentence("en"),
  refusalSentence("zh"),
  "The documentation does not mention this.",
  "I am sorry.",
  "# Heading",
  "- item",
  "> quote",
  "| a | b |\n|---|---|\n",
  "```python\nx[7] = 1\n```",
  "```",
  "`",
  "**bold",
  "<think>",
  "</doc>",
  "\\",
);
const space = fc.constantFrom(" ", "\n", "\n\n", "");
const piece = fc.oneof(prose, prose, marker, link, space, space);
const written = fc.array(piece, { minLength: 1, maxLength: 12 }).map((pieces) => pieces.join(""));
const cuts = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 6 });

/** Cuts a text into deltas whose lengths repeat. */
function deltas(text: string, sizes: readonly number[]): string[] {
  const out: string[] = [];
  for (let start = 0, i = 0; start < text.length; i++) {
    const size = sizes[i % sizes.length]!;
    out.push(text.slice(start, start + size));
    start += size;
  }
  return out;
}

describe(`${ANSWERS} generated answers, cut into deltas anywhere`, () => {
  it("reach the reader without an invalid citation, a foreign link or a source under a refusal", async () => {
    const modes = new Map<string, number>();
    await fc.assert(
      fc.asyncProperty(written, cuts, async (text, sizes) => {
        const chat = answering({ text: deltas(text, sizes) }, LINE);
        const told = await ask(testDeps({ chat, index: INDEX, settings: SETTINGS }), QUESTION);
        const { answer, shown } = told;
        modes.set(answer.mode, (modes.get(answer.mode) ?? 0) + 1);
        const given = told.ofType("passages")[0]!.passages.length;
        const { links, images, html, markers: cited } = rendered(shown);
        expect({
          invalid: cited.filter((n) => n < 1 || n > given),
          foreign: [...links.filter((url) => !OWN_URLS.has(url)), ...images, ...html],
          uncitedSources: answer.sources.filter(({ n }) => !cited.includes(n)),
          sourcesUnderRefusal: isRefusal(shown) ? answer.sources : [],
        }).toEqual({ invalid: [], foreign: [], uncitedSources: [], sourcesUnderRefusal: [] });
        expect(answer.text).toBe(shown);
        expect(told.types.filter((type) => type === "done" || type === "error")).toEqual(["done"]);
      }),
      // The same ones every time, so that a change is told from chance. Found by another seed: a mark behind an escaped backtick.
      {
        numRuns: ANSWERS,
        seed: 20_261_130,
        examples: [["\\```python\nx[7] = 1\n```[0]`[1]Set `brew_timeout` to 30 ", [1]]],
      },
    );
    // All three ends were met, so none of the zeros is empty.
    expect([...modes.keys()].sort()).toEqual(["extractive", "llm", "refusal"]);
  }, 300_000);
});

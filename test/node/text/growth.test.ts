/**
 * Text that readers, models or docs choose must not take a function more than about linear time: an exponential pattern never ends on
 * these inputs and fails by the test's own timeout, a quadratic one takes more of the processor than four times as much text should.
 */
import { describe, expect, it } from "vitest";
import { parseBlocks, splitSentences } from "../../../src/core/citations/sentences.ts";
import { AnswerStream } from "../../../src/core/citations/stream.ts";
import { isRefusal } from "../../../src/core/model/refusal.ts";
import { RefusalGuard } from "../../../src/core/model/refusal-guard.ts";
import type { Passage } from "../../../src/core/passage.ts";
import { standaloneQuestion } from "../../../src/core/question/followup.ts";
import { detectLanguage } from "../../../src/core/question/language.ts";
import { checkAnswer } from "../../../src/core/support/check.ts";
import { contrastDenied } from "../../../src/core/support/contrast.ts";
import { viewPassage } from "../../../src/core/support/evidence.ts";
import { findFacts } from "../../../src/core/support/facts.ts";
import { withoutSourceList } from "../../../src/doors/source-links.ts";

const ATOMS = [
  ..."_a A1-./:()[]`\"'<>*#|!?.。字あ~&=é😀".matchAll(/./gu),
  ...'a. a- a_ A_ aA a/ a: 1, 1. x=" --a [1] [a]( ![ http:// a( "a not_ docs_ a__ _x &# ** ``` n\'t'
    .split(" ")
    .map((atom) => [atom]),
].map(([atom]) => atom!);
const LENGTHS = [40, 2_000];

const SHORT_CHARS = 2_000;
const LONG_CHARS = 16_000;
/** Linear work takes 8 times as long for 8 times as much text, quadratic work 64 times. */
const MAX_GROWTH = 24;
/** Less cannot be told from noise. */
const LEAST_MS = 4;

function passage(text: string): Passage {
  const place = { id: "p", file: "f.md", url: "/docs/f", anchor: "", title: "T", headingPath: ["H"] };
  return { ...place, text, kind: "docs", version: "", language: "en", source: "s" };
}

const FUNCTIONS: Record<string, (text: string) => unknown> = {
  detectLanguage: (text) => detectLanguage(text, "en"),
  standaloneQuestion: (text) =>
    standaloneQuestion(text, [
      { role: "user", content: text },
      { role: "assistant", content: text },
    ]),
  isRefusal: (text) => isRefusal(text),
  splitSentences: (text) => splitSentences(text, "en"),
  findFacts: (text) => findFacts(text, "en"),
  checkAnswer: (text) => checkAnswer(`${text} [1].`, [passage("hello world")], { language: "en" }),
  "checkAnswer over such a passage": (text) =>
    checkAnswer("Set `x` to 5 [1].", [passage(text)], { language: "en" }),
  AnswerStream: (text) => {
    const stream = new AnswerStream({ passageCount: 5, allowedUrls: new Set() });
    for (let at = 0; at < text.length; at += 7) stream.push(text.slice(at, at + 7));
    return stream.end();
  },
  RefusalGuard: (text) => {
    const guard = new RefusalGuard("en");
    guard.push("The documentation does not mention this. ");
    for (let at = 0; at < text.length; at += 7) guard.push(text.slice(at, at + 7));
    return guard.end();
  },
};

describe.each(Object.entries(FUNCTIONS))("%s", (_, run) => {
  it("ends on every run of a repeated piece", () => {
    let calls = 0;
    for (const atom of ATOMS) {
      for (const length of LENGTHS) {
        run(`name${atom.repeat(Math.ceil(length / atom.length))}!`);
        calls += 1;
      }
    }
    expect(calls).toBe(ATOMS.length * LENGTHS.length);
  });
});

/** Of one run, in this thread: what else the machine does counts little. */
function processorMs(work: () => unknown): number {
  const before = process.threadCpuUsage();
  work();
  return process.threadCpuUsage(before).user / 1_000;
}

/** How many times as long the long text takes as the short one, each at its best; whatever disturbs a run makes it longer. */
function growthOf(run: (text: string) => unknown, atom: string): number {
  const text = (length: number) => `name${atom.repeat(Math.ceil(length / atom.length))}!`;
  const [short, long] = [text(SHORT_CHARS), text(LONG_CHARS)];
  let [shortMs, longMs, growth] = [Infinity, Infinity, Infinity];
  for (let attempt = 0; attempt < 3 && growth >= MAX_GROWTH; attempt++) {
    shortMs = Math.min(
      shortMs,
      processorMs(() => run(short)),
    );
    longMs = Math.min(
      longMs,
      processorMs(() => run(long)),
    );
    growth = longMs / Math.max(LEAST_MS, shortMs);
  }
  return growth;
}

describe("the measure of growth", () => {
  /** Work for every pair of characters, as code that scans the rest of a text at each of them. */
  function quadratic(text: string): number {
    let sum = 0;
    for (let at = 0; at < text.length; at++) {
      for (let rest = at; rest < text.length; rest++) sum = (sum * 31 + text.charCodeAt(rest)) | 0;
    }
    return sum;
  }

  it("tells quadratic work, and linear work from it", () => {
    expect(growthOf(quadratic, "a")).toBeGreaterThan(MAX_GROWTH);
    const linear = (text: string) => {
      for (let times = 0; times < 500; times++) text.replaceAll("a", "b");
    };
    expect(growthOf(linear, "a")).toBeLessThan(MAX_GROWTH);
  });
});

describe.each(Object.entries(FUNCTIONS))("%s", (_, run) => {
  it("takes no more than it should for eight times as much", () => {
    for (const atom of ATOMS) expect(growthOf(run, atom), `runs of ${atom}`).toBeLessThan(MAX_GROWTH);
  });
});

/** Texts that no repeated piece is, made to look back from each of their characters. */
const ATTACKS: Record<string, [run: (text: string) => unknown, text: (length: number) => string]> = {
  "a heading of spaces that does not end its line": [
    parseBlocks,
    (length) => `# ${" ".repeat(length)}\u2028`,
  ],
  "a list item of tabs that does not end its line": [
    parseBlocks,
    (length) => `- ${"\t".repeat(length)}\u2028`,
  ],
  "a fence of marks that does not end its line": [parseBlocks, (length) => `${"~".repeat(length)}\u2028`],
  "a table's second line of tabs": [
    parseBlocks,
    (length) => `a|b\n|-:${"\t".repeat(length / 2)}|${"\t".repeat(length / 2)}-x`,
  ],
  "marks in the middle of a sentence": [isRefusal, (length) => `a${"!".repeat(length)}b`],
  "a row of words before no mail address": [
    FUNCTIONS.AnswerStream!,
    (length) => `${"a.b-c_".repeat(length / 6)}://@`,
  ],
  "a list line of brackets": [withoutSourceList, (length) => `x\n\n- [1] [${"](-".repeat(length / 3)}`],
};

describe.each(Object.entries(ATTACKS))("%s", (_, [run, text]) => {
  it("takes no more than it should for eight times as much", () => {
    expect(growthOf((atom) => run(text(atom.length)), "a")).toBeLessThan(MAX_GROWTH);
  });
});

describe("what is denied of a row of little words", () => {
  it("is found without trying each way to read them", () => {
    const source = { n: 1, text: `The value is read from the file, not ${"in ".repeat(40)}!`, title: "T" };
    const view = viewPassage({ ...source, headingPath: [], language: "en" });
    const sentence = "The value is read from the file";
    expect(contrastDenied(findFacts(sentence, "en"), sentence, [view], false)).toBeNull();
  });
});

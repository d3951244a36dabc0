/**
 * Text that readers, models or docs choose must not take a function more than about linear time: an exponential pattern never ends on
 * these inputs and fails by the test's own timeout, a quadratic one takes more of the processor than four times as much text should.
 */
import { describe, expect, it } from "vitest";
import { checkAnswer } from "../../../src/core/citations/check.ts";
import { findFacts } from "../../../src/core/citations/facts.ts";
import { AnswerStream } from "../../../src/core/citations/stream.ts";
import { standaloneQuestion } from "../../../src/core/followup.ts";
import { detectLanguage } from "../../../src/core/language.ts";
import type { Passage } from "../../../src/core/passage.ts";
import { isRefusal } from "../../../src/core/refusal.ts";
import { RefusalGuard } from "../../../src/core/refusal-guard.ts";
import { splitSentences } from "../../../src/core/sentences.ts";

const ATOMS = [
  ..."_a A1-./:()[]`\"'<>*#|!?.。字あ~&=é😀".matchAll(/./gu),
  ...'a. a- a_ A_ aA a/ a: 1, 1. x=" --a [1] [a]( ![ http:// a( "a not_ docs_ a__ _x &# ** ``` n\'t'
    .split(" ")
    .map((atom) => [atom]),
].map(([atom]) => atom!);
const LENGTHS = [40, 2_000];

const SHORT_CHARS = 2_000;
const LONG_CHARS = 8_000;
/** Linear work takes 4 times as long for 4 times as much text, quadratic work 16 times. */
const MAX_GROWTH = 10;
/** Less cannot be told from noise. */
const LEAST_MS = 8;

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

/** Of the least of some runs, in this thread: what else the machine does counts little. */
function processorMs(work: () => unknown, runs: number): number {
  const each = Array.from({ length: runs }, () => {
    const before = process.threadCpuUsage();
    work();
    return process.threadCpuUsage(before).user / 1_000;
  });
  return Math.min(...each);
}

describe.each(Object.entries(FUNCTIONS))("%s", (_, run) => {
  it("takes no more than it should for four times as much", () => {
    for (const atom of ATOMS) {
      const text = (length: number) => `name${atom.repeat(Math.ceil(length / atom.length))}!`;
      const shortMs = Math.max(
        LEAST_MS,
        processorMs(() => run(text(SHORT_CHARS)), 2),
      );
      const limitMs = MAX_GROWTH * shortMs;
      const long = () => run(text(LONG_CHARS));
      const longMs = processorMs(long, 1);
      expect(longMs < limitMs ? longMs : processorMs(long, 3), `runs of ${atom}`).toBeLessThan(limitMs);
    }
  });
});

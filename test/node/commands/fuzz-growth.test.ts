/** How `npm run fuzz -- --growth` tells what grows too fast, by a clock of steps. */
import { expect, it } from "vitest";
import { growthOf, MAX_EXPONENT, type TextReader } from "../../../build/fuzz/growth.ts";
import { growsTooFast, growthText, measureReader } from "../../../build/fuzz/growth-report.ts";
import { lexAnswer, MAX_INLINE_CHARS } from "../../../src/widget/answer-lexer.ts";

/** A reader that takes as many milliseconds as a function of the length says, and its clock. */
function stepped(name: string, stepsOf: (chars: number) => number, maxChars = 64_000) {
  let clock = 0;
  const reader: TextReader = {
    name,
    maxChars,
    read(text) {
      clock += stepsOf(text.length);
    },
  };
  return { reader, cpuMs: () => clock };
}

it("finds the power of the length that the time grows with", async () => {
  const linear = stepped("linear", (chars) => chars / 100);
  const quadratic = stepped("quadratic", (chars) => (chars / 1_000) ** 2);
  expect((await growthOf(linear.reader, "ab", linear.cpuMs))?.exponent).toBeCloseTo(1, 1);
  expect((await growthOf(quadratic.reader, "a", quadratic.cpuMs))?.exponent).toBeCloseTo(2, 1);
});

it("says nothing of what is quick at every length", async () => {
  const { reader, cpuMs } = stepped("quick", () => 1);
  expect(await growthOf(reader, "a", cpuMs)).toBeNull();
});

it("is not misled by a reader that looks back for so many characters and no more", async () => {
  const { reader, cpuMs } = stepped("window", (chars) => chars * Math.min(chars, 2_000) * 5e-5);
  expect((await growthOf(reader, "a", cpuMs))?.exponent).toBeLessThan(MAX_EXPONENT);
});

it("takes the fastest of several measurements, so that one slow moment fails nothing", async () => {
  let calls = 0;
  const { reader, cpuMs } = stepped("noisy", (chars) => chars / 20 + (calls++ === 0 ? 5_00 : 0));
  expect((await growthOf(reader, "a", cpuMs))?.exponent).toBeLessThan(MAX_EXPONENT);
});

it("fails for what is our own, and names whose the rest is", async () => {
  const cubic = (chars: number) => (chars / 1_000) ** 3;
  const own = stepped("answers", cubic);
  const foreign = stepped("asciidoc", cubic);
  const ownGrowth = await measureReader(own.reader, ["a", "`"], own.cpuMs);
  const foreignGrowth = await measureReader(foreign.reader, ["`"], foreign.cpuMs);
  expect(growsTooFast([ownGrowth])).toBe(true);
  expect(growsTooFast([foreignGrowth])).toBe(false);
  const text = growthText([ownGrowth, foreignGrowth]);
  expect(text).toMatch(/^answers +2 +3\.00$/m);
  expect(text).toMatch(/"`": 3\.00, .* \(known, in Asciidoctor\)/);
});

it("leaves a run of text that is longer than any answer's as it was written", () => {
  const kindsIn = (markdown: string) => {
    const [paragraph] = lexAnswer(markdown);
    return paragraph?.type === "paragraph" ? paragraph.tokens?.map(({ type }) => type) : [];
  };
  expect(kindsIn("a *b*".repeat(MAX_INLINE_CHARS))).toEqual(["text"]);
  expect(kindsIn("a *b*")).toEqual(["text", "em"]);
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { endsInLoop, RepetitionWatch } from "../../../src/core/model/repetition.ts";

const FACT = "Set `brew_timeout` to the seconds after which a brew is cancelled [1]. ";

/** @returns characters pushed until a loop was seen, or null */
function watched(text: string, size: number): number | null {
  const watch = new RepetitionWatch();
  for (let at = 0; at < text.length; at += size) {
    if (watch.push(text.slice(at, at + size))) return at + size;
  }
  return null;
}

describe("a model that loops", () => {
  it.each([
    ["a line", "The answer is:\n\n"],
    ["a sentence", "The question is about the documentation, not about the documentation itself. "],
    ["several sentences", "One client may be shared [1].\n\nThe answer is:\n\nYes, it may be shared.\n\n"],
    ["a Chinese sentence", "答案在文档里。"],
    ["a word", "yes "],
  ])("is seen by %s", (_, piece) => {
    for (const size of [1, 7, 60]) {
      const seen = watched(FACT + piece.repeat(200), size);
      expect(seen).not.toBeNull();
      expect(seen!).toBeLessThan(FACT.length + Math.max(240, piece.length * 6) + 200 + size);
    }
  });

  it.each([
    ["an answer", `${FACT}The default is 90 seconds [1]. It is read when the machine starts [2].`],
    ["a rule and an empty table", `${"-".repeat(400)}\n${"|   ".repeat(200)}|\n${"0, ".repeat(200)}`],
    ["a few lines alike", FACT.repeat(5)],
    ["rows that differ", Array.from({ length: 60 }, (_, i) => `| option${i} | a number | ${i} |\n`).join("")],
  ])("is not seen in %s", (_, text) => {
    expect(watched(text, 13)).toBeNull();
  });

  it("is seen whatever is repeated, and by whatever it is cut into", () => {
    fc.assert(
      fc.property(
        fc.string({ minLength: 1, maxLength: 60 }).filter((piece) => /\p{L}/u.test(piece)),
        fc.string({ maxLength: 300 }),
        (piece, before) => {
          expect(endsInLoop(before + piece.repeat(Math.ceil(400 / piece.length) + 6))).toBe(true);
        },
      ),
    );
  });

  it("is not seen in words that each differ from the last", () => {
    fc.assert(
      fc.property(fc.array(fc.uuid(), { minLength: 5, maxLength: 60 }), (words) => {
        expect(watched(words.join(" "), 11)).toBeNull();
      }),
    );
  });
});

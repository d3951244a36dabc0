import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { RepetitionFilter } from "../../../src/core/model/repetition.ts";

const FACT = "Set `brew_timeout` to the seconds after which a brew is cancelled [1]. ";
const ROW = "| a number | in seconds | read when the machine starts |\n";

/** What a reader sees of a streamed text, and how much of it was read when a loop was seen. */
function streamed(text: string, size: number): { shown: string; read: number | null } {
  const filter = new RepetitionFilter();
  let shown = "";
  for (let at = 0; at < text.length; at += size) {
    shown += filter.push(text.slice(at, at + size));
    if (filter.looping) return { shown: shown + filter.end(), read: Math.min(text.length, at + size) };
  }
  return { shown: shown + filter.end(), read: null };
}

describe("a model that loops", () => {
  it.each([
    ["a line", "The answer is:\n\n"],
    ["a sentence", "The question is about the documentation, not about the documentation itself. "],
    ["several sentences", "One client may be shared [1].\n\nThe answer is:\n\nYes, it may be shared.\n\n"],
    ["a Chinese sentence", "答案在文档里。"],
    ["a Chinese sentence that cites", "答案在文档里[1]。"],
    ["a list item", "- The machine sleeps.\n"],
  ])("is stopped, and shows %s once", (_, piece) => {
    for (const size of [1, 7, 60, 10_000]) {
      const { shown, read } = streamed(FACT + piece.repeat(200), size);
      expect(shown.trimEnd()).toBe((FACT + piece).trimEnd());
      expect(read).not.toBeNull();
      if (size < 10_000) expect(read!).toBeLessThan(FACT.length + Math.max(260, piece.length * 7) + size);
    }
  });

  it.each([
    ["a word", "yes "],
    ["a word without spaces", "很好"],
    ["letters", "ha"],
  ])("is stopped, and shows little more of %s", (_, piece) => {
    const { shown, read } = streamed(FACT + piece.repeat(400), 7);
    expect(read).not.toBeNull();
    // A repetition without a boundary begins within 25 characters, is known 25 later, and 24 of it are shown.
    expect(shown.length).toBeLessThan(FACT.length + 80);
  });

  it.each([
    ["a rule of dots", "......"],
    ["empty cells", "| - | - |\n"],
    ["dashes", "-"],
    ["rows of a table", ROW],
  ])("is stopped at %s without an end", (_, piece) => {
    const { shown, read } = streamed(FACT + piece.repeat(10_000 / piece.length), 7);
    expect(read).toBeLessThan(2_600);
    expect(shown.length).toBeLessThan(FACT.length + Math.max(60, piece.length + 40));
  });

  it.each([
    ["line ends", FACT, "\n"],
    ["spaces", FACT, " "],
    ["blank lines", FACT, " \t\n"],
    ["line ends in open code", `${FACT}\n\`\`\`py\nmachine.brew()`, "\n"],
    ["no-break spaces in open code", `${FACT}\n\`\`\`py\nmachine.brew()`, "\u00a0"],
  ])("is stopped at %s without an end, and shows few of them", (_, before, blank) => {
    for (const size of [1, 7, 10_000]) {
      const { shown, read } = streamed(before + blank.repeat(9_000 / blank.length), size);
      expect(read).not.toBeNull();
      if (size < 10_000) expect(read!).toBeLessThan(before.length + 2_100);
      expect(shown.trimEnd()).toBe(before.trimEnd());
      expect(shown.length).toBeLessThan(before.length + 40);
    }
  });

  it("is not seen in a long blank that more text or the end follows, of which the end shows little", () => {
    for (const size of [1, 13, 10_000]) {
      const indented = `${FACT}\n${" ".repeat(1_500)}${FACT}`;
      expect(streamed(indented, size)).toEqual({ shown: indented, read: null });
      const { shown, read } = streamed(FACT + "\n".repeat(1_500), size);
      expect(read).toBeNull();
      expect(shown.length).toBeLessThan(FACT.length + 40);
    }
  });

  it.each([
    ["an answer", `${FACT}The default is 90 seconds [1]. It is read when the machine starts [2].`],
    ["a rule and an empty table", `${"-".repeat(400)}\n${"|   ".repeat(200)}|\n${"0, ".repeat(200)}`],
    ["a few lines alike", FACT.repeat(5)],
    ["rows of a table alike", `| type | unit | read |\n|---|---|---|\n${ROW.repeat(20)}\n${FACT}`],
    ["lines of code alike", `\`\`\`py\n${"machine.brew(brew_timeout=30)\n".repeat(20)}\`\`\`\n${FACT}`],
    ["rows alike without bars at their edges", `a | b\n--- | ---\n${"yes | no\n".repeat(40)}\n${FACT}`],
    [
      "code alike that begins a list's item",
      `1. \`\`\`sh\n${"   npm run build\n".repeat(20)}   \`\`\`\n${FACT}`,
    ],
    ["rows that differ", Array.from({ length: 60 }, (_, i) => `| option${i} | a number | ${i} |\n`).join("")],
  ])("is not seen in %s, which is shown whole", (_, text) => {
    for (const size of [1, 13, 10_000]) expect(streamed(text, size)).toEqual({ shown: text, read: null });
  });

  it("is seen whatever is repeated, and by whatever it is cut into", () => {
    fc.assert(
      fc.property(
        fc.string({ minLength: 1, maxLength: 60 }).filter((piece) => /\p{L}/u.test(piece)),
        fc.string({ maxLength: 300 }),
        fc.integer({ min: 1, max: 50 }),
        (piece, before, size) => {
          const text = before + piece.repeat(Math.ceil(4_000 / piece.length));
          const { shown, read } = streamed(text, size);
          expect(read).not.toBeNull();
          expect(text.startsWith(shown)).toBe(true);
        },
      ),
    );
  });

  it("is not seen in words that each differ from the last, which are all shown", () => {
    fc.assert(
      fc.property(fc.array(fc.uuid(), { minLength: 5, maxLength: 60 }), (words) => {
        const text = words.join(" ");
        expect(streamed(text, 11)).toEqual({ shown: text, read: null });
      }),
    );
  });

  it("keeps nothing of a text back at its end, whatever the text and the pieces", () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom("It is so. ", "a ", "| x |\n", "```\n", "文档。", "-", "\n")),
        fc.integer({ min: 1, max: 20 }),
        (pieces, size) => {
          const text = pieces.join("").slice(0, 230);
          expect(streamed(text, size).shown).toBe(text);
        },
      ),
    );
  });
});

it("takes no more time for lines drawn of marks than a stream has, however long they are", () => {
  let drawn = "";
  for (let n = 1; drawn.length < 16_000; n++) drawn += `${"=".repeat(1 + ((n * n * 7) % 79))}\n`;
  const filter = new RepetitionFilter();
  const before = process.cpuUsage().user;
  let shown = "";
  for (let at = 0; at < drawn.length; at += 7) shown += filter.push(drawn.slice(at, at + 7));
  const cpuMs = (process.cpuUsage().user - before) / 1_000;
  expect(shown + filter.end()).toBe(drawn);
  // Comparing every mark with hundreds before it took 12 s.
  expect(cpuMs).toBeLessThan(1_500);
});

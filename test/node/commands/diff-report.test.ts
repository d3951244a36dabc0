import { describe, expect, it } from "vitest";
import type { QuestionDiff, Side } from "../../../build/diff/compare.ts";
import { diffReport, formatDiff } from "../../../build/diff/report.ts";

const docs = { documents: 1, chunks: 1, indexHash: "0" };

function side(lines: string[]): Side {
  return { mode: "extractive", answered: true, text: lines.join("\n"), sources: [] };
}

function shownDiff(before: string[], now: string[]): string[] {
  const question: QuestionDiff = {
    id: "q",
    lang: "en",
    question: "How high?",
    changes: ["answer"],
    base: side(before),
    head: side(now),
    passages: { added: [], removed: [], reworded: [] },
  };
  const text = formatDiff(diffReport({ base: docs, head: docs, model: null, questions: [question] }));
  return /`+diff\n([\s\S]*?)\n`+/.exec(text)![1]!.split("\n");
}

const numbered = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, i) => `line ${from + i}`);

describe("what a reviewer sees of two answers", () => {
  it("is what changed with two lines around it, and the number of the others", () => {
    const before = [...numbered(1, 20), "Three metres [1].", ...numbered(21, 30)];
    const now = [...numbered(1, 20), "Four metres [2].", ...numbered(21, 30)];
    expect(shownDiff(before, now)).toEqual([
      "  … 18 unchanged lines",
      "  line 19",
      "  line 20",
      "- Three metres.",
      "+ Four metres.",
      "  line 21",
      "  line 22",
      "  … 8 unchanged lines",
    ]);
  });

  it("is a change at the end of a long answer too", () => {
    const shown = shownDiff(numbered(1, 90), [...numbered(1, 89), "line ninety"]);
    expect(shown).toEqual(["  … 87 unchanged lines", "  line 88", "  line 89", "- line 90", "+ line ninety"]);
  });

  it("counts what is more than fits", () => {
    const shown = shownDiff(numbered(1, 50), numbered(101, 150));
    expect(shown).toHaveLength(41);
    expect(shown.at(-1)).toBe("  … 60 more lines");
  });
});

import { describe, expect, it } from "vitest";
import { AnswerStream } from "../../../src/core/citations/stream.ts";
import { answerUnits } from "../../../src/core/extractive/answer-units.ts";

function shown(text: string): string {
  const stream = new AnswerStream({ passageCount: 1, allowedUrls: new Set() });
  return stream.push(text) + stream.end();
}

describe("answerUnits", () => {
  it("keeps the brackets of indexed names, which in prose would be read as citations", () => {
    const text = 'An error such as "sources[0].folder is missing" names `sources[0]` or rows[1][2].';
    const [unit] = answerUnits({ text, language: "en" });
    expect(unit?.sentences).toEqual([
      'An error such as "`sources[0].folder` is missing" names `sources[0]` or `rows[1][2]`.',
    ]);
    expect(shown(`${unit?.sentences[0]} [1]`)).toContain("`sources[0].folder` is missing");
  });

  it("leaves citations of a sentence alone", () => {
    expect(answerUnits({ text: "See the guide [1] for more.", language: "en" })[0]?.sentences).toEqual([
      "See the guide [1] for more.",
    ]);
  });

  it("takes a label for what introduces the list after it", () => {
    const text =
      "before-pack\n\n- Runs first.\n\nafter-pack\n\n- Runs last.\n\nThis is a sentence.\n\n- An item.";
    const items = answerUnits({ text, language: "en" }).filter(({ kind }) => kind === "item");
    expect(items.map(({ leadIn }) => leadIn)).toEqual(["before-pack", "after-pack", ""]);
  });

  it("takes an item that ends in a colon for what introduces the items below it", () => {
    const text = "Options:\n\n- On a laptop:\n  - `--fast`: skips checks.\n- `--slow`: checks all.";
    const items = answerUnits({ text, language: "en" }).filter(({ kind }) => kind === "item");
    expect(items.map(({ leadIn }) => leadIn)).toEqual(["Options:", "On a laptop:", "Options:"]);
  });
});

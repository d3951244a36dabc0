import { describe, expect, it } from "vitest";
import { answerUnits } from "../../../src/core/answer-units.ts";
import { AnswerStream } from "../../../src/core/citations/stream.ts";

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
});

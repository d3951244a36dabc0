import { describe, expect, it } from "vitest";
import { sampleQuestions } from "../../../build/init/sample-questions.ts";
import { chunksOf, prose } from "../build/chunks-of.ts";

const chunksOfFiles = (files: Record<string, string>) =>
  Object.entries(files).flatMap(
    ([file, heading]) => chunksOf(`# Pump\n\n## ${heading}\n\n${prose(60)}\n`, { file }).chunks,
  );
const asked = (files: Record<string, string>) =>
  sampleQuestions(chunksOfFiles(files), 3).map(({ question }) => question);

describe("the first questions to docs", () => {
  it("are made of the README where there is nothing else to read", () => {
    expect(asked({ "README.md": "Filling the tank" })).toEqual([
      "What do the docs say about Filling the tank?",
    ]);
    expect(asked({ "readme.md": "How is it filled?", "LICENSE.md": "Terms and conditions" })).toEqual([
      "How is it filled?",
    ]);
  });

  it("are made of the pages beside a README, and of no licence or changelog", () => {
    expect(
      asked({
        "README.md": "Building from source",
        "guide.md": "Filling the tank",
        "CHANGELOG.md": "Bugs that were fixed",
      }),
    ).toEqual(["What do the docs say about Filling the tank?"]);
  });
});

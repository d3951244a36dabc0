import { describe, expect, it } from "vitest";
import { chunkHeader } from "../../../build/chunk/header.ts";
import { splitSentences } from "../../../build/chunk/sentences.ts";
import { countTokens } from "../../../build/chunk/tokens.ts";

describe("chunkHeader", () => {
  it("says a first heading that repeats the title once", () => {
    expect(chunkHeader({ title: "Guide", headingPath: ["Guide", "Setup"] })).toBe("Guide > Setup");
    expect(chunkHeader({ title: "Guide", headingPath: ["Site", "Setup"] })).toBe("Guide > Site > Setup");
    expect(chunkHeader({ title: "Guide", headingPath: [] })).toBe("Guide");
  });
});

describe("countTokens", () => {
  it("reads special tokens as text, and agrees with itself over long texts", () => {
    expect(countTokens("<|endoftext|>")).toBeGreaterThan(1);
    const sentence = "The quick brown fox jumps over the lazy dog. ";
    expect(countTokens(sentence.repeat(500))).toBeCloseTo(countTokens(sentence.trimEnd()) * 500, -2);
  });

  it("counts long runs without spaces in bounded time", () => {
    expect(countTokens("啊".repeat(50_000))).toBeGreaterThan(10_000);
  });
});

describe("splitSentences", () => {
  it.each([
    ["One. Two? Three!", "en", ["One. ", "Two? ", "Three!"]],
    ["Use e.g. this, i.e. that. Then stop.", "en", ["Use e.g. this, i.e. that. ", "Then stop."]],
    ["Call `a. B. c` first. Then go.", "en", ["Call `a. B. c` first. ", "Then go."]],
    ["先关闭。再打开！好吗？", "zh", ["先关闭。", "再打开！", "好吗？"]],
    ["Das gilt z.B. Montags. Sonst nicht.", "de", ["Das gilt z.B. Montags. ", "Sonst nicht."]],
    ["No tag. Still fine.", "not a tag", ["No tag. ", "Still fine."]],
  ])("cuts %j", (text, language, sentences) => {
    expect(splitSentences(text, language)).toEqual(sentences);
  });
});

import { describe, expect, it } from "vitest";
import {
  parseBlocks,
  splitSentences,
  tableCells,
  withoutMarkers,
} from "../../../src/core/citations/sentences.ts";

function sentences(text: string, language = "en"): string[] {
  return splitSentences(text, language).map((sentence) => sentence.text);
}

describe("splitSentences", () => {
  it.each([
    ["en", "It verifies. It raises an error on failure!", ["It verifies.", "It raises an error on failure!"]],
    [
      "en",
      "By default it verifies. httpx raises otherwise.",
      ["By default it verifies.", "httpx raises otherwise."],
    ],
    ["en", "See e.g. the client, i.e. `Client`. Done.", ["See e.g. the client, i.e. `Client`.", "Done."]],
    ["en", '"in 2?" may name a version. Others do not.', ['"in 2?" may name a version.', "Others do not."]],
    ["en", 'They ask "why?" Nobody knows.', ['They ask "why?"', "Nobody knows."]],
    ["en", "Version 5.12.8 is out. Use it.", ["Version 5.12.8 is out.", "Use it."]],
    ["en", "Call `a. B. c()` first. Then stop.", ["Call `a. B. c()` first.", "Then stop."]],
    ["en", "Read https://a.example/b.html. Then go.", ["Read https://a.example/b.html.", "Then go."]],
    ["en", "Edit pyproject.toml. Restart.", ["Edit pyproject.toml.", "Restart."]],
    ["en", "1. Install it.", ["1. Install it."]],
    ["zh", "默认是五秒。可以关闭！好吗？", ["默认是五秒。", "可以关闭！", "好吗？"]],
    ["ja", "既定は五秒です。変更できます。", ["既定は五秒です。", "変更できます。"]],
    [
      "de",
      "Das gilt z. B. für Clients. Nicht d. h. für alle.",
      ["Das gilt z. B. für Clients.", "Nicht d. h. für alle."],
    ],
  ])("%s: %s", (language, text, expected) => {
    expect(sentences(text, language)).toEqual(expected);
  });

  it("keeps citations after the full stop with the sentence before", () => {
    expect(sentences("It verifies.[1] It raises. [2][3] Done [4].")).toEqual([
      "It verifies.[1]",
      "It raises. [2][3]",
      "Done [4].",
    ]);
    expect(sentences("默认五秒。[1]可以关闭。[2]", "zh")).toEqual(["默认五秒。[1]", "可以关闭。[2]"]);
  });

  it("gives ranges that cut the text where it says", () => {
    const text = "One `x.y`. Two [1].\nThree: done.";
    for (const { text: sentence, start, end } of splitSentences(text))
      expect(text.slice(start, end)).toBe(sentence);
  });
});

describe("parseBlocks", () => {
  it("tells headings, paragraphs, items, rows and code apart, in order", () => {
    const blocks = parseBlocks(
      "# Title\n\nSome\ntext.\n\n- one\n  more\n- two\n\n| a | b |\n| --- | --- |\n| 1 | `x|y` |\n\n```js\n# no heading\n```\n> quoted\n",
    );
    expect(blocks.map(({ kind, text }) => [kind, text])).toEqual([
      ["heading", "Title"],
      ["paragraph", "Some\ntext."],
      ["listItem", "one\nmore"],
      ["listItem", "two"],
      ["tableRow", "a | b"],
      ["tableRow", "1 | `x|y`"],
      ["code", "# no heading"],
      ["paragraph", "quoted"],
    ]);
    expect(blocks.find(({ isHeader }) => isHeader)?.header).toEqual(["a", "b"]);
  });

  it("takes a prompt in code for code, not for a quotation", () => {
    expect(parseBlocks("```pycon\n>>> r = get()\n>>> r\n```")[0]?.text).toBe(">>> r = get()\n>>> r");
  });

  it("ends a fence only at marks as long as it began with, or at the end", () => {
    expect(parseBlocks("````\n```\nx\n```\n````\nafter").map(({ kind }) => kind)).toEqual([
      "code",
      "paragraph",
    ]);
    expect(parseBlocks("```\nopen").map(({ kind, text }) => [kind, text])).toEqual([["code", "open"]]);
  });
});

describe("tableCells", () => {
  it("splits neither at an escaped pipe nor inside code", () => {
    expect(tableCells("| `a|b` | c \\| d |")).toEqual(["`a|b`", "c \\| d"]);
  });
});

describe("withoutMarkers", () => {
  it("begins no code at an escaped backtick", () => {
    expect(withoutMarkers("A \\` mark, `b[1]` [2].").citations).toEqual([2]);
  });

  it("takes markers out of prose and leaves those in code", () => {
    expect(withoutMarkers("Use `a[1]` here [2][3], twice [2].")).toEqual({
      text: "Use `a[1]` here, twice.",
      citations: [2, 3],
    });
  });
});

/** Sentences of several clauses: each is held against what the passage says of the same thing, not of another. */
import { describe, expect, it } from "vitest";
import { viewPassage } from "../../../src/core/support/evidence.ts";
import { judgeSentence } from "../../../src/core/support/judge.ts";
import { conditions, negations } from "../../../src/core/support/negation.ts";
import { verdictsOver } from "./support/verdicts.ts";

const GARDEN = `Hedges are copied as they stand and never trimmed. Bulbs may be planted in pots; they keep for 14 months. Paths are swept daily. A client must send \`sow\` within 10 seconds, otherwise the gate closes. Seeds of the old shed need to be sorted anew. Pots from the shop run unchanged. \`hoe\` keeps the gravel of the upper path level. \`rake\` gathers leaves. The gate closes at dusk for all visitors.

| Key | Default in milliseconds |
| --- | --- |
| \`drip\` | 150 |`;

const judge = verdictsOver("Garden", GARDEN);

describe("judgeSentence", () => {
  it.each([
    ["two sentences joined by and", "Paths are swept daily, and pots from the shop run unchanged.", "en"],
    [
      "a quotation after words that say whose it is",
      "According to the docs, seeds of the old shed need to be sorted anew.",
      "en",
    ],
    [
      "names of a foreign sentence that goes on",
      "`hoe` hält den Kies eben, und mit `rake` sammelt man danach Laub.",
      "de",
    ],
    [
      "two sentences joined by a mark",
      "Bulbs may be planted in pots; they keep for 14 months; seeds of the old shed need to be sorted anew.",
      "en",
    ],
    [
      "an obligation in one clause and a permission in the other",
      "Old seeds have to be sorted anew, but bulbs may go into pots for 14 months.",
      "en",
    ],
    ["what a Japanese clause denies", "生け垣は刈り込まれることなく、そのままコピーされます。", "ja"],
    ["a Chinese condition", "客户端若没有在 10 秒内发送 `sow`，大门会被关闭。", "zh"],
    ["a time in another unit than the header's", "`drip` waits 0.15 seconds by default.", "en"],
  ])("does not take for wrong %s: %s", (_, sentence, language) => {
    expect(judge(sentence, language)).not.toBe("unsupported");
  });

  it.each([
    [
      "a clause that denies what its place says",
      "Paths are swept daily, and pots from the shop do not run unchanged.",
      "en",
    ],
    [
      "the name of another row in a clause",
      "The gate closes at dusk for all visitors, and `rake` keeps the gravel of the upper path level.",
      "en",
    ],
    ["a time in neither unit", "`drip` waits 0.25 seconds by default.", "en"],
    [
      "another period in one of two joined sentences",
      "Paths are swept hourly, and pots from the shop run unchanged.",
      "en",
    ],
  ])("finds %s: %s", (_, sentence, language) => {
    expect(judge(sentence, language)).toBe("unsupported");
  });

  it("gives the place of the first of two joined sentences as evidence", () => {
    const text = "Paths are swept daily. Lamps are lit at dusk by the warden.";
    const view = viewPassage({ n: 3, text, title: "Park", headingPath: ["Park"], language: "en" });
    const { support, evidence } = judgeSentence(
      "Paths are swept daily, and lamps are lit at dusk by the warden.",
      "en",
      [view],
    );
    expect(support).toBe("supported");
    expect(evidence).toEqual({ n: 3, quote: "Lamps are lit at dusk by the warden." });
  });
});

describe("a clause", () => {
  it.each([
    ["鍵は送られず、端末に保存される。", "保存", false],
    ["鍵は送られず、端末に保存される。", "送", true],
    ["鍵を再発行した後は、古い鍵は使えない。", "再発行", false],
  ])("ends a negation: %s (%s)", (text, word, denied) => {
    expect(negations(text, [])(text.indexOf(word))).toBe(denied);
  });

  it.each([
    ["失敗すると記録される。", "失敗", true],
    ["失敗すると記録される。", "記録", false],
    ["鍵を再発行した後は、古い鍵は使えない。", "再発行", true],
    ["系统若没有响应，就会重启。", "响应", true],
    ["超过限制后，连接会关闭。", "限制", true],
  ])("may be a condition: %s (%s)", (text, word, isCondition) => {
    expect(conditions(text)(text.indexOf(word))).toBe(isCondition);
  });
});

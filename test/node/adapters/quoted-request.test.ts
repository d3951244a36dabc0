import { describe, expect, it } from "vitest";
import { withoutQuoted } from "../../../src/adapters/quoted-request.ts";
import { escapeData } from "../../../src/core/model/prompt-data.ts";

const QUESTION = 'Why did "Ada Lovelace\'s"\n  refund for Straße 7 <docs> bounce?';
const JAPANESE = "払い戻しはなぜ失敗しましたか";

function logged(words: string, sent: readonly string[] = [QUESTION, JAPANESE], maxChars = 300): string {
  return withoutQuoted(words, sent, maxChars);
}

/** All that is not ASCII as JSON may write it. */
function asAscii(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

describe("what a service quotes of a request", () => {
  it.each([
    ["as it was sent", QUESTION],
    ["in Japanese", JAPANESE],
    ["in capitals", QUESTION.toUpperCase()],
    ["in small letters", QUESTION.toLowerCase()],
    ["as JSON", JSON.stringify(QUESTION).slice(1, -1)],
    ["as JSON in JSON", JSON.stringify(JSON.stringify(QUESTION)).slice(3, -3)],
    ["as JSON in JSON in ASCII", asAscii(JSON.stringify(JSON.stringify(QUESTION)).slice(3, -3))],
    ["in Japanese as JSON in ASCII", asAscii(JAPANESE)],
    ["in Japanese as JSON in JSON in ASCII", asAscii(JAPANESE).replaceAll("\\", "\\\\")],
    ["on one line", QUESTION.replace(/\s+/g, " ")],
    ["as it stands in the prompt", escapeData(QUESTION)],
    ["as HTML", QUESTION.replaceAll('"', "&quot;").replaceAll("'", "&#39;").replaceAll("<", "&lt;")],
    ["with letters and marks apart", QUESTION.normalize("NFD")],
  ])("is left out %s", (_, quotation) => {
    expect(logged(`input=(${quotation}), max 9 tokens`)).toBe("input=([…]), max 9 tokens");
  });

  it("is known where the reader wrote escapes", () => {
    const path = "open C:\\new\\table &lt; \\u4f60\\u597d fails";
    for (const quotation of [path, JSON.stringify(path).slice(1, -1), path.toUpperCase()])
      expect(logged(`(${quotation})`, [path])).not.toMatch(/table|fails/i);
  });

  it("is left out when it is a short line as a whole", () => {
    const words = "maximum context length is 4096 tokens, you asked for 5000: HOW LONG?";
    expect(logged(words, ["What is the maximum?\nhow  long?\n"])).toBe(
      "maximum context length is 4096 tokens, you asked for 5000: […]",
    );
  });

  it("leaves a service's words as they are where nothing is quoted", () => {
    const words = 'Rate limit "rpm"\nreached:\\n 60 &lt; 61';
    expect(logged(words)).toBe(words);
    expect(logged(words, [])).toBe(words);
    expect(logged("")).toBe("");
  });

  it("is known as well where the shown part ends in it", () => {
    expect(logged(`bad: ${asAscii(JAPANESE)}`, [JAPANESE], 11)).toBe("bad: […]");
    expect(logged(`bad: ${QUESTION}`, [QUESTION], 12)).toBe("bad: […]");
    expect(logged("bad: all else", [QUESTION], 8)).toBe("bad: all");
  });
});

describe("the search for quotations", () => {
  const [SHORT_CHARS, LONG_CHARS] = [64_000, 512_000];
  /** Linear work takes 8 times as long for 8 times as much text, quadratic work 64 times. */
  const MAX_GROWTH = 24;
  /** Less cannot be told from noise. */
  const LEAST_MS = 4;

  const ATTACKS: Record<string, (length: number) => [words: string, sent: string[]]> = {
    "short lines, each another": (length) => [
      "z".repeat(4_000),
      [Array.from({ length: length / 8 }, (_, n) => `zz${n.toString().padStart(5, "0")}`).join("\n")],
    ],
    "many short messages": (length) => [
      "context length is 4096 tokens ".repeat(130),
      Array.from({ length: length / 12 }, (_, n) => `line ${n.toString().padStart(7, "0")}`),
    ],
    "runs that are all quoted": (length) => ["z".repeat(length), ["z".repeat(length)]],
    "escapes that are all quoted": (length) => ["\\u4f60".repeat(length / 6), ["\\u4f60".repeat(length / 6)]],
    backslashes: (length) => ["\\".repeat(length), ["\\".repeat(length)]],
    "white space": (length) => [` x${" \\n\t".repeat(length / 4)}`, [`x${" \n\\t".repeat(length / 4)}x`]],
    "ampersands and half escapes": (length) => ["&l\\u12".repeat(length / 6), ["&l\\u12".repeat(length / 6)]],
  };

  function processorMs(work: () => unknown): number {
    const before = process.threadCpuUsage();
    work();
    return process.threadCpuUsage(before).user / 1_000;
  }

  it.each(Object.entries(ATTACKS))(
    "takes no more than it should for eight times as much of %s",
    (_, made) => {
      const [short, long] = [made(SHORT_CHARS), made(LONG_CHARS)];
      let [shortMs, longMs, growth] = [Infinity, Infinity, Infinity];
      for (let attempt = 0; attempt < 3 && growth >= MAX_GROWTH; attempt++) {
        shortMs = Math.min(
          shortMs,
          processorMs(() => logged(...short)),
        );
        longMs = Math.min(
          longMs,
          processorMs(() => logged(...long)),
        );
        growth = longMs / Math.max(LEAST_MS, shortMs);
      }
      expect(growth).toBeLessThan(MAX_GROWTH);
    },
  );

  it("looks at no more of a service's words than is logged", () => {
    const words = "z".repeat(1_000_000);
    const lines = Array.from({ length: 2_000 }, (_, n) => `zz${n}`).join("\n");
    const ofShort = processorMs(() => logged(words.slice(0, 1_000), [lines]));
    const ofLong = Math.min(...[1, 2, 3].map(() => processorMs(() => logged(words, [lines]))));
    expect(ofLong / Math.max(LEAST_MS, ofShort)).toBeLessThan(MAX_GROWTH);
  });
});

import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import fc from "fast-check";
import { countTokens as cl100k } from "gpt-tokenizer/encoding/cl100k_base";
import { countTokens as o200k } from "gpt-tokenizer/encoding/o200k_base";
import { describe, expect, it } from "vitest";
import { estimateTokens } from "../../../src/core/spend/token-estimate.ts";

const CORPUS = resolve(import.meta.dirname, "../../../corpus");
const real = (text: string) => Math.max(o200k(text), cl100k(text));

const range = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, at) => String.fromCodePoint(first + at));
const ASCII = range(0x20, 0x7e);
const LETTERS = ASCII.filter((char) => /[A-Za-z]/.test(char));
const ALPHABETS = [
  LETTERS,
  [..."aeiouyfgkwIOUY "],
  [...LETTERS, ..."0123456789 "],
  ASCII,
  [...range(0x20, 0x7f), "\t", "\n"],
  [...range(0xc0, 0x24f), " "],
  range(0x400, 0x45f),
  range(0x3041, 0x30ff),
  range(0x4e00, 0x9fff),
  range(0xac00, 0xd7a3),
  range(0x80, 0xd7ff),
];

/** The same at every run. */
function randomNumbers(seed: number): () => number {
  let state = seed + 1;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

function randomOf(alphabet: readonly string[], length: number, seed: number): string {
  const random = randomNumbers(seed);
  return Array.from({ length }, () => alphabet[Math.floor(random() * alphabet.length)]).join("");
}

const HOSTILE: [string, string][] = [
  ["random letters of both cases", randomOf(LETTERS, 2_000, 1)],
  ["random capitals", randomOf(range(0x41, 0x5a), 2_000, 2)],
  ["random small letters", randomOf(range(0x61, 0x7a), 2_000, 3)],
  ["consonants", randomOf([..."bcdfghjklmnpqrstvwxz"], 2_000, 4)],
  ["letters and digits", randomOf([...LETTERS, ..."0123456789"], 2_000, 5)],
  ["digits one by one", "1 ".repeat(1_000)],
  ["spaces", " ".repeat(2_000)],
  ["spaces before digits", `${" ".repeat(81)}1`.repeat(20)],
  ["rarer Latin letters", "\u01c4\u0292".repeat(500)],
  ["all of Latin Extended", range(0x100, 0x24f).join("")],
  ["Cyrillic capitals", range(0x400, 0x42f).join("")],
  ["letters that nothing joins", "qjxz".repeat(500)],
];

const randomText = (alphabet: readonly string[]) =>
  fc.array(fc.constantFrom(...alphabet), { minLength: 1, maxLength: 300 }).map((chars) => chars.join(""));

/** Climbs from random text to text that has more tokens for each that is estimated. */
function worstRatio(alphabet: readonly string[], seed: number, length = 40, steps = 600): number {
  const random = randomNumbers(seed);
  const below = (count: number) => Math.floor(random() * count);
  let chars = Array.from({ length }, () => alphabet[below(alphabet.length)]!);
  let worst = 0;
  for (let step = 0; step < steps; step++) {
    const changed = [...chars];
    const to = below(length);
    if (step % 2 === 0) changed[to] = alphabet[below(alphabet.length)]!;
    else changed.splice(to, 3, ...chars.slice(below(length - 3)).slice(0, Math.min(3, length - to)));
    const text = changed.join("");
    const ratio = real(text) / estimateTokens(text);
    if (ratio < worst) continue;
    worst = ratio;
    chars = changed;
  }
  return worst;
}

const SENTENCES: Record<string, string> = {
  English: "Retries wait thirty seconds. Change `retryDelayMs` in the file of settings.\n",
  German: "Die Wiederholung dauert dreißig Sekunden. Ändern Sie die Einstellung für Überlänge.\n",
  Russian: "Повторная попытка занимает тридцать секунд. Измените параметр в файле настроек.\n",
  Greek: "Η επανάληψη διαρκεί τριάντα δευτερόλεπτα. Αλλάξτε τη ρύθμιση στο αρχείο.\n",
  Arabic: "تستغرق إعادة المحاولة ثلاثين ثانية. غيّر الإعداد في الملف.\n",
  Hindi: "पुनः प्रयास में तीस सेकंड लगते हैं। फ़ाइल में सेटिंग बदलें।\n",
  Chinese: "重试需要三十秒。请在配置文件中修改该参数，然后重新启动服务。\n",
  Japanese: "再試行は30秒です。設定ファイルでタイムアウトを変更してください。\n",
  Korean: "재시도는 30초입니다. 설정 파일에서 시간 제한을 변경하십시오.\n",
  emoji: "😀🎉👍🏽 ".repeat(3),
  code: 'if (retries >= MAX_RETRIES && !signal?.aborted) {\n    return await fetch(base + "/v1", { headers: { "X-Id": "a1b2" } });\n}\n',
};

describe("the estimate of a text's tokens", () => {
  it.each(Object.entries(SENTENCES))("is no less than what today's tokenizers count: %s", (_, sentence) => {
    const text = sentence.repeat(5);
    expect(estimateTokens(text)).toBeGreaterThanOrEqual(real(text));
  });

  it("is between one and a half and two and a half times the real number for pages of docs", () => {
    for (const file of readdirSync(CORPUS).filter((name) => name.endsWith(".md"))) {
      const text = readFileSync(join(CORPUS, file), "utf8");
      const ratio = estimateTokens(text) / real(text);
      expect(ratio, file).toBeGreaterThan(1.5);
      expect(ratio, file).toBeLessThan(2.5);
    }
  });

  it.each(HOSTILE)("is no less than what they count for %s", (_, text) => {
    expect(estimateTokens(text)).toBeGreaterThanOrEqual(real(text));
  });

  it("is no less for random letters, digits, marks and spaces than what they count, but for a twentieth", () => {
    fc.assert(
      fc.property(randomText(ASCII), (text) => {
        expect(real(text)).toBeLessThanOrEqual(1.05 * estimateTokens(text) + 2);
      }),
      { numRuns: 300 },
    );
  });

  it("is no less than half of what they count for text that was searched for to have many tokens", () => {
    let worst = 0;
    for (const [seed, alphabet] of ALPHABETS.entries()) {
      worst = Math.max(worst, worstRatio(alphabet, seed));
    }
    console.log(`the most tokens for one that is estimated, in text searched for it: ${worst.toFixed(2)}`);
    expect(worst).toBeGreaterThan(1.2);
    expect(worst).toBeLessThan(2);
  });

  it("is never more than a token a byte, and adds up over lines", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.string({ unit: "grapheme" }), (one, other) => {
        const text = `${one}\n${other}`;
        expect(estimateTokens(text)).toBeLessThanOrEqual(new TextEncoder().encode(text).length);
        expect(estimateTokens(text)).toBe(estimateTokens(one) + 1 + estimateTokens(other));
      }),
    );
  });
});

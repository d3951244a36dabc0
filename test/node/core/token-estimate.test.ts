import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import fc from "fast-check";
import { countTokens as cl100k } from "gpt-tokenizer/encoding/cl100k_base";
import { countTokens as o200k } from "gpt-tokenizer/encoding/o200k_base";
import { describe, expect, it } from "vitest";
import { estimateTokens } from "../../../src/core/token-estimate.ts";

const CORPUS = resolve(import.meta.dirname, "../../../corpus");
const real = (text: string) => Math.max(o200k(text), cl100k(text));

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

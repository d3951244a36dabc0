import { describe, expect, it } from "vitest";
import { offTopicSentence, refusalSentence } from "../../../src/core/model/refusal.ts";
import { detectLanguage, isFunctionWord } from "../../../src/core/question/language.ts";

const QUESTIONS: [language: string, text: string][] = [
  ["en", "How do I turn the retries off?"],
  ["de", "Wie schalte ich die Wiederholungen ab?"],
  ["fr", "Comment désactiver les nouvelles tentatives ?"],
  ["es", "¿Cómo desactivo los reintentos?"],
  ["pt", "Como desativo as novas tentativas?"],
  ["it", "Come disattivo i nuovi tentativi?"],
  ["nl", "Hoe zet ik het opnieuw proberen uit?"],
  ["zh", "怎么关闭重试？"],
  ["ja", "再試行を無効にするには？"],
  ["ko", "재시도를 끄려면 어떻게 하나요?"],
  ["ru", "Как отключить повторные попытки?"],
  ["he", "איך מכבים את הניסיונות החוזרים?"],
  ["ar", "كيف أعطل إعادة المحاولة؟"],
  ["th", "ปิดการลองใหม่อย่างไร"],
  // "was" and "kost" alone would leave it open.
  ["de", "Was kostet Harbor?"],
  ["de", "Was bedeutet das Feld?"],
  // "du" is French as well.
  ["de", "Was kannst du?"],
  ["de", "Kannst du Deutsch?"],
  ["fr", "Du beurre, s'il te plaît"],
  ["nl", "Wat kost Harbor?"],
  ["en", "What was Harbor?"],
];

describe("detectLanguage", () => {
  it.each(QUESTIONS)("knows %s: %s", (language, text) => {
    expect(detectLanguage(text)).toBe(language);
  });

  it.each([
    ["zh", "`AsyncClient(timeout=None)` 怎么用在 FastAPI 里？"],
    ["ja", "httpx.AsyncClient の follow_redirects は既定で無効ですか？"],
    ["de", "Was macht `raise_for_status()` bei einem Status von 404?"],
    ["en", "What does `für_alle()` do?"],
  ])("does not let code decide: %s: %s", (language, text) => {
    expect(detectLanguage(text)).toBe(language);
  });

  it.each(["rate limit per user", "no such file", "os version", "file io", "non root user"])(
    "takes the keywords %j for English, whatever the docs' language is",
    (text) => {
      expect([detectLanguage(text), detectLanguage(text, "de"), detectLanguage(text, "ja")]).toEqual([
        "en",
        "en",
        "en",
      ]);
    },
  );

  it.each([
    ["it", "Non funziona, come si disinstalla?"],
    ["es", "¿Por qué no funciona?"],
    ["pt", "Quais são os limites?"],
    ["de", "Kann man das abschalten?"],
    ["de", "Wann war das?"],
    ["fr", "Je ne vois plus le bouton"],
  ])("still knows %s by its other words: %s", (language, text) => {
    expect(detectLanguage(text)).toBe(language);
  });

  it("returns the fallback for a text of identifiers only", () => {
    expect(detectLanguage("`verify=False`", "de")).toBe("de");
    expect(detectLanguage("FST_ERR_CTP_BODY_TOO_LARGE", "ja")).toBe("ja");
    expect(detectLanguage("")).toBe("en");
  });

  it("knows the language of each of its own fixed sentences", () => {
    for (const language of ["en", "de", "fr", "es", "pt", "it", "nl", "zh", "ja", "ko", "ru"]) {
      expect([language, detectLanguage(refusalSentence(language))]).toEqual([language, language]);
      expect([language, detectLanguage(offTopicSentence(language))]).toEqual([language, language]);
    }
  });
});

describe("isFunctionWord", () => {
  it("asks the list of the language, and the English one where there is none", () => {
    expect(isFunctionWord("die", "de")).toBe(true);
    expect(isFunctionWord("die", "en")).toBe(false);
    expect(isFunctionWord("the", "ko")).toBe(true);
  });
});

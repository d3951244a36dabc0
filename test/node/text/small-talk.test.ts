import { describe, expect, it } from "vitest";
import { detectLanguage } from "../../../src/core/question/language.ts";
import { smallTalkLanguage, smallTalkReply } from "../../../src/core/question/small-talk.ts";

describe("small talk", () => {
  it.each([
    ["hi", ""],
    ["Hello there!", ""],
    ["Thanks a lot.", "en"],
    ["Guten Morgen", "de"],
    ["Danke schön!", "de"],
    ["Merci beaucoup", "fr"],
    ["¡Hola!", "es"],
    ["obrigada", "pt"],
    ["Ciao", "it"],
    ["Bedankt!", "nl"],
    ["你好！", "zh"],
    ["ありがとうございます。", "ja"],
    ["안녕하세요", "ko"],
    ["Спасибо!", "ru"],
    ["ok", ""],
    ["Who are you?", "en"],
    ["help", "en"],
    ["Wer bist du?", "de"],
    ["¿Quién eres?", "es"],
    ["你是谁？", "zh"],
    ["あなたは誰ですか？", "ja"],
  ])("tells the language of %s", (message, language) => {
    expect(smallTalkLanguage(message)).toBe(language);
  });

  it.each([
    "Hello, how do I set a timeout?",
    "hello world example",
    "hi-res images",
    "Thanks, and the default?",
    "How are you cached?",
    "help command",
    "Who are you to be cited by?",
    "What can you do with hooks?",
    "你好，怎么设置超时？",
    "",
  ])("leaves what asks something to the search: %s", (message) => {
    expect(smallTalkLanguage(message)).toBeNull();
  });

  it("replies in the reader's language and names the docs as they are called", () => {
    for (const language of ["en", "de", "fr", "es", "pt", "it", "nl", "zh", "ja", "ko", "ru"]) {
      const reply = smallTalkReply(language, "a$&b");
      expect(reply).toContain("a$&b");
      expect([language, detectLanguage(reply)]).toEqual([language, language]);
    }
    expect(smallTalkReply("de-AT", "x")).toBe(smallTalkReply("de", "x"));
    expect(smallTalkReply("sv", "x")).toBe(smallTalkReply("en", "x"));
  });
});

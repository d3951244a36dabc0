import { describe, expect, it } from "vitest";
import { detectLanguage } from "../../../src/core/question/language.ts";
import { smallTalkReply } from "../../../src/core/question/small-talk/replies.ts";
import { smallTalkLanguage, spokenQuestion } from "../../../src/core/question/small-talk.ts";

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
    ["okay thanks", "en"],
    ["cool, thanks", "en"],
    ["bye bye", ""],
    ["Howdy", "en"],
    ["yo", ""],
    ["👍🏽", ""],
    [":)", ""],
    ["Thanks 🎉🎉", "en"],
    ["Thanks, that helped a lot", "en"],
    ["No thanks!", "en"],
    ["Thank you, RepoBot!", "en"],
    ["That's all, thanks. Bye!", "en"],
    ["Auf Wiedersehen", "de"],
    ["Danke, das hat mir sehr geholfen!", "de"],
    ["Ok, merci beaucoup, au revoir", "fr"],
    ["Vale, muchas gracias. ¡Adiós!", "es"],
    ["Entendi, muito obrigado", "pt"],
    ["Perfetto, grazie mille", "it"],
    ["Oké dank je wel, tot ziens", "nl"],
    ["好的，谢谢你", "zh"],
    ["わかりました。ありがとうございます！", "ja"],
    ["네, 감사합니다", "ko"],
    ["Понятно, спасибо большое", "ru"],
  ])("tells the language of %s", (message, language) => {
    expect(smallTalkLanguage(message, "RepoBot")).toBe(language);
  });

  it.each([
    "Hello, how do I set a timeout?",
    "hello world example",
    "hi-res images",
    "Thanks, and the default?",
    "great query builder",
    "ok: when is it sent?",
    "bye event",
    "你好世界",
    "1",
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

  it.each([
    ["Hi, how do I deploy?", "how do I deploy?", ""],
    ["hi how do I deploy", "how do I deploy", ""],
    ["Hello there! How do I deploy?", "How do I deploy?", ""],
    ["Thanks! And what does it cost?", "And what does it cost?", "en"],
    ["Hey bot, quick question: how do I deploy?", "how do I deploy?", "en"],
    ["Hi RepoBot 👋 how do I deploy?", "how do I deploy?", ""],
    ["Dear team,\n\nhow do I deploy?\n\nKind regards,\nMax", "how do I deploy?", "en"],
    ["How do I deploy? Thanks in advance!", "How do I deploy?", "en"],
    ["Ok, how and when do I deploy, please help!", "how and when do I deploy", "en"],
    ["How do I deploy? Help!", "How do I deploy?", "en"],
    ["how do I deploy thanks in advance", "how do I deploy", "en"],
    ["Is there a help command, please?", "Is there a help command", "en"],
    ["Hi, `--flag` does what?", "`--flag` does what?", ""],
    ["Danke! Und was kostet es?", "Und was kostet es?", "de"],
    [
      "Guten Tag, ich habe eine kurze Frage: Wie lösche ich es? Vielen Dank im Voraus",
      "Wie lösche ich es?",
      "de",
    ],
    ["Bonjour, comment déployer ? Merci d'avance !", "comment déployer ?", "fr"],
    ["Hola, ¿cómo lo despliego? Gracias", "¿cómo lo despliego?", "es"],
    ["Olá, como faço o deploy? Obrigado!", "como faço o deploy?", "pt"],
    ["Ciao, come faccio il deploy?", "come faccio il deploy?", "it"],
    ["Hoi, hoe zet ik het op? Alvast bedankt", "hoe zet ik het op?", "nl"],
    ["你好，请问怎么部署？谢谢！", "怎么部署？", "zh"],
    ["请问部署需要什么", "部署需要什么", "zh"],
    ["すみません、デプロイする方法は？よろしくお願いします。", "デプロイする方法は？", "ja"],
    ["안녕하세요, 어떻게 배포하나요? 감사합니다.", "어떻게 배포하나요?", "ko"],
    ["Привет! Как развернуть? Заранее спасибо", "Как развернуть?", "ru"],
  ])("takes away what stands around the question in %j", (message, question, language) => {
    expect(spokenQuestion(message, "RepoBot")).toMatchObject({ question, language });
  });

  it.each([
    "How do I say thanks?",
    "Is it 1, 2, ok?",
    "Hello World, how do I print it?",
    "Which event closes it, error or bye?",
    "Can you help me deploy?",
    "Quick question about caching",
    "hello.js, what is in it?",
    "Help, version and quiet: what do they print?",
    "OK, Cancel and Retry buttons",
    "Super, sub and base classes",
    "Which commands are there: start, stop, help?",
    "Which tags are allowed: b, sub, sup",
    "Welche Befehle gibt es: start, hilfe?",
  ])("leaves alone what belongs to the question in %j", (message) => {
    expect(spokenQuestion(message)).toEqual({ question: message, language: null, mayBeName: false });
  });

  it("tells words that may name a thing from a greeting or thanks", () => {
    const mayBeName = (message: string) => spokenQuestion(message).mayBeName;
    expect(["Help", "perfect!", "ok"].map(mayBeName)).toEqual([true, true, true]);
    expect(["Hello", "thanks", "Perfect, thanks", "👍"].map(mayBeName)).toEqual([false, false, false, false]);
  });

  it("takes about as long as the message", () => {
    const pieces = [
      "ok ",
      "hi, ",
      " \t",
      "thanks for the ",
      "dear a b c ",
      "!?",
      "👍",
      ", thanks",
      "hope you ",
    ];
    const slow = pieces.filter((piece) => {
      const startedAt = performance.now();
      spokenQuestion(`what ${piece.repeat(10_000)} x`);
      spokenQuestion(`${piece.repeat(10_000)} x`);
      return performance.now() - startedAt > 500;
    });
    expect(slow).toEqual([]);
  });
});

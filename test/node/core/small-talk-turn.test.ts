import { describe, expect, it } from "vitest";
import { smallTalkReply } from "../../../src/core/question/small-talk/replies.ts";
import { BREW_DOCS, passage } from "./support/brew-docs.ts";
import { answering, isRewrite, type ScriptedChat } from "./support/scripted-chat.ts";
import { openTestIndex } from "./support/test-index.ts";
import { ask, testDeps } from "./support/turns.ts";

describe("a question with small talk around it", () => {
  it.each([
    ["Hi, %s"],
    ["Hello there! %s"],
    ["Hey bot, quick question: %s"],
    ["%s Thanks in advance!"],
    ["Bonjour ! %s Merci"],
  ])("is answered as without it: %s", async (around) => {
    const question = "What is the default of the idle timeout?";
    const bare = await ask(testDeps(), question);
    const polite = await ask(testDeps(), around.replace("%s", question));
    expect(bare.answer.mode).toBe("extractive");
    expect(polite.answer).toEqual(bare.answer);
    expect(polite.ofType("search")).toEqual(bare.ofType("search"));
  });

  it("is stored as the reader wrote it, and asked without it", async () => {
    const chat = answering("After 15 minutes [1].", "idle timeout default");
    const deps = testDeps({ chat });
    const question = "Hi! What is the default of the idle timeout? Thanks!";
    await ask(deps, question);
    expect(deps.history.turns).toMatchObject([{ question }]);
    for (const { messages } of chat.requests) {
      expect(messages.at(-1)!.content).toContain("What is the default of the idle timeout?");
      expect(messages.at(-1)!.content).not.toMatch(/Hi!|Thanks!/);
    }
  });

  it("shows the rewrite a conversation without it", async () => {
    const deps = testDeps({
      chat: answering("It takes `brew_timeout` as well [1].", "async client brew_timeout"),
    });
    const conversationId = deps.history.seed(
      ["Hello! How do I set the brew timeout?", "Set `brew_timeout` [1]."],
      ["Great, thanks a lot!", "Happy to help!"],
    );
    await ask(deps, { question: "Cool, and the async client?", conversationId });
    const rewrite = (deps.chat as ScriptedChat).requests.find(isRewrite)!;
    const said = rewrite.messages.map(({ content }) => content).join("\n");
    expect(said).toContain("How do I set the brew timeout?");
    expect(said).not.toMatch(/Hello!|Great, thanks|Cool,/);
  });

  it("is joined by rule with what was asked before the thanks", async () => {
    const deps = testDeps();
    const conversationId = deps.history.seed(
      ["Hi, how do I set the brew timeout?", "Set `brew_timeout` [1]."],
      ["Thanks!", "Happy to help!"],
    );
    const told = await ask(deps, { question: "Okay, and the async client?", conversationId });
    expect(told.ofType("search")[0]).toMatchObject({ rewrittenBy: "rule" });
    expect(told.ofType("search")[0]!.query).toContain("how do I set the brew timeout?");
    expect(told.ofType("search")[0]!.query).not.toMatch(/thanks|okay|\bhi\b/i);
    expect(told.ofType("passages")[0]!.passages[0]!.file).toBe("async.md");
  });

  it("is answered in the language of the question; in that of the greeting where the question has names alone", async () => {
    const language = async (question: string) => (await ask(testDeps(), question)).answer.language;
    expect(await language("Hola, how do I set the brew timeout?")).toBe("en");
    expect(await language("Danke! `idle_timeout`?")).toBe("de");
    expect(await language("yo")).toBe("en");
  });
});

describe("a message that could be small talk", () => {
  const withSection = () =>
    openTestIndex({
      passages: [...BREW_DOCS, passage("cli.md", "Help", "The `help` command prints every brew command.")],
    });

  it("is a question where a section has that name", async () => {
    const index = await withSection();
    const reply = smallTalkReply("en", "Brewbot");
    expect((await ask(testDeps(), "help")).answer.text).toBe(reply);
    const told = await ask(testDeps({ index }), "Help!");
    expect(told.ofType("search")).not.toEqual([]);
    expect(told.answer.mode).toBe("extractive");
    expect(told.answer.text).toContain("prints every brew command");
    expect((await ask(testDeps({ index }), "thanks")).answer.text).toBe(reply);
  });

  it("is a question where the product has that name", async () => {
    const about = passage("index.md", "Perfect", "Perfect is a server for coffee machines.");
    const index = await openTestIndex({ passages: [about, ...BREW_DOCS], corpus: { name: "Perfect" } });
    const told = await ask(testDeps({ index }), "Perfect");
    expect(told.ofType("search")).not.toEqual([]);
    expect(told.answer.mode).toBe("extractive");
    expect((await ask(testDeps({ index }), "great")).ofType("search")).toEqual([]);
  });
});

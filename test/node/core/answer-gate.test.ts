import { describe, expect, it } from "vitest";
import { offTopicSentence, refusalSentence } from "../../../src/core/model/refusal.ts";
import { smallTalkReply } from "../../../src/core/question/small-talk/replies.ts";
import { answering } from "./support/scripted-chat.ts";
import { WordEmbedder } from "./support/services.ts";
import { ask, testDeps } from "./support/turns.ts";

const ANSWER =
  "Set `brew_timeout` to the seconds after which a brew is cancelled [1]. The default is 90 seconds [1].";

describe("the gate", () => {
  it("answers off-topic questions with one sentence after one call, and searches for nothing", async () => {
    const chat = answering(ANSWER, "OFF_TOPIC");
    const embedder = new WordEmbedder();
    const deps = testDeps({ chat, embedder });
    const told = await ask(deps, "Will it rain tomorrow?");
    expect(told.types).toEqual(["start", "delta", "answer", "done"]);
    expect(told.answer).toMatchObject({
      mode: "off_topic",
      text: offTopicSentence("en"),
      sources: [],
      near: [],
    });
    expect(chat.requests).toHaveLength(1);
    expect(embedder.calls).toEqual([]);
    expect(deps.history.turns).toMatchObject([{ answer: offTopicSentence("en"), complete: true }]);
  });

  it("answers a greeting with a friendly line in its language, without a call of the model or a search", async () => {
    const chat = answering(ANSWER, "OFF_TOPIC");
    const deps = testDeps({ chat });
    const { name } = deps.index.corpus;
    const german = await ask(deps, "Danke schön!");
    expect(german.answer).toMatchObject({
      mode: "off_topic",
      language: "de",
      text: smallTalkReply("de", name),
      sources: [],
      near: [],
    });
    expect((await ask(deps, "hi")).answer).toMatchObject({ text: smallTalkReply("en", name) });
    expect((await ask(testDeps(), "hello")).answer).toMatchObject({ text: smallTalkReply("en", name) });
    expect(chat.requests).toEqual([]);
    expect(german.ofType("search")).toEqual([]);
  });

  it("stops a question that shares no word with the docs when there is no model", async () => {
    const told = await ask(testDeps(), "Do zeppelins migrate to Ouagadougou?");
    expect(told.answer).toMatchObject({ mode: "off_topic", text: offTopicSentence("en") });
    expect(told.ofType("search")).toEqual([]);
  });

  it("refuses, after a search, a question in another language of which no word is known", async () => {
    const told = await ask(testDeps(), "Wer gewinnt heute Abend das Fußballspiel?");
    expect(told.answer).toMatchObject({ mode: "refusal", text: refusalSentence("de") });
  });
});

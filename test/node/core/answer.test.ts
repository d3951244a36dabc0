import { describe, expect, it } from "vitest";
import { BREW_DOCS } from "./support/brew-docs.ts";
import { answering, isRewrite, MODEL, ScriptedChat, USAGE } from "./support/scripted-chat.ts";
import { EMBEDDING, WordEmbedder, wordVector } from "./support/services.ts";
import { openTestIndex } from "./support/test-index.ts";
import { ask, testDeps } from "./support/turns.ts";

const QUESTION = "How do I set the brew timeout?";
const LINE = "How do I set the brew timeout? brew_timeout seconds";
const ANSWER =
  "Set `brew_timeout` to the seconds after which a brew is cancelled [1]. The default is 90 seconds [1].";

describe("answerTurn with a model", () => {
  it("tells a turn in order: start, search, passages, deltas, answer, done", async () => {
    const chat = answering({ text: [ANSWER.slice(0, 40), ANSWER.slice(40)] }, LINE);
    const told = await ask(testDeps({ chat }), QUESTION);
    expect(told.types.filter((type, i) => type !== told.types[i - 1])).toEqual([
      "start",
      "search",
      "passages",
      "delta",
      "answer",
      "done",
    ]);
    expect(told.ofType("start")[0]).toMatchObject({
      language: "en",
      model: MODEL,
      corpus: { name: "Brewbot", version: "", revision: "2026-11-29", indexHash: expect.any(String) },
    });
    expect(told.ofType("search")).toEqual([
      { type: "search", attempt: 1, query: LINE, rewrittenBy: "model", cached: false },
    ]);
    expect(told.ofType("passages")[0]!.passages[0]).toMatchObject({
      n: 1,
      file: "timers.md",
      lexicalRank: 1,
    });
  });

  it("lists what the answer cites as sources, and nothing else", async () => {
    const told = await ask(testDeps({ chat: answering(ANSWER, LINE) }), QUESTION);
    expect(told.answer).toMatchObject({ mode: "llm", text: ANSWER, complete: true, near: [] });
    expect(told.shown).toBe(ANSWER);
    expect(told.answer.sources).toMatchObject([
      {
        n: 1,
        url: BREW_DOCS[0]!.url,
        title: "Timers",
        headingPath: ["Timers", "Brew timeout"],
        kind: "docs",
      },
    ]);
    expect(told.answer.sources[0]!.quote).toContain("brew_timeout");
    expect(told.answer.check.invalidCitations).toEqual([]);
    expect(told.answer.notice).toBeUndefined();
  });

  it("makes two calls: the rewrite, and the answer with the passages in its last message", async () => {
    const chat = answering(ANSWER, LINE);
    await ask(testDeps({ chat }), QUESTION);
    expect(chat.requests.map(isRewrite)).toEqual([true, false]);
    const [, answerCall] = chat.requests;
    expect(answerCall!.messages.map(({ role }) => role)).toEqual(["system", "user"]);
    expect(answerCall!.messages[0]!.content).not.toContain("<doc id=");
    expect(answerCall!.messages[1]!.content).toContain("machine.brew(brew_timeout=30)");
  });

  it("gives the conversation to both calls, and passages to neither's history", async () => {
    const deps = testDeps({ chat: answering(ANSWER, LINE) });
    const conversationId = deps.history.seed(["How hot is it?", "It is 93 degrees hot [1]."]);
    await ask(deps, { question: QUESTION, conversationId });
    const chat = deps.chat as ScriptedChat;
    expect(chat.prompt(1)).toContain("Reader: How hot is it?");
    expect(chat.requests[1]!.messages.slice(1, 3)).toEqual([
      { role: "user", content: "How hot is it?" },
      { role: "assistant", content: "It is 93 degrees hot [1]." },
    ]);
  });

  it("tells the service's adapter which of its words are the conversation's, passages not among them", async () => {
    const deps = testDeps({ chat: answering(ANSWER, LINE) });
    const conversationId = deps.history.seed(["How hot is it?", "It is 93 degrees hot [1]."]);
    await ask(deps, { question: QUESTION, conversationId });
    const [rewrite, answer] = (deps.chat as ScriptedChat).requests;
    const earlier = ["How hot is it?", "It is 93 degrees hot [1]."];
    expect(rewrite!.readerTexts).toEqual([QUESTION, ...earlier]);
    expect(answer!.readerTexts).toEqual([...earlier, QUESTION]);
  });

  it("shows the docs' own sentences in the place of an answer that cites nothing, and says so", async () => {
    const text =
      "The brew timeout is set with an option of the machine, as every reader of coffee blogs knows.";
    const { answer, shown } = await ask(testDeps({ chat: answering(text, LINE) }), QUESTION);
    expect(answer).toMatchObject({ mode: "extractive", complete: true });
    expect(shown).not.toContain("coffee blogs");
    expect(answer.sources.length).toBeGreaterThan(0);
    expect(answer.notice).toMatch(/^The language model named no passage/);
  });

  it("shows each sentence that cites nothing as uncited beside those that cite", async () => {
    const text = "Set `brew_timeout` to 30 [1]. Every reader of coffee blogs knows this option well.";
    const { answer } = await ask(testDeps({ chat: answering(text, LINE) }), QUESTION);
    expect(answer).toMatchObject({ mode: "llm", text });
    expect(answer.check.sentences.map(({ support }) => support)).toEqual([expect.any(String), "uncited"]);
  });

  it("stops a model that loops, and shows nothing of a loop that cites nothing", async () => {
    const chat = answering(
      { text: Array.from({ length: 500 }, () => "The answer is:\n\n"), hangs: true },
      LINE,
    );
    const { answer, shown } = await ask(testDeps({ chat }), QUESTION);
    expect(answer.mode).toBe("extractive");
    expect(shown).not.toContain("The answer is");
    expect(answer.notice).toMatch(/^The language model named no passage/);
  });

  it("keeps what a model said before it looped, marked incomplete, with the docs' own sentences after it", async () => {
    const begun = "Set `brew_timeout` to the number of seconds that a brew may take [1]. ";
    const chat = answering(
      { text: [begun, ...Array.from({ length: 500 }, () => "It is so [2]. ")], hangs: true },
      LINE,
    );
    const { answer, shown } = await ask(testDeps({ chat }), QUESTION);
    expect(answer).toMatchObject({ mode: "llm", complete: false });
    expect(shown).toContain(begun);
    expect(shown.split("It is so")).toHaveLength(2);
    expect(answer.notice).toMatch(/^The language model began to repeat itself and was stopped/);
    expect(answer.notice).not.toContain("fault");
    expect(shown).toContain("From the documentation itself:");
  });

  it("shows no number that does not exist, and counts those that were written", async () => {
    const chat = answering(
      { text: ["Set `brew_timeout` [", "1", "][", "7] to 30 [0", "].", " Or not [1-9]."] },
      LINE,
    );
    const { answer, shown } = await ask(testDeps({ chat }), QUESTION);
    expect(shown).not.toMatch(/\[(?:0|[6-9])\]/);
    expect(answer.check.invalidCitations).toEqual(expect.arrayContaining([7, 0, 9]));
    expect(answer.text).toBe(shown);
  });

  it("stores question and answer, nothing else, and says so", async () => {
    const deps = testDeps({ chat: answering(ANSWER, LINE) });
    const told = await ask(deps, QUESTION);
    expect(deps.history.turns).toEqual([
      {
        id: told.ofType("start")[0]!.turnId,
        question: QUESTION,
        answer: ANSWER,
        complete: true,
        costUsd: told.done.costUsd,
        at: expect.stringMatching(/^2026-11-29T12:00:00/),
        corpus: "Brewbot",
        mode: "llm",
        timings: expect.objectContaining({ total: expect.any(Number) }),
      },
    ]);
    expect(told.done.historySaved).toBe(true);
  });

  it("adds up tokens and cost of rewrite and answer, and of the conversation", async () => {
    const deps = testDeps({ chat: answering(ANSWER, LINE) });
    const conversationId = deps.history.seed(["q", "a"], ["q", "a"]);
    const { done } = await ask(deps, { question: QUESTION, conversationId });
    const costOfCall = (600 * 1 + 400 * 0.1 + 50 * 2) / 1e6;
    expect(done.usage).toEqual({
      inputTokens: 2_000,
      cachedInputTokens: 800,
      outputTokens: 100,
      rewrite: USAGE,
      embeddingTokens: null,
    });
    expect(done.costUsd).toBeCloseTo(2 * costOfCall, 12);
    expect(done.conversationCostUsd).toBeCloseTo(0.002 + 2 * costOfCall, 12);
  });

  it("does not know the cost of a model without a price, or of a call without usage", async () => {
    const unpriced = new ScriptedChat((request) => (isRewrite(request) ? LINE : ANSWER), "unpriced");
    const silent = answering({ text: ANSWER, usage: null }, LINE);
    for (const chat of [unpriced, silent]) {
      const { done } = await ask(testDeps({ chat }), QUESTION);
      expect(done).toMatchObject({ costUsd: null, conversationCostUsd: null });
    }
  });

  it("times its stages in order of running", async () => {
    const index = await openTestIndex({
      passages: BREW_DOCS,
      vectors: BREW_DOCS.map(({ text }) => wordVector(text)),
      embedding: EMBEDDING,
    });
    const deps = testDeps({ chat: answering(ANSWER, LINE), index, embedder: new WordEmbedder() });
    const conversationId = deps.history.seed(["q", "a"]);
    const { done } = await ask(deps, { question: QUESTION, conversationId });
    expect(Object.keys(done.timings)).toEqual([
      "history",
      "rewrite",
      "retrieve",
      "embed",
      "firstToken",
      "answer",
      "total",
    ]);
    expect(done.usage.embeddingTokens).toBe(14);
  });

  it("uses the model that is meant for rewrites", async () => {
    const rewriteChat = new ScriptedChat(() => LINE, "small");
    const chat = new ScriptedChat(() => ANSWER);
    await ask(testDeps({ chat, rewriteChat }), QUESTION);
    expect([rewriteChat.requests.length, chat.requests.length]).toEqual([1, 1]);
  });

  it("answers a repeated question alike, but for the cache's mark, without a second rewrite", async () => {
    const deps = testDeps({ chat: answering(ANSWER, LINE) });
    const first = await ask(deps, QUESTION);
    await Promise.all(deps.background);
    const second = await ask(deps, QUESTION);
    expect((deps.chat as ScriptedChat).requests.map(isRewrite)).toEqual([true, false, false]);
    expect(second.ofType("search")).toMatchObject([{ query: LINE, cached: true }]);
    expect(second.answer).toEqual(first.answer);
    expect(second.ofType("passages")).toEqual(first.ofType("passages"));
  });

  it.each([
    ["en", QUESTION, "You answer readers' questions"],
    ["zh", "冲煮多久会超时？", "你根据文档段落回答"],
    ["ja", "抽出のタイムアウトはどう設定しますか？", "あなたは"],
    ["de", "Wie stelle ich ein, wann ein Vorgang abgebrochen wird?", "Du beantwortest"],
  ])("gives the rules in the reader's language (%s)", async (language, question, opening) => {
    const chat = answering(ANSWER, LINE);
    const told = await ask(testDeps({ chat }), question);
    expect(told.ofType("start")[0]!.language).toBe(language);
    expect(chat.requests[1]!.messages[0]!.content).toContain(opening);
  });

  it("takes the language that is asked for, and that of the conversation for a question of names", async () => {
    const chat = answering(ANSWER, LINE);
    const deps = testDeps({ chat });
    expect((await ask(deps, { question: QUESTION, language: "de-AT" })).answer.language).toBe("de");
    const conversationId = deps.history.seed(["冲煮的超时怎么设置？", "设置 `brew_timeout` [1]。"]);
    expect((await ask(deps, { question: "`idle_timeout`?", conversationId })).answer.language).toBe("zh");
  });
});

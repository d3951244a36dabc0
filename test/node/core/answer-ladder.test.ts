import { describe, expect, it } from "vitest";
import type { TurnDeps } from "../../../src/core/turn/turn.ts";
import { BREW_DOCS } from "./support/brew-docs.ts";
import { answering, isRewrite, type Reply, ScriptedChat, unavailable } from "./support/scripted-chat.ts";
import { EMBEDDING, serviceDown, WordEmbedder, wordVector } from "./support/services.ts";
import { testSettings } from "./support/settings.ts";
import { MemoryHistory } from "./support/stores.ts";
import { openTestIndex } from "./support/test-index.ts";
import { ask, testDeps } from "./support/turns.ts";

const QUESTION = "What is the default of the idle timeout?";
const UNCOVERED = "Does the machine support quantum teleportation of espresso via satellite uplink?";
const LINE = "What is the default of the idle timeout? idle_timeout minutes";
const SAID = "After `idle_timeout` minutes without a brew the machine goes to sleep [1]. The default is";

const QUICK = testSettings();
QUICK.budgets = { ...QUICK.budgets, rewriteMs: 20, embedMs: 20, firstTokenMs: 20, idleMs: 20, saveMs: 20 };

const turn = (reply: Reply | string, question = QUESTION, rest: Partial<TurnDeps> = {}) => {
  const deps = testDeps({ chat: answering(reply, LINE), settings: QUICK, ...rest });
  return { deps, told: ask(deps, question) };
};

describe("the degrade ladder", () => {
  it.each<[string, Reply | string, RegExp]>([
    ["is down", { error: unavailable() }, /not available/],
    ["stalls before its first word", { hangs: true }, /took too long/],
    ["writes nothing", "", /gave no answer/],
    ["writes only blanks", "  \n", /gave no answer/],
    ["writes blanks without an end", "\n".repeat(6_000), /gave no answer/],
    ["writes only thoughts", "<think>hm", /gave no answer/],
    ["thinks until its length limit", { text: "<think>hm", finishReason: "length" }, /gave no answer/],
    ["calls a tool", { text: "", finishReason: "tool_calls" }, /gave no answer/],
    ["declines to answer", { text: "", finishReason: "content_filter" }, /declined to answer/],
    ["fails after the beginning of a word", { text: "Se", error: unavailable() }, /not available/],
  ])("answers with the docs' own sentences when the model %s, and says so", async (_, reply, notice) => {
    const { deps, told } = turn(reply);
    const { answer, done, shown } = await told;
    expect(answer).toMatchObject({ mode: "extractive", complete: true });
    expect(answer.text).toContain("15 minutes");
    expect(answer.text).toBe(shown);
    expect(answer.notice).toMatch(notice);
    expect(answer.notice).toContain("own sentences");
    expect(answer.sources.length).toBeGreaterThan(0);
    expect(done.historySaved).toBe(true);
    expect(deps.faults.map(({ where }) => where)).toContain("answer");
  });

  it("lists the nearest pages when neither the model nor the docs' sentences answer", async () => {
    const { answer, shown } = await turn({ error: unavailable() }, UNCOVERED).told;
    expect(answer).toMatchObject({ mode: "search", sources: [], complete: true });
    expect(answer.near.length).toBeGreaterThan(0);
    expect(answer.notice).toMatch(/not available/);
    expect(shown).toMatch(/pages come nearest/);
  });

  it("does not ask a failed model again in the same turn", async () => {
    const { deps, told } = turn({ error: unavailable() }, UNCOVERED);
    await told;
    expect((deps.chat as ScriptedChat).requests.map(isRewrite)).toEqual([true, false]);
  });

  it.each<[string, Reply]>([
    ["fails", { text: SAID, error: unavailable() }],
    ["stalls", { text: SAID, hangs: true }],
  ])(
    "keeps what was said when the model %s in the middle, then quotes the docs under a line of their own",
    async (_, reply) => {
      const { deps, told } = turn(reply);
      const { answer, shown, done } = await told;
      expect(shown.startsWith(SAID)).toBe(true);
      expect(shown.slice(SAID.length)).toMatch(
        /^\n\n---\n\nThe answer above was cut off[^\n]*\n\n[\s\S]*15 minutes/,
      );
      expect(answer).toMatchObject({
        mode: "llm",
        complete: false,
        text: shown,
        notice: expect.stringMatching(/cut off/),
      });
      expect(answer.sources.map(({ n }) => n)).toContain(1);
      expect(deps.history.turns).toMatchObject([{ answer: shown, complete: false }]);
      expect(done.costUsd).toBeNull();
    },
  );

  it("closes a code block that was cut before it goes on", async () => {
    const reply = { text: `${SAID} 15 [1]:\n\n\`\`\`python\nmachine.`, error: unavailable() };
    const { shown } = await turn(reply).told;
    const [said, rest] = shown.split("\n---\n");
    expect(said!.match(/^```/gm)).toHaveLength(2);
    expect(rest).toContain("15 minutes");
  });

  it("marks an answer that reached its length limit, and adds nothing to it", async () => {
    const { answer, shown } = await turn({ text: `${SAID} 15 [1]. And`, finishReason: "length" }).told;
    expect(shown).toBe(`${SAID} 15 [1]. And`);
    expect(answer).toMatchObject({ complete: false, notice: expect.stringMatching(/length limit/) });
  });

  it("tells an answer that the model declined to go on with from one that a fault cut off", async () => {
    const { answer } = await turn({ text: `${SAID} 15 [1]. And`, finishReason: "content_filter" }).told;
    expect(answer).toMatchObject({ complete: false, notice: expect.stringMatching(/declined to go on/) });
    expect(answer.notice).not.toMatch(/fault/);
  });

  it("cuts a model that ignores its token limit", async () => {
    const endless = {
      text: Array.from({ length: 5_000 }, () => "Set `idle_timeout` to fifteen minutes [1]. "),
    };
    const { answer } = await turn(endless).told;
    expect(answer.complete).toBe(false);
    expect(answer.text.length).toBeLessThan(20_000);
  });

  it("answers without a rewrite when that model is down, and says so beside the passages", async () => {
    const chat = new ScriptedChat((request) =>
      isRewrite(request) ? { error: unavailable() } : `${SAID} 15 minutes [1].`,
    );
    const told = await ask(testDeps({ chat, settings: QUICK }), QUESTION);
    expect(told.ofType("search")).toMatchObject([{ query: QUESTION, rewrittenBy: "none" }]);
    expect(told.ofType("passages")[0]!.notice).toMatch(/could not be rewritten/);
    expect(told.answer).toMatchObject({ mode: "llm", complete: true });
    expect(told.answer.notice).toBeUndefined();
  });

  it("answers without vectors when the embedder is down", async () => {
    const index = await openTestIndex({
      passages: BREW_DOCS,
      vectors: BREW_DOCS.map(({ text }) => wordVector(text)),
      embedding: EMBEDDING,
    });
    const embedder = new WordEmbedder(() => Promise.reject(serviceDown()));
    const { deps, told } = turn(`${SAID} 15 minutes [1].`, QUESTION, { index, embedder });
    const passages = (await told).ofType("passages")[0]!;
    expect(passages).toMatchObject({ vector: "off", lexical: "on" });
    expect(passages.notice).toMatch(/by meaning is not available/);
    expect(deps.faults.map(({ where }) => where)).toEqual(["embed"]);
  });

  it("answers on its own when the conversation cannot be loaded", async () => {
    const history = new MemoryHistory();
    const conversationId = history.seed(["q", "a"]);
    history.load = () => Promise.reject(serviceDown());
    const told = await ask(testDeps({ history }), { question: QUESTION, conversationId });
    expect(told.answer.notice).toMatch(/earlier conversation/);
    expect(told.ofType("start")[0]!.conversationId).toBe(conversationId);
    expect(told.done.historySaved).toBe(true);
  });

  it.each<[string, () => Promise<void>]>([
    ["fails", () => Promise.reject(serviceDown())],
    ["hangs", () => new Promise(() => undefined)],
  ])("says that the turn was not stored when the store %s", async (_, append) => {
    const history = new MemoryHistory();
    history.append = append;
    const told = await ask(testDeps({ history, settings: QUICK }), QUESTION);
    expect(told.answer.mode).toBe("extractive");
    expect(told.done.historySaved).toBe(false);
    expect(told.types.at(-1)).toBe("done");
  });
});

describe("faults of our own", () => {
  it("end a turn with one error that tells nothing of the inside", async () => {
    const index = await openTestIndex({ passages: BREW_DOCS });
    index.passages = () => Promise.reject(new TypeError("secret detail at /srv/x.ts:1"));
    const deps = testDeps({ index });
    const told = await ask(deps, QUESTION);
    expect(told.types).toEqual(["start", "search", "error"]);
    expect(told.ofType("error")[0]).toMatchObject({ code: "internal" });
    expect(JSON.stringify(told.events)).not.toContain("secret");
    expect(String(deps.faults.at(-1)!.fault)).toContain("secret detail");
  });

  it("pass on an index that cannot be read as what it is", async () => {
    const index = await openTestIndex({ passages: BREW_DOCS });
    index.passages = () => Promise.reject(serviceDown());
    const told = await ask(testDeps({ index }), QUESTION);
    expect(told.ofType("error")).toMatchObject([{ code: "upstream_unavailable" }]);
    expect(JSON.stringify(told.events)).not.toContain("503");
  });
});

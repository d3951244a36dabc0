import { describe, expect, it, vi } from "vitest";
import type { HistoryMessage } from "../../../src/core/ports.ts";
import { anotherQuery, type RewriteDeps, rewriteQuestion } from "../../../src/core/rewrite/rewrite.ts";
import { rewriteCacheKey } from "../../../src/core/rewrite/rewrite-cache.ts";
import { CostLedger } from "../../../src/core/spend/cost.ts";
import { BREW_DOCS } from "./support/brew-docs.ts";
import { type Reply, ScriptedChat, USAGE, unavailable } from "./support/scripted-chat.ts";
import { testSettings } from "./support/settings.ts";
import { MemoryCache } from "./support/stores.ts";
import { openTestIndex } from "./support/test-index.ts";

const INDEX = await openTestIndex({ passages: BREW_DOCS });
const LINE = "How long until a brew is cancelled? brew_timeout seconds default";
const QUESTION = "after how many seconds is a brew cancelled";

function setUp(script: Reply | string, rest: Partial<RewriteDeps> = {}) {
  const chat = new ScriptedChat(() => script);
  const cache = new MemoryCache();
  const background: Promise<unknown>[] = [];
  const settings = testSettings();
  const ledger = new CostLedger(settings.prices, new Date());
  const deps: RewriteDeps = {
    index: INDEX,
    chat,
    cache,
    settings,
    ledger,
    waitUntil: (work) => background.push(work),
    ...rest,
  };
  const ask = async (question = QUESTION, history: HistoryMessage[] = [], language = "en") => {
    const rewrite = await rewriteQuestion(deps, { question, history, language, signal: undefined });
    await Promise.all(background);
    return rewrite;
  };
  return { chat, cache, deps, ledger, ask };
}

describe("rewriteQuestion", () => {
  it("takes the model's line and keeps the question beside it", async () => {
    const { ask, chat, ledger } = setUp(LINE);
    expect(await ask()).toMatchObject({
      offTopic: false,
      query: LINE,
      original: QUESTION,
      rewrittenBy: "model",
      cached: false,
      notices: [],
    });
    expect(chat.requests).toHaveLength(1);
    expect(ledger.usage.rewrite).toEqual(USAGE);
  });

  it("asks once for the same first question", async () => {
    const { ask, chat } = setUp(LINE);
    await ask();
    expect(await ask()).toMatchObject({ query: LINE, cached: true });
    await ask("another question about a brew");
    expect(chat.requests).toHaveLength(2);
  });

  it("neither looks for nor keeps the rewrite of a follow-up", async () => {
    const { ask, cache, chat } = setUp(LINE);
    const get = vi.spyOn(cache, "get");
    const history: HistoryMessage[] = [{ role: "user", content: "Hello brew" }];
    await ask(QUESTION, history);
    expect(await ask(QUESTION, history)).toMatchObject({ query: LINE, cached: false });
    expect(chat.requests).toHaveLength(2);
    expect(get).not.toHaveBeenCalled();
    expect(cache.values.size).toBe(0);
  });

  it("remembers that a question is off topic", async () => {
    const { ask, chat } = setUp("OFF_TOPIC");
    expect(await ask("Will it rain tomorrow?")).toMatchObject({ offTopic: true, cached: false });
    expect(await ask("Will it rain tomorrow?")).toMatchObject({ offTopic: true, cached: true });
    expect(chat.requests).toHaveLength(1);
  });

  it.each<[string, Reply | string]>([
    ["is down", { error: unavailable() }],
    ["stalls", { text: "How long", hangs: true }],
    ["writes nothing", ""],
    ["chats", "I'm sorry, I cannot help with that."],
    ["writes about something else", "How do I clean the grinder? machine.clean_grinder grind_size"],
    ["writes another language", "Wie lange dauert es, bis der Vorgang abgebrochen wird?"],
  ])("searches for the question's own words when the model %s, and stores nothing", async (_, reply) => {
    const { ask, cache, deps } = setUp(reply);
    deps.settings = testSettings({ budgets: { ...deps.settings.budgets, rewriteMs: 20 } });
    expect(await ask()).toMatchObject({
      offTopic: false,
      query: QUESTION,
      rewrittenBy: "none",
      notices: ["rewrite_failed"],
    });
    expect(cache.values.size).toBe(0);
  });

  it("resolves a follow-up by rule when the model is down", async () => {
    const { ask } = setUp({ error: unavailable() });
    const history: HistoryMessage[] = [
      { role: "user", content: "How do I set the brew timeout?" },
      { role: "assistant", content: "Set `brew_timeout` [1]." },
    ];
    const rewrite = await ask("and for the async client?", history);
    expect(rewrite.rewrittenBy).toBe("rule");
    expect(rewrite.query).toContain("brew_timeout");
  });

  it("treats an unreadable or foreign cache value as a miss", async () => {
    for (const value of ["not json", '{"query":""}', '{"query":5}', '{"answer":"x"}', '"x"']) {
      const { ask, cache, chat } = setUp(LINE);
      const key = await rewriteCacheKey({
        question: QUESTION,
        model: chat.model,
        docsLanguage: "en",
        indexHash: INDEX.hash,
      });
      cache.values.set(key, value);
      expect(await ask()).toMatchObject({ query: LINE, cached: false });
      expect(JSON.parse(cache.values.get(key)!)).toEqual({ query: LINE });
    }
  });

  it("works with a cache that fails", async () => {
    const cache = {
      get: () => Promise.reject(new Error("down")),
      put: () => Promise.reject(new Error("down")),
    };
    expect(await setUp(LINE, { cache }).ask()).toMatchObject({ query: LINE, cached: false });
  });

  it("gives back the names that the line lost", async () => {
    const { ask } = setUp("How does a brew end early?");
    expect((await ask("does max_retries apply to a brew")).query).toBe(
      "How does a brew end early? max_retries",
    );
  });

  it("lets no gate stop a question that names the docs' own code", async () => {
    const { ask } = setUp("OFF_TOPIC");
    expect(await ask("what is brew_timeout")).toMatchObject({
      offTopic: false,
      query: "what is brew_timeout",
    });
  });

  it("writes in the reader's language where the docs have it, else in the docs' default", async () => {
    const { ask, chat, deps } = setUp("冲煮多久后会被取消？ brew_timeout");
    await ask("冲煮多久会停？", [], "zh");
    expect(chat.prompt(1)).toContain("one line in English");
    deps.index = await openTestIndex({ passages: BREW_DOCS, corpus: { languages: ["en", "zh-Hans"] } });
    expect(await ask("冲煮多久会停？", [], "zh")).toMatchObject({ rewrittenBy: "model" });
    expect(chat.prompt(2)).toContain("one line in Chinese");
  });

  it("ends as aborted when the reader has gone", async () => {
    const { deps } = setUp({ hangs: true });
    const reader = new AbortController();
    const asking = rewriteQuestion(deps, {
      question: QUESTION,
      history: [],
      language: "en",
      signal: reader.signal,
    });
    const outcome = expect(asking).rejects.toMatchObject({ code: "aborted" });
    reader.abort();
    await outcome;
  });
});

describe("rewriteCacheKey", () => {
  const base = { question: "q", model: "m", docsLanguage: "en", indexHash: "h" };

  it("changes with everything that decides the rewrite", async () => {
    const variants = [
      base,
      { ...base, question: "Q" },
      { ...base, model: "n" },
      { ...base, docsLanguage: "de" },
      { ...base, indexHash: "i" },
    ];
    expect(new Set(await Promise.all(variants.map(rewriteCacheKey))).size).toBe(variants.length);
  });
});

describe("anotherQuery", () => {
  it.each<[string, string, string | null]>([
    [
      "takes a different line",
      "brew cancelled too late idle_timeout",
      "brew cancelled too late idle_timeout",
    ],
    ["takes no line twice", `"${LINE}!"`, null],
    ["gives up when the model does", "OFF_TOPIC", null],
    ["drops chatter", "Sorry, I have no idea.", null],
  ])("%s", async (_, reply, expected) => {
    const { deps, ledger } = setUp(reply);
    const request = { question: QUESTION, history: [], language: "en", signal: undefined };
    expect(await anotherQuery(deps, request, LINE, ["timers.md: Timers"])).toBe(expected);
    expect(ledger.usage.rewrite).toEqual(USAGE);
  });
});

/**
 * The six-question conversation, in Chinese over English docs: the built Worker in workerd, real KV, the `openai` and
 * `@huggingface/inference` clients, and model services on loopback that write down what they were asked.
 */
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createParser } from "eventsource-parser";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildAssets } from "../../build/build-assets.ts";
import { corpusConfigForDocs } from "../../build/config.ts";
import type { LocalWorker } from "../../build/local-worker.ts";
import type { TurnEvent } from "../../src/core/events.ts";
import { offTopicSentence, refusalSentence } from "../../src/core/model/refusal.ts";
import type { TurnResult } from "../../src/doors/turn-result.ts";
import { parseSettings } from "../../src/settings.ts";
import { type ChatServer, type ChatServerRequest, startChatServer } from "../servers/chat-server.ts";
import { type EmbeddingServer, startEmbeddingServer } from "../servers/embedding-server.ts";
import { type RerankServer, startRerankServer } from "../servers/rerank-server.ts";
import { startWatchedWorker } from "../support/watched-worker.ts";
import {
  ANSWERS,
  ASYNC,
  HOW_MANY,
  HTTP3,
  isAnswerCall,
  isSecondQueryCall,
  LINES,
  lastContent,
  questionOf,
  REDIRECTS,
  SECOND_LINE,
  TIMEOUT,
  TIMEOUT_OF_ALL,
  WEATHER,
} from "./six-questions.ts";

const DOCS = resolve(import.meta.dirname, "../../../shared/corpora/httpx/docs");
const hasDocs = existsSync(DOCS);
if (!hasDocs)
  console.warn("Skipped: the conversation test needs ../shared/corpora/httpx/docs beside the project.");

describe.skipIf(!hasDocs)("a conversation of six questions", { timeout: 120_000 }, () => {
  let chat: ChatServer;
  let embeddings: EmbeddingServer;
  let reranker: RerankServer;
  let worker: LocalWorker;
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "repobot-conversation-"));
    chat = await startChatServer((call) => {
      if (isAnswerCall(call)) return { text: ANSWERS[questionOf(call)] ?? [refusalSentence("zh")] };
      return { text: isSecondQueryCall(call) ? SECOND_LINE : (LINES[questionOf(call)] ?? "OFF_TOPIC") };
    });
    embeddings = await startEmbeddingServer({ dimensions: 384 });
    reranker = await startRerankServer();
    const vars = {
      CHAT_BASE_URL: chat.baseUrl,
      CHAT_API_KEY: "sk-secret-of-this-test",
      CHAT_MODEL: "scripted",
      EMBEDDING_PROVIDER: "huggingface",
      EMBEDDING_URL: `${embeddings.url}/models/intfloat/multilingual-e5-small/pipeline/feature-extraction`,
      HF_TOKEN: "hf_secret_of_this_test",
      RERANK_PROVIDER: "huggingface",
      RERANK_URL: `${reranker.url}/models/BAAI/bge-reranker-base`,
      PRICES:
        '{"scripted":{"input":1,"cachedInput":0.1,"output":2},"intfloat/multilingual-e5-small":{"input":0,"cachedInput":0,"output":0}}',
    };
    await buildAssets({
      config: await corpusConfigForDocs(DOCS),
      settings: parseSettings(vars),
      outDir: folder,
      cacheDir: join(folder, ".vectors"),
    });
    worker = await startWatchedWorker({ assetsDir: folder, vars });
  });
  afterAll(async () => {
    await worker?.close();
    await Promise.all([chat?.close(), embeddings?.close(), reranker?.close()]);
    await rm(folder, { recursive: true, force: true });
  });

  function post(body: unknown, accept = "application/json"): Promise<Response> {
    return fetch(new URL("/v1/ask", worker.url), {
      method: "POST",
      headers: { "Content-Type": "application/json", Accept: accept },
      body: JSON.stringify(body),
    });
  }

  interface Asked {
    result: TurnResult;
    rewrites: ChatServerRequest[];
    answers: ChatServerRequest[];
    embedded: string[];
    reranks: number;
  }

  /** Asks and tells which calls it took. */
  async function ask(body: unknown): Promise<Asked> {
    const before = {
      calls: chat.calls.length,
      texts: embeddings.texts.length,
      reranks: reranker.requests.length,
    };
    const response = await post(body);
    expect(response.status).toBe(200);
    const result = (await response.json()) as TurnResult;
    const calls = chat.calls.slice(before.calls);
    return {
      result,
      rewrites: calls.filter((call) => !isAnswerCall(call)),
      answers: calls.filter(isAnswerCall),
      embedded: embeddings.texts.slice(before.texts),
      reranks: reranker.requests.length - before.reranks,
    };
  }

  async function storedKeys(): Promise<Map<string, string>> {
    const { HISTORY } = (await worker.env()) as { HISTORY: KVNamespaceLike };
    const { keys } = await HISTORY.list();
    return new Map(
      await Promise.all(keys.map(async ({ name }) => [name, (await HISTORY.get(name)) ?? ""] as const)),
    );
  }

  it("was embedded at build with the model's passage prefix", () => {
    expect(embeddings.texts.length).toBeGreaterThan(100);
    expect(embeddings.texts.every((text) => text.startsWith("passage: "))).toBe(true);
  });

  it("makes the calls that each turn needs, and only those", async () => {
    const chatBefore = chat.calls.length;
    const redirects = await ask({ question: REDIRECTS });
    const { conversationId } = redirects.result;
    const howMany = await ask({ question: HOW_MANY, conversationId });
    const timeout = await ask({ question: TIMEOUT, conversationId, rerank: true });
    const async_ = await ask({ question: ASYNC, conversationId });
    const http3 = await ask({ question: HTTP3, conversationId });
    const weather = await ask({ question: WEATHER, conversationId });
    const turns = [redirects, howMany, timeout, async_, http3, weather];

    // Which calls, turn by turn. A refusal gets one second chance, then stands.
    expect(turns.map(({ rewrites, answers }) => [rewrites.length, answers.length])).toEqual([
      [1, 1],
      [2, 2],
      [1, 1],
      [1, 1],
      [2, 2],
      [1, 0],
    ]);
    expect(turns.map(({ reranks }) => reranks)).toEqual([0, 0, 1, 0, 0, 0]);
    expect(turns.map(({ result }) => result.mode)).toEqual([
      "llm",
      "refusal",
      "llm",
      "llm",
      "refusal",
      "off_topic",
    ]);
    for (const { embedded } of turns.slice(0, 5)) {
      expect(embedded.length).toBeGreaterThan(0);
      expect(embedded.every((text) => text.startsWith("query: "))).toBe(true);
    }
    expect(redirects.embedded).toContain(`query: ${LINES[REDIRECTS]}`);
    expect(weather.embedded).toEqual([]);
    expect(weather.result).toMatchObject({
      answer: offTopicSentence("zh"),
      sources: [],
      passages: [],
      searches: [],
    });

    // The rewrite sees at most four messages of 300 characters, no passage, and the turn that a follow-up leans on.
    const rewrites = turns.flatMap(({ rewrites }) => rewrites);
    for (const call of rewrites) {
      const conversation =
        /<conversation>\s*([\s\S]*?)\s*<\/conversation>/.exec(lastContent(call))?.[1] ?? "";
      const messages = conversation === "" ? [] : conversation.split(/\n(?=Reader: |Answer: )/);
      expect(messages.length).toBeLessThanOrEqual(4);
      for (const message of messages)
        expect([...message.replace(/^\w+: /, "")].length).toBeLessThanOrEqual(300);
      expect(JSON.stringify(call.messages)).not.toContain("<doc ");
    }
    expect(lastContent(async_.rewrites[0]!)).toContain(TIMEOUT);
    expect(async_.result.searches[0]).toMatchObject({
      query: LINES[ASYNC],
      rewrittenBy: "model",
      cached: false,
    });
    expect(async_.result.passages.some(({ file }) => /timeout|async/.test(file))).toBe(true);

    // Passages stand in the last message alone; what comes before it only grows from turn to turn.
    const answers = turns.flatMap(({ answers }) => answers);
    for (const call of answers) {
      expect(call.messages[0]?.role).toBe("system");
      expect(call.messages.slice(0, -1).some(({ content }) => content.includes("<doc"))).toBe(false);
      expect(lastContent(call).match(/<doc id="/g)).toHaveLength(5);
      expect(lastContent(call).match(/<\/doc>/g)).toHaveLength(5);
    }
    const prefixes = [redirects, howMany, timeout, async_, http3].map(({ answers }) =>
      answers[0]!.messages.slice(0, -1),
    );
    for (const [i, prefix] of prefixes.entries()) {
      if (i > 0) expect(prefix.slice(0, prefixes[i - 1]!.length)).toEqual(prefixes[i - 1]);
      expect(prefix).toHaveLength(1 + 2 * i);
    }

    // The number that was never given reaches nobody; sources are what is cited.
    expect(redirects.result.answer).not.toContain("9");
    expect(redirects.result.check.invalidCitations).toEqual([9]);
    for (const { result } of turns) {
      const cited = [...new Set([...result.answer.matchAll(/\[(\d+)\]/g)].map((match) => Number(match[1])))];
      expect(result.sources.map(({ n }) => n)).toEqual(cited.sort((a, b) => a - b));
      for (const source of result.sources) {
        expect(result.passages.find(({ n }) => n === source.n)?.url).toBe(source.url);
      }
    }
    for (const { result } of [howMany, http3]) {
      expect(result.answer).toBe(refusalSentence("zh"));
      expect(result.sources).toEqual([]);
      expect(result.near.length).toBeGreaterThan(0);
      expect(result.searches).toHaveLength(2);
      expect(result.searches[1]).toMatchObject({ attempt: 2, query: SECOND_LINE, rewrittenBy: "model" });
    }

    // Tokens, rewrite included, and the cost that follows from them.
    let total = 0;
    for (const { result, rewrites, answers } of turns) {
      const { inputTokens, cachedInputTokens, outputTokens } = result.usage;
      expect(result.usage.rewrite.outputTokens).toBeGreaterThan(0);
      expect(inputTokens).toBeGreaterThan(result.usage.rewrite.inputTokens - (answers.length === 0 ? 1 : 0));
      expect(rewrites.length + answers.length).toBeGreaterThan(0);
      const cost =
        ((inputTokens - cachedInputTokens) * 1 + cachedInputTokens * 0.1 + outputTokens * 2) / 1_000_000;
      expect(result.costUsd).toBeCloseTo(cost, 12);
      total += cost;
      expect(result.conversationCostUsd).toBeCloseTo(total, 10);
    }
    expect(timeout.result.usage.cachedInputTokens).toBeGreaterThan(0);

    // Nothing but questions and answers in the store.
    const stored = await storedKeys();
    const history = [...stored].filter(([name]) => name.includes(conversationId));
    expect(history).toHaveLength(6);
    const saved = history.map(([, value]) => JSON.parse(value) as Record<string, unknown>);
    for (const turn of saved) {
      expect(Object.keys(turn).sort()).toEqual(["answer", "at", "complete", "costUsd", "question"]);
      expect(turn.complete).toBe(true);
    }
    expect(new Set(saved.map(({ question }) => question))).toEqual(
      new Set([REDIRECTS, HOW_MANY, TIMEOUT, ASYNC, HTTP3, WEATHER]),
    );
    expect(new Set(saved.map(({ answer }) => answer))).toEqual(
      new Set(turns.map(({ result }) => result.answer)),
    );
    const everything = JSON.stringify([...stored]);
    expect(everything).not.toContain("<doc");
    for (const { passages } of turns.map(({ result }) => result)) {
      for (const { id } of passages) expect(everything).not.toContain(id);
    }
    expect(everything).not.toContain("secret");
    expect(chat.calls.length - chatBefore).toBe(8 + 7);
  });

  it("lands every source on its heading, on pages that the Worker serves", async () => {
    const { result } = await ask({ question: REDIRECTS });
    expect(result.sources.length).toBeGreaterThan(0);
    for (const { url } of result.sources) {
      const page = await fetch(new URL(url, worker.url));
      expect(page.status).toBe(200);
      expect(await page.text()).toContain(`id="${decodeURIComponent(url.split("#")[1] ?? "")}"`);
    }
  });

  it("rewrites a question once: asked again it differs in nothing but the marks of the cache", async () => {
    const once = await ask({ question: TIMEOUT_OF_ALL });
    const again = await ask({ question: TIMEOUT_OF_ALL });
    expect(once.rewrites).toHaveLength(1);
    expect(again.rewrites).toEqual([]);
    expect(again.result.searches).toEqual(
      once.result.searches.map((search) => ({ ...search, cached: true })),
    );
    const comparable = ({ result }: Asked) => {
      const { conversationId: _c, turnId: _t, timings: _m, usage: _u, searches: _s, ...rest } = result;
      const { costUsd: _1, conversationCostUsd: _2, ...same } = rest;
      return same;
    };
    expect(comparable(again)).toEqual(comparable(once));
    expect(again.result.usage.rewrite).toEqual({ inputTokens: 0, cachedInputTokens: 0, outputTokens: 0 });
  });

  it("streams what it answers at once, with one terminal event", async () => {
    const whole = (await ask({ question: REDIRECTS })).result;
    const events: TurnEvent[] = [];
    const parser = createParser({ onEvent: ({ data }) => events.push(JSON.parse(data) as TurnEvent) });
    parser.feed(await (await post({ question: REDIRECTS }, "text/event-stream")).text());
    expect(events.filter(({ type }) => type === "done" || type === "error")).toHaveLength(1);
    expect(events.at(-1)?.type).toBe("done");
    const text = events.flatMap((event) => (event.type === "delta" ? [event.text] : [])).join("");
    expect(text).toBe(whole.answer);
    expect(events.find(({ type }) => type === "answer")).toMatchObject({ text, sources: whole.sources });
  });

  it("keeps a turn whose reader left in the middle", async () => {
    const { conversationId } = (await ask({ question: REDIRECTS })).result;
    const controller = new AbortController();
    const response = await fetch(new URL("/v1/ask", worker.url), {
      method: "POST",
      headers: { "Content-Type": "application/json", Accept: "text/event-stream" },
      body: JSON.stringify({ question: ASYNC, conversationId }),
      signal: controller.signal,
    });
    const reader = response.body!.getReader();
    await reader.read();
    controller.abort();
    await reader.read().catch(() => undefined);
    await expect
      .poll(
        async () => {
          const kept = await fetch(new URL(`/v1/conversations/${conversationId}`, worker.url));
          const { turns } = (await kept.json()) as { turns: { question: string }[] };
          return turns.map(({ question }) => question);
        },
        { timeout: 15_000 },
      )
      .toEqual([REDIRECTS, ASYNC]);
  });
});

/** The part of Workers KV that is looked into. */
interface KVNamespaceLike {
  list(): Promise<{ keys: { name: string }[] }>;
  get(name: string): Promise<string | null>;
}

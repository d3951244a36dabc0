import { describe, expect, it } from "vitest";
import { CircuitBreaker, guardedProviders, serviceBreakers } from "../../../src/adapters/circuit-breaker.ts";
import { createProviders } from "../../../src/adapters/providers.ts";
import { withinBudget } from "../../../src/core/deadline.ts";
import { ServiceLeftAlone } from "../../../src/core/errors.ts";
import type { ChatModel } from "../../../src/core/ports.ts";
import { parseSettings } from "../../../src/settings.ts";
import { type ChatReply, startChatServer } from "../../servers/chat-server.ts";
import { startEmbeddingServer } from "../../servers/embedding-server.ts";

const PAUSE_MS = 1_000;

function setUp(failures = 3) {
  let nowMs = 0;
  const options = { failures, pauseMs: PAUSE_MS, now: () => nowMs };
  const breaker = new CircuitBreaker({ ...options, service: "chat service" });
  return {
    breaker,
    options,
    wait: (ms: number) => {
      nowMs += ms;
    },
    fail: (times: number) => {
      for (let i = 0; i < times; i++) breaker.enter()("failed");
    },
  };
}

describe("a circuit breaker", () => {
  it("opens after failures in a row, and not after as many with a success between", () => {
    const { breaker, fail } = setUp();
    fail(2);
    breaker.enter()("worked");
    fail(2);
    expect(breaker.state).toBe("closed");
    fail(1);
    expect(breaker.state).toBe("open");
    expect(() => breaker.enter()).toThrow(expect.objectContaining({ code: "upstream_unavailable" }));
  });

  it("lets one call through after the pause, and no other while that one runs", () => {
    const { breaker, fail, wait } = setUp();
    fail(3);
    wait(PAUSE_MS);
    const settle = breaker.enter();
    expect(breaker.state).toBe("trying");
    expect(() => breaker.enter()).toThrow(expect.objectContaining({ code: "upstream_unavailable" }));
    settle("worked");
    expect(breaker.state).toBe("closed");
    breaker.enter()("worked");
  });

  it("opens again at once when the call that tried it fails", () => {
    const { breaker, fail, wait } = setUp();
    fail(3);
    wait(PAUSE_MS);
    fail(1);
    expect(breaker.state).toBe("open");
    wait(PAUSE_MS - 1);
    expect(() => breaker.enter()).toThrow(expect.objectContaining({ code: "upstream_unavailable" }));
  });

  it("lets the next call try when the one that tried was given up", () => {
    const { breaker, fail, wait } = setUp();
    fail(3);
    wait(PAUSE_MS);
    breaker.enter()("unknown");
    breaker.enter()("worked");
    expect(breaker.state).toBe("closed");
  });

  it("lets another call try when the one that tries does not end within a pause", () => {
    const { breaker, fail, wait } = setUp();
    fail(3);
    wait(PAUSE_MS);
    breaker.enter();
    wait(PAUSE_MS - 1);
    expect(() => breaker.enter()).toThrow(ServiceLeftAlone);
    wait(1);
    breaker.enter()("worked");
    expect(breaker.state).toBe("closed");
  });

  it("never opens when it is told 0", () => {
    const { breaker, fail } = setUp(0);
    fail(50);
    expect(breaker.state).toBe("closed");
  });
});

const down: ChatReply = { fault: { status: 500 } };
const question = { messages: [{ role: "user" as const, content: "Hello?" }], maxOutputTokens: 50 };

async function codeOf(chat: ChatModel, signal?: AbortSignal): Promise<string> {
  try {
    let text = "";
    for await (const chunk of chat.stream({ ...question, signal })) text += chunk.text ?? "";
    return text;
  } catch (error) {
    return (error as { code: string }).code;
  }
}

async function guardedChat(reply: () => ChatReply) {
  const server = await startChatServer(reply);
  const { options, wait } = setUp();
  const settings = parseSettings({ CHAT_BASE_URL: server.baseUrl, CHAT_IDLE_TIMEOUT_MS: "60000" });
  const retry = { retries: 0, minDelayMs: 1, maxDelayMs: 1 };
  const breakers = serviceBreakers(options);
  const providers = guardedProviders(createProviders(settings, { retry }), breakers);
  return {
    server,
    wait,
    chat: providers.chat!,
    rewriteChat: providers.rewriteChat!,
    breaker: breakers.answer,
  };
}

describe("services behind a breaker", () => {
  it("a dead chat service is asked three times, then by one reader after the pause", async () => {
    let reply: ChatReply = down;
    const { server, wait, chat } = await guardedChat(() => reply);
    for (let i = 0; i < 5; i++) expect(await codeOf(chat)).toBe("upstream_unavailable");
    expect(server.requests).toHaveLength(3);
    wait(PAUSE_MS);
    reply = { text: "Back." };
    expect(await codeOf(chat)).toBe("Back.");
    expect(await codeOf(chat)).toBe("Back.");
    expect(server.requests).toHaveLength(5);
    await server.close();
  });

  it("a rewrite that works does not hide that answers fail", async () => {
    const { server, chat, rewriteChat, breaker } = await guardedChat(() =>
      server.requests.length % 2 === 1 ? { text: "A line." } : down,
    );
    for (let i = 0; i < 3; i++) {
      expect(await codeOf(rewriteChat)).toBe("A line.");
      expect(await codeOf(chat)).toBe("upstream_unavailable");
    }
    expect(breaker.state).toBe("open");
    await server.close();
  });

  it("requests that the service does not accept say nothing of the next reader's", async () => {
    const { server, chat, breaker } = await guardedChat(() => ({ fault: { status: 400 } }));
    for (let i = 0; i < 4; i++) expect(await codeOf(chat)).toBe("upstream_unavailable");
    expect(breaker.state).toBe("closed");
    expect(server.requests).toHaveLength(4);
    await server.close();
  });

  it("readers who leave do not open it; budgets that run out do", async () => {
    const { server, chat, breaker } = await guardedChat(() => ({ text: "A", afterwards: "stall" }));
    const leaving = (reason?: unknown) => {
      const controller = new AbortController();
      setTimeout(() => controller.abort(reason), 30);
      return controller.signal;
    };
    for (let i = 0; i < 4; i++) expect(await codeOf(chat, leaving())).toBe("aborted");
    expect(breaker.state).toBe("closed");
    const late = await withinBudget("chat model", 1, undefined, () => new Promise(() => undefined)).catch(
      (error: unknown) => error,
    );
    for (let i = 0; i < 3; i++) expect(await codeOf(chat, leaving(late))).toBe("aborted");
    expect(breaker.state).toBe("open");
    await server.close();
  });

  it("a dead embedding service leaves the chat service alone", async () => {
    const server = await startEmbeddingServer({ faults: Array.from({ length: 9 }, () => "cut" as const) });
    const { options } = setUp();
    const settings = parseSettings({ EMBEDDING_PROVIDER: "tei", EMBEDDING_URL: server.url });
    const breakers = serviceBreakers(options);
    const { embedder } = guardedProviders(
      createProviders(settings, { retry: { retries: 0, minDelayMs: 1, maxDelayMs: 1 } }),
      breakers,
    );
    for (let i = 0; i < 5; i++) {
      await expect(embedder!.embed(["a"], "query")).rejects.toMatchObject({ code: "upstream_unavailable" });
    }
    expect(server.requests).toHaveLength(3);
    expect([breakers.embedding.state, breakers.answer.state]).toEqual(["open", "closed"]);
    await server.close();
  });
});

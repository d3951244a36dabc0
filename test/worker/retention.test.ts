/** What is kept, and for how long: every door of the Worker, over a store that notes what is written to it. */
import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, inject, it } from "vitest";
import type { KvNamespace } from "../../src/adapters/kv-namespace.ts";
import type { TurnResult } from "../../src/doors/turn-result.ts";
import type { WorkerEnv } from "../../src/env.ts";
import worker from "../../src/index.ts";
import { MemoryKv } from "../support/memory-kv.ts";

const { url } = inject("faultServer");
const OWNER_TOKEN = "owner-canary-token-9d4f0a";
const TTL_DAYS = 7;
const DAY_SECONDS = 86_400;
const QUESTION = "How do I set the brew timeout?";

interface Put {
  key: string;
  value: string;
  options: Parameters<KvNamespace["put"]>[2];
}

function setUp() {
  const puts: Put[] = [];
  const kv = new MemoryKv();
  const watched = new Proxy<KvNamespace>(kv, {
    get(target, name) {
      if (name !== "put") return Reflect.get(target, name)?.bind(target);
      return (...[key, value, options]: Parameters<KvNamespace["put"]>) => {
        puts.push({ key, value, options });
        return target.put(key, value, options);
      };
    },
  });
  const environment: WorkerEnv = {
    ...env,
    ANSWER_LIMITER: undefined,
    READ_LIMITER: undefined,
    SITE_LIMITER: undefined,
    HISTORY: watched,
    HISTORY_TTL_DAYS: String(TTL_DAYS),
    REWRITE_CACHE_TTL_DAYS: String(TTL_DAYS),
    OWNER_TOKEN,
    CHAT_BASE_URL: `${url}/retention/none/chat/v1`,
    CHAT_API_KEY: "sk-canary-chat-5f1d",
    CHAT_MODEL: "scripted",
  };
  async function send(path: string, init: RequestInit = {}): Promise<Response> {
    const context = createExecutionContext();
    const response = await worker.fetch(
      new Request(new URL(path, "https://docs.example"), init),
      environment,
      context,
    );
    const text = await response.text();
    await waitOnExecutionContext(context);
    return new Response(text, response);
  }
  const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    send(path, {
      method: "POST",
      headers: { "Content-Type": "application/json", ...headers },
      body: JSON.stringify(body),
    });
  return { puts, send, post };
}

describe("whatever is written to the store", () => {
  const { puts, send, post } = setUp();
  const messages = [{ role: "user", content: QUESTION }];
  const mcp = (name: string, args: unknown) =>
    post(
      "/mcp",
      { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: args } },
      { Accept: "application/json, text/event-stream", "MCP-Protocol-Version": "2025-11-25" },
    );
  const written: Record<string, string[]> = {};
  let first: TurnResult;

  async function door(name: string, call: () => Promise<Response>): Promise<Response> {
    const before = puts.length;
    const response = await call();
    expect(`${name}: ${response.status}`).toMatch(/: 20\d$/);
    // A streamed answer is stored before its end, and not before its beginning.
    await response.clone().text();
    written[name] = puts.slice(before).map(({ key }) => key.split("/")[0]!);
    return response;
  }

  beforeAll(async () => {
    const response = await door("ask", () => post("/v1/ask", { question: QUESTION }));
    first = (await response.json()) as TurnResult;
    const { conversationId, turnId } = first;
    await door("stream", () => post("/v1/ask", { question: "And then?", conversationId, stream: true }));
    await door("openai", () => post("/v1/chat/completions", { model: "repobot", messages }));
    await door("ui", () =>
      post("/api/chat", {
        id: "x",
        messages: [{ id: "1", role: "user", parts: [{ type: "text", text: QUESTION }] }],
      }),
    );
    await door("nlweb", () => post("/ask", { query: QUESTION, streaming: false, mode: "generate" }));
    await door("mcp ask", () => mcp("ask_docs", { question: QUESTION }));
    await door("mcp search", () => mcp("search_docs", { query: QUESTION }));
    await door("search", () => send("/v1/search?q=deploy"));
    await door("feedback", () => post("/v1/feedback", { conversationId, turnId, rating: "up" }));
    await door("delete", () => send(`/v1/conversations/${conversationId}`, { method: "DELETE" }));
  });

  it("is what the doors store, and nothing of those that store no conversation", () => {
    expect(written).toEqual({
      ask: expect.arrayContaining(["conversation"]),
      stream: expect.arrayContaining(["conversation"]),
      openai: [],
      ui: [],
      nlweb: [],
      "mcp ask": ["conversation"],
      "mcp search": [],
      search: [],
      feedback: ["feedback"],
      delete: ["conversation"],
    });
    expect(new Set(puts.map(({ key }) => key.split("/")[0]))).toEqual(
      new Set(["conversation", "feedback", "cache"]),
    );
  });

  it("expires: no later than the owner has said, and a day for what outlives a deletion", () => {
    for (const { key, options } of puts) {
      expect(options.expirationTtl, key).toBeGreaterThanOrEqual(60);
      expect(options.expirationTtl, key).toBeLessThanOrEqual((TTL_DAYS + 1) * DAY_SECONDS);
    }
    const ofTurns = puts.filter(
      ({ key }) => /^conversation\/.*-[^/!]+$/.test(key) && !key.includes("!deleted"),
    );
    expect(new Set(ofTurns.map(({ options }) => options.expirationTtl))).toEqual(
      new Set([TTL_DAYS * DAY_SECONDS]),
    );
  });

  it("holds no key that opens a service, and no address of a reader", () => {
    const text = JSON.stringify(puts);
    expect(text).not.toMatch(/sk-canary|owner-canary|203\.0\.113/);
  });

  it("is counted where nothing is stored, for the owner's report", async () => {
    const headers = { Authorization: `Bearer ${OWNER_TOKEN}` };
    const report = (await (await send("/v1/report", { headers })).json()) as {
      counted: { door: string; outcomes: Record<string, number> }[];
    };
    const doors = Object.fromEntries(report.counted.map(({ door, outcomes }) => [door, outcomes]));
    expect(Object.keys(doors)).toEqual(
      expect.arrayContaining(["/api/chat", "/ask", "/mcp", "/v1/chat/completions", "/v1/search"]),
    );
    for (const door of ["/api/chat", "/ask", "/v1/chat/completions"]) {
      expect(Object.values(doors[door]!).reduce((sum, n) => sum + n, 0)).toBe(1);
    }
    expect(doors["/v1/search"]).toEqual({ found: 1 });
    expect(JSON.stringify(report.counted)).not.toContain("brew");
  });
});

/** Who may ask and how often: the whole Worker in workerd, with the rate-limit bindings of wrangler.toml. */
import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { WorkerEnv } from "../../src/env.ts";
import worker from "../../src/index.ts";

const bindings: WorkerEnv = { ...env };
const OWNER_TOKEN = "the-owner-of-these-docs";
/** As wrangler.toml has it, twice: the window may end in the middle of a test. */
const MORE_THAN_ALLOWED = 2 * 60 + 2;

/** A client at an address of its own. */
function client(address: string, changes: Readonly<Record<string, unknown>> = {}) {
  const environment: WorkerEnv = { ...bindings, ...changes };
  const fetch = async (path: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers);
    headers.set("CF-Connecting-IP", address);
    const request = new Request(new URL(path, "https://docs.example"), { ...init, headers });
    return worker.fetch(request, environment, createExecutionContext());
  };
  const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    fetch(path, {
      method: "POST",
      headers: { "Content-Type": "application/json", ...headers },
      body: JSON.stringify(body),
    });
  return { fetch, post };
}

/** Asks until it is refused; an empty question costs nothing and counts all the same. */
async function askUntilRefused(at: ReturnType<typeof client>): Promise<{ asked: number; refusal: Response }> {
  for (let asked = 1; asked <= MORE_THAN_ALLOWED; asked++) {
    const response = await at.post("/v1/ask", { question: "" });
    if (response.status === 429) return { asked, refusal: response };
    expect(response.status).toBe(400);
    expect(response.headers.get("RateLimit-Policy")).toBe('"answers";q=60;w=60, "site";q=3000;w=60');
    await response.text();
  }
  return expect.fail("never refused");
}

beforeEach(() => {
  for (const level of ["error", "warn", "info"] as const)
    vi.spyOn(console, level).mockImplementation(() => undefined);
});
afterEach(() => void vi.restoreAllMocks());

describe("a client that asks too often", () => {
  it("is refused with how long to wait, while others go on asking", async () => {
    const at = client("203.0.113.7");
    const { asked, refusal } = await askUntilRefused(at);
    expect(asked).toBeGreaterThan(60);
    expect(refusal.headers.get("Content-Type")).toBe("application/problem+json");
    expect(refusal.headers.get("Retry-After")).toBe("60");
    expect(refusal.headers.get("RateLimit")).toBe('"answers";r=0;t=60');
    expect(refusal.headers.get("RateLimit-Policy")).toContain('"answers";q=60;w=60');
    expect(await refusal.json()).toMatchObject({
      type: "urn:repobot:error:rate_limited",
      code: "rate_limited",
      status: 429,
      retryAfter: 60,
      detail: expect.stringContaining("60 seconds"),
    });
    expect((await client("203.0.113.8").post("/v1/ask", { question: "" })).status).toBe(400);
    // Reading is counted apart.
    expect((await at.fetch("/v1/search?q=docs")).status).toBe(200);
    expect((await at.fetch("/health")).status).toBe(200);
  });

  it("is refused at every door that answers, in the form of its protocol", async () => {
    const at = client("203.0.113.20");
    await askUntilRefused(at);
    const openai = await at.post("/v1/chat/completions", { model: "repobot", messages: [] });
    expect(openai.status).toBe(429);
    expect(openai.headers.get("Retry-After")).toBe("60");
    expect(await openai.json()).toMatchObject({
      error: {
        type: "rate_limit_error",
        code: "rate_limited",
        message: expect.stringContaining("60 seconds"),
      },
    });
    for (const refused of [
      await at.post("/api/chat", { messages: [] }),
      await at.fetch("/ask?query=docs"),
      await at.post("/ask", { query: "docs" }),
    ]) {
      expect(refused.status).toBe(429);
      expect(await refused.json()).toMatchObject({ code: "rate_limited" });
    }
    const call = { jsonrpc: "2.0", id: 1, method: "tools/call" };
    const mcp = await at.post("/mcp", {
      ...call,
      params: { name: "ask_docs", arguments: { question: "How?" } },
    });
    expect(mcp.status).toBe(429);
    expect(mcp.headers.get("Retry-After")).toBe("60");
    expect(await mcp.json()).toMatchObject({
      jsonrpc: "2.0",
      id: null,
      error: {
        code: -32_000,
        message: expect.stringContaining("60 seconds"),
        data: { code: "rate_limited" },
      },
    });
    const searching = await at.post(
      "/mcp",
      { ...call, params: { name: "search_docs", arguments: { query: "docs" } } },
      { Accept: "application/json, text/event-stream" },
    );
    expect(searching.status).toBe(200);
  });

  it("is one client from a whole /64 of IPv6", async () => {
    await askUntilRefused(client("2001:db8:1:2::1"));
    expect((await client("2001:0db8:1:2:ffff::9").post("/v1/ask", { question: "" })).status).toBe(429);
    expect((await client("2001:db8:1:3::1").post("/v1/ask", { question: "" })).status).toBe(400);
  });

  it("can read on another site why, and how long to wait", async () => {
    const origin = "https://docs.example.com";
    const at = client("203.0.113.30", { ALLOWED_ORIGINS: origin });
    await askUntilRefused(at);
    const refusal = await at.post("/v1/ask", { question: "" }, { Origin: origin });
    expect(refusal.status).toBe(429);
    expect(refusal.headers.get("Access-Control-Allow-Origin")).toBe(origin);
    const exposed = refusal.headers.get("Access-Control-Expose-Headers");
    for (const name of ["Retry-After", "RateLimit", "RateLimit-Policy"]) expect(exposed).toContain(name);
  });
});

describe("rate limits", () => {
  it("are off, and /health says so, without the bindings", async () => {
    const none = { ANSWER_LIMITER: undefined, READ_LIMITER: undefined, SITE_LIMITER: undefined };
    const at = client("203.0.113.40", none);
    for (let i = 0; i < MORE_THAN_ALLOWED; i++) {
      const response = await at.post("/v1/ask", { question: "" });
      expect(response.status).toBe(400);
      expect(response.headers.has("RateLimit-Policy")).toBe(false);
      await response.text();
    }
    const health = async (changes = {}) => (await client("203.0.113.41", changes).fetch("/health")).json();
    expect(await health(none)).toMatchObject({ protection: { rateLimit: "off" } });
    expect(await health()).toMatchObject({
      protection: { rateLimit: "on", budget: "off", siteKey: "off", challenge: "off" },
    });
  });

  it("let everybody pass when the counters fail", async () => {
    const warned = vi.spyOn(console, "warn");
    const failing = { limit: () => Promise.reject(new Error("no counter")) };
    const at = client("203.0.113.50", { ANSWER_LIMITER: failing, SITE_LIMITER: failing });
    expect((await at.post("/v1/ask", { question: "" })).status).toBe(400);
    expect(warned.mock.calls.flat().join()).toContain("rate_limit_failed");
  });

  it("hold for all clients together", async () => {
    const full = { limit: async () => ({ success: false }) };
    const response = await client("203.0.113.60", { SITE_LIMITER: full }).post("/v1/ask", {
      question: "How?",
    });
    expect(response.status).toBe(429);
    expect(response.headers.get("RateLimit")).toBe('"site";r=0;t=60');
  });

  it("see no address, only its hash", async () => {
    const keys: string[] = [];
    const counting = {
      limit: async ({ key }: { key: string }) => {
        keys.push(key);
        return { success: true };
      },
    };
    await client("203.0.113.70", { ANSWER_LIMITER: counting }).post("/v1/ask", { question: "" });
    await client("203.0.113.71", { ANSWER_LIMITER: counting }).post("/v1/ask", { question: "" });
    expect(keys).toHaveLength(2);
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
    expect(keys[1]).not.toBe(keys[0]);
  });

  it.each([
    ["answer", "ANSWER_LIMITER", ["ask_docs", "ask_docs", "ask_docs", "ask_docs", "ask_docs"]],
    ["search", "READ_LIMITER", ["search_docs", "search_docs", "search_docs", "search_docs", "search_docs"]],
    ["search beside an answer", "ANSWER_LIMITER", ["ask_docs", "search_docs", "search_docs", "search_docs"]],
  ])("count each %s that one request of agents asks for", async (_, limiter, tools) => {
    const keys: string[] = [];
    const counting = { limit: async ({ key }: { key: string }) => ({ success: keys.push(key) <= 3 }) };
    const call = { jsonrpc: "2.0", method: "tools/call" };
    const batch = tools.map((name, id) => ({ ...call, id, params: { name, arguments: {} } }));
    const response = await client("203.0.113.72", { [limiter]: counting }).post("/mcp", batch);
    expect(response.status).toBe(429);
    expect(keys).toHaveLength(4);
  });
});

describe("a site key", () => {
  const KEYS = { SITE_KEYS: "site-one-1,site-two-2", OWNER_TOKEN };
  const ask = (headers: Record<string, string> = {}) =>
    client("203.0.113.80", KEYS).post("/v1/ask", { question: "How do I add my own docs?" }, headers);

  it("lets a listed site ask, and nobody else", async () => {
    expect((await ask({ "RepoBot-Site-Key": "site-two-2" })).status).toBe(200);
    const without = await ask();
    expect(without.status).toBe(401);
    expect(await without.json()).toMatchObject({
      code: "access_denied",
      detail: expect.stringContaining("RepoBot-Site-Key"),
    });
    const unknown = await ask({ "RepoBot-Site-Key": "site-three" });
    expect(unknown.status).toBe(403);
    expect(await unknown.json()).toMatchObject({
      code: "access_denied",
      detail: expect.stringContaining("SITE_KEYS"),
    });
  });

  it("is wanted by every door that costs work, in the form of its protocol", async () => {
    const at = client("203.0.113.81", KEYS);
    expect((await at.fetch("/v1/search?q=docs")).status).toBe(401);
    expect(await (await at.post("/v1/chat/completions", {})).json()).toMatchObject({
      error: { code: "access_denied" },
    });
    const mcp = await at.post("/mcp", { jsonrpc: "2.0", id: 1, method: "tools/list" });
    expect(mcp.status).toBe(401);
    expect(await mcp.json()).toMatchObject({ jsonrpc: "2.0", error: { data: { code: "access_denied" } } });
    expect((await at.fetch("/health")).status).toBe(200);
    expect((await at.fetch("/v1/corpus")).status).toBe(200);
  });

  it("is not asked of the owner", async () => {
    expect((await ask({ Authorization: `Bearer ${OWNER_TOKEN}` })).status).toBe(200);
    expect((await ask({ Authorization: "Bearer somebody-else-entirely" })).status).toBe(401);
  });

  it("stands in the Worker's own pages, so that they can ask", async () => {
    for (const path of ["/", "/embed"]) {
      const page = await (await client("203.0.113.82", KEYS).fetch(path)).text();
      expect(page).toContain('sitekey="site-one-1"');
      expect(await (await client("203.0.113.82").fetch(path)).text()).not.toContain("sitekey");
    }
  });
});

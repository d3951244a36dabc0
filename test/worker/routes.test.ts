import { describe, expect, it } from "vitest";
import { RepoBotError } from "../../src/core/errors.ts";
import { newConversationId } from "../../src/core/turn/conversation-id.ts";
import { turnNumber } from "../contracts/history-store.ts";
import { emptyIndex } from "../support/scripted-index.ts";
import { scriptedApp } from "./scripted-app.ts";

const PROBLEM = "application/problem+json";

describe("routing", () => {
  it.each([
    "/nothing",
    "/v1",
    "/v1/",
    "/v1/ask/more",
    "/index/manifest.json",
    "/index/",
    "/_headers",
    "/docs",
  ])("knows nothing of %s: 404", async (path) => {
    const response = await scriptedApp().fetch(path);
    expect(response.status).toBe(404);
    expect(response.headers.get("Content-Type")).toBe(PROBLEM);
    expect(await response.json()).toMatchObject({ code: "not_found", status: 404 });
  });

  it.each([
    ["GET", "/v1/ask", "POST"],
    ["PUT", "/v1/ask", "POST"],
    ["OPTIONS", "/v1/ask", "POST"],
    ["POST", "/v1/search", "GET, HEAD"],
    ["POST", "/health", "GET, HEAD"],
    ["POST", "/", "GET, HEAD"],
    ["PATCH", "/v1/conversations/x", "GET, HEAD, DELETE"],
    ["DELETE", "/docs/page.html", "GET, HEAD"],
  ])("refuses %s %s: 405 with `Allow: %s`", async (method, path, allowed) => {
    const response = await scriptedApp().fetch(path, { method });
    expect(response.status).toBe(405);
    expect(response.headers.get("Allow")).toBe(allowed);
    expect(await response.json()).toMatchObject({ status: 405 });
  });

  it("answers HEAD as GET without a body", async () => {
    const response = await scriptedApp().fetch("/health", { method: "HEAD" });
    expect(response.status).toBe(200);
    expect(await response.text()).toBe("");
  });

  it("guards every response against sniffing and framing", async () => {
    const { fetch } = scriptedApp();
    for (const path of ["/", "/health", "/nothing", "/v1/ask"]) {
      const { headers } = await fetch(path);
      expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
      expect(headers.get("Content-Security-Policy")).toContain("frame-ancestors 'none'");
      expect(headers.get("Content-Security-Policy")).not.toContain("unsafe");
    }
  });

  it("answers a defect with a problem that tells nothing of it, and logs where it was without what a reader wrote", async () => {
    const app = scriptedApp(undefined, {
      retrieve: () => {
        throw new RangeError("defect in: my secret question");
      },
    });
    const response = await app.fetch("/v1/search?q=my+secret+question");
    expect(response.status).toBe(500);
    const text = await response.text();
    expect(JSON.parse(text)).toMatchObject({ code: "internal", type: "urn:repobot:error:internal" });
    expect(text + app.logText()).not.toMatch(/secret|RangeError: /);
    expect(app.logged).toMatchObject([
      { event: "request_failed", fields: { code: "internal", error: "RangeError", route: "/v1/search" } },
    ]);
  });

  it("runs the middleware it is given before every route", async () => {
    const { fetch } = scriptedApp(undefined, {
      middleware: [
        async (c, next) => {
          await next();
          c.header("X-Seen", c.req.path);
        },
      ],
    });
    expect((await fetch("/health")).headers.get("X-Seen")).toBe("/health");
    expect((await fetch("/nothing")).headers.get("X-Seen")).toBe("/nothing");
  });
});

describe("without an index", () => {
  const noIndex = () =>
    scriptedApp(undefined, {
      index: {
        get: async () => {
          throw new RepoBotError("index_missing", "There is no index yet. Run `npm run build`.");
        },
      },
    });

  it("every answer and search says what to run", async () => {
    const app = noIndex();
    const asked = await app.post("/v1/ask", { question: "How?" });
    for (const response of [asked, await app.fetch("/v1/search?q=how")]) {
      expect(response.status).toBe(503);
      expect(await response.json()).toMatchObject({
        code: "index_missing",
        detail: expect.stringContaining("npm run build"),
      });
    }
  });

  it("`/health` says so with the status of a service that is down", async () => {
    const response = await noIndex().fetch("/health");
    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({
      status: "error",
      index: null,
      legs: { lexical: "off", vector: "off" },
      problems: [{ code: "index_missing", detail: expect.stringContaining("npm run build") }],
    });
  });

  it("the page says so", async () => {
    const response = await noIndex().fetch("/");
    expect(response.status).toBe(503);
    expect(await response.text()).toContain("npm run build");
  });
});

describe("GET /health", () => {
  it("tells which index is served and how", async () => {
    const response = await scriptedApp().fetch("/health");
    expect(response.headers.get("Cache-Control")).toBe("no-store");
    expect(await response.json()).toEqual({
      status: "ok",
      problems: [],
      protection: { rateLimit: "off", budget: "off", siteKey: "off", challenge: "off" },
      index: { hash: "0123456789abcdef", documents: 3, chunks: 12, embeddingModel: null },
      corpus: {
        name: "Acme",
        description: "Docs of Acme.",
        versions: ["v2", "v1"],
        languages: ["en"],
        revision: "",
      },
      answers: { mode: "extractive", model: null },
      legs: { lexical: "on", vector: "off", rerank: "off" },
    });
  });

  it.each([
    ["vectors and the model they were made with", ["e5", "q: "], ["e5", "q: "], "on", null],
    ["vectors of another model", ["e5", "q: "], ["bge", "q: "], "off", "set EMBEDDING_MODEL"],
    ["vectors for another query prefix", ["e5", "q: "], ["e5", ""], "off", "set EMBEDDING_QUERY_PREFIX"],
    ["vectors and no embedding service", ["e5", "q: "], null, "off", "set EMBEDDING_PROVIDER"],
    ["an embedding service and no vectors", null, ["e5", "q: "], "off", "npm run build"],
  ] as const)("with %s tells whether the vector leg is on", async (_, built, configured, vector, advice) => {
    const of = ([model, queryPrefix]: readonly [string, string]) => ({ model, queryPrefix });
    const embedding = built && { ...of(built), passagePrefix: "", dimensions: 3 };
    const { fetch } = scriptedApp(undefined, {
      index: { get: async () => emptyIndex({ embedding }) },
      services: {
        chatModel: "m",
        embedding: configured && of(configured),
        rerankModel: "r",
        rerankByDefault: false,
      },
    });
    const response = await fetch("/health");
    expect(response.status).toBe(200);
    const report = await response.json<{ problems: { detail: string }[] }>();
    expect(report).toMatchObject({
      status: advice === null ? "ok" : "degraded",
      legs: { vector, rerank: "on request" },
      answers: { mode: "llm", model: "m" },
    });
    const detail = expect.stringContaining(advice ?? "");
    expect(report.problems).toEqual(advice === null ? [] : [{ code: "config_invalid", detail }]);
  });

  it.each([
    [null, "ok", []],
    [
      Date.UTC(2026, 11, 1),
      "degraded",
      [{ code: "over_budget", detail: expect.stringContaining("until 2026-12-01T00:00:00.000Z") }],
    ],
  ])("tells of a budget that is used up until %s: %s", async (untilMs, status, problems) => {
    const { fetch } = scriptedApp(undefined, {
      index: { get: async () => emptyIndex() },
      spending: {
        ceilings: null,
        usedUpUntilMs: () => untilMs,
        report: () => Promise.reject(new Error("nobody asks the one object for this")),
      },
    });
    const response = await fetch("/health");
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ status, problems });
  });
});

describe("/v1/conversations/:id", () => {
  it("gives its holder the turns", async () => {
    const { fetch, history } = scriptedApp();
    const id = history.newConversationId();
    await history.append(id, turnNumber(1));
    const response = await fetch(`/v1/conversations/${id}`);
    expect(response.headers.get("Cache-Control")).toBe("no-store");
    expect(await response.json()).toEqual({ id, turns: [turnNumber(1)] });
  });

  it("is deleted by its holder, and is then unknown", async () => {
    const { fetch, history } = scriptedApp();
    const id = history.newConversationId();
    await history.append(id, turnNumber(1));
    expect((await fetch(`/v1/conversations/${id}`, { method: "DELETE" })).status).toBe(204);
    for (const method of ["GET", "DELETE"]) {
      const response = await fetch(`/v1/conversations/${id}`, { method });
      expect(response.status).toBe(404);
      expect(await response.json()).toMatchObject({ code: "not_found", field: "conversationId" });
    }
  });

  it("is unknown when it was never used, and malformed when it is no id", async () => {
    const { fetch } = scriptedApp();
    const unknown = await fetch(`/v1/conversations/${newConversationId(0)}`);
    expect(unknown.status).toBe(404);
    const malformed = await fetch("/v1/conversations/nope");
    expect(malformed.status).toBe(400);
    expect(await malformed.json()).toMatchObject({ field: "conversationId" });
  });

  it("says that the store is down rather than that the conversation is unknown", async () => {
    const { fetch, kv, logged } = scriptedApp();
    kv.failing = new Set(["list"]);
    const response = await fetch(`/v1/conversations/${newConversationId(0)}`);
    expect(response.status).toBe(502);
    expect(await response.json()).toMatchObject({ code: "upstream_unavailable" });
    expect(logged).toMatchObject([{ fields: { detail: expect.stringContaining("KV list failed") } }]);
  });
});

describe("public assets", () => {
  const withPage = () =>
    scriptedApp(undefined, {
      assets: {
        fetch: async (input) => {
          const { pathname } = new URL(typeof input === "string" ? input : input.url);
          if (pathname !== "/docs/start.html") return new Response(null, { status: 404 });
          return new Response("<h1>Start</h1>", { headers: { "Content-Type": "text/html", ETag: '"1"' } });
        },
      },
    });

  it("are passed on with a policy that lets no script run", async () => {
    const response = await withPage().fetch("/docs/start.html");
    expect(await response.text()).toBe("<h1>Start</h1>");
    expect(response.headers.get("ETag")).toBe('"1"');
    expect(response.headers.get("X-Content-Type-Options")).toBe("nosniff");
    expect(response.headers.get("Content-Security-Policy")).toContain("default-src 'none'");
  });

  it.each([
    "/docs/none.html",
    "/docs/..%2findex/manifest.json",
    "/docs/%5c..%5cindex",
    "/docs/../index/manifest.json",
  ])("end where the folder ends: %s is 404", async (path) => {
    expect((await withPage().fetch(path)).status).toBe(404);
  });
});

describe("GET /", () => {
  it("is a page in the browser's language", async () => {
    const { fetch } = scriptedApp();
    const headers = { "Accept-Language": "nl;q=0.9, de-AT;q=0.8, en;q=0.1" };
    const response = await fetch("/", { headers });
    expect(response.headers.get("Content-Type")).toBe("text/html; charset=utf-8");
    expect(response.headers.get("Vary")).toBe("Accept-Language");
    const text = await response.text();
    expect(text).toContain('<html lang="de">');
    expect(text).toContain("Acme fragen");
  });

  it("gets the corpus' questions from the API", async () => {
    const told = await (await scriptedApp().fetch("/v1/corpus")).json();
    expect(told).toMatchObject({ name: "Acme", questions: ["How do I start?"] });
  });

  it("has no inline code or style, as its policy demands", async () => {
    const response = await scriptedApp().fetch("/");
    expect(response.headers.get("Content-Security-Policy")).toContain("default-src 'self'");
    const text = await response.text();
    expect(text).not.toMatch(/<style|\sstyle=|\son\w+=|<script(?![^>]*\ssrc=)/);
  });

  it("escapes what the corpus is called", async () => {
    const hostile = '"><script>alert(1)</script>';
    const { fetch } = scriptedApp(undefined, {
      index: {
        get: async () => emptyIndex({}, { name: hostile, description: hostile, questions: [hostile] }),
      },
    });
    const text = await (await fetch("/")).text();
    expect(text).not.toContain("<script>alert");
    expect(text).toContain("&lt;script&gt;");
  });
});

/** The check that a person asks: the built Worker, and the check's service over real HTTP on loopback. */
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import type { LocalWorker } from "../../build/local-worker.ts";
import { type RecordingServer, sendJson, startServer } from "../servers/http-server.ts";
import { startWatchedWorker } from "../support/watched-worker.ts";

const SECRET = "the-check's-own-secret";
const OWNER_TOKEN = "the-owner-of-these-docs";
const QUESTION = { question: "How do I add my own docs?" };

/** What the service says next. */
let reply: { status: number; body: unknown };
let service: RecordingServer;
let worker: LocalWorker;
beforeAll(async () => {
  service = await startServer((_, response) => sendJson(response, reply.status, reply.body));
  worker = await startWatchedWorker({
    assetsDir: inject("assetsDir"),
    vars: {
      TURNSTILE_SECRET: SECRET,
      TURNSTILE_SITEKEY: "1x00000000000000000000AA",
      TURNSTILE_VERIFY_URL: `${service.url}/siteverify`,
      OWNER_TOKEN,
    },
  });
});
afterAll(async () => {
  await worker?.close();
  await service?.close();
});
beforeEach(() => {
  reply = { status: 200, body: { success: true } };
  service.requests.length = 0;
});

function post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(new URL(path, worker.url), {
    method: "POST",
    headers: { "Content-Type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
}

async function passFor(token: string): Promise<string> {
  const response = await post("/v1/pass", { token });
  expect(response.status).toBe(200);
  const { pass, expiresInSeconds } = (await response.json()) as { pass: string; expiresInSeconds: number };
  expect(expiresInSeconds).toBe(3_600);
  return pass;
}

describe("a site that checks who asks", () => {
  it("wants the check before an answer, and says how, at every door that answers", async () => {
    const asked = await post("/v1/ask", QUESTION);
    expect(asked.status).toBe(403);
    expect(await asked.json()).toMatchObject({
      code: "challenge_required",
      sitekey: "1x00000000000000000000AA",
      detail: expect.stringContaining("/v1/pass"),
    });
    const completion = await post("/v1/chat/completions", { model: "repobot", messages: [] });
    expect(completion.status).toBe(403);
    expect(await completion.json()).toMatchObject({ error: { code: "challenge_required" } });
    expect((await post("/api/chat", { messages: [] })).status).toBe(403);
    expect((await fetch(new URL("/ask?query=docs", worker.url))).status).toBe(403);
    expect(service.requests).toEqual([]);
  });

  it("checks a reader once, and lets the pass ask from then on", async () => {
    const pass = await passFor("token-1");
    for (let i = 0; i < 3; i++)
      expect((await post("/v1/ask", QUESTION, { "RepoBot-Pass": pass })).status).toBe(200);
    expect(service.requests).toHaveLength(1);
    expect(service.requests[0]).toMatchObject({
      method: "POST",
      path: "/siteverify",
      body: { secret: SECRET, response: "token-1" },
    });
  });

  it("takes no pass that it did not give to this client", async () => {
    const pass = await passFor("token-2");
    const forged = pass.replace(/.$/, (last) => (last === "0" ? "1" : "0"));
    expect((await post("/v1/ask", QUESTION, { "RepoBot-Pass": forged })).status).toBe(403);
    const elsewhere = { "RepoBot-Pass": pass, "CF-Connecting-IP": "203.0.113.99" };
    expect((await post("/v1/ask", QUESTION, elsewhere)).status).toBe(403);
  });

  it("leaves searching and the owner alone", async () => {
    expect((await fetch(new URL("/v1/search?q=docs", worker.url))).status).toBe(200);
    expect((await post("/v1/ask", QUESTION, { Authorization: `Bearer ${OWNER_TOKEN}` })).status).toBe(200);
    expect((await post("/v1/ask", QUESTION, { Authorization: "Bearer not-the-owner's" })).status).toBe(403);
  });

  it.each<[string, typeof reply, number, string]>([
    [
      "refuses a token that is wrong or used",
      { status: 200, body: { success: false, "error-codes": ["timeout-or-duplicate"] } },
      403,
      "access_denied",
    ],
    [
      "gives no pass while the check's service is down",
      { status: 500, body: {} },
      502,
      "upstream_unavailable",
    ],
    [
      "gives no pass for an answer that says nothing",
      { status: 200, body: { fine: true } },
      502,
      "upstream_malformed",
    ],
    [
      "gives no pass for an answer without an end",
      { status: 200, body: { success: true, padding: "x".repeat(100_000) } },
      502,
      "upstream_malformed",
    ],
  ])("%s", async (_, said, status, code) => {
    reply = said;
    const response = await post("/v1/pass", { token: "token-3" });
    expect(response.status).toBe(status);
    const text = await response.text();
    expect(JSON.parse(text)).toMatchObject({ code });
    expect(text).not.toContain(SECRET);
    expect(service.requests).toHaveLength(1);
  });

  it("names what is wrong with a request for a pass", async () => {
    for (const body of [{}, { token: "" }, { token: "x".repeat(3_000) }]) {
      const response = await post("/v1/pass", body);
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ field: "token" });
    }
  });

  it("says at /health that it checks", async () => {
    const health = await (await fetch(new URL("/health", worker.url))).json();
    expect(health).toMatchObject({ protection: { challenge: "on", siteKey: "off" } });
  });
});

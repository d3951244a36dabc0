import { createParser } from "eventsource-parser";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import type { LocalWorker } from "../../build/local-worker.ts";
import type { TurnEvent } from "../../src/core/events.ts";
import { newConversationId } from "../../src/core/turn/conversation-id.ts";
import type { TurnResult } from "../../src/doors/turn-result.ts";
import { startWatchedWorker } from "../support/watched-worker.ts";

let worker: LocalWorker;
beforeAll(async () => {
  worker = await startWatchedWorker({ assetsDir: inject("assetsDir"), vars: {} });
});
afterAll(() => worker?.close());

function fetchPath(path: string, init?: RequestInit): Promise<Response> {
  return fetch(new URL(path, worker.url), init);
}

function ask(body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  return fetchPath("/v1/ask", {
    method: "POST",
    headers: { "Content-Type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
}

async function askJson(body: unknown): Promise<TurnResult> {
  const response = await ask(body);
  expect(response.status).toBe(200);
  return (await response.json()) as TurnResult;
}

async function askEvents(body: unknown): Promise<TurnEvent[]> {
  const response = await ask(body, { Accept: "text/event-stream" });
  expect(response.headers.get("Content-Type")).toBe("text/event-stream; charset=utf-8");
  const events: TurnEvent[] = [];
  const parser = createParser({ onEvent: ({ data }) => events.push(JSON.parse(data) as TurnEvent) });
  parser.feed(await response.text());
  return events;
}

describe("a Worker without a key, over RepoBot's own docs", () => {
  it("answers from the docs, every source landing on its heading", async () => {
    const result = await askJson({ question: "How do I add my own docs?" });
    expect(result).toMatchObject({
      mode: "extractive",
      complete: true,
      language: "en",
      model: null,
      costUsd: 0,
    });
    expect(result.answer).toMatch(/\[1\]/);
    expect(result.sources.length).toBeGreaterThan(0);
    const cited = new Set([...result.answer.matchAll(/\[(\d+)\]/g)].map((match) => Number(match[1])));
    expect(result.sources.map(({ n }) => n)).toEqual([...cited].sort((a, b) => a - b));
    for (const { url } of result.sources) {
      const page = await fetchPath(url);
      expect(page.status).toBe(200);
      expect(page.headers.get("Content-Security-Policy")).toContain("default-src 'none'");
      const [, anchor = ""] = url.split("#");
      expect(await page.text()).toContain(`id="${decodeURIComponent(anchor)}"`);
    }
  });

  it("streams the same answer, with the deltas adding up to it", async () => {
    const question = "How do I deploy to Cloudflare?";
    const events = await askEvents({ question });
    expect(events[0]?.type).toBe("start");
    expect(events.filter(({ type }) => type === "done" || type === "error").map(({ type }) => type)).toEqual([
      "done",
    ]);
    expect(events.at(-1)?.type).toBe("done");
    const answer = events.find((event) => event.type === "answer");
    const deltas = events.flatMap((event) => (event.type === "delta" ? [event.text] : []));
    expect(deltas.join("")).toBe(answer?.text);
    expect((await askJson({ question })).answer).toBe(answer?.text);
  });

  it("refuses what the docs do not say, with the fixed sentence, no source and pages that come near", async () => {
    const result = await askJson({ question: "Does RepoBot support COBOL mainframe punch cards?" });
    expect(result.mode).toBe("refusal");
    expect(result.sources).toEqual([]);
  });

  it("keeps a conversation for its holder until the holder deletes it", async () => {
    const first = await askJson({ question: "What does an answer cost?" });
    expect(first.historySaved).toBe(true);
    const id = first.conversationId;
    const second = await askJson({ question: "How do I deploy to Cloudflare?", conversationId: id });
    expect(second.conversationId).toBe(id);
    const path = `/v1/conversations/${id}`;
    const kept = (await (await fetchPath(path)).json()) as { turns: unknown[] };
    expect(kept.turns).toMatchObject([
      { id: first.turnId, question: "What does an answer cost?", answer: first.answer, complete: true },
      { id: second.turnId, question: "How do I deploy to Cloudflare?", answer: second.answer },
    ]);
    expect((await fetchPath(path, { method: "DELETE" })).status).toBe(204);
    expect((await fetchPath(path)).status).toBe(404);
    expect((await ask({ question: "And now?", conversationId: id })).status).toBe(404);
  });

  it("finds passages without an answer", async () => {
    const response = await fetchPath("/v1/search?q=HISTORY_TTL_DAYS&limit=3");
    const found = (await response.json()) as { passages: { text: string; n: number; lexicalRank: number }[] };
    expect(found.passages).toHaveLength(3);
    expect(found.passages[0]).toMatchObject({
      n: 1,
      lexicalRank: 1,
      url: expect.stringMatching(/^\/docs\//),
    });
    expect(found.passages[0]?.text).toContain("HISTORY_TTL_DAYS");
  });

  it.each<[string, unknown, number, string]>([
    ["an empty question", { question: " " }, 400, "question"],
    ["a version that the docs do not have", { question: "How?", version: "9.9" }, 400, "version"],
    [
      "a conversation that never was",
      { question: "How?", conversationId: newConversationId(0) },
      404,
      "conversationId",
    ],
    [
      "a conversation id of another form",
      { question: "How?", conversationId: "nope" },
      400,
      "conversationId",
    ],
  ])("refuses %s, naming the field, streamed or not", async (_, body, status, field) => {
    for (const accept of ["application/json", "text/event-stream"]) {
      const response = await ask(body, { Accept: accept });
      expect(response.status).toBe(status);
      expect(response.headers.get("Content-Type")).toBe("application/problem+json");
      expect(await response.json()).toMatchObject({ status, field });
    }
  });

  it.each([
    "/index/manifest.json",
    "/docs/../index/manifest.json",
    "/docs/%2e%2e/index/manifest.json",
    "/docs/..%2findex/manifest.json",
    "/docs/..%5cindex/manifest.json",
    "/docs//../index/manifest.json",
    "/INDEX/manifest.json",
    "/_page/../index/manifest.json",
  ])("does not serve its index: %s", async (path) => {
    const response = await fetchPath(path);
    expect(response.status).toBe(404);
    expect(await response.text()).not.toContain("formatVersion");
  });

  it("serves a page by its address alone, and sends other forms of it there", async () => {
    expect((await fetchPath("/docs/adding-docs")).headers.get("Content-Type")).toBe(
      "text/html; charset=utf-8",
    );
    const redirected = await fetchPath("/docs/adding-docs.html", { redirect: "manual" });
    expect(redirected.headers.get("Location")).toBe("/docs/adding-docs");
    const missing = await fetchPath("/docs/no-such-page", { headers: { Accept: "text/html" } });
    expect(missing.status).toBe(404);
    expect(missing.headers.get("Content-Type")).toBe("text/html; charset=utf-8");
  });

  it("does not send a page again that the browser still has", async () => {
    const first = await fetchPath("/docs/adding-docs");
    const again = await fetchPath("/docs/adding-docs", {
      headers: { "If-None-Match": first.headers.get("ETag")! },
    });
    expect(again.status).toBe(304);
  });

  it("saves the turn of a reader who leaves in the middle", async () => {
    const leaving = new AbortController();
    const response = await fetchPath("/v1/ask", {
      method: "POST",
      headers: { "Content-Type": "application/json", Accept: "text/event-stream" },
      body: JSON.stringify({ question: "How do I add my own docs?" }),
      signal: leaving.signal,
    });
    const reader = response.body!.getReader();
    const { value } = await reader.read();
    leaving.abort();
    const id = /"conversationId":"([^"]+)"/.exec(new TextDecoder().decode(value))![1]!;
    await expect
      .poll(async () => (await (await fetchPath(`/v1/conversations/${id}`)).json()) as unknown, {
        timeout: 10_000,
      })
      .toMatchObject({ turns: [{ question: "How do I add my own docs?" }] });
  });
});

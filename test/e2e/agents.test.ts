/** What programs that just fetch find on the built Worker: lists, pages as Markdown, and NLWeb's answers. */
import { createParser } from "eventsource-parser";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import * as z from "zod/mini";
import type { LocalWorker } from "../../build/local-worker.ts";
import * as protocols from "../../build/openapi/protocol-results.ts";
import * as results from "../../build/openapi/results.ts";
import { startWatchedWorker } from "../support/watched-worker.ts";

let worker: LocalWorker;
beforeAll(async () => {
  worker = await startWatchedWorker({ assetsDir: inject("assetsDir"), vars: {} });
});
afterAll(() => worker?.close());

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(new URL(path, worker.url), { headers, redirect: "manual" });

async function textOf(path: string, type: string): Promise<string> {
  const response = await get(path);
  expect(response.status, path).toBe(200);
  expect(response.headers.get("Content-Type"), path).toBe(type);
  expect(response.headers.get("X-Content-Type-Options")).toBe("nosniff");
  return response.text();
}

async function json(response: Promise<Response>): Promise<unknown> {
  return (await response).json();
}

function post(path: string, body: unknown): Promise<unknown> {
  const headers = { "Content-Type": "application/json" };
  return json(fetch(new URL(path, worker.url), { method: "POST", headers, body: JSON.stringify(body) }));
}

describe("for programs that just fetch", () => {
  it("llms.txt lists pages whose addresses give Markdown", async () => {
    const text = await textOf("/llms.txt", "text/plain; charset=utf-8");
    expect(text).toMatch(/^# RepoBot\n\n> \S/);
    const urls = [...text.matchAll(/^- \[[^\]]+\]\((\S+)\)/gm)].map(([, url]) => url!);
    expect(urls.length).toBeGreaterThan(15);
    const full = await textOf("/llms-full.txt", "text/plain; charset=utf-8");
    for (const url of urls) {
      expect(url.startsWith(worker.url)).toBe(true);
      const markdown = await textOf(url, "text/markdown; charset=utf-8");
      expect(markdown).toMatch(/^# \S/);
      expect(full).toContain(markdown.slice(markdown.indexOf("\n")).trim());
    }
  });

  it("links of a page as Markdown lead somewhere, and the page as HTML names its Markdown", async () => {
    const markdown = await textOf("/docs/index.md", "text/markdown; charset=utf-8");
    const links = [...markdown.matchAll(/\]\((\/[^)]*)\)/g)].map(([, url]) => url!);
    expect(links.length).toBeGreaterThan(10);
    for (const url of new Set(links)) expect((await get(url)).status, url).toBe(200);
    const html = await (await get("/docs/adding-docs")).text();
    expect(html).toContain('<link rel="alternate" type="text/markdown" href="/docs/adding-docs.md">');
  });

  it.each(["/docs/no-such-page.md", "/docs/..%2fpages/x.md", "/pages/", "/index/manifest.md"])(
    "there is nothing at %s",
    async (path) => {
      const response = await get(path);
      expect(response.status).toBe(404);
      expect(response.headers.get("Content-Type")).toBe("application/problem+json");
    },
  );

  it("does not send a list again that the program still has", async () => {
    const first = await get("/llms.txt");
    const again = await get("/llms.txt", { "If-None-Match": first.headers.get("ETag")! });
    expect(again.status).toBe(304);
  });
});

describe("openapi.json", () => {
  it("is served, and no answer has a field that it does not describe", async () => {
    const document = JSON.parse(await textOf("/openapi.json", "application/json")) as object;
    expect(document).toMatchObject({ openapi: "3.1.0", paths: { "/v1/ask": {} } });
    const question = "How do I add my own docs?";
    const asked = await post("/v1/ask", { question });
    const { conversationId } = z.parse(results.answer, asked);
    const nlweb = { query: question, streaming: false };
    const typespec = { query: { text: question }, return_response: { streaming: false } };
    const messages = [{ role: "user", content: question }];
    const answers: [z.ZodMiniType, unknown][] = [
      [results.answer, asked],
      [results.answer, await post("/v1/ask", { question: "Does it support COBOL?", conversationId })],
      [results.searchResult, await json(get(`/v1/search?q=${encodeURIComponent(question)}`))],
      [results.conversation, await json(get(`/v1/conversations/${conversationId}`))],
      [results.corpus, await json(get("/v1/corpus"))],
      [results.health, await json(get("/health"))],
      [results.problem, await post("/v1/ask", {})],
      [protocols.chatCompletion, await post("/v1/chat/completions", { model: "repobot", messages })],
      [protocols.openAiError, await post("/v1/chat/completions", {})],
      [protocols.modelList, await json(get("/v1/models"))],
      [protocols.nlwebAnswer, await post("/ask", nlweb)],
      [
        protocols.nlwebAnswer,
        await post("/ask", { ...nlweb, mode: "summarize", prev: ["What is RepoBot?"] }),
      ],
      [protocols.nlwebAnswer, await post("/ask", { ...nlweb, mode: "generate" })],
      [protocols.nlwebTypespecAnswer, await post("/ask", typespec)],
    ];
    for (const [schema, given] of answers) expect(z.parse(schema, given)).toEqual(given);
  });
});

describe("NLWeb over real HTTP", () => {
  const question = encodeURIComponent("How do I add my own docs?");

  async function messages(path: string): Promise<Record<string, unknown>[]> {
    const found: Record<string, unknown>[] = [];
    const parser = createParser({ onEvent: ({ data }) => found.push(JSON.parse(data)) });
    parser.feed(await textOf(path, "text/event-stream; charset=utf-8"));
    return found;
  }

  it("lists, summarizes and generates", async () => {
    const list = await messages(`/ask?query=${question}`);
    const { results } = list.find(({ message_type }) => message_type === "result_batch") as {
      results: { url: string; score: number; description: string }[];
    };
    expect(results).toHaveLength(10);
    const scores = results.map(({ score }) => score);
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
    expect(scores[0]).toBe(100);
    expect((await fetch(results[0]!.url)).status).toBe(200);

    const summarized = await messages(`/ask?query=${question}&mode=summarize`);
    const summary = summarized.find(({ message_type }) => message_type === "summary");
    expect(summary?.message).toMatch(/\[1\]/);
    const generated = await messages(`/ask?query=${question}&mode=generate`);
    const answer = generated.find(({ message_type }) => message_type === "nlws");
    expect(answer?.answer).toBe(summary?.message);
    expect(answer?.items).not.toEqual([]);
    expect(generated.at(-1)).toMatchObject({ message_type: "complete" });
  });

  it("answers TypeSpec's form in that form", async () => {
    const response = await fetch(new URL("/ask", worker.url), {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({
        query: { text: "And for several versions?" },
        context: { prev: ["How do I add my own docs?"] },
        return_response: { streaming: false, mode: "generate" },
      }),
    });
    const { _meta, content } = (await response.json()) as {
      _meta: Record<string, unknown>;
      content: { type: string; text?: string }[];
    };
    expect(_meta).toMatchObject({ response_type: "Answer" });
    expect(content[0]).toMatchObject({ type: "text" });
  });
});

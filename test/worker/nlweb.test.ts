import { createParser } from "eventsource-parser";
import { describe, expect, it } from "vitest";
import type { TurnEvent } from "../../src/core/events.ts";
import { answer, done, start, wholeTurn } from "../support/scripted-turn.ts";
import { play, type ScriptedApp, scriptedApp } from "./scripted-app.ts";

const URL_OF_HIT = "https://docs.example/docs/start.html#install";
const result = {
  url: URL_OF_HIT,
  name: "Start › Install",
  site: "Acme",
  score: 100,
  description: "Run `npm ci`.",
  schema_object: { "@type": "TechArticle", url: URL_OF_HIT, name: "Start › Install", inLanguage: "en" },
};

async function messagesOf(response: Response): Promise<Record<string, unknown>[]> {
  expect(response.headers.get("Content-Type")).toBe("text/event-stream; charset=utf-8");
  const messages: Record<string, unknown>[] = [];
  const parser = createParser({
    onEvent: ({ event, data }) => {
      expect(event).toBeUndefined();
      messages.push(JSON.parse(data));
    },
  });
  parser.feed(await response.text());
  return messages;
}

/** An app that tells which turns were asked for, with their conversations. */
function askingApp(turn: readonly TurnEvent[] = wholeTurn): ScriptedApp & { turns: unknown[] } {
  const turns: unknown[] = [];
  const app = scriptedApp(undefined, {
    async *ask(_index, { conversationId, ...request }, { history }) {
      const conversation = await history!.load(conversationId!);
      turns.push({ ...request, earlier: conversation?.turns.map(({ question }) => question) });
      yield* play(turn);
    },
  });
  return Object.assign(app, { turns });
}

describe("what /ask counts for the owner", () => {
  it.each<[string, readonly TurnEvent[], string, string[]]>([
    ["a list", wholeTurn, "query=install", ["found"]],
    ["a list within a conversation, once", wholeTurn, "query=And+how%3F&prev=What+is+Acme%3F", ["found"]],
    [
      "a list of nothing that the docs are about",
      [start, { ...answer, mode: "off_topic" }, done],
      "query=And+how%3F&prev=What+is+Acme%3F",
      ["off_topic"],
    ],
    ["an answer", wholeTurn, "query=install&mode=generate", ["extractive"]],
  ])("is %s", async (_, turn, query, outcomes) => {
    const counted: string[] = [];
    const doorCounter = {
      async count(_door: string, outcome: string) {
        counted.push(outcome);
      },
      since: async () => [],
    };
    const app = scriptedApp(() => play(turn), { doorCounter });
    await (await app.fetch(`/ask?${query}`)).text();
    await app.settled();
    expect(counted).toEqual(outcomes);
  });
});

describe("/ask in the reference form", () => {
  it("lists, streamed by default, and asks no model", async () => {
    const app = askingApp();
    const messages = await messagesOf(await app.fetch("/ask?query=install&query_id=q1&site=all"));
    expect(messages).toMatchObject([
      { message_type: "api_version", query_id: "q1" },
      {
        message_type: "decontextualized_query",
        original_query: "install",
        decontextualized_query: "install",
      },
      { message_type: "result_batch", results: [result], query_id: "q1" },
      { message_type: "complete", query_id: "q1" },
    ]);
    expect(app.turns).toEqual([]);
    expect(app.searched).toMatchObject([{ request: { query: "install" }, topK: 10 }]);
  });

  it.each(["/ask?query=install&streaming=false", "/ask?query=install&streaming=0&mode=List"])(
    "gives one object for %s",
    async (path) => {
      const response = await scriptedApp().fetch(path);
      expect(response.headers.get("Content-Type")).toBe("application/json");
      const object = await response.json<Record<string, unknown>>();
      expect(object).toMatchObject({
        query_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        decontextualized_query: { original_query: "install", decontextualized_query: "install" },
        results: [result],
      });
      expect(Object.keys(object)).toEqual(["query_id", "results", "decontextualized_query"]);
    },
  );

  it("summarizes: the list, then the answer", async () => {
    const app = askingApp();
    const body = { query: "How do I install it?", mode: "summarize", prev: ["What is Acme?"] };
    const messages = await messagesOf(await app.post("/ask", body));
    expect(messages.map(({ message_type }) => message_type)).toEqual([
      "api_version",
      "decontextualized_query",
      "result_batch",
      "summary",
      "complete",
    ]);
    expect(messages[1]).toMatchObject({
      original_query: "How do I install it?",
      decontextualized_query: "install",
    });
    expect(messages[3]).toMatchObject({ message: "Run `npm ci`. [1]" });
    expect(app.turns).toEqual([{ question: "How do I install it?", earlier: ["What is Acme?"] }]);
    expect(app.searched).toMatchObject([{ request: { query: "install" } }]);
    const whole = await app.post("/ask", { ...body, streaming: false, query_id: "q2" });
    expect(await whole.json()).toMatchObject({
      query_id: "q2",
      results: [result],
      summary: { message: "Run `npm ci`. [1]" },
    });
  });

  it("generates: the answer, with what it cites", async () => {
    const sources = [{ ...answer.sources[0]!, quote: "Run npm ci." }];
    const app = askingApp([...wholeTurn.slice(0, 5), { ...answer, sources }, done]);
    const response = await app.post("/ask?generate_mode=generate&streaming=false", { query: "How?" });
    expect(await response.json()).toMatchObject({
      results: [],
      nlws: {
        answer: "Run `npm ci`. [1]",
        items: [{ ...result, description: "Run npm ci.", schema_object: {} }],
      },
    });
    expect(app.searched).toEqual([]);
  });

  it("takes the question's context from the earlier questions for a list too, but no answer", async () => {
    let answered = false;
    const app = scriptedApp(undefined, {
      async *ask(_index, _request, { signal }) {
        yield start;
        yield { type: "search", attempt: 1, query: "install acme", rewrittenBy: "model", cached: false };
        await new Promise((resolve) => setTimeout(resolve, 20));
        if (signal.aborted) return;
        answered = true;
        yield answer;
        yield done;
      },
    });
    const response = await app.fetch("/ask?query=And+how%3F&prev=What+is+Acme%3F,Why%3F&streaming=0");
    expect(await response.json()).toMatchObject({
      decontextualized_query: { decontextualized_query: "install acme" },
      results: [result],
    });
    expect(app.searched).toMatchObject([{ request: { query: "install acme" } }]);
    await app.settled();
    expect(answered).toBe(false);
  });

  it.each([
    ["prev=One%3F,%20Two%3F", ["One?", "Two?"]],
    [`prev=${encodeURIComponent('["One, or two?","Three?"]')}`, ["One, or two?", "Three?"]],
    ["prev=", []],
    ["prev=One%3F&decontextualized_query=How+does+one%3F", []],
  ])("reads earlier questions from %s", async (query, earlier) => {
    const app = askingApp();
    await app.fetch(`/ask?query=How%3F&mode=generate&streaming=0&${query}`);
    expect(app.turns).toMatchObject([{ earlier }]);
  });

  it("says that a question is not about the site", async () => {
    const sentence = "I can only answer questions about this documentation.";
    const offTopic = { ...answer, mode: "off_topic" as const, text: sentence, sources: [] };
    for (const mode of ["list&prev=x", "summarize", "generate"]) {
      const app = askingApp([start, offTopic, done]);
      const messages = await messagesOf(await app.fetch(`/ask?query=Weather%3F&mode=${mode}`));
      expect(messages.slice(1)).toMatchObject([
        { message_type: "site_is_irrelevant_to_query", message: sentence },
        { message_type: "complete" },
      ]);
    }
  });

  it("says that nothing was found", async () => {
    const nothing = {
      passages: [],
      vector: "off",
      rerank: "off",
      notices: [],
      timings: { retrieveMs: 1 },
    } as const;
    const app = scriptedApp(undefined, { retrieve: async () => ({ ...nothing, passages: [], notices: [] }) });
    expect(await (await app.fetch("/ask?query=zzz&streaming=0")).json()).toMatchObject({
      results: [],
      no_results: { message: "I could not find this in the documentation." },
    });
  });

  it.each<[string, RequestInit | undefined, string]>([
    ["/ask", undefined, "query"],
    ["/ask?query=%20", undefined, "query"],
    ["/ask?query=x&mode=rhyme", undefined, "mode"],
    ["/ask?query=x&prev=[1]", undefined, "prev"],
    ["/ask", { method: "POST", body: '{"query":{"text":""}}' }, "query.text"],
    ["/ask", { method: "POST", body: '{"query":5}' }, "query"],
    ["/ask", { method: "POST", body: "[]" }, "body"],
  ])("refuses %s %o, streamed or not", async (path, init, field) => {
    const headers = { "Content-Type": "application/json" };
    const response = await scriptedApp().fetch(path, { ...init, headers });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code: "bad_request", field });
  });

  it("ends a stream that fails with one error message", async () => {
    const app = askingApp([
      start,
      ...wholeTurn.slice(1, 3),
      { type: "error", code: "upstream_timeout", message: "Ask again." },
    ]);
    const messages = await messagesOf(await app.fetch("/ask?query=x&mode=generate&query_id=q"));
    expect(messages.at(-1)).toEqual({
      message_type: "error",
      message: "Ask again.",
      code: "upstream_timeout",
      query_id: "q",
    });
    expect(messages.filter(({ message_type }) => message_type === "complete")).toEqual([]);
    const whole = await app.fetch("/ask?query=x&mode=generate&streaming=0");
    expect(whole.status).toBe(504);
  });
});

describe("/ask in the TypeSpec form", () => {
  const resource = {
    type: "resource",
    resource: {
      uri: URL_OF_HIT,
      mimeType: "application/ld+json",
      text: "Run `npm ci`.",
      data: { "@type": "TechArticle", url: URL_OF_HIT },
    },
  };
  const body = (mode: string, streaming: boolean) => ({
    query: { text: "How?", site: ["docs.example"] },
    context: { prev: ["What is Acme?"], text: "", memory: [] },
    return_response: { streaming, mode, lang: "de", format: "chatgpt_app" },
    meta: { conversation_id: "c1", request_id: "r1", api_version: "0.5" },
  });
  const meta = { version: "0.5", response_type: "Answer", request_id: "r1", conversation_id: "c1" };

  it("answers with metadata and content", async () => {
    const app = askingApp();
    const response = await app.post("/ask", body("generate", false));
    expect(await response.json()).toMatchObject({
      _meta: { ...meta, decontextualized_query: "install" },
      content: [
        { type: "text", text: "Run `npm ci`. [1]" },
        { type: "resource", resource: { uri: URL_OF_HIT } },
      ],
    });
    expect(app.turns).toEqual([{ question: "How?", language: "de", earlier: ["What is Acme?"] }]);
  });

  it("streams metadata first, then content, and says when it is complete", async () => {
    const app = askingApp();
    expect(await messagesOf(await app.post("/ask", body("summarize", true)))).toMatchObject([
      { _meta: meta },
      { content: [{ type: "text", text: `- Start › Install: ${URL_OF_HIT}` }, resource] },
      { content: [{ type: "text", text: "Run `npm ci`. [1]" }] },
      { _meta: { ...meta, complete: true } },
    ]);
  });

  it("lists with at least one text", async () => {
    const response = await scriptedApp().post("/ask", {
      query: { text: "install" },
      return_response: { streaming: false },
    });
    expect(await response.json()).toMatchObject({
      _meta: { version: "0.5", response_type: "Answer" },
      content: [{ type: "text", text: expect.stringContaining(URL_OF_HIT) }, resource],
    });
  });

  it("ends a stream that fails as a failure", async () => {
    const app = askingApp([
      start,
      ...wholeTurn.slice(1, 2),
      { type: "error", code: "internal", message: "Sorry." },
    ]);
    const messages = await messagesOf(await app.post("/ask", body("generate", true)));
    expect(messages.at(-1)).toMatchObject({
      _meta: { response_type: "Failure" },
      error: { code: "internal", message: "Sorry." },
    });
  });
});

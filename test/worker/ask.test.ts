import { createParser } from "eventsource-parser";
import { describe, expect, it, vi } from "vitest";
import type { TurnEvent } from "../../src/core/events.ts";
import { encodeEvent, eventStream, turnForm } from "../../src/doors/event-stream.ts";
import { answer, done, start, wholeTurn } from "../support/scripted-turn.ts";
import { play, scriptedApp } from "./scripted-app.ts";

const EVENTS = { Accept: "text/event-stream" };

function eventsIn(text: string): TurnEvent[] {
  const events: TurnEvent[] = [];
  const parser = createParser({
    onEvent: ({ event, data }) => {
      const parsed = JSON.parse(data) as TurnEvent;
      expect(event).toBe(parsed.type);
      events.push(parsed);
    },
  });
  parser.feed(text);
  return events;
}

describe("POST /v1/ask as server-sent events", () => {
  it.each([
    ["when `Accept` asks for them", {}, EVENTS],
    ["when the body asks for them", { stream: true }, {}],
  ])("passes the turn's events on %s", async (_, extra, headers) => {
    const { post } = scriptedApp();
    const response = await post("/v1/ask", { question: "How?", ...extra }, headers);
    expect(response.headers.get("Content-Type")).toBe("text/event-stream; charset=utf-8");
    expect(response.headers.get("Cache-Control")).toContain("no-cache");
    expect(response.headers.get("X-Accel-Buffering")).toBe("no");
    expect(response.headers.get("Server-Timing")).toMatch(/^start;dur=\d+$/);
    expect(eventsIn(await response.text())).toEqual(wholeTurn);
  });

  it("keeps a text with line breaks and CR, LF and U+2028 in one event", async () => {
    const text = "a\n\nb\r\ndata: c\u2028d";
    const { post } = scriptedApp(() => play([start, { type: "delta", text }, answer, done]));
    const response = await post("/v1/ask", { question: "How?" }, EVENTS);
    expect(eventsIn(await response.text())[1]).toEqual({ type: "delta", text });
  });

  it("ends a turn that throws with one error event, which tells nothing of a defect", async () => {
    const app = scriptedApp(async function* () {
      yield start;
      throw new TypeError("secret sk-123 in: How?");
    });
    const events = eventsIn(await (await app.post("/v1/ask", { question: "How?" }, EVENTS)).text());
    expect(events).toHaveLength(2);
    expect(events[1]).toMatchObject({ type: "error", code: "internal" });
    expect(JSON.stringify(events) + app.logText()).not.toContain("sk-123");
    expect(app.logged).toMatchObject([
      { event: "turn_failed", fields: { code: "internal", error: "TypeError" } },
    ]);
  });

  it("ends a turn that stops without a terminal event with an error event", async () => {
    const { post } = scriptedApp(() => play([start, answer]));
    const events = eventsIn(await (await post("/v1/ask", { question: "How?" }, EVENTS)).text());
    expect(events.map(({ type }) => type)).toEqual(["start", "answer", "error"]);
  });

  it("passes nothing on after the terminal event", async () => {
    const { post } = scriptedApp(() => play([start, answer, done, done, { type: "delta", text: "more" }]));
    const events = eventsIn(await (await post("/v1/ask", { question: "How?" }, EVENTS)).text());
    expect(events.map(({ type }) => type)).toEqual(["start", "answer", "done"]);
  });

  it("answers an error that comes before the first event as a problem", async () => {
    const { post } = scriptedApp(() =>
      play([{ type: "error", code: "upstream_timeout", message: "Ask again." }]),
    );
    const response = await post("/v1/ask", { question: "How?" }, EVENTS);
    expect(response.status).toBe(504);
    expect(await response.json()).toMatchObject({
      code: "upstream_timeout",
      detail: "Ask again.",
      status: 504,
    });
  });

  it("runs the turn to its end when the reader leaves, and tells it of the leaving", async () => {
    const left = Promise.withResolvers<void>();
    const seen: string[] = [];
    const app = scriptedApp(async function* () {
      yield start;
      seen.push(app.asked[0]!.signal.aborted ? "left" : "there");
      await left.promise;
      yield answer;
      seen.push(app.asked[0]!.signal.aborted ? "left" : "there");
      yield done;
      seen.push("stored");
    });
    const response = await app.post("/v1/ask", { question: "How?" }, EVENTS);
    const reader = response.body!.getReader();
    await reader.read();
    await reader.cancel();
    left.resolve();
    await app.settled();
    expect(seen).toEqual(["there", "left", "stored"]);
    expect(app.logged).toEqual([]);
  });

  it("tells the turn when the request is aborted", async () => {
    const leaving = new AbortController();
    const app = scriptedApp();
    const body = JSON.stringify({ question: "How?" });
    const headers = { "Content-Type": "application/json" };
    await app.fetch("/v1/ask", { method: "POST", headers, body, signal: leaving.signal });
    expect(app.asked[0]!.signal.aborted).toBe(false);
    leaving.abort();
    expect(app.asked[0]!.signal.aborted).toBe(true);
  });

  it("writes comments while an upstream is silent", async () => {
    vi.useFakeTimers();
    try {
      const silent = new ReadableStream<TurnEvent>();
      const options = { onFailure: () => undefined, onReaderGone: () => undefined, keepAliveMs: 1000 };
      const reader = eventStream(start, silent.getReader(), turnForm(encodeEvent), options).getReader();
      await reader.read();
      vi.advanceTimersByTime(2000);
      const { value } = await reader.read();
      expect(new TextDecoder().decode(value)).toBe(": keep-alive\n\n");
      await reader.cancel();
    } finally {
      vi.useRealTimers();
    }
  });
});

describe("POST /v1/ask as JSON", () => {
  it("gives the whole turn as one object", async () => {
    const { post } = scriptedApp();
    const response = await post("/v1/ask", { question: "How?" });
    expect(response.headers.get("Server-Timing")).toBe("history;dur=1, retrieve;dur=2, total;dur=4");
    expect(response.headers.get("Cache-Control")).toBe("no-store");
    const { type: _, ...turn } = start;
    expect(await response.json()).toEqual({
      ...turn,
      answer: answer.text,
      mode: "extractive",
      complete: true,
      language: "en",
      sources: answer.sources,
      near: [],
      check: answer.check,
      searches: [{ attempt: 1, query: "install", rewrittenBy: "none", cached: false }],
      passages: [expect.objectContaining({ n: 1, url: "/docs/start.html#install" })],
      timings: done.timings,
      usage: done.usage,
      costUsd: 0,
      conversationCostUsd: 0,
      unpricedModels: [],
      historySaved: true,
    });
  });

  it("prefers what the body says over `Accept`", async () => {
    const { post } = scriptedApp();
    const response = await post("/v1/ask", { question: "How?", stream: false }, EVENTS);
    expect(response.headers.get("Content-Type")).toBe("application/json");
  });

  it("lists the passages of the last search, and every search", async () => {
    const search = { type: "search", rewrittenBy: "model", cached: false } as const;
    const found = { type: "passages", lexical: "on", vector: "off", rerank: "off" } as const;
    const { post } = scriptedApp(() =>
      play([
        start,
        { ...search, attempt: 1, query: "one" },
        { ...found, attempt: 1, passages: [], notice: "No embeddings." },
        { ...search, attempt: 2, query: "two" },
        { ...found, attempt: 2, passages: [] },
        answer,
        done,
      ]),
    );
    const result = await (await post("/v1/ask", { question: "How?" })).json();
    expect(result).toMatchObject({
      searches: [{ query: "one" }, { query: "two" }],
      notice: "No embeddings.",
    });
  });

  it("turns the turn's error into a problem of its status", async () => {
    const error = { type: "error", code: "upstream_unavailable", message: "Ask again." } as const;
    const { post } = scriptedApp(() => play([start, error]));
    const response = await post("/v1/ask", { question: "How?" });
    expect(response.status).toBe(502);
    expect(response.headers.get("Content-Type")).toBe("application/problem+json");
    expect(await response.json()).toMatchObject({ code: "upstream_unavailable", detail: "Ask again." });
  });

  it("does not tell a turn that has ended that its reader left", async () => {
    const app = scriptedApp();
    await app.post("/v1/ask", { question: "How?" });
    await app.settled();
    expect(app.asked[0]!.signal.aborted).toBe(false);
  });
});

describe("what POST /v1/ask passes to the pipeline", () => {
  it("is the request, trimmed and checked", async () => {
    const { post, asked } = scriptedApp();
    const request = {
      conversationId: start.conversationId,
      language: "zh-CN",
      version: "v1",
      rerank: true,
      page: "/a",
    };
    await post("/v1/ask", { question: "  How?\n", ...request });
    expect(asked[0]?.request).toEqual({ question: "How?", ...request });
  });

  it("holds no half of a surrogate pair", async () => {
    const { post, asked } = scriptedApp();
    await post("/v1/ask", '{"question":"How\\ud83d?"}');
    expect(asked[0]?.request.question).toBe("How\ufffd?");
  });

  it.each<[string, unknown, string]>([
    ["no question", {}, "question"],
    ["an empty question", { question: "" }, "question"],
    ["a question of blanks", { question: " \n\t\u3000" }, "question"],
    ["a question that is no text", { question: 7 }, "question"],
    ["a question that is null", { question: null }, "question"],
    ["a question of 2,001 characters", { question: "x".repeat(2001) }, "question"],
    ["a question of 2,001 emoji", { question: "😀".repeat(2001) }, "question"],
    ["a conversation id of another form", { question: "How?", conversationId: "nope" }, "conversationId"],
    ["a conversation id that is no text", { question: "How?", conversationId: 1 }, "conversationId"],
    ["a language that is none", { question: "How?", language: "e" }, "language"],
    ["an empty version", { question: "How?", version: "" }, "version"],
    ["rerank that is no flag", { question: "How?", rerank: "yes" }, "rerank"],
    ["a page that is no text", { question: "How?", page: {} }, "page"],
    ["stream that is no flag", { question: "How?", stream: 1 }, "stream"],
    ["a field that does not exist", { question: "How?", convId: "x" }, "convId"],
    ["a list", [], "body"],
    ["null", "null", "body"],
    ["what is not JSON", "{", "body"],
    ["nothing", "", "body"],
  ])("is nothing for %s: 400 naming the field", async (_, body, field) => {
    const { post, asked, logged } = scriptedApp();
    for (const headers of [{}, EVENTS]) {
      const response = await post("/v1/ask", body, headers);
      expect(response.status).toBe(400);
      expect(response.headers.get("Content-Type")).toBe("application/problem+json");
      const problem = await response.json();
      expect(problem).toMatchObject({
        code: "bad_request",
        status: 400,
        field,
        type: "urn:repobot:error:bad_request",
      });
      expect(problem).toHaveProperty(
        "detail",
        expect.stringContaining(field === "body" ? "body" : `\`${field}\``),
      );
    }
    expect(asked).toEqual([]);
    expect(logged).toEqual([]);
  });

  it.each([
    [{}, "`question` is missing."],
    [{ q: "How?" }, "There is no field `q`, and `question` is missing."],
    [{ question: "How?", q: "How?" }, "There is no field `q`."],
    [{ question: 7 }, "`question` must be a text."],
  ])("says of %j: %s", async (body, detail) => {
    const response = await scriptedApp().post("/v1/ask", body);
    expect(await response.json()).toMatchObject({ status: 400, detail });
  });

  it("takes a question of exactly 2,000 characters, however wide", async () => {
    const { post, asked } = scriptedApp();
    await post("/v1/ask", { question: "😀".repeat(2000) });
    expect(asked).toHaveLength(1);
  });

  it("is nothing for a body that is not UTF-8", async () => {
    const { fetch } = scriptedApp();
    const body = new Uint8Array([0x7b, 0xff, 0x7d]);
    const headers = { "Content-Type": "application/json" };
    const response = await fetch("/v1/ask", { method: "POST", headers, body });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ field: "body" });
  });

  it.each(["text/plain", "application/x-www-form-urlencoded", ""])(
    "is nothing for the content type `%s`: 415",
    async (type) => {
      const { post, asked } = scriptedApp();
      const response = await post("/v1/ask", { question: "How?" }, { "Content-Type": type });
      expect(response.status).toBe(415);
      expect(response.headers.get("Accept-Post")).toBe("application/json");
      expect(asked).toEqual([]);
    },
  );

  it("is nothing for a body over 64 KiB, announced or not: 413", async () => {
    const { post, fetch, asked } = scriptedApp();
    const large = JSON.stringify({ question: "How?", page: "x".repeat(70_000) });
    expect((await post("/v1/ask", large)).status).toBe(413);
    const chunks = new ReadableStream<Uint8Array>({
      start(controller) {
        for (let i = 0; i < 8; i++) controller.enqueue(new Uint8Array(10_000).fill(32));
        controller.close();
      },
    });
    const headers = { "Content-Type": "application/json" };
    const response = await fetch("/v1/ask", { method: "POST", headers, body: chunks });
    expect(response.status).toBe(413);
    expect(await response.json()).toMatchObject({ field: "body", status: 413 });
    expect(asked).toEqual([]);
  });

  it("says what a conversation that is unknown to the pipeline is: 404 naming the field", async () => {
    const error = {
      type: "error",
      code: "not_found",
      message: "There is none.",
      field: "conversationId",
    } as const;
    const { post } = scriptedApp(() => play([error]));
    for (const headers of [{}, EVENTS]) {
      const response = await post(
        "/v1/ask",
        { question: "How?", conversationId: start.conversationId },
        headers,
      );
      expect(response.status).toBe(404);
      expect(await response.json()).toMatchObject({ code: "not_found", field: "conversationId" });
    }
  });
});

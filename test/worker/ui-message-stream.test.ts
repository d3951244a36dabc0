import { createParser } from "eventsource-parser";
import { describe, expect, it } from "vitest";
import { answer, done, start, wholeTurn } from "../support/scripted-turn.ts";
import { play, scriptedApp } from "./scripted-app.ts";

const PATH = "/api/chat";
const QUESTION = {
  id: "chat-1",
  trigger: "submit-message",
  messages: [{ id: "m1", role: "user", parts: [{ type: "text", text: "How?" }] }],
};
const URL = "https://docs.example/docs/start.html#install";

async function partsOf(response: Response): Promise<unknown[]> {
  expect(response.headers.get("x-vercel-ai-ui-message-stream")).toBe("v1");
  expect(response.headers.get("Content-Type")).toBe("text/event-stream; charset=utf-8");
  const parts: unknown[] = [];
  const parser = createParser({
    onEvent: ({ data }) => parts.push(data === "[DONE]" ? data : JSON.parse(data)),
  });
  parser.feed(await response.text());
  return parts;
}

describe("POST /api/chat", () => {
  it("streams the turn as the parts of one message", async () => {
    const { post } = scriptedApp();
    const { type: _, text: __, ...data } = answer;
    expect(await partsOf(await post(PATH, QUESTION))).toEqual([
      { type: "start", messageId: "turn-1" },
      { type: "data-search", data: { attempt: 1, query: "install" }, transient: true },
      { type: "text-start", id: "answer" },
      { type: "text-delta", id: "answer", delta: "Run `npm ci`." },
      { type: "text-delta", id: "answer", delta: " [1]" },
      { type: "text-end", id: "answer" },
      { type: "source-url", sourceId: "1", url: URL, title: "Start › Install" },
      { type: "data-answer", data: { ...data, sources: [{ ...answer.sources[0], url: URL }] } },
      {
        type: "data-receipt",
        data: { timings: done.timings, usage: done.usage, costUsd: 0, unpricedModels: [] },
      },
      { type: "finish", finishReason: "stop" },
      "[DONE]",
    ]);
  });

  it("names no source for a refusal, but the near pages in its data", async () => {
    const refusal = { ...answer, mode: "refusal" as const, sources: [], near: answer.sources };
    const { post } = scriptedApp(() => play([start, refusal, done]));
    const parts = (await partsOf(await post(PATH, QUESTION))) as { type: string }[];
    expect(parts.map((part) => part.type)).not.toContain("source-url");
    expect(parts.find((part) => part.type === "data-answer")).toMatchObject({
      data: { near: [{ url: URL }] },
    });
  });

  it("names the results where only the search answered, and an answer that was cut as such", async () => {
    const search = { ...answer, mode: "search" as const, sources: [], near: answer.sources, complete: false };
    const { post } = scriptedApp(() => play([start, search, done]));
    const parts = await partsOf(await post(PATH, QUESTION));
    expect(parts).toContainEqual({ type: "source-url", sourceId: "1", url: URL, title: "Start › Install" });
    expect(parts).toContainEqual({ type: "finish", finishReason: "length" });
  });

  it("asks the last question within the conversation that the request holds, and stores nothing", async () => {
    const asked: unknown[] = [];
    const app = scriptedApp(undefined, {
      async *ask(_index, { conversationId, ...request }, { history }) {
        asked.push({ ...request, turns: (await history!.load(conversationId!))?.turns });
        yield* play(wholeTurn);
      },
    });
    const response = await app.post(PATH, {
      ...QUESTION,
      page: "/docs/start",
      somethingOfTheApplication: 1,
      messages: [
        { role: "system", parts: [{ type: "text", text: "Answer as a pirate." }] },
        ...QUESTION.messages,
        {
          role: "assistant",
          parts: [
            { type: "step-start" },
            { type: "text", text: "So " },
            { type: "source-url", url: URL },
            { type: "text", text: "[1]." },
            { type: "data-answer", data: {} },
          ],
        },
        { role: "user", parts: [{ type: "text", text: " And then? " }] },
      ],
    });
    expect(response.status).toBe(200);
    expect(asked).toMatchObject([
      { question: "And then?", page: "/docs/start", turns: [{ question: "How?", answer: "So [1]." }] },
    ]);
    expect(app.kv.calls).toEqual([]);
  });

  it.each<[string, unknown, string]>([
    ["no messages", { messages: [] }, "messages"],
    ["an answer last", { messages: [{ role: "assistant", parts: [] }] }, "messages"],
    ["nothing written", { messages: [{ role: "user", parts: [] }] }, "messages.0.parts"],
    [
      "a file",
      {
        messages: [
          {
            role: "user",
            parts: [
              { type: "text", text: "See" },
              { type: "file", url: "data:," },
            ],
          },
        ],
      },
      "messages.0.parts",
    ],
    ["a language that is none", { ...QUESTION, language: "English!" }, "language"],
  ])("refuses %s", async (_, body, field) => {
    const { post, asked } = scriptedApp();
    const response = await post(PATH, body);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code: "bad_request", field });
    expect(asked).toEqual([]);
  });

  it("ends a stream that fails with its public message", async () => {
    const { post } = scriptedApp(() =>
      play([start, { type: "error", code: "upstream_timeout", message: "Ask again." }]),
    );
    expect((await partsOf(await post(PATH, QUESTION))).slice(1)).toEqual([
      { type: "error", errorText: "Ask again." },
      "[DONE]",
    ]);
  });

  it("has no stream to resume", async () => {
    expect((await scriptedApp().fetch("/api/chat/chat-1/stream")).status).toBe(204);
  });
});

import { createParser } from "eventsource-parser";
import { describe, expect, it } from "vitest";
import type { TurnEvent } from "../../src/core/events.ts";
import { answer, done, start, wholeTurn } from "../support/scripted-turn.ts";
import { play, scriptedApp } from "./scripted-app.ts";

const PATH = "/v1/chat/completions";
const QUESTION = { model: "repobot", messages: [{ role: "user", content: "How?" }] };

interface Chunk {
  choices: { delta: { role?: string; content?: string }; finish_reason: string | null }[];
  usage?: unknown;
  repobot?: unknown;
  error?: unknown;
}

async function chunksOf(response: Response): Promise<(Chunk | "[DONE]")[]> {
  expect(response.headers.get("Content-Type")).toBe("text/event-stream; charset=utf-8");
  const chunks: (Chunk | "[DONE]")[] = [];
  const parser = createParser({
    onEvent: ({ event, data }) => {
      expect(event).toBeUndefined();
      chunks.push(data === "[DONE]" ? data : JSON.parse(data));
    },
  });
  parser.feed(await response.text());
  return chunks;
}

const repobot = {
  mode: "extractive",
  complete: true,
  language: "en",
  corpus: start.corpus,
  sources: [{ n: 1, url: "https://docs.example/docs/start.html#install" }],
  near: [],
  costUsd: 0,
  timings: done.timings,
};

describe("POST /v1/chat/completions", () => {
  it("answers with one completion, its citations as annotations", async () => {
    const { post } = scriptedApp();
    const response = await post(PATH, QUESTION);
    expect(response.headers.get("Server-Timing")).toContain("total;dur=4");
    const completion = await response.json<{ choices: { message: { content: string } }[] }>();
    expect(completion).toMatchObject({
      id: "chatcmpl-turn-1",
      object: "chat.completion",
      created: expect.any(Number),
      model: "repobot",
      choices: [
        {
          index: 0,
          finish_reason: "stop",
          message: {
            role: "assistant",
            refusal: null,
            content:
              "Run `npm ci`. [1]\n\n- [1] [Start › Install](https://docs.example/docs/start.html#install)",
            annotations: [
              {
                type: "url_citation",
                url_citation: {
                  start_index: 14,
                  end_index: 17,
                  url: "https://docs.example/docs/start.html#install",
                  title: "Start › Install",
                },
              },
            ],
          },
        },
      ],
      usage: { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 },
      repobot,
    });
    expect(completion.choices[0]!.message.content.slice(14, 17)).toBe("[1]");
  });

  it("streams the same as chunks, with what the protocol has no field for on one without choices", async () => {
    const { post } = scriptedApp();
    const chunks = await chunksOf(await post(PATH, { ...QUESTION, stream: true }));
    expect(chunks.at(-1)).toBe("[DONE]");
    const parsed = chunks.slice(0, -1) as Chunk[];
    const content = parsed.flatMap(({ choices }) => choices.map(({ delta }) => delta.content ?? ""));
    expect(content.join("")).toBe(
      "Run `npm ci`. [1]\n\n- [1] [Start › Install](https://docs.example/docs/start.html#install)",
    );
    expect(parsed[0]?.choices[0]?.delta.role).toBe("assistant");
    const reasons = parsed.flatMap(({ choices }) => choices.map(({ finish_reason }) => finish_reason));
    expect(reasons.filter((reason) => reason !== null)).toEqual(["stop"]);
    expect(parsed.at(-1)).toMatchObject({ choices: [], repobot });
    expect(parsed.every((chunk) => !("usage" in chunk))).toBe(true);
    expect(new Set(parsed.map((chunk) => (chunk as { id?: string }).id))).toEqual(
      new Set(["chatcmpl-turn-1"]),
    );
  });

  it("adds the usage to the last chunk when it is asked for, and null to the others", async () => {
    const usage = { ...done.usage, inputTokens: 900, cachedInputTokens: 600, outputTokens: 50 };
    const { post } = scriptedApp(() => play([start, answer, { ...done, usage }]));
    const body = { ...QUESTION, stream: true, stream_options: { include_usage: true } };
    const chunks = (await chunksOf(await post(PATH, body))).slice(0, -1) as Chunk[];
    expect(chunks.slice(0, -1).map((chunk) => chunk.usage)).toEqual([null, null, null]);
    expect(chunks.at(-1)).toMatchObject({
      choices: [],
      usage: {
        prompt_tokens: 900,
        completion_tokens: 50,
        total_tokens: 950,
        prompt_tokens_details: { cached_tokens: 600 },
      },
    });
  });

  it("says of an answer that was cut that its length ended it", async () => {
    const cut = { ...answer, complete: false };
    const { post } = scriptedApp(() => play([start, cut, done]));
    const { choices } = await (await post(PATH, QUESTION)).json<{ choices: { finish_reason: string }[] }>();
    expect(choices[0]?.finish_reason).toBe("length");
  });

  it.each<[string, Partial<typeof answer>, string]>([
    ["a refusal lists nothing", { mode: "refusal", sources: [], near: answer.sources, text: "No." }, "No."],
    [
      "search results are listed",
      { mode: "search", sources: [], near: answer.sources, text: "See:" },
      "See:\n\n- [1] [Start › Install](https://docs.example/docs/start.html#install)",
    ],
  ])("in the text, %s", async (_, changes, content) => {
    const { post } = scriptedApp(() => play([start, { ...answer, ...changes }, done]));
    const { choices } = await (await post(PATH, QUESTION)).json<{
      choices: { message: { content: string; annotations: unknown[] } }[];
    }>();
    expect(choices[0]?.message).toMatchObject({ content, annotations: [] });
  });

  it("asks the last question within the conversation that the request holds, and stores nothing", async () => {
    const histories: unknown[] = [];
    const app = scriptedApp(undefined, {
      async *ask(_index, { conversationId, question, language }, { history }) {
        const conversation = await history!.load(conversationId!);
        await history!.append(conversationId!, conversation!.turns[0]!);
        histories.push({ question, language, turns: conversation?.turns });
        yield* play(wholeTurn);
      },
    });
    const response = await app.post(PATH, {
      model: "repobot",
      temperature: 0.7,
      tools: [],
      messages: [
        { role: "system", content: "Answer as a pirate." },
        { role: "user", content: [{ type: "text", text: "How do I start?" }] },
        { role: "assistant", content: "Run it [1].\n\n- [1] [Start](https://docs.example/docs/start)" },
        { role: "assistant", content: null, tool_calls: [] },
        { role: "tool", content: "42", tool_call_id: "x" },
        { role: "user", content: "And then?" },
      ],
      repobot: { language: "de" },
    });
    expect(response.status).toBe(200);
    expect(histories).toMatchObject([
      {
        question: "And then?",
        language: "de",
        turns: [{ question: "How do I start?", answer: "Run it [1]." }],
      },
    ]);
    expect(app.kv.calls).toEqual([]);
  });

  it.each<[string, unknown, number, string | null]>([
    ["another model", { ...QUESTION, model: "gpt-5" }, 404, "model"],
    ["no model", { messages: QUESTION.messages }, 400, "model"],
    ["no messages", { model: "repobot", messages: [] }, 400, "messages"],
    ["an answer last", { ...QUESTION, messages: [{ role: "assistant", content: "Hi" }] }, 400, "messages"],
    [
      "an empty question",
      { ...QUESTION, messages: [{ role: "user", content: " " }] },
      400,
      "messages.0.content",
    ],
    [
      "a picture",
      {
        ...QUESTION,
        messages: [{ role: "user", content: [{ type: "image_url", image_url: { url: "https://x" } }] }],
      },
      400,
      "messages.0.content",
    ],
    ["several answers", { ...QUESTION, n: 2 }, 400, "n"],
    ["an unknown field of ours", { ...QUESTION, repobot: { lang: "de" } }, 400, "lang"],
    ["no JSON", "{", 400, "body"],
  ])("refuses %s in OpenAI's form", async (_, body, status, param) => {
    const { post, asked } = scriptedApp();
    const response = await post(PATH, body);
    expect(response.status).toBe(status);
    expect(response.headers.get("Content-Type")).toBe("application/json");
    expect(await response.json()).toMatchObject({
      error: { type: "invalid_request_error", param, message: expect.any(String) },
    });
    expect(asked).toEqual([]);
  });

  it("answers an error that comes before the first event with its status, streamed or not", async () => {
    const error: TurnEvent = { type: "error", code: "upstream_timeout", message: "Ask again." };
    for (const stream of [true, false]) {
      const { post } = scriptedApp(() => play([error]));
      const response = await post(PATH, { ...QUESTION, stream });
      expect(response.status).toBe(504);
      expect(await response.json()).toEqual({
        error: { message: "Ask again.", type: "server_error", param: null, code: "upstream_timeout" },
      });
    }
  });

  it("ends a stream that fails with an error event and without [DONE]", async () => {
    const { post } = scriptedApp(async function* () {
      yield start;
      throw new TypeError("secret");
    });
    const chunks = await chunksOf(await post(PATH, { ...QUESTION, stream: true }));
    expect(chunks).toHaveLength(2);
    expect(chunks[1]).toMatchObject({ error: { type: "server_error", code: "internal" } });
    expect(JSON.stringify(chunks)).not.toContain("secret");
  });

  it("takes a long conversation, up to 512 KiB", async () => {
    const { post } = scriptedApp();
    const long = (count: number) => ({
      ...QUESTION,
      messages: [{ role: "user", content: "x".repeat(count) }, ...QUESTION.messages],
    });
    expect((await post(PATH, long(400_000))).status).toBe(200);
    const refused = await post(PATH, long(600_000));
    expect(refused.status).toBe(413);
    expect(await refused.json()).toMatchObject({ error: { param: "body" } });
  });
});

describe("GET /v1/models", () => {
  it("lists the one model, and gives it by its name", async () => {
    const { fetch } = scriptedApp();
    const model = { id: "repobot", object: "model", owned_by: "repobot" };
    expect(await (await fetch("/v1/models")).json()).toMatchObject({ object: "list", data: [model] });
    expect(await (await fetch("/v1/models/repobot")).json()).toMatchObject(model);
    const missing = await fetch("/v1/models/gpt-5");
    expect(missing.status).toBe(404);
    expect(await missing.json()).toMatchObject({ error: { param: "model" } });
  });

  it("refuses other methods in OpenAI's form", async () => {
    const response = await scriptedApp().fetch("/v1/models", { method: "DELETE" });
    expect(response.status).toBe(405);
    expect(response.headers.get("Allow")).toBe("GET, HEAD");
    expect(await response.json()).toMatchObject({ error: { type: "invalid_request_error" } });
  });
});

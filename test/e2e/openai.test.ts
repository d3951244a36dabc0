/** The OpenAI protocol as two of its clients speak it: the `openai` package, and the AI SDK's provider for compatible services. */
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { generateText, streamText } from "ai";
import OpenAI, { APIError, NotFoundError } from "openai";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import type { LocalWorker } from "../../build/local-worker.ts";
import type { RepobotFields } from "../../src/doors/openai/completion.ts";
import { type ChatServer, startChatServer } from "../servers/chat-server.ts";
import { startWatchedWorker } from "../support/watched-worker.ts";

const FIRST = "How do I add my own docs?";
const FIRST_ANSWER = "Name their folder in `corpus/corpus.json` [1].";
const FOLLOW_UP = "And then?";
const FOLLOW_UP_ANSWER = "Run `npm start` [1].";

let chat: ChatServer;
let worker: LocalWorker;
let client: OpenAI;

beforeAll(async () => {
  chat = await startChatServer(({ messages }) => {
    const last = messages.at(-1)?.content ?? "";
    if (!last.includes("<docs>")) return { text: "How do I add my own docs? corpus.json folder sources" };
    return { text: last.includes(FOLLOW_UP) ? FOLLOW_UP_ANSWER : FIRST_ANSWER };
  });
  worker = await startWatchedWorker({
    assetsDir: inject("assetsDir"),
    vars: { CHAT_BASE_URL: chat.baseUrl, CHAT_API_KEY: "sk-test", CHAT_MODEL: "scripted" },
  });
  client = new OpenAI({ baseURL: new URL("/v1", worker.url).href, apiKey: "none", maxRetries: 0 });
});
afterAll(async () => {
  await worker?.close();
  await chat?.close();
});
beforeEach(() => {
  chat.calls.length = 0;
});

describe("the openai package", () => {
  it("finds the model", async () => {
    const models = await client.models.list();
    expect(models.data.map(({ id }) => id)).toEqual(["repobot"]);
    expect((await client.models.retrieve("repobot")).object).toBe("model");
  });

  it("gets a whole answer with citations that lead to the docs", async () => {
    const completion = await client.chat.completions.create({
      model: "repobot",
      messages: [{ role: "user", content: FIRST }],
    });
    const { message, finish_reason } = completion.choices[0]!;
    expect(finish_reason).toBe("stop");
    expect(message.content).toContain(FIRST_ANSWER);
    const [annotation] = message.annotations!;
    const { start_index, end_index, url, title } = annotation!.url_citation;
    expect(message.content!.slice(start_index, end_index)).toBe("[1]");
    expect(title).not.toBe("");
    expect((await fetch(url)).status).toBe(200);
    expect(message.content).toContain(`](${url})`);
    const usage = completion.usage!;
    expect(usage.prompt_tokens).toBeGreaterThan(0);
    expect(usage.total_tokens).toBe(usage.prompt_tokens + usage.completion_tokens);
  });

  it("streams the same answer, and reads the usage and the sources at its end", async () => {
    const stream = await client.chat.completions.create({
      model: "repobot",
      messages: [{ role: "user", content: FIRST }],
      stream: true,
      stream_options: { include_usage: true },
    });
    let content = "";
    let usage: OpenAI.CompletionUsage | null | undefined;
    let repobot: RepobotFields | undefined;
    for await (const chunk of stream) {
      content += chunk.choices[0]?.delta.content ?? "";
      usage = chunk.usage;
      if ("repobot" in chunk) repobot = chunk.repobot as RepobotFields;
    }
    expect(content).toContain(FIRST_ANSWER);
    expect(usage?.completion_tokens).toBeGreaterThan(0);
    expect(repobot).toMatchObject({ mode: "llm", complete: true, sources: [{ n: 1 }] });
    expect(content).toContain(`](${repobot!.sources[0]!.url})`);
  });

  it("puts a stream together with its own helper", async () => {
    const runner = client.chat.completions.stream({
      model: "repobot",
      messages: [{ role: "user", content: FIRST }],
    });
    const completion = await runner.finalChatCompletion();
    expect(completion.choices[0]?.message.content).toContain(FIRST_ANSWER);
    expect(completion.choices[0]?.finish_reason).toBe("stop");
  });

  it("has its earlier messages taken as the conversation", async () => {
    await client.chat.completions.create({
      model: "repobot",
      messages: [
        { role: "system", content: "Answer as a pirate." },
        { role: "user", content: FIRST },
        { role: "assistant", content: FIRST_ANSWER },
        { role: "user", content: FOLLOW_UP },
      ],
    });
    const [rewrite, answer] = chat.calls;
    expect(rewrite?.messages.at(-1)?.content).toContain(FIRST);
    expect(answer?.messages.slice(1, -1)).toEqual([
      { role: "user", content: FIRST },
      { role: "assistant", content: FIRST_ANSWER },
    ]);
    expect(JSON.stringify(chat.calls)).not.toContain("pirate");
  });

  it("understands errors", async () => {
    const unknown = client.chat.completions.create({
      model: "gpt-5",
      messages: [{ role: "user", content: "Hi" }],
    });
    await expect(unknown).rejects.toThrow(NotFoundError);
    await expect(unknown).rejects.toMatchObject({
      status: 404,
      param: "model",
      type: "invalid_request_error",
    });
    const empty = client.chat.completions.create({
      model: "repobot",
      messages: [{ role: "user", content: "" }],
      stream: true,
    });
    await expect(empty).rejects.toThrow(APIError);
    await expect(empty).rejects.toMatchObject({ status: 400, param: "messages.0.content" });
  });
});

describe("the AI SDK with its provider for compatible services", () => {
  const model = () =>
    createOpenAICompatible({
      name: "repobot",
      baseURL: new URL("/v1", worker.url).href,
      includeUsage: true,
    })("repobot");

  it("gets a whole answer", async () => {
    const { text, finishReason, usage } = await generateText({ model: model(), prompt: FIRST });
    expect(text).toContain(FIRST_ANSWER);
    expect(finishReason).toBe("stop");
    expect(usage.outputTokens).toBeGreaterThan(0);
  });

  it("streams one", async () => {
    const result = streamText({
      model: model(),
      prompt: FIRST,
      onError: ({ error }) => expect.fail(String(error)),
    });
    expect(await result.text).toContain(FIRST_ANSWER);
    expect(await result.finishReason).toBe("stop");
    expect((await result.usage).inputTokens).toBeGreaterThan(0);
  });
});

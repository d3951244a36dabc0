import { afterEach, describe, expect, it } from "vitest";
import { createProviders } from "../../../src/adapters/providers.ts";
import { isRepoBotError, type RepoBotError } from "../../../src/core/errors.ts";
import type { ChatChunk, ChatModel } from "../../../src/core/ports.ts";
import { parseSettings } from "../../../src/settings.ts";
import { type ChatScript, type ChatServer, startChatServer } from "../../servers/chat-server.ts";

const SECRET = "sk-test-0123456789";
let server: ChatServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

async function chatAgainst(script: ChatScript, vars: Record<string, string> = {}): Promise<ChatModel> {
  server = await startChatServer(script);
  const settings = parseSettings({
    CHAT_BASE_URL: server.baseUrl,
    CHAT_API_KEY: SECRET,
    CHAT_MODEL: "test-model",
    ...vars,
  });
  const { chat } = createProviders(settings, { retry: { retries: 2, minDelayMs: 1, maxDelayMs: 100 } });
  return chat!;
}

const question = { messages: [{ role: "user" as const, content: "Hello?" }], maxOutputTokens: 50 };

async function collect(chat: ChatModel, signal?: AbortSignal): Promise<ChatChunk[]> {
  const chunks: ChatChunk[] = [];
  for await (const chunk of chat.stream({ ...question, signal })) chunks.push(chunk);
  return chunks;
}

/** Everything up to the error, and the error. */
async function collectFailing(
  chat: ChatModel,
  signal?: AbortSignal,
): Promise<{ text: string; error: RepoBotError }> {
  let text = "";
  try {
    for await (const chunk of chat.stream({ ...question, signal })) text += chunk.text ?? "";
  } catch (error) {
    if (isRepoBotError(error)) return { text, error };
    throw error;
  }
  throw new Error("the stream ended without an error");
}

const textOf = (chunks: ChatChunk[]) => chunks.map((chunk) => chunk.text ?? "").join("");

describe("the chat model over the openai client", () => {
  it("streams the text as it comes and ends with usage and finish reason", async () => {
    const chat = await chatAgainst([{ text: ["Use ", "`verify`", " [1]."] }]);
    const chunks = await collect(chat);
    expect(textOf(chunks)).toBe("Use `verify` [1].");
    expect(chunks.at(-1)).toMatchObject({ finishReason: "stop", usage: { outputTokens: 5 } });
  });

  it("asks for a streamed completion with usage, at temperature 0, and sends the key", async () => {
    const chat = await chatAgainst([{ text: "ok" }]);
    await collect(chat);
    expect(server!.calls[0]).toEqual({
      model: "test-model",
      messages: [{ role: "user", content: "Hello?" }],
      stream: true,
      stream_options: { include_usage: true },
      temperature: 0,
      max_tokens: 50,
    });
    expect(server!.requests[0]!.path).toBe("/v1/chat/completions");
    expect(server!.requests[0]!.headers.authorization).toBe(`Bearer ${SECRET}`);
  });

  it("sends no authorization header where no key is set", async () => {
    const chat = await chatAgainst([{ text: "ok" }], { CHAT_API_KEY: "" });
    await collect(chat);
    expect(server!.requests[0]!.headers.authorization).toBeUndefined();
  });

  it("merges the configured fields into the body and leaves out those set to null", async () => {
    const chat = await chatAgainst([{ text: "ok" }], {
      CHAT_EXTRA_BODY: '{"temperature":null,"reasoning_effort":"low"}',
    });
    await collect(chat);
    expect(server!.calls[0]).not.toHaveProperty("temperature");
    expect(server!.calls[0]).toHaveProperty("reasoning_effort", "low");
  });

  it("uses the rewrite model for the rewrite", async () => {
    server = await startChatServer([{ text: "ok" }]);
    const settings = parseSettings({ CHAT_BASE_URL: server.baseUrl, REWRITE_MODEL: "small-model" });
    await collect(createProviders(settings).rewriteChat!);
    expect(server.calls[0]!.model).toBe("small-model");
  });

  it.each([
    ["OpenAI", { prompt_tokens: 100, completion_tokens: 7, prompt_tokens_details: { cached_tokens: 64 } }],
    ["DeepSeek", { prompt_tokens: 100, completion_tokens: 7, prompt_cache_hit_tokens: 64 }],
    ["Moonshot", { prompt_tokens: 100, completion_tokens: 7, cached_tokens: 64 }],
  ])("reads cached tokens where %s puts them", async (_, usage) => {
    const chat = await chatAgainst([{ text: "ok", usage }]);
    expect((await collect(chat)).at(-1)!.usage).toEqual({
      inputTokens: 100,
      cachedInputTokens: 64,
      outputTokens: 7,
    });
  });

  it("says nothing of usage when the provider does not", async () => {
    const chat = await chatAgainst([{ text: "ok", usage: null }]);
    expect((await collect(chat)).at(-1)).toEqual({ finishReason: "stop" });
  });

  it("passes on that the answer was cut at the token limit", async () => {
    const chat = await chatAgainst([{ text: "half", finishReason: "length" }]);
    expect((await collect(chat)).at(-1)!.finishReason).toBe("length");
  });

  it("retries rate limits and server errors, then succeeds", async () => {
    const chat = await chatAgainst([
      { fault: { status: 429, retryAfter: "0" } },
      { fault: { status: 500 } },
      { text: "third time" },
    ]);
    expect(textOf(await collect(chat))).toBe("third time");
    expect(server!.calls).toHaveLength(3);
  });

  it("does not wait for a Retry-After that is longer than its reader's patience", async () => {
    const chat = await chatAgainst([{ fault: { status: 429, retryAfter: "3600" } }]);
    const { error } = await collectFailing(chat);
    expect(error.code).toBe("upstream_unavailable");
    expect(error.message).toContain("rate limit");
    expect(server!.calls).toHaveLength(1);
  });

  it("gives up after its retries", async () => {
    const chat = await chatAgainst([{ fault: { status: 503 } }]);
    expect((await collectFailing(chat)).error.code).toBe("upstream_unavailable");
    expect(server!.calls).toHaveLength(3);
  });

  it.each([
    [401, "CHAT_API_KEY"],
    [402, "balance"],
    [404, "CHAT_MODEL"],
    [400, "did not accept"],
  ])("does not retry status %i and says what to check, without the key", async (status, words) => {
    const body = { error: { message: `Incorrect API key provided: ${SECRET}` } };
    const chat = await chatAgainst([{ fault: { status, body } }]);
    const { error } = await collectFailing(chat);
    expect(error.code).toBe("upstream_unavailable");
    expect(error.message).toContain(words);
    expect(error.internalMessage).toContain(String(status));
    expect(`${error.message} ${error.internalMessage} ${error.stack}`).not.toContain(SECRET);
    expect(server!.calls).toHaveLength(1);
  });

  it("keeps what was said before the connection dropped, and fails as unavailable", async () => {
    const chat = await chatAgainst([{ text: "half an ans", afterwards: "cut" }]);
    const { text, error } = await collectFailing(chat);
    expect(text).toBe("half an ans");
    expect(error.code).toBe("upstream_unavailable");
    expect(server!.calls).toHaveLength(1);
  });

  it("does not take a stream without a finish reason for a whole answer", async () => {
    const chat = await chatAgainst([{ text: "half an ans", afterwards: "end" }]);
    const { text, error } = await collectFailing(chat);
    expect(text).toBe("half an ans");
    expect(error.code).toBe("upstream_malformed");
  });

  it("fails as malformed on an event that is no JSON", async () => {
    const chat = await chatAgainst([{ text: "half", afterwards: "malformed" }]);
    expect((await collectFailing(chat)).error.code).toBe("upstream_malformed");
  });

  it("fails as unavailable on an error event", async () => {
    const chat = await chatAgainst([{ text: "half", afterwards: "error" }]);
    expect((await collectFailing(chat)).error.code).toBe("upstream_unavailable");
  });

  it("fails as a timeout when the stream stalls, and lets go of the connection", async () => {
    const chat = await chatAgainst([{ text: "half", afterwards: "stall" }], { CHAT_IDLE_TIMEOUT_MS: "100" });
    const { text, error } = await collectFailing(chat);
    expect(text).toBe("half");
    expect(error.code).toBe("upstream_timeout");
    await expect.poll(() => server!.requests[0]!.abandoned).toBe(true);
  });

  it("fails as a timeout when no first token comes", async () => {
    const chat = await chatAgainst([{ fault: "stall" }], { CHAT_FIRST_TOKEN_TIMEOUT_MS: "100" });
    expect((await collectFailing(chat)).error.code).toBe("upstream_timeout");
  });

  it("stops when its reader goes away, and lets go of the connection", async () => {
    const chat = await chatAgainst([{ text: "half", afterwards: "stall" }]);
    const reader = new AbortController();
    let text = "";
    const reading = (async () => {
      for await (const chunk of chat.stream({ ...question, signal: reader.signal })) {
        text += chunk.text ?? "";
        reader.abort();
      }
    })();
    await expect(reading).rejects.toMatchObject({ code: "aborted" });
    expect(text).toBe("half");
    await expect.poll(() => server!.requests[0]!.abandoned).toBe(true);
  });

  it("sends nothing when its reader has already gone", async () => {
    const chat = await chatAgainst([{ text: "ok" }]);
    expect((await collectFailing(chat, AbortSignal.abort())).error.code).toBe("aborted");
    expect(server!.calls).toHaveLength(0);
  });

  it("fails as unavailable when nothing listens", async () => {
    const chat = await chatAgainst([{ text: "ok" }]);
    await server!.close();
    expect((await collectFailing(chat)).error.code).toBe("upstream_unavailable");
  });
});

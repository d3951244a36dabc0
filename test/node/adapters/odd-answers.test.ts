/** Services that keep to their protocol by the letter, or nearly: what is odd in their answers must cost no text, no time and no count. */
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createProviders } from "../../../src/adapters/providers.ts";
import { isRepoBotError } from "../../../src/core/errors.ts";
import type { ChatChunk } from "../../../src/core/ports.ts";
import { parseSettings } from "../../../src/settings.ts";

const SECRET = "sk-test-0123456789";
const TEXT = "Grüße: `verify` 再試行 [1].";
type Answer = (response: ServerResponse) => void;

let answer: Answer = (response) => response.end();
const server = createServer((request, response) => {
  response.on("error", () => undefined);
  request.resume().on("end", () => answer(response));
});
let url = "";
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A TCP server's address is never a string.
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const retry = { retries: 0, minDelayMs: 1, maxDelayMs: 1 };
const providers = (vars: Record<string, string> = {}) =>
  createProviders(
    parseSettings({
      CHAT_BASE_URL: `${url}/v1`,
      CHAT_API_KEY: SECRET,
      EMBEDDING_PROVIDER: "openai",
      EMBEDDING_URL: `${url}/v1`,
      EMBEDDING_MODEL: "e",
      RERANK: "on",
      RERANK_PROVIDER: "tei",
      RERANK_URL: url,
      ...vars,
    }),
    { retry },
  );

const event = (value: unknown) => `data: ${JSON.stringify(value)}\n\n`;
const piece = (delta: unknown, finish_reason: string | null = null) =>
  event({ choices: [{ index: 0, delta, finish_reason }] });
const DONE = "data: [DONE]\n\n";
const GOOD = piece({ content: TEXT }) + piece({}, "stop") + DONE;

function stream(body: string | Uint8Array | (string | Uint8Array)[], headers = {}): Answer {
  return async (response) => {
    response.writeHead(200, { "content-type": "text/event-stream", ...headers });
    for (const part of [body].flat()) {
      response.write(part);
      // Each in a packet of its own.
      await new Promise(setImmediate);
    }
    response.end();
  };
}

function json(body: unknown): Answer {
  return (response) => {
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify(body));
  };
}

interface Heard {
  text: string;
  last: ChatChunk | undefined;
  error: unknown;
}

async function chat(given: Answer, vars: Record<string, string> = {}): Promise<Heard> {
  answer = given;
  let text = "";
  let last: ChatChunk | undefined;
  try {
    const request = { messages: [{ role: "user" as const, content: "Hello?" }], maxOutputTokens: 50 };
    for await (const chunk of providers(vars).chat!.stream(request)) {
      text += chunk.text ?? "";
      last = chunk;
    }
  } catch (error) {
    return { text, last, error };
  }
  return { text, last, error: null };
}

describe("a chat service's stream", () => {
  it.each<[string, Answer]>([
    ["with CRLF for line ends", stream(GOOD.replaceAll("\n", "\r\n"))],
    ["with CR for line ends", stream(GOOD.replaceAll("\n", "\r"))],
    ["that begins with a byte order mark", stream(`\uFEFF${GOOD}`)],
    ["in packets of one byte", stream([...Buffer.from(GOOD)].map((byte) => Uint8Array.of(byte)))],
    ["that is packed", stream(gzipSync(GOOD), { "content-encoding": "gzip" })],
    ["with comments between all lines", stream(GOOD.replaceAll("\n\n", `\n\n${": alive\n\n".repeat(50)}`))],
    ["that says twice that it is done", stream(GOOD + DONE + piece({ content: "more" }))],
    ["without a space after the colon", stream(GOOD.replaceAll("data: ", "data:"))],
    ["without choices in its last event", stream(GOOD.replace(DONE, event({ usage: null }) + DONE))],
  ])("%s is read as any other", async (_, given) => {
    expect(await chat(given)).toMatchObject({ text: TEXT, last: { finishReason: "stop" }, error: null });
  });

  it.each(["length", "content_filter", "tool_calls"])("says that it ended by %s", async (reason) => {
    const { text, last } = await chat(stream(piece({ content: TEXT }) + piece({}, reason) + DONE));
    expect({ text, reason: last?.finishReason }).toEqual({ text: TEXT, reason });
  });

  it("with tool calls for text is one without text", async () => {
    const delta = { content: null, tool_calls: [{ index: 0, function: { name: "f", arguments: "{}" } }] };
    const { text, last, error } = await chat(stream(piece(delta) + piece({}, "stop") + DONE));
    expect({ text, last, error }).toEqual({ text: "", last: { finishReason: "stop" }, error: null });
  });

  it.each([
    ["in place of text", piece({ content: null, refusal: "I cannot help with that." }), ""],
    ["beside empty text", piece({ content: "", refusal: "I cannot." }), ""],
    ["after some text", piece({ content: TEXT }) + piece({ refusal: "I cannot go on." }), TEXT],
  ])("with a refusal %s ends as declined", async (_, given, said) => {
    const { text, last, error } = await chat(stream(given + piece({}, "stop") + DONE));
    expect({ text, last, error }).toEqual({
      text: said,
      last: { finishReason: "content_filter" },
      error: null,
    });
  });

  it("is declined where the service's filter refuses the question", async () => {
    const { text, last, error } = await chat((response) => {
      response.writeHead(400, { "content-type": "application/json" });
      response.end(JSON.stringify({ error: { message: "filtered", code: "content_filter" } }));
    });
    expect({ text, last, error }).toEqual({
      text: "",
      last: { finishReason: "content_filter" },
      error: null,
    });
  });

  it.each([
    ["negative", { prompt_tokens: -100, completion_tokens: -7 }],
    ["in words", { prompt_tokens: "100", completion_tokens: "7" }],
    ["broken", { prompt_tokens: 0.5, completion_tokens: 1e300 }],
    ["a string", "100 tokens"],
    ["incomplete", { prompt_tokens: 100 }],
  ])("is kept when its bill is %s, and the bill is unknown", async (_, usage) => {
    const early = { prompt_tokens: 100, completion_tokens: 0 };
    const billed = piece({ content: TEXT }) + event({ choices: [], usage: early }) + piece({}, "stop");
    const { text, last, error } = await chat(stream(billed + event({ choices: [], usage }) + DONE));
    expect({ text, last, error }).toEqual({ text: TEXT, last: { finishReason: "stop" }, error: null });
  });

  it("is billed when only its count of cached tokens is broken", async () => {
    const usage = { prompt_tokens: 100, completion_tokens: 7, cached_tokens: -5, prompt_tokens_details: "?" };
    const { last } = await chat(stream(GOOD.replace(DONE, event({ choices: [], usage }) + DONE)));
    expect(last?.usage).toEqual({ inputTokens: 100, cachedInputTokens: 0, outputTokens: 7 });
  });

  it.each<[string, Answer, string]>([
    ["without choices in any event", stream(event({ choices: [] }).repeat(3) + DONE), "upstream_malformed"],
    ["of one line of 10 MB", stream(`data: {"a":"${"x".repeat(10_000_000)}"}\n\n`), "upstream_malformed"],
    ["that is no stream", json({ choices: [{ message: { content: TEXT } }] }), "upstream_malformed"],
    [
      "of comments alone, which never ends",
      (response) => {
        response.writeHead(200, { "content-type": "text/event-stream" });
        const flood = setInterval(() => response.write(": alive\n\n".repeat(100)), 5);
        response.on("close", () => clearInterval(flood));
      },
      "upstream_timeout",
    ],
  ])("%s ends as a fault", async (_, given, code) => {
    expect(await chat(given, { CHAT_FIRST_TOKEN_TIMEOUT_MS: "1000" })).toMatchObject({
      text: "",
      error: { code },
    });
  });

  it("keeps what it said before an error, which is told without the key", async () => {
    const said = event({ error: { message: `no credit for ${SECRET}`, code: 402 } });
    const { text, error } = await chat(stream([piece({ content: TEXT }), said]));
    expect(text).toBe(TEXT);
    expect(isRepoBotError(error, "upstream_unavailable") && error.internalMessage).toContain(
      "error in the stream: no credit for",
    );
    expect(JSON.stringify([error, (error as Error).message, (error as Error).stack])).not.toContain(SECRET);
  });
});

describe("an error that quotes the request", () => {
  const QUESTION = "Why did Ada Lovelace's refund bounce?";
  const quoting: Answer = (response) => {
    response.writeHead(422, { "content-type": "application/json" });
    const message = `bad input: "${QUESTION}" (key ${SECRET}), also ${JSON.stringify({ q: "払い戻しはなぜ失敗" })}`;
    response.end(JSON.stringify({ error: { message } }));
  };
  const logged = async (call: (asked: ReturnType<typeof providers>) => Promise<unknown>) => {
    answer = quoting;
    const error = await call(providers({ RERANK_API_KEY: SECRET, EMBEDDING_API_KEY: SECRET })).catch(
      (cause: unknown) => cause,
    );
    if (!isRepoBotError(error)) throw error;
    return `${error.message} ${error.internalMessage}`;
  };

  it("keeps the docs' words, where the request says which are the conversation's", async () => {
    const messages = [{ role: "user" as const, content: `<docs>bad input: "</docs> ${QUESTION}` }];
    const text = await logged(async ({ chat: model }) => {
      for await (const _ of model!.stream({ messages, readerTexts: [QUESTION], maxOutputTokens: 50 }));
    });
    expect(text).toContain('bad input: "[…]"');
    expect(text).not.toContain("Lovelace");
  });

  it.each<[string, (asked: ReturnType<typeof providers>) => Promise<unknown>]>([
    [
      "a chat service",
      async ({ chat: model }) => {
        const content = `<docs>…</docs>\n\n${QUESTION} 払い戻しはなぜ失敗しましたか`;
        const request = { messages: [{ role: "user" as const, content }], maxOutputTokens: 50 };
        for await (const _ of model!.stream(request));
      },
    ],
    [
      "an embedding service",
      ({ embedder }) => embedder!.embed([`${QUESTION} 払い戻しはなぜ失敗しましたか`], "query"),
    ],
    [
      "a reranker",
      ({ reranker }) => reranker!.rerank(`${QUESTION} 払い戻しはなぜ失敗しましたか`, ["a", "b"]),
    ],
  ])("of %s is logged without readers' words and without the key", async (_, call) => {
    const text = await logged(call);
    expect(text).toContain("422");
    expect(text).toContain("bad input: ");
    expect(text).not.toMatch(/Lovelace|bounce|払い|失敗/);
    expect(text).not.toContain(SECRET);
  });
});

describe("an embedding service's answer", () => {
  const embed = (given: Answer) => {
    answer = given;
    return providers().embedder!.embed(["a", "b"], "query");
  };
  const [a, b] = [
    { index: 0, embedding: [1, 2] },
    { index: 1, embedding: [3, 4] },
  ];

  it("is read by its indexes", async () => {
    const { vectors } = await embed(json({ data: [b, a] }));
    expect(vectors.map((vector) => [...vector])).toEqual([
      [1, 2],
      [3, 4],
    ]);
  });

  it.each([-5, "5", 0.5, null])("is kept when its bill is %j, and the bill is unknown", async (tokens) => {
    const { vectors, inputTokens } = await embed(json({ data: [a, b], usage: { prompt_tokens: tokens } }));
    expect({ count: vectors.length, inputTokens }).toEqual({ count: 2, inputTokens: null });
  });

  it.each([
    ["vectors in base64", [a, { index: 1, embedding: "AACAPwAAAEA=" }]],
    ["one vector twice", [a, { ...b, index: 0 }]],
    ["no vector", []],
  ])("with %s is refused", async (_, data) => {
    await expect(embed(json({ data }))).rejects.toMatchObject({ code: "upstream_malformed" });
  });
});

describe("a reranker's answer", () => {
  it.each([
    [
      "relevances in words",
      [
        { index: 0, score: "0.5" },
        { index: 1, score: "0.1" },
      ],
    ],
    [
      "a negative index",
      [
        { index: 0, score: 1 },
        { index: -1, score: 2 },
      ],
    ],
    [
      "an index between two",
      [
        { index: 0, score: 1 },
        { index: 0.5, score: 2 },
      ],
    ],
  ])("with %s is refused", async (_, body) => {
    answer = json(body);
    await expect(providers().reranker!.rerank("q", ["a", "b"])).rejects.toMatchObject({
      code: "upstream_malformed",
    });
  });
});

/** What a reader's leaving does to the services behind: nobody pays for an answer that nobody reads. */
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from "vitest";
import { type ChatServer, startChatServer } from "../servers/chat-server.ts";
import { type BareWorker, startBareWorker } from "../support/bare-workerd.ts";

const SAID =
  "To add your own docs, name their folder in `corpus/corpus.json` [1]. Then run `npm start` [1]. The index is built again [1]. You can";

let chat: ChatServer;
let worker: BareWorker;
let conversationId: string | undefined;

beforeAll(async () => {
  chat = await startChatServer(({ messages }) => {
    const isAnswer = messages.at(-1)?.content.includes("<docs>") ?? false;
    if (!isAnswer) return { text: "How do I add my own docs? corpus.json sources" };
    return { text: SAID, afterwards: "stall" };
  });
  const vars = {
    CHAT_BASE_URL: chat.baseUrl,
    CHAT_API_KEY: "sk-test",
    CHAT_MODEL: "test-model",
    CHAT_IDLE_TIMEOUT_MS: "60000",
  };
  worker = await startBareWorker(inject("assetsDir"), vars);
});
afterAll(async () => {
  await worker?.close();
  await chat?.close();
});
afterEach(() => {
  chat.calls.length = 0;
  chat.requests.length = 0;
});

function ask(question: string, accept: string, signal?: AbortSignal): Promise<Response> {
  return fetch(new URL("/v1/ask", worker.url), {
    method: "POST",
    headers: { "Content-Type": "application/json", Accept: accept },
    body: JSON.stringify({ question, ...(conversationId !== undefined && { conversationId }) }),
    signal,
  });
}

async function turns(): Promise<{ question: string; answer: string; complete: boolean }[]> {
  const response = await fetch(new URL(`/v1/conversations/${conversationId}`, worker.url));
  return ((await response.json()) as { turns: Awaited<ReturnType<typeof turns>> }).turns;
}

/** The answer call is open and has sent all that it will. */
async function untilStalled(): Promise<void> {
  await expect.poll(() => chat.requests.length, { timeout: 20_000 }).toBe(2);
}

/** The last call is that for the answer; whether there is one for the rewrite, the cache decides. */
async function untilAnswering(): Promise<void> {
  const isAnswer = () => chat.calls.at(-1)?.messages.at(-1)?.content.includes("<docs>") ?? false;
  await expect.poll(isAnswer, { timeout: 20_000 }).toBe(true);
}

describe("when the reader leaves in the middle of an answer", () => {
  it("a stream's model call ends, and what was said is kept as incomplete", async () => {
    const leaving = new AbortController();
    const response = await ask("How do I add my own docs?", "text/event-stream", leaving.signal);
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
    let seen = "";
    while (!seen.includes("event: delta")) seen += (await reader.read()).value ?? "";
    conversationId = /"conversationId":"([^"]+)"/.exec(seen)![1]!;
    await untilStalled();
    leaving.abort();
    await expect.poll(() => chat.requests.at(-1)?.abandoned, { timeout: 20_000 }).toBe(true);
    await expect.poll(() => turns(), { timeout: 10_000 }).toHaveLength(1);
    const [turn] = await turns();
    expect(turn).toMatchObject({ question: "How do I add my own docs?", complete: false });
    expect(turn!.answer).toContain("Then run `npm start` [1].");
    expect(SAID).toContain(turn!.answer.trim());
  });

  it("a JSON answer's model call ends as well, and what was written is kept as incomplete", async () => {
    const leaving = new AbortController();
    const asked = ask("How do I add my own docs?", "application/json", leaving.signal);
    await untilStalled();
    leaving.abort();
    await expect(asked).rejects.toThrow();
    await expect.poll(() => chat.requests.at(-1)?.abandoned, { timeout: 20_000 }).toBe(true);
    await expect.poll(async () => (await turns()).length, { timeout: 10_000 }).toBe(2);
    expect((await turns()).at(-1)).toMatchObject({ complete: false });
  });

  const question = "How do I add my own docs?";
  const envelope = {
    _meta: {
      "io.modelcontextprotocol/protocolVersion": "2026-07-28",
      "io.modelcontextprotocol/clientCapabilities": {},
    },
  };
  const call = {
    jsonrpc: "2.0",
    id: 1,
    method: "tools/call",
    params: { name: "ask_docs", arguments: { question } },
  };
  const both = "application/json, text/event-stream";
  it.each<[string, string, unknown, Record<string, string>]>([
    [
      "of OpenAI's protocol",
      "/v1/chat/completions",
      { model: "repobot", messages: [{ role: "user", content: question }] },
      {},
    ],
    ["of NLWeb", "/ask", { query: question, streaming: false, mode: "generate" }, {}],
    [
      "of MCP of 2026",
      "/mcp",
      { ...call, params: { ...call.params, ...envelope } },
      {
        Accept: both,
        "MCP-Protocol-Version": "2026-07-28",
        "Mcp-Method": "tools/call",
        "Mcp-Name": "ask_docs",
      },
    ],
    ["of MCP of 2025", "/mcp", call, { Accept: both, "MCP-Protocol-Version": "2025-11-25" }],
  ])("a whole answer's model call ends for a client %s", async (_, path, body, headers) => {
    const leaving = new AbortController();
    const asked = fetch(new URL(path, worker.url), {
      method: "POST",
      headers: { "Content-Type": "application/json", ...headers },
      body: JSON.stringify(body),
      signal: leaving.signal,
    }).then((response) => response.text());
    await untilAnswering();
    leaving.abort();
    await expect(asked).rejects.toThrow();
    await expect.poll(() => chat.requests.at(-1)?.abandoned, { timeout: 30_000 }).toBe(true);
  });
});

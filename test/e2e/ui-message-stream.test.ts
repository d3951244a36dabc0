/** The AI SDK's UI message stream as that package reads it: `useChat` is a hook around the same `Chat` and transport. */
import {
  AbstractChat,
  type ChatInit,
  type ChatState,
  type ChatStatus,
  DefaultChatTransport,
  type UIMessage,
} from "ai";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import type { LocalWorker } from "../../build/local-worker.ts";
import type { AnswerData, ReceiptData } from "../../src/doors/ui-message-stream/parts.ts";
import { startWatchedWorker } from "../support/watched-worker.ts";

type DocsMessage = UIMessage<
  never,
  { answer: AnswerData; receipt: ReceiptData; search: { attempt: number; query: string } }
>;

/** What React's and Vue's hooks keep in their own state. */
class PlainState implements ChatState<DocsMessage> {
  messages: DocsMessage[] = [];
  status: ChatStatus = "ready";
  error: Error | undefined = undefined;
  pushMessage = (message: DocsMessage) => void this.messages.push(message);
  popMessage = () => void this.messages.pop();
  replaceMessage = (index: number, message: DocsMessage) => void this.messages.splice(index, 1, message);
  snapshot = <T>(value: T): T => structuredClone(value);
}

class DocsChat extends AbstractChat<DocsMessage> {
  constructor(init: Omit<ChatInit<DocsMessage>, "messages">) {
    super({ ...init, state: new PlainState() });
  }
}

let worker: LocalWorker;
beforeAll(async () => {
  worker = await startWatchedWorker({ assetsDir: inject("assetsDir"), vars: {} });
});
afterAll(() => worker?.close());

function newChat(body: object = {}): { chat: DocsChat; queries: string[]; errors: Error[] } {
  const queries: string[] = [];
  const errors: Error[] = [];
  const api = new URL("/api/chat", worker.url).href;
  const chat = new DocsChat({
    transport: new DefaultChatTransport({ api, body }),
    onData: (part) => void (part.type === "data-search" && queries.push(part.data.query)),
    onError: (error) => errors.push(error),
  });
  return { chat, queries, errors };
}

const textOf = (message: DocsMessage | undefined) =>
  message?.parts.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("");

describe("useChat of the ai package", () => {
  it("gets the answer, its sources and what it cost", async () => {
    const { chat, queries, errors } = newChat();
    await chat.sendMessage({ text: "How do I add my own docs?" });
    expect(errors).toEqual([]);
    expect(chat.status).toBe("ready");
    const message = chat.lastMessage;
    expect(message?.role).toBe("assistant");
    expect(textOf(message)).toMatch(/\[1\]/);
    const sources = message!.parts.filter((part) => part.type === "source-url");
    expect(sources.length).toBeGreaterThan(0);
    for (const { url } of sources) expect((await fetch(url)).status).toBe(200);
    const answer = message!.parts.find((part) => part.type === "data-answer");
    expect(answer?.data).toMatchObject({ mode: "extractive", complete: true });
    expect(answer?.data.sources.map(({ n }) => String(n))).toEqual(sources.map(({ sourceId }) => sourceId));
    expect(message!.parts.find((part) => part.type === "data-receipt")?.data.costUsd).toBe(0);
    expect(queries).toHaveLength(1);
  });

  it("goes on with its conversation", async () => {
    const { chat, queries, errors } = newChat();
    await chat.sendMessage({ text: "How do I stream an answer over HTTP?" });
    await chat.sendMessage({ text: "And for an answer in German?" });
    expect(errors).toEqual([]);
    expect(chat.messages).toHaveLength(4);
    // Without a model, the follow-up rule adds the earlier question's words.
    expect(queries.at(-1)).toMatch(/stream/i);
  });

  it("asks once more when the reader wants another answer", async () => {
    const { chat, errors } = newChat();
    await chat.sendMessage({ text: "What does an answer cost?" });
    const first = textOf(chat.lastMessage);
    await chat.regenerate();
    expect(errors).toEqual([]);
    expect(chat.messages).toHaveLength(2);
    expect(textOf(chat.lastMessage)).toBe(first);
  });

  it("finds nothing to resume, and is ready all the same", async () => {
    const { chat, errors } = newChat();
    await chat.resumeStream();
    expect(errors).toEqual([]);
    expect(chat.status).toBe("ready");
  });

  it("is told what is wrong with a request", async () => {
    const { chat, errors } = newChat({ version: "9.9" });
    await chat.sendMessage({ text: "How?" });
    expect(chat.status).toBe("error");
    expect(JSON.parse(errors[0]!.message)).toMatchObject({ code: "bad_request", field: "version" });
  });
});

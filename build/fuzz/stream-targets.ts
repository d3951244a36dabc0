/** Streams of events, as a broken service or something between would send them. What leaves is an event or a clear error. */
import { ok } from "node:assert/strict";
import fc from "fast-check";
import { createOpenaiChat } from "../../src/adapters/openai-chat.ts";
import { isRepoBotError } from "../../src/core/errors.ts";
import { AnswerClient, AskError } from "../../src/widget/answer-client.ts";
import { askWorker } from "../chat/turn-client.ts";
import { type FuzzTarget, randomTarget } from "./target.ts";
import { byteChunks, hostileJsonText, hostileText } from "./texts.ts";

const WORKER = "http://worker.invalid";

/** What the services send when all is well. */
const TURN_EVENTS = [
  { type: "start", conversationId: "c", turnId: "t", corpus: { name: "Docs", version: "" } },
  { type: "passages", passages: [{ n: 1, url: "/docs/a", title: "A", headingPath: ["A"] }] },
  { type: "delta", text: "Retries wait [1]." },
  {
    type: "answer",
    mode: "llm",
    text: "A [1].",
    complete: true,
    sources: [],
    near: [],
    check: { sentences: [] },
  },
  { type: "error", code: "internal", message: "m" },
];
const CHAT_EVENTS = [
  { choices: [{ delta: { content: "Retries [1]" }, finish_reason: null }] },
  { choices: [{ delta: {}, finish_reason: "stop" }] },
  {
    choices: [],
    usage: { prompt_tokens: 5, completion_tokens: 3, prompt_tokens_details: { cached_tokens: 2 } },
  },
  { error: { message: "overloaded", code: 503 } },
];

function eventStreams(events: readonly unknown[]): fc.Arbitrary<Uint8Array<ArrayBuffer>[]> {
  const line = fc.oneof(
    { weight: 6, arbitrary: hostileJsonText(events).map((json) => `data: ${json}\n\n`) },
    { weight: 1, arbitrary: hostileText([], 4) },
    {
      weight: 2,
      arbitrary: fc.constantFrom(
        ": ping\n\n",
        "data: [DONE]\n\n",
        "event: delta\n",
        "event: error\n",
        "id: 1\n",
        "retry: x\n",
        "data\n",
        "data:\n\n",
        "field without meaning\n",
        "\r\n\r\n",
        "\r",
        "\ufeff",
      ),
    },
  );
  return byteChunks(fc.array(line, { maxLength: 8, size: "max" }).map((lines) => lines.join("")));
}

const realFetch = globalThis.fetch;
let pieces: Uint8Array<ArrayBuffer>[] = [];

/** No network: a connection would join the pieces as it likes. */
function answerPieces(): Promise<Response> {
  const left = [...pieces];
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull(controller) {
      const piece = left.shift();
      if (piece === undefined) controller.close();
      else controller.enqueue(piece);
    },
  });
  return Promise.resolve(new Response(body, { headers: { "Content-Type": "text/event-stream" } }));
}

function streamTarget(
  name: string,
  events: readonly unknown[],
  open: () => AsyncIterable<unknown>,
  isClear: (error: unknown) => boolean,
): FuzzTarget {
  return randomTarget({
    name,
    share: 25,
    input: eventStreams(events),
    before: () => {
      globalThis.fetch = answerPieces;
    },
    after: () => {
      globalThis.fetch = realFetch;
    },
    async run(given) {
      pieces = given;
      try {
        for await (const event of open()) ok(typeof event === "object" && event !== null);
      } catch (error) {
        if (!isClear(error)) throw error;
      }
    },
  });
}

const client = new AnswerClient(WORKER, null);
const chat = createOpenaiChat(
  {
    baseUrl: `${WORKER}/v1`,
    apiKey: null,
    model: "m",
    rewriteModel: "m",
    extraBody: {},
    firstTokenTimeoutMs: 60_000,
    idleTimeoutMs: 60_000,
    rewriteTimeoutMs: 60_000,
    answerTimeoutMs: 60_000,
    maxAnswerTokens: 100,
  },
  "m",
  { retries: 0, minDelayMs: 1, maxDelayMs: 1 },
);

export const STREAM_TARGETS: readonly FuzzTarget[] = [
  streamTarget(
    "widget-stream",
    TURN_EVENTS,
    () => client.ask({ question: "q" }, new AbortController().signal),
    (error) => error instanceof AskError,
  ),
  streamTarget("chat-stream", TURN_EVENTS, () => askWorker(WORKER, { question: "q" }), isRepoBotError),
  streamTarget(
    "openai-stream",
    CHAT_EVENTS,
    () => chat.stream({ messages: [{ role: "user", content: "q" }], maxOutputTokens: 100 }),
    isRepoBotError,
  ),
];

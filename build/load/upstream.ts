/** An OpenAI-compatible chat service on loopback that takes its time as real ones do, and knows how long it took for whom. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import * as z from "zod";
import { randomNumbers } from "../bench/random.ts";
import { coveredMs, type Interval } from "./figures.ts";

/** A search line comes as a whole. */
const REWRITE_MS = 250;
const FIRST_TOKEN_MS = 400;
const PIECE_MS = 20;
/** Every delay is up to this share shorter or longer. */
const JITTER = 0.3;

const ANSWER =
  "The documentation describes this in the passage that was found first [1]. Follow the steps in their order, and check what the command prints before you go on [1].";
const PIECES = ANSWER.match(/.{1,6}/g)!;

const callSchema = z.object({
  model: z.string(),
  messages: z.array(z.object({ role: z.string(), content: z.string() })).min(1),
  stream: z.boolean().default(false),
});
type Call = z.output<typeof callSchema>;

export interface LoadUpstream {
  /** For `CHAT_BASE_URL`. */
  baseUrl: string;
  /** How long it worked for the question with this number; forgotten once told. */
  takeMs(question: number): number;
  close(): Promise<void>;
}

/** A question that the service can tell from others. */
export function numberedQuestion(text: string, number: number): string {
  return `${text} (${number})`;
}

/** Listens on a free port of 127.0.0.1. */
export async function startLoadUpstream(): Promise<LoadUpstream> {
  const workedFor = new Map<number, Interval[]>();
  const random = randomNumbers(1);
  const pause = (ms: number) => delay(ms * (1 - JITTER + 2 * JITTER * random()));

  async function answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const startMs = performance.now();
    const call = callSchema.parse(JSON.parse(await bodyOf(incoming)));
    const last = call.messages.at(-1)!.content;
    const [, text, number] = /<question>\s*(.*?) \((\d+)\)\s*<\/question>/s.exec(last) ?? [];
    if (text === undefined) throw new Error("A call without a numbered question.");
    const isAnswer = last.includes("<docs>");
    const pieces = isAnswer ? PIECES : [text];
    await pause(isAnswer ? FIRST_TOKEN_MS : REWRITE_MS);
    if (call.stream) {
      response.writeHead(200, { "content-type": "text/event-stream" });
      for (const [at, piece] of pieces.entries()) {
        if (at > 0) await pause(PIECE_MS);
        response.write(event(call, [{ index: 0, delta: { content: piece }, finish_reason: null }]));
      }
      response.write(event(call, [{ index: 0, delta: {}, finish_reason: "stop" }]));
      response.write(event(call, [], { usage: usageOf(call, pieces) }));
    } else {
      response.writeHead(200, { "content-type": "application/json" });
    }
    // Before the end is sent: who asked may have it before the next line runs.
    const intervals = workedFor.get(Number(number)) ?? [];
    workedFor.set(Number(number), [...intervals, { startMs, endMs: performance.now() }]);
    response.end(call.stream ? "data: [DONE]\n\n" : JSON.stringify(whole(call, pieces)));
  }

  const server = createServer((incoming, response) => {
    // Whoever asked sees a cut connection, and counts an error.
    answer(incoming, response).catch(() => response.destroy());
  });
  // The runtime keeps connections for longer than Node's default, and would meet a closing one.
  server.keepAliveTimeout = 120_000;
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return {
    baseUrl: `http://127.0.0.1:${address.port}/v1`,
    takeMs(question) {
      const intervals = workedFor.get(question) ?? [];
      workedFor.delete(question);
      return coveredMs(intervals);
    },
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}

async function bodyOf(incoming: IncomingMessage): Promise<string> {
  const parts: Uint8Array[] = [];
  for await (const part of incoming) parts.push(part);
  return Buffer.concat(parts).toString("utf8");
}

function event({ model }: Call, choices: readonly unknown[], more: Record<string, unknown> = {}): string {
  const chunk = { id: "chatcmpl-load", object: "chat.completion.chunk", created: 0, model, choices, ...more };
  return `data: ${JSON.stringify(chunk)}\n\n`;
}

function whole(call: Call, pieces: readonly string[]): unknown {
  const message = { role: "assistant", content: pieces.join("") };
  return {
    id: "chatcmpl-load",
    object: "chat.completion",
    created: 0,
    model: call.model,
    choices: [{ index: 0, message, finish_reason: "stop" }],
    usage: usageOf(call, pieces),
  };
}

/** Four characters a token. */
function usageOf({ messages }: Call, pieces: readonly string[]): Record<string, number> {
  const prompt = Math.ceil(messages.reduce((sum, { content }) => sum + content.length, 0) / 4);
  const completion = Math.ceil(pieces.join("").length / 4);
  return { prompt_tokens: prompt, completion_tokens: completion, total_tokens: prompt + completion };
}

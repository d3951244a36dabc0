/** What readers send, and whether they got what they asked for. */
import { Agent, request } from "undici";
import * as z from "zod";
import type { Reader } from "./run-load.ts";
import { type LoadUpstream, numberedQuestion } from "./upstream.ts";

/** Questions that RepoBot's own docs answer, in an order that a reader may ask them in. */
const QUESTIONS = [
  "How do I add my own docs?",
  "How do I deploy to Cloudflare?",
  "What does an answer cost?",
  "How do I delete a conversation?",
  "Which languages are supported?",
];
/** Then the reader begins a new conversation; the first one of some is shorter, so that at any time a fifth of the questions begin one. */
const TURNS_PER_CONVERSATION = 5;
const TIMEOUT_MS = 30_000;

const searchSchema = z.object({ passages: z.array(z.unknown()).min(1) });

/** Connections of many readers, each with its own. */
export interface Connections {
  agent: Agent;
  close(): Promise<void>;
}

export function openConnections(): Connections {
  const agent = new Agent({
    connections: null,
    pipelining: 1,
    headersTimeout: TIMEOUT_MS,
    bodyTimeout: TIMEOUT_MS,
  });
  return { agent, close: () => agent.close() };
}

interface Answered {
  status: number;
  text: string;
  totalMs: number;
}

async function send(agent: Agent, url: string, question: object | null): Promise<Answered> {
  const startMs = performance.now();
  const response = await request(url, {
    dispatcher: agent,
    method: question === null ? "GET" : "POST",
    headers: { "content-type": "application/json", accept: "text/event-stream" },
    body: question === null ? null : JSON.stringify(question),
  });
  const text = await response.body.text();
  const totalMs = performance.now() - startMs;
  if (response.statusCode !== 200) throw new Error(`status ${response.statusCode}: ${text.slice(0, 300)}`);
  return { status: response.statusCode, text, totalMs };
}

/** Questions are numbered over all readers, so that each has its own time in the upstream and its own rewrite. */
function questionNumbers(): () => number {
  let number = 0;
  return () => ++number;
}

/** Readers that hold conversations with RepoBot. */
export function askingReaders(url: string, agent: Agent, upstream: LoadUpstream): (reader: number) => Reader {
  const nextNumber = questionNumbers();
  return (reader) => {
    let turn = reader % TURNS_PER_CONVERSATION;
    let conversationId: string | undefined;
    return async () => {
      const number = nextNumber();
      const question = numberedQuestion(QUESTIONS[(reader + turn) % QUESTIONS.length]!, number);
      if (turn % TURNS_PER_CONVERSATION === 0) conversationId = undefined;
      turn++;
      const { text, totalMs } = await send(agent, `${url}/v1/ask`, {
        question,
        stream: true,
        ...(conversationId !== undefined && { conversationId }),
      });
      const upstreamMs = upstream.takeMs(number);
      conversationId = conversationOf(text);
      return { totalMs, upstreamMs };
    };
  };
}

/** Only what decides whether a turn went well: readers share the processor with what they measure. */
const decidingSchema = z.discriminatedUnion("type", [
  z.object({ type: z.literal("start"), conversationId: z.string() }),
  z.object({ type: z.literal("answer"), mode: z.string(), complete: z.boolean() }),
  z.object({ type: z.literal("done"), historySaved: z.boolean() }),
]);
const DECIDING = /^event: (?:start|answer|done)\ndata: (.*)$/gm;

/**
 * The conversation of a finished turn.
 * @throws Error for a turn that ended early, that the model did not answer although it was there, or that was not stored
 */
function conversationOf(stream: string): string {
  let conversationId: string | null = null;
  let isAnswered = false;
  let isDone = false;
  for (const [, data] of stream.matchAll(DECIDING)) {
    const event = decidingSchema.parse(JSON.parse(data!));
    if (event.type === "start") conversationId = event.conversationId;
    if (event.type === "answer") isAnswered = event.mode === "llm" && event.complete;
    if (event.type === "done") isDone = event.historySaved;
  }
  if (conversationId === null || !isAnswered || !isDone) {
    throw new Error(`no whole and stored answer of the model: ${stream.slice(-600)}`);
  }
  return conversationId;
}

/** The same questions to the bare handler. */
export function bareReaders(url: string, agent: Agent, upstream: LoadUpstream): (reader: number) => Reader {
  const nextNumber = questionNumbers();
  return (reader) => {
    let asked = reader % TURNS_PER_CONVERSATION;
    return async () => {
      const number = nextNumber();
      const question = numberedQuestion(QUESTIONS[(reader + asked) % QUESTIONS.length]!, number);
      const conversation = `${reader}-${Math.floor(asked / TURNS_PER_CONVERSATION)}`;
      const turn = asked++ % TURNS_PER_CONVERSATION;
      const { text, totalMs } = await send(agent, `${url}/v1/ask`, { question, conversation, turn });
      const upstreamMs = upstream.takeMs(number);
      if (!text.endsWith("data: [DONE]\n\n")) throw new Error(`cut: ${text.slice(-300)}`);
      return { totalMs, upstreamMs };
    };
  };
}

/** Readers that only search. */
export function searchingReaders(url: string, agent: Agent): (reader: number) => Reader {
  return (reader) => {
    let turn = 0;
    return async () => {
      const query = encodeURIComponent(QUESTIONS[(reader + turn++) % QUESTIONS.length]!);
      const { text, totalMs } = await send(agent, `${url}/v1/search?q=${query}`, null);
      searchSchema.parse(JSON.parse(text));
      return { totalMs, upstreamMs: 0 };
    };
  };
}

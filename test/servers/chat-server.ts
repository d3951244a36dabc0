/** OpenAI-compatible chat completions over loopback, streamed, with scripted answers and faults. */
import type { ServerResponse } from "node:http";
import { type Fault, showFault } from "./faults.ts";
import { type RecordedRequest, type RecordingServer, sendJson, startServer } from "./http-server.ts";

export interface ChatServerMessage {
  role: string;
  content: string;
}

/** The request body as the script sees it. */
export interface ChatServerRequest {
  model: string;
  messages: ChatServerMessage[];
  stream?: boolean;
  [field: string]: unknown;
}

export interface ScriptedAnswer {
  /** A string is sent in pieces of a few characters, a list piece by piece. */
  text: string | string[];
  /** Raw usage object; by default counted from the characters, with a prompt cache over earlier requests. `null` sends none. */
  usage?: Record<string, unknown> | null;
  /** @defaultValue `stop` */
  finishReason?: string;
  /**
   * What happens after the text: `cut` drops the connection, `stall` sends nothing more, `malformed` sends an event that is no JSON,
   * `end` ends the stream in order but without a finish reason, `error` sends an error event.
   */
  afterwards?: "cut" | "stall" | "malformed" | "end" | "error";
}

export type ChatReply = ScriptedAnswer | { fault: Fault };

/** One reply a request: the nth of a list (its last for all further ones), or what the function says. */
export type ChatScript =
  | readonly ChatReply[]
  | ((request: ChatServerRequest, index: number) => ChatReply | Promise<ChatReply>);

export interface ChatServer extends RecordingServer {
  /** For `CHAT_BASE_URL`. */
  baseUrl: string;
  /** Bodies of the chat requests, in order. */
  calls: ChatServerRequest[];
}

const PIECE_CHARACTERS = 5;

export async function startChatServer(script: ChatScript): Promise<ChatServer> {
  const calls: ChatServerRequest[] = [];
  const prompts: string[] = [];
  const server = await startServer(async (request, response, index) => {
    if (!request.path.endsWith("/chat/completions")) {
      return sendJson(response, 404, { error: { message: "no such route" } });
    }
    const call = chatRequest(request);
    calls.push(call);
    const reply =
      typeof script === "function" ? await script(call, index) : script[Math.min(index, script.length - 1)];
    if (reply === undefined) return sendJson(response, 500, { error: { message: "nothing scripted" } });
    if ("fault" in reply) return showFault(reply.fault, response);
    const usage = reply.usage === undefined ? countedUsage(call, reply, prompts) : reply.usage;
    if (call.stream === true) streamAnswer(response, call.model, reply, usage);
    else sendJson(response, 200, wholeAnswer(call.model, reply, usage));
  });
  return Object.assign(server, { baseUrl: `${server.url}/v1`, calls });
}

function chatRequest(request: RecordedRequest): ChatServerRequest {
  // Real clients send this form; a test that depends on it asserts it.
  return request.body as ChatServerRequest;
}

function textOf(reply: ScriptedAnswer): string {
  return typeof reply.text === "string" ? reply.text : reply.text.join("");
}

function piecesOf(reply: ScriptedAnswer): string[] {
  if (typeof reply.text !== "string") return reply.text;
  const characters = [...reply.text];
  const pieces: string[] = [];
  for (let at = 0; at < characters.length; at += PIECE_CHARACTERS) {
    pieces.push(characters.slice(at, at + PIECE_CHARACTERS).join(""));
  }
  return pieces;
}

/** Four characters a token; what an earlier prompt began with as well comes from the cache, as with real providers. */
function countedUsage(
  call: ChatServerRequest,
  reply: ScriptedAnswer,
  prompts: string[],
): Record<string, unknown> {
  const prompt = call.messages.map(({ role, content }) => `${role}: ${content}\n`).join("");
  const shared = Math.max(0, ...prompts.map((earlier) => commonPrefixLength(earlier, prompt)));
  prompts.push(prompt);
  const promptTokens = Math.ceil(prompt.length / 4);
  const cachedTokens = Math.floor(shared / 4);
  const completionTokens = Math.ceil(textOf(reply).length / 4);
  return {
    prompt_tokens: promptTokens,
    completion_tokens: completionTokens,
    total_tokens: promptTokens + completionTokens,
    prompt_cache_hit_tokens: cachedTokens,
    prompt_cache_miss_tokens: promptTokens - cachedTokens,
  };
}

function commonPrefixLength(a: string, b: string): number {
  let length = 0;
  while (length < a.length && length < b.length && a[length] === b[length]) length++;
  return length;
}

function streamAnswer(
  response: ServerResponse,
  model: string,
  reply: ScriptedAnswer,
  usage: Record<string, unknown> | null,
): void {
  const event = (choices: unknown[], more: Record<string, unknown> = {}) => {
    const chunk = { id: "chatcmpl-1", object: "chat.completion.chunk", created: 0, model, choices, ...more };
    response.write(`data: ${JSON.stringify(chunk)}\n\n`);
  };
  const delta = (content: string) => event([{ index: 0, delta: { content }, finish_reason: null }]);
  response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-cache" });
  response.write(": keep-alive\n\n");
  event([{ index: 0, delta: { role: "assistant", content: "" }, finish_reason: null }]);
  for (const piece of piecesOf(reply)) delta(piece);
  switch (reply.afterwards) {
    case "stall":
      return;
    case "cut":
      // Lets what was written leave first.
      setImmediate(() => response.destroy());
      return;
    case "malformed":
      response.end("data: {not json\n\n");
      return;
    case "error":
      response.end(`data: ${JSON.stringify({ error: { message: "overloaded", type: "server_error" } })}\n\n`);
      return;
    case "end":
      response.end("data: [DONE]\n\n");
      return;
    case undefined:
      event([{ index: 0, delta: {}, finish_reason: reply.finishReason ?? "stop" }]);
      if (usage !== null) event([], { usage });
      response.end("data: [DONE]\n\n");
  }
}

function wholeAnswer(model: string, reply: ScriptedAnswer, usage: Record<string, unknown> | null): unknown {
  return {
    id: "chatcmpl-1",
    object: "chat.completion",
    created: 0,
    model,
    choices: [
      {
        index: 0,
        message: { role: "assistant", content: textOf(reply) },
        finish_reason: reply.finishReason ?? "stop",
      },
    ],
    ...(usage === null ? {} : { usage }),
  };
}

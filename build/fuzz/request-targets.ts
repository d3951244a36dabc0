/** Every request that the Worker reads: taken, or refused with an error that names the field. */
import { deepStrictEqual, ok } from "node:assert/strict";
import fc from "fast-check";
import type * as z from "zod/mini";
import { isRepoBotError } from "../../src/core/errors.ts";
import { passRequestSchema } from "../../src/doors/access/challenge.ts";
import { networkOf } from "../../src/doors/access/client-key.ts";
import { createPassIssuer } from "../../src/doors/access/pass.ts";
import { askRequestSchema } from "../../src/doors/ask-request.ts";
import { feedbackRequestSchema } from "../../src/doors/feedback.ts";
import { askInput, pageInput, searchInput, standardSchema } from "../../src/doors/mcp/schemas.ts";
import { readQuestion, referenceQuerySchema } from "../../src/doors/nlweb/ask-request.ts";
import * as openai from "../../src/doors/openai/chat-request.ts";
import { problemResponse } from "../../src/doors/problem.ts";
import { readJsonBody, readQuery } from "../../src/doors/read-request.ts";
import { searchQuerySchema } from "../../src/doors/search-request.ts";
import * as ui from "../../src/doors/ui-message-stream/chat-request.ts";
import { type FuzzTarget, randomTarget } from "./target.ts";
import { byteChunks, hostileJson, hostileJsonText, hostileText } from "./texts.ts";

const ID = "0123456789abcdef0123456789abcdef";
const options = { language: "en", version: "2.0", rerank: true, page: "https://docs.example/a" };
const ask = { question: "How long do retries wait?", conversationId: ID, stream: true, ...options };
const chat = {
  model: "repobot",
  stream: true,
  stream_options: { include_usage: true },
  n: 1,
  messages: [
    { role: "system", content: "s" },
    { role: "user", content: [{ type: "text", text: "How?" }] },
    { role: "assistant", content: "So [1].\n\nSources:\n1. [A](https://docs.example/a)" },
    { role: "user", content: "And then?" },
  ],
  repobot: options,
};
const uiChat = {
  id: "x",
  messages: [
    { id: "1", role: "user", parts: [{ type: "text", text: "How?" }] },
    { id: "2", role: "assistant", parts: [{ type: "step-start" }, { type: "text", text: "So." }] },
    {
      id: "3",
      role: "user",
      parts: [
        { type: "text", text: "And?" },
        { type: "file", url: "data:," },
      ],
    },
  ],
  ...options,
};
const reference = {
  query: "How?",
  prev: ["a", "b"],
  streaming: false,
  mode: "list",
  query_id: "q",
  site: "s",
};
const typespec = {
  query: { text: "How?", site: "s" },
  context: { prev: ["a"], text: "t", memory: ["m"] },
  return_response: { streaming: true, mode: "summarize", lang: "en" },
  meta: { conversation_id: "c", request_id: "r", api_version: "1" },
};
const feedback = { conversationId: ID, turnId: "t1", rating: "down", reasons: ["wrong"], note: "n" };

/** A door's reading of a request, and what comes after its schema. */
type ReadRequest = (request: Request) => Promise<unknown>;

function bodyTarget(name: string, bodies: readonly unknown[], read: ReadRequest): FuzzTarget {
  return randomTarget({
    name,
    share: 50,
    input: byteChunks(hostileJsonText(bodies)),
    run(pieces) {
      const headers = { "Content-Type": "application/json" };
      return readOrRefuse(
        read,
        new Request("http://a.invalid/", { method: "POST", headers, body: new Blob(pieces) }),
      );
    },
  });
}

function queryTarget(name: string, given: Record<string, string>, read: ReadRequest): FuzzTarget {
  const query = new URLSearchParams(given).toString();
  return randomTarget({
    name,
    share: 50,
    input: hostileText([query], 10),
    run: (changed) => readOrRefuse(read, new Request(`http://a.invalid/?${changed}`)),
  });
}

async function readOrRefuse(read: ReadRequest, request: Request): Promise<void> {
  try {
    await read(request);
  } catch (error) {
    if (!isRepoBotError(error)) throw error;
    const response = problemResponse(error);
    ok(response.status >= 400 && response.status < 500, `status ${response.status}`);
    const problem: unknown = await response.json();
    ok(typeof problem === "object" && problem !== null && "detail" in problem && "field" in problem);
    ok(String(problem.detail).length < 1_000, "a long detail");
  }
}

/** @throws Error when what a schema gives out is not what it takes */
async function readTwice<S extends z.ZodMiniType>(request: Request, schema: S): Promise<z.output<S>> {
  const value = await readJsonBody(request, schema);
  const headers = { "Content-Type": "application/json" };
  const again = new Request("http://a.invalid/", { method: "POST", headers, body: JSON.stringify(value) });
  deepStrictEqual(await readJsonBody(again, schema), value);
  return value;
}

const tools = [searchInput, askInput, pageInput].map((schema) => standardSchema<z.ZodMiniType>(schema));
const passes = createPassIssuer("secret of the fuzzing");

export const REQUEST_TARGETS: readonly FuzzTarget[] = [
  bodyTarget("request-ask", [ask], (request) => readTwice(request, askRequestSchema)),
  bodyTarget("request-feedback", [feedback], (request) => readTwice(request, feedbackRequestSchema)),
  bodyTarget("request-pass", [{ token: "t" }], (request) => readTwice(request, passRequestSchema)),
  bodyTarget("request-openai", [chat], async (request) =>
    openai.conversationOf(await readJsonBody(request, openai.chatRequestSchema)),
  ),
  bodyTarget("request-ui-chat", [uiChat], async (request) =>
    ui.conversationOf(await readJsonBody(request, ui.uiChatRequestSchema)),
  ),
  bodyTarget("request-nlweb", [reference, typespec], readQuestion),
  queryTarget(
    "query-nlweb",
    { query: "How?", prev: '["a"]', streaming: "0", mode: "list" },
    async (request) => {
      await readQuestion(request);
      readQuery(request, referenceQuerySchema);
    },
  ),
  queryTarget("query-search", { q: "retry", limit: "5", version: "2.0", rerank: "true" }, async (request) =>
    readQuery(request, searchQuerySchema),
  ),
  randomTarget({
    name: "request-mcp",
    share: 50,
    input: hostileJson([
      { query: "q", limit: 5 },
      { question: "q", conversationId: ID, ...options },
      { url: "/docs/a" },
    ]),
    async run(value) {
      for (const tool of tools) await tool["~standard"].validate(value);
    },
  }),
  randomTarget({
    name: "headers",
    share: 40,
    input: fc.oneof(
      hostileText(["2001:db8::1%eth0", "::ffff:192.0.2.1", `1.9999999999.${"a".repeat(64)}`], 6),
      fc.ipV6(),
    ),
    async run(given) {
      networkOf(given);
      ok(!(await passes.holds(given, "client", Date.now())), "a foreign pass holds");
    },
  }),
];

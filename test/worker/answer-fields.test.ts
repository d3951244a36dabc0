/** What only some answers have is told at every door that has a place for it. */
import { createParser } from "eventsource-parser";
import { expect, it } from "vitest";
import { answer, done, passage, start } from "../support/scripted-turn.ts";
import { play, scriptedApp } from "./scripted-app.ts";

const found = {
  basis: "docs_and_code" as const,
  disagreements: [{ name: "timeout", docs: { n: 1, value: "5" }, code: { n: 2, value: "10" } }],
};
const { post } = scriptedApp(() =>
  play([
    start,
    { type: "search", attempt: 1, query: "timeout", rewrittenBy: "none", cached: false },
    { type: "passages", attempt: 1, passages: [passage], lexical: "on", vector: "off", rerank: "off" },
    { type: "delta", text: answer.text },
    { ...answer, ...found },
    done,
  ]),
);

const messages = [{ role: "user", content: "How long?" }];

it.each<[string, () => Promise<unknown>]>([
  ["/v1/ask", async () => (await post("/v1/ask", { question: "How long?" })).json()],
  [
    "/v1/chat/completions",
    async () => {
      const response = await post("/v1/chat/completions", { model: "repobot", messages });
      return (await response.json<{ repobot: unknown }>()).repobot;
    },
  ],
  [
    "/mcp",
    async () => {
      const params = { name: "ask_docs", arguments: { question: "How long?" } };
      const call = { jsonrpc: "2.0", id: 1, method: "tools/call", params };
      const response = await post("/mcp", call, { Accept: "application/json, text/event-stream" });
      const sent: { result?: { structuredContent?: unknown } }[] = [];
      createParser({ onEvent: ({ data }) => sent.push(JSON.parse(data)) }).feed(await response.text());
      return sent.at(-1)?.result?.structuredContent;
    },
  ],
  [
    "/api/chat",
    async () => {
      const asked = [{ role: "user", parts: [{ type: "text", text: "How long?" }] }];
      const response = await post("/api/chat", { messages: asked });
      const line = (await response.text()).split("\n").find((text) => text.includes('"data-answer"'));
      return JSON.parse(line!.replace("data: ", "")).data;
    },
  ],
])("%s says that an answer rests on source code, and where docs and code differ", async (_, ask) => {
  expect(await ask()).toMatchObject(found);
});

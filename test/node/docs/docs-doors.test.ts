/** What the pages on other protocols say, against the code of those doors. */
import { expect, test } from "vitest";
import * as z from "zod/mini";
import { answerOptions } from "../../../src/doors/ask-request.ts";
import { MAX_GIVEN_TURNS } from "../../../src/doors/given-conversation.ts";
import { MAX_PAGE_TEXT_CHARS } from "../../../src/doors/mcp/get-page.ts";
import { askInput, pageInput, searchInput } from "../../../src/doors/mcp/schemas.ts";
import {
  referenceBodySchema,
  referenceQuerySchema,
  typespecBodySchema,
} from "../../../src/doors/nlweb/ask-request.ts";
import { chatRequestSchema, MODEL_ID } from "../../../src/doors/openai/chat-request.ts";
import { chatCompletion } from "../../../src/doors/openai/completion.ts";
import { uiMessageParts } from "../../../src/doors/ui-message-stream/parts.ts";
import { codeOf, contentOf, nodesOf } from "../../support/docs-pages.ts";
import { wholeResult, wholeTurn } from "../../support/scripted-turn.ts";

/** Names in backticks in the first column of a page's tables, or in the nth. */
function names(file: string, column = 0): string[] {
  const rows = [...contentOf(`corpus/${file}`).matchAll(/^\| (`.+) \|$/gm)].map(([, row]) =>
    row!.split(" | "),
  );
  return rows.flatMap((cells) => [...(cells[column] ?? "").matchAll(/`([^`]+)`/g)].map(([, name]) => name!));
}

function jsonOf(file: string): unknown[] {
  return nodesOf(`corpus/${file}`, "code").flatMap(({ lang, value }) =>
    lang === "json" ? [JSON.parse(value)] : [],
  );
}

test("the tools for agents are documented with all their arguments", () => {
  expect(names("mcp.md").filter((name) => name.includes("_"))).toEqual([
    "search_docs",
    "ask_docs",
    "get_page",
  ]);
  const inputs = [searchInput, askInput, pageInput].flatMap(({ shape }) => Object.keys(shape));
  expect(names("mcp.md", 2)).toEqual(inputs);
  expect(contentOf("corpus/mcp.md")).toContain(
    `longer than ${MAX_PAGE_TEXT_CHARS.toLocaleString("en")} characters`,
  );
});

test("requests in the docs are ones that the doors take", () => {
  const [request] = jsonOf("openai.md");
  expect(z.safeParse(chatRequestSchema, request).success).toBe(true);
  const [, typespec] = jsonOf("nlweb.md");
  expect(z.safeParse(typespecBodySchema, typespec).success).toBe(true);
  for (const file of ["openai.md", "ai-sdk.md"]) {
    const said = /The options are (.*?), as for/.exec(contentOf(`corpus/${file}`).replace(/\s+/g, " "))?.[1];
    const options = [...(said ?? "").matchAll(/`(\w+)`/g)].map(([, name]) => name!);
    expect(options.sort(), file).toEqual(Object.keys(answerOptions).sort());
  }
});

test("the fields of `repobot` and the name of the model are documented", () => {
  const optional = { notice: "Why.", basis: "code" as const, disagreements: [] };
  const completion = chatCompletion({ ...wholeResult, ...optional }, "https://docs.example/");
  expect(names("openai.md").sort()).toEqual(Object.keys(completion.repobot).sort());
  expect(codeOf("corpus/openai.md")).toContain(MODEL_ID);
});

test("the parameters and modes of `/ask` are documented", () => {
  const parameters = Object.keys(referenceBodySchema.shape);
  expect(Object.keys(referenceQuerySchema.shape).sort()).toEqual([...parameters].sort());
  const documented = names("nlweb.md");
  expect(documented.sort()).toEqual([...parameters, "list", "summarize", "generate"].sort());
});

test("the parts of a UI message stream are documented", async () => {
  const encode = uiMessageParts("https://docs.example/");
  const stream = await Promise.all(wholeTurn.map((event) => encode(event)));
  const types = [...stream.join("").matchAll(/"type":"((?:data-|source-)[^"]+)"/g)].map(([, type]) => type!);
  expect(names("ai-sdk.md").sort()).toEqual(["text", ...new Set(types)].sort());
});

test.each(["openai.md", "ai-sdk.md"])("%s says how much of a conversation counts", (file) => {
  const text = contentOf(`corpus/${file}`).replace(/\s+/g, " ");
  expect(text).toContain(`the last ${MAX_GIVEN_TURNS} questions and answers`);
});

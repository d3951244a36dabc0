import * as z from "zod/mini";
import { passRequestSchema } from "../../src/doors/access/challenge.ts";
import { askRequestSchema } from "../../src/doors/ask-request.ts";
import { feedbackRequestSchema } from "../../src/doors/feedback.ts";
import { referenceBodySchema, typespecBodySchema } from "../../src/doors/nlweb/ask-request.ts";
import { chatRequestSchema } from "../../src/doors/openai/chat-request.ts";
import { uiChatRequestSchema } from "../../src/doors/ui-message-stream/chat-request.ts";
import { reportSchema } from "../report/schema.ts";
import * as protocols from "./protocol-results.ts";
import * as results from "./results.ts";

export type JsonObject = Record<string, unknown>;

/** Named schemas of the document: those that the Worker checks requests with, and those of its answers. */
const SCHEMAS = {
  AskRequest: askRequestSchema,
  FeedbackRequest: feedbackRequestSchema,
  ChatCompletionRequest: chatRequestSchema,
  UiChatRequest: uiChatRequestSchema,
  NlwebRequest: referenceBodySchema,
  NlwebTypespecRequest: typespecBodySchema,
  JsonRpcMessage: protocols.jsonRpcMessage,
  Answer: results.answer,
  SearchResult: results.searchResult,
  Passage: results.passage,
  SearchHit: results.hit,
  Source: results.source,
  CitationCheck: results.check,
  Usage: results.usage,
  Conversation: results.conversation,
  Corpus: results.corpus,
  FeedbackPage: results.feedbackPage,
  PassRequest: passRequestSchema,
  Pass: results.pass,
  UsageReport: results.usageReport,
  Report: reportSchema,
  Health: results.health,
  Problem: results.problem,
  ChatCompletion: protocols.chatCompletion,
  Model: protocols.model,
  ModelList: protocols.modelList,
  OpenAiError: protocols.openAiError,
  NlwebResult: protocols.nlwebResult,
  NlwebAnswer: protocols.nlwebAnswer,
  NlwebTypespecAnswer: protocols.nlwebTypespecAnswer,
} satisfies Record<string, z.ZodMiniType>;

export type SchemaName = keyof typeof SCHEMAS;

/** A reference to a named schema. */
export function schemaRef(name: SchemaName): JsonObject {
  return { $ref: `#/components/schemas/${name}` };
}

/** All of them as JSON Schema, those that occur in others referred to by name. */
export function componentSchemas(): JsonObject {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(SCHEMAS)) registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, {
    io: "input",
    uri: (id) => `#/components/schemas/${id}`,
  });
  return Object.fromEntries(
    Object.entries(schemas).map(([name, { $schema: _, $id: __, id: ___, ...schema }]) => [name, schema]),
  );
}

/** Parameters of an address, out of the schema that reads them. */
export function queryParameters(schema: z.ZodMiniType): JsonObject[] {
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: "input" });
  return Object.entries(properties).map(([name, property]) => {
    const { description, ...rest } = typeof property === "object" ? property : {};
    return {
      name,
      in: "query",
      required: required.includes(name),
      ...(description !== undefined && { description }),
      schema: rest,
    };
  });
}

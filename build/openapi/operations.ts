import { referenceQuerySchema } from "../../src/doors/nlweb/ask-request.ts";
import { MODEL_ID } from "../../src/doors/openai/chat-request.ts";
import { searchQuerySchema } from "../../src/doors/search-request.ts";
import { type JsonObject, queryParameters, type SchemaName, schemaRef } from "./components.ts";

type Content = Record<string, JsonObject>;

const json = (name: SchemaName): Content => ({ "application/json": { schema: schemaRef(name) } });

/** Server-sent events have no schema of their own: a text whose lines the description explains. */
const events = (description: string): Content => ({
  "text/event-stream": { schema: { type: "string", description } },
});

const text = (type: string): Content => ({ [type]: { schema: { type: "string" } } });

function body(...names: [SchemaName, ...SchemaName[]]): JsonObject {
  const schemas = names.map(schemaRef);
  const schema = schemas.length === 1 ? schemas[0] : { anyOf: schemas };
  return { required: true, content: { "application/json": { schema } } };
}

const PROBLEM: JsonObject = {
  description: "What is wrong, and what to do.",
  content: { "application/problem+json": { schema: schemaRef("Problem") } },
};
const OPENAI_PROBLEM: JsonObject = { description: PROBLEM.description, content: json("OpenAiError") };

/** Of an operation: what it gives when all is well, and the form in which it fails. */
function responses(ok: JsonObject, failure: JsonObject = PROBLEM, okStatus = "200"): JsonObject {
  return { [okStatus]: ok, "4XX": failure, "5XX": failure };
}

const idParameter = (description: string): JsonObject => ({
  name: "id",
  in: "path",
  required: true,
  description,
  schema: { type: "string" },
});
const conversationId = idParameter("Id of the conversation, as an answer gave it.");

/** Every address that programs ask, by path and method. */
export const PATHS: Record<string, Record<string, JsonObject>> = {
  "/v1/ask": {
    post: {
      operationId: "ask",
      tags: ["Questions"],
      summary: "Ask a question",
      description:
        "Answers from the docs, each sentence with a source. As one JSON object, or as server-sent events that end with exactly one `done` or `error`.",
      requestBody: body("AskRequest"),
      responses: responses({
        description: "The answer.",
        content: {
          ...json("Answer"),
          ...events("Events `start`, `search`, `passages`, `delta`, `answer`, then `done` or `error`."),
        },
      }),
    },
  },
  "/v1/search": {
    get: {
      operationId: "search",
      tags: ["Questions"],
      summary: "Search for passages",
      parameters: queryParameters(searchQuerySchema),
      responses: responses({ description: "Passages, best first.", content: json("SearchResult") }),
    },
  },
  "/v1/corpus": {
    get: {
      operationId: "getCorpus",
      tags: ["Questions"],
      summary: "Which docs are asked here",
      responses: responses({ description: "The docs, with suggested questions.", content: json("Corpus") }),
    },
  },
  "/v1/conversations/{id}": {
    get: {
      operationId: "getConversation",
      tags: ["Conversations"],
      summary: "Read a conversation",
      parameters: [conversationId],
      responses: responses({ description: "Questions and answers.", content: json("Conversation") }),
    },
    delete: {
      operationId: "deleteConversation",
      tags: ["Conversations"],
      summary: "Delete a conversation",
      parameters: [conversationId],
      responses: responses({ description: "It is deleted." }, PROBLEM, "204"),
    },
  },
  "/v1/feedback": {
    post: {
      operationId: "giveFeedback",
      tags: ["Conversations"],
      summary: "Rate an answer",
      requestBody: body("FeedbackRequest"),
      responses: responses({ description: "It is kept for the owner." }, PROBLEM, "204"),
    },
    get: {
      operationId: "listFeedback",
      tags: ["Conversations"],
      summary: "Read what readers said, as the owner",
      security: [{ ownerToken: [] }],
      parameters: [
        {
          name: "limit",
          in: "query",
          required: false,
          schema: { type: "integer", minimum: 1, maximum: 100 },
        },
        { name: "cursor", in: "query", required: false, schema: { type: "string" } },
      ],
      responses: responses({ description: "A page of it.", content: json("FeedbackPage") }),
    },
  },
  "/v1/pass": {
    post: {
      operationId: "givePass",
      tags: ["Questions"],
      summary: "Get a pass for the token of a check, where the site checks who asks",
      requestBody: body("PassRequest"),
      responses: responses({ description: "The pass.", content: json("Pass") }),
    },
  },
  "/v1/usage": {
    get: {
      operationId: "getUsage",
      tags: ["Conversations"],
      summary: "Read what model calls have cost, as the owner",
      security: [{ ownerToken: [] }],
      responses: responses({ description: "Spending by day and month.", content: json("UsageReport") }),
    },
  },
  "/v1/report": {
    get: {
      operationId: "getReport",
      tags: ["Conversations"],
      summary: "Read how questions were answered, as the owner",
      security: [{ ownerToken: [] }],
      parameters: [
        { name: "days", in: "query", required: false, schema: { type: "integer", minimum: 1, maximum: 90 } },
      ],
      responses: responses({ description: "Figures of the last days.", content: json("Report") }),
    },
  },
  "/v1/chat/completions": {
    post: {
      operationId: "createChatCompletion",
      tags: ["Other protocols"],
      summary: "Ask as OpenAI's clients do",
      description: `The model is \`${MODEL_ID}\`. Earlier messages are the conversation; nothing is stored.`,
      requestBody: body("ChatCompletionRequest"),
      responses: responses(
        {
          description: "The completion.",
          content: {
            ...json("ChatCompletion"),
            ...events("Objects of the type `chat.completion.chunk`, then `[DONE]`."),
          },
        },
        OPENAI_PROBLEM,
      ),
    },
  },
  "/v1/models": {
    get: {
      operationId: "listModels",
      tags: ["Other protocols"],
      summary: "List the one model",
      responses: responses({ description: "The list.", content: json("ModelList") }, OPENAI_PROBLEM),
    },
  },
  "/v1/models/{id}": {
    get: {
      operationId: "getModel",
      tags: ["Other protocols"],
      summary: "Look a model up",
      parameters: [idParameter("Name of the model.")],
      responses: responses({ description: "The model.", content: json("Model") }, OPENAI_PROBLEM),
    },
  },
  "/api/chat": {
    post: {
      operationId: "chat",
      tags: ["Other protocols"],
      summary: "Ask as `useChat` of the AI SDK does",
      requestBody: body("UiChatRequest"),
      responses: responses({
        description: "The answer.",
        content: events("Parts of the AI SDK's UI message stream, version 1, then `[DONE]`."),
      }),
    },
  },
  "/api/chat/{id}/stream": {
    get: {
      operationId: "resumeChat",
      tags: ["Other protocols"],
      summary: "Resume a stream: there is never one",
      parameters: [idParameter("Id of the chat.")],
      responses: responses({ description: "No stream to resume." }, PROBLEM, "204"),
    },
  },
  "/ask": {
    get: {
      operationId: "nlwebAsk",
      tags: ["Other protocols"],
      summary: "Ask as NLWeb's clients do",
      parameters: queryParameters(referenceQuerySchema),
      responses: responses({
        description: "Results, a summary or an answer.",
        content: { ...json("NlwebAnswer"), ...events("Messages told apart by `message_type`.") },
      }),
    },
    post: {
      operationId: "nlwebAskWithBody",
      tags: ["Other protocols"],
      summary: "Ask as NLWeb's clients do, in its reference or its TypeSpec form",
      requestBody: body("NlwebRequest", "NlwebTypespecRequest"),
      responses: responses({
        description: "Results, a summary or an answer, in the form that was asked in.",
        content: {
          "application/json": {
            schema: { anyOf: [schemaRef("NlwebAnswer"), schemaRef("NlwebTypespecAnswer")] },
          },
          ...events("Messages told apart by `message_type`, or pieces of TypeSpec's answer."),
        },
      }),
    },
  },
  "/mcp": {
    post: {
      operationId: "mcp",
      tags: ["Other protocols"],
      summary: "Use the docs as tools, over the Model Context Protocol",
      description: "Stateless. Tools: `search_docs`, `ask_docs`, `get_page`.",
      requestBody: body("JsonRpcMessage"),
      responses: {
        ...responses({
          description: "The result.",
          content: { ...json("JsonRpcMessage"), ...events("JSON-RPC messages.") },
        }),
        "202": { description: "A notification was taken." },
      },
    },
  },
  "/health": {
    get: {
      operationId: "getHealth",
      tags: ["Files"],
      summary: "Ask whether all is well",
      responses: {
        "200": { description: "Answers come.", content: json("Health") },
        "503": { description: "No answer can come.", content: json("Health") },
        "4XX": PROBLEM,
      },
    },
  },
  "/llms.txt": {
    get: {
      operationId: "getLlmsTxt",
      tags: ["Files"],
      summary: "The pages of the docs, listed for language models",
      responses: responses({ description: "Markdown.", content: text("text/plain") }),
    },
  },
  "/llms-full.txt": {
    get: {
      operationId: "getLlmsFullTxt",
      tags: ["Files"],
      summary: "All pages of the docs in one file",
      responses: responses({ description: "Markdown.", content: text("text/plain") }),
    },
  },
  "/docs/{page}.md": {
    get: {
      operationId: "getPageMarkdown",
      tags: ["Files"],
      summary: "A page of the docs as Markdown",
      parameters: [
        {
          name: "page",
          in: "path",
          required: true,
          description: "Path of the page under `/docs/`.",
          schema: { type: "string" },
        },
      ],
      responses: responses({ description: "The page.", content: text("text/markdown") }),
    },
  },
  "/openapi.json": {
    get: {
      operationId: "getOpenApi",
      tags: ["Files"],
      summary: "This document",
      responses: responses({
        description: "OpenAPI 3.1.",
        content: { "application/json": { schema: { type: "object" } } },
      }),
    },
  },
};

/** What the answers of other protocols look like, for `openapi.json`. */
import * as z from "zod/mini";
import type { NlwebResult } from "../../src/doors/nlweb/results.ts";
import { MODEL_ID } from "../../src/doors/openai/chat-request.ts";
import type { ChatCompletion, RepobotFields } from "../../src/doors/openai/completion.ts";
import type { OpenAiError } from "../../src/doors/openai/error.ts";
import {
  answerModeSchema,
  basisSchema,
  corpusSchema,
  disagreementsSchema,
} from "../../src/doors/result-schemas.ts";
import { check, source, timings } from "./results.ts";

const repobot = z.object({
  mode: answerModeSchema,
  complete: z.boolean(),
  language: z.string(),
  corpus: corpusSchema,
  sources: z.array(source),
  basis: z.optional(basisSchema),
  disagreements: z.optional(disagreementsSchema),
  near: z.array(source),
  check,
  notice: z.optional(z.string()),
  costUsd: z.nullable(z.number()),
  timings,
}) satisfies z.ZodMiniType<RepobotFields>;

const urlCitation = z.object({
  type: z.literal("url_citation"),
  url_citation: z.object({
    start_index: z.int(),
    end_index: z.int(),
    url: z.string(),
    title: z.string(),
  }),
});

const choice = z.object({
  index: z.literal(0),
  message: z.object({
    role: z.literal("assistant"),
    content: z.string(),
    refusal: z.null(),
    annotations: z.array(urlCitation),
  }),
  finish_reason: z.enum(["stop", "length"]),
  logprobs: z.null(),
});

export const chatCompletion = z.object({
  id: z.string(),
  object: z.literal("chat.completion"),
  created: z.int(),
  model: z.string(),
  choices: z.array(choice),
  usage: z.object({
    prompt_tokens: z.int(),
    completion_tokens: z.int(),
    total_tokens: z.int(),
    prompt_tokens_details: z.object({ cached_tokens: z.int() }),
  }),
  repobot,
}) satisfies z.ZodMiniType<
  Omit<ChatCompletion, "choices"> & { choices: ChatCompletion["choices"][number][] }
>;

export const model = z.object({
  id: z.literal(MODEL_ID),
  object: z.literal("model"),
  created: z.int(),
  owned_by: z.string(),
});

export const modelList = z.object({ object: z.literal("list"), data: z.array(model) });

export const openAiError = z.object({
  error: z.object({
    message: z.string(),
    type: z.enum(["invalid_request_error", "rate_limit_error", "server_error"]),
    param: z.nullable(z.string()),
    code: z.string(),
  }),
}) satisfies z.ZodMiniType<OpenAiError>;

export const nlwebResult = z.object({
  url: z.string(),
  name: z.string(),
  site: z.string(),
  score: z.number(),
  description: z.string(),
  schema_object: z.record(z.string(), z.unknown()),
}) satisfies z.ZodMiniType<NlwebResult>;

const message = z.object({ message: z.string() });

export const nlwebAnswer = z.object({
  query_id: z.string(),
  results: z.array(nlwebResult),
  decontextualized_query: z.optional(
    z.object({ original_query: z.string(), decontextualized_query: z.string() }),
  ),
  summary: z.optional(message),
  nlws: z.optional(z.object({ answer: z.string(), items: z.array(nlwebResult) })),
  no_results: z.optional(message),
  site_is_irrelevant_to_query: z.optional(message),
});

export const nlwebTypespecAnswer = z.object({
  _meta: z.object({
    version: z.string(),
    response_type: z.string(),
    request_id: z.string(),
    conversation_id: z.optional(z.string()),
    decontextualized_query: z.optional(z.string()),
  }),
  content: z.array(
    z.union([
      z.object({ type: z.literal("text"), text: z.string() }),
      z.object({
        type: z.literal("resource"),
        resource: z.object({
          uri: z.string(),
          mimeType: z.string(),
          text: z.string(),
          data: z.record(z.string(), z.unknown()),
        }),
      }),
    ]),
  ),
});

/** Of the Model Context Protocol: the package that serves it knows the rest. */
export const jsonRpcMessage = z.looseObject({ jsonrpc: z.literal("2.0") });

/**
 * What the API's answers look like, for `openapi.json`. Each schema is held to the type of the code that makes the answer, so that a field
 * cannot be there without being described. In `zod/mini`, as the schemas of the requests are, since the two are put together.
 */

import * as z from "zod/mini";
import type {
  CitationCheck,
  PassageSummary,
  SearchEvent,
  SentenceCheck,
  Usage,
} from "../../src/core/events.ts";
import { FEEDBACK_REASONS, type FeedbackPage } from "../../src/core/feedback.ts";
import type { Turn } from "../../src/core/ports.ts";
import type { PassResult } from "../../src/doors/access/challenge.ts";
import type { CorpusResult } from "../../src/doors/corpus.ts";
import type { Problem } from "../../src/doors/problem.ts";
import {
  answerModeSchema,
  basisSchema,
  corpusSchema,
  disagreementsSchema,
  placeShape,
  sourceSchema,
} from "../../src/doors/result-schemas.ts";
import type { SearchHit, SearchResult } from "../../src/doors/search-request.ts";
import type { TurnResult } from "../../src/doors/turn-result.ts";
import type { UsageReport } from "../../src/doors/usage.ts";

/** A field with what it means. */
function described<S extends z.ZodMiniType>(schema: S, meaning: string): S {
  return schema.check(z.describe(meaning) as z.core.$ZodCheck<z.core.output<S>>);
}

const score = z.nullable(z.number());
const rank = z.nullable(z.int());

const passageShape = {
  n: described(z.int(), "Number by which an answer cites it."),
  id: z.string(),
  ...placeShape,
  file: described(z.string(), "Path of the source file."),
  rrfScore: z.number(),
  lexicalRank: rank,
  vectorRank: rank,
  bm25Score: score,
  cosineSimilarity: score,
  rerankScore: score,
};

export const passage = z.object(passageShape) satisfies z.ZodMiniType<PassageSummary>;

export const hit = z.object({
  ...passageShape,
  language: z.string(),
  text: described(z.string(), "Cleaned Markdown."),
}) satisfies z.ZodMiniType<SearchHit>;

export const source = sourceSchema;

export const timings = described(z.record(z.string(), z.number()), "Milliseconds by stage.");

const sentence = z.object({
  text: z.string(),
  citations: z.array(z.int()),
  support: z.enum(["supported", "weak", "unsupported", "uncited"]),
  evidence: z.optional(z.object({ n: z.int(), quote: z.string() })),
}) satisfies z.ZodMiniType<SentenceCheck>;

export const check = z.object({
  sentences: z.array(sentence),
  invalidCitations: z.array(z.int()),
  removedLinks: z.int(),
  unknownIdentifiers: z.array(z.string()),
}) satisfies z.ZodMiniType<CitationCheck>;

const tokenShape = { inputTokens: z.int(), cachedInputTokens: z.int(), outputTokens: z.int() };

export const usage = z.object({
  ...tokenShape,
  rewrite: z.object(tokenShape),
  embeddingTokens: z.nullable(z.int()),
}) satisfies z.ZodMiniType<Usage>;

const search = z.object({
  attempt: z.union([z.literal(1), z.literal(2)]),
  query: z.string(),
  rewrittenBy: z.enum(["model", "rule", "none"]),
  cached: z.boolean(),
}) satisfies z.ZodMiniType<Omit<SearchEvent, "type">>;

const usd = z.nullable(z.number());

export const answer = z.object({
  answer: described(z.string(), "Markdown, with markers such as `[1]`."),
  mode: answerModeSchema,
  complete: described(z.boolean(), "False when the answer was cut off."),
  language: z.string(),
  model: described(z.nullable(z.string()), "Chat model, or null when answers are extractive."),
  corpus: corpusSchema,
  sources: described(z.array(source), "What the answer cites. Empty for a refusal."),
  basis: z.optional(basisSchema),
  disagreements: z.optional(disagreementsSchema),
  near: described(z.array(source), "Nearest pages, offered beside a refusal."),
  check,
  notice: z.optional(described(z.string(), "Why the answer was made another way than configured.")),
  conversationId: z.string(),
  turnId: z.string(),
  searches: z.array(search),
  passages: described(z.array(passage), "Of the last search."),
  timings,
  usage,
  costUsd: usd,
  conversationCostUsd: usd,
  unpricedModels: described(z.array(z.string()), "Models that were called and that `costUsd` leaves out."),
  historySaved: z.boolean(),
}) satisfies z.ZodMiniType<TurnResult>;

export const searchResult = z.object({
  query: z.string(),
  passages: described(z.array(hit), "Best first."),
  lexical: z.literal("on"),
  vector: z.enum(["on", "off"]),
  rerank: z.enum(["on", "off"]),
  notice: z.optional(z.string()),
  timings,
}) satisfies z.ZodMiniType<SearchResult>;

const turn = z.object({
  id: z.string(),
  question: z.string(),
  answer: z.string(),
  complete: z.boolean(),
  costUsd: usd,
  at: described(z.string(), "ISO 8601."),
}) satisfies z.ZodMiniType<Turn>;

export const conversation = z.object({
  id: z.string(),
  turns: described(z.array(turn), "Oldest first."),
});

export const corpus = z.object({
  name: z.string(),
  description: z.string(),
  language: z.string(),
  languages: z.array(z.string()),
  versions: described(z.array(z.string()), "Default first."),
  defaultVersion: described(
    z.string(),
    "What answers where no version is asked for; empty without versions.",
  ),
  versionAliases: described(
    z.record(z.string(), z.string()),
    "Other names of versions, each with the version that it means.",
  ),
  documentCount: z.int(),
  questions: described(z.array(z.string()), "Suggested first questions."),
  revision: z.string(),
  indexHash: z.string(),
}) satisfies z.ZodMiniType<CorpusResult>;

export const feedbackPage = z.object({
  feedback: z.array(
    z.object({
      conversationId: z.string(),
      turnId: z.string(),
      rating: z.enum(["up", "down"]),
      reasons: z.array(z.enum(FEEDBACK_REASONS)),
      note: z.string(),
      question: z.nullable(z.string()),
      answer: z.nullable(z.string()),
      corpus: described(z.nullable(z.string()), "Name of the docs that were served then."),
      at: z.string(),
    }),
  ),
  cursor: described(z.nullable(z.string()), "Where the next page begins; null at the end."),
}) satisfies z.ZodMiniType<FeedbackPage>;

export const pass = z.object({
  pass: described(z.string(), "For the header `RepoBot-Pass`."),
  expiresInSeconds: z.int(),
}) satisfies z.ZodMiniType<PassResult>;

const amount = { calls: z.int(), usd: z.number() };
const period = z.object({
  period: described(z.string(), "UTC: `2026-11-30` or `2026-11`."),
  ...amount,
  maxCalls: described(z.nullable(z.int()), "The ceiling; null for none."),
  maxUsd: described(z.nullable(z.number()), "The ceiling; null for none."),
});

export const usageReport = z.object({
  day: period,
  month: period,
  reserved: described(z.object(amount), "Set aside for questions that are being answered."),
  days: z.array(z.object({ day: z.string(), ...amount })),
}) satisfies z.ZodMiniType<UsageReport>;

export const health = z.looseObject({
  status: z.enum(["ok", "degraded", "error"]),
  problems: z.array(z.object({ code: z.string(), detail: z.string() })),
});

export const problem = z.object({
  type: described(z.string(), "`urn:repobot:error:<code>`."),
  title: z.string(),
  status: z.int(),
  detail: described(z.string(), "What to do."),
  code: z.enum([
    "bad_request",
    "not_found",
    "index_missing",
    "index_corrupt",
    "index_incompatible",
    "config_invalid",
    "source_unreadable",
    "upstream_unavailable",
    "upstream_timeout",
    "upstream_malformed",
    "over_budget",
    "budget_unavailable",
    "rate_limited",
    "access_denied",
    "challenge_required",
    "aborted",
    "internal",
  ]),
  retryAfter: described(z.optional(z.int()), "Of `rate_limited`: seconds to wait."),
  sitekey: described(z.optional(z.string()), "Of `challenge_required`: what the check is shown with."),
  field: z.optional(described(z.string(), "The field of the request that is wrong.")),
}) satisfies z.ZodMiniType<Problem>;

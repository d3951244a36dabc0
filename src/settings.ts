/**
 * Settings, read and checked once: the Worker passes its environment, the build passes `process.env` and `.dev.vars`.
 * An unset variable and an empty one mean the same, except for the two prefixes, where empty means "no prefix".
 */
import * as z from "zod/mini";
import { RepoBotError } from "./core/errors.ts";
import { BUILT_IN_PRICES, type PriceTable } from "./core/spend/prices.ts";
import {
  DEFAULT_FUSION_WEIGHTS,
  defaultChatExtraBody,
  defaultPrefixes,
  FUSION_WEIGHTS_BY_MODEL,
  type FusionWeights,
} from "./model-defaults.ts";
import { type Variables, variables } from "./setting-variables.ts";

export const DEFAULT_CHAT_BASE_URL = "https://api.deepseek.com";
export const DEFAULT_CHAT_MODEL = "deepseek-flash";
export const DEFAULT_EMBEDDING_MODEL = "intfloat/multilingual-e5-small";
export const DEFAULT_WORKERS_AI_EMBEDDING_MODEL = "@cf/baai/bge-m3";
export const DEFAULT_OPENAI_EMBEDDING_MODEL = "text-embedding-3-small";
export const DEFAULT_RERANK_MODEL = "BAAI/bge-reranker-base";
export const DEFAULT_WORKERS_AI_RERANK_MODEL = "@cf/baai/bge-reranker-base";
const TURNSTILE_VERIFY_URL = "https://challenges.cloudflare.com/turnstile/v0/siteverify";
const OPENAI_BASE_URL = "https://api.openai.com/v1";
const CLOUDFLARE_API_URL = "https://api.cloudflare.com/client/v4";
const HUGGINGFACE_MODELS_URL = "https://router.huggingface.co/hf-inference/models";

export type EmbeddingProvider = "huggingface" | "openai" | "tei" | "workers-ai";
export type RerankProvider = "huggingface" | "tei" | "workers-ai";

export interface ChatSettings {
  /** Without a trailing slash, and without `/chat/completions`. */
  baseUrl: string;
  /** `null` for a server that wants none. Never logged. */
  apiKey: string | null;
  model: string;
  rewriteModel: string;
  /** Merged into every request body; a field set to `null` is left out of it. */
  extraBody: Record<string, unknown>;
  /** From the request to the first piece of text, retries included. */
  firstTokenTimeoutMs: number;
  /** Between two pieces of a stream. */
  idleTimeoutMs: number;
  /** For the whole gate and rewrite call. */
  rewriteTimeoutMs: number;
  /** For the whole answer. */
  answerTimeoutMs: number;
  /** Upper bound of an answer, in output tokens. */
  maxAnswerTokens: number;
}

export interface EmbeddingSettings {
  provider: EmbeddingProvider;
  model: string;
  /** `huggingface`: the full URL that is posted to. `openai`: up to and with `/v1`. `tei`: the server's root. `null` for `workers-ai`. */
  url: string | null;
  apiKey: string | null;
  queryPrefix: string;
  passagePrefix: string;
  /** Per attempt. */
  timeoutMs: number;
}

export interface RerankSettings {
  provider: RerankProvider;
  model: string;
  url: string | null;
  apiKey: string | null;
  /** Per attempt. */
  timeoutMs: number;
}

export interface TurnstileSettings {
  /** Never logged. */
  secret: string;
  /** Public: the widget shows the check with it. */
  sitekey: string;
  verifyUrl: string;
}

export interface RatePolicy {
  limit: number;
  periodSeconds: number;
}

/** Ceilings on what model calls may cost; `null`: none. By UTC days and calendar months. */
export interface BudgetSettings {
  usdPerDay: number | null;
  usdPerMonth: number | null;
  callsPerDay: number | null;
  callsPerMonth: number | null;
}

export interface CloudflareAccount {
  accountId: string;
  apiToken: string;
  /** Of the REST API, up to and with `/client/v4`. */
  apiUrl: string;
}

export interface Settings {
  /** `null` when no chat model is configured: answers are extractive. */
  chat: ChatSettings | null;
  /** `null` when retrieval is lexical only. */
  embedding: EmbeddingSettings | null;
  /** `null` when no reranker is configured: a request cannot ask for one either. */
  rerank: RerankSettings | null;
  /** Whether a request that does not say is reranked. */
  rerankByDefault: boolean;
  /** For the configured embedding model. */
  fusion: FusionWeights;
  prices: PriceTable;
  historyTtlSeconds: number;
  /** Turns kept in one conversation, oldest dropped first. */
  maxHistoryTurns: number;
  rewriteCacheTtlSeconds: number;
  /** Whether each request is logged, and whether with what was asked. */
  logRequests: boolean;
  logQuestions: boolean;
  /** Whether the owner's report quotes the questions that were not answered. */
  reportQuestions: boolean;
  /** For a whole turn, from the question to the stored answer. */
  turnTimeoutMs: number;
  /** For one operation of the conversation store. */
  kvTimeoutMs: number;
  /** For loading the index, and for each fetch of texts. */
  assetsTimeoutMs: number;
  /** When a model service is left alone: after this many failures in a row (0 for never), for so long. */
  breaker: { failures: number; pauseMs: number };
  /** Origins of other sites whose pages may ask, without a trailing slash. Empty: this site only. */
  allowedOrigins: string[];
  /** For what is kept for the owner; `null` when nobody may read it over HTTP. Never logged. */
  ownerToken: string | null;
  /** Public keys of sites that may ask; empty: every one may. */
  siteKeys: string[];
  /** `null` when nobody is checked. */
  turnstile: TurnstileSettings | null;
  /** What the rate-limit bindings are set to, for the headers that announce it. */
  rates: { answers: RatePolicy; reads: RatePolicy; site: RatePolicy };
  /** `null` when there is no ceiling at all. */
  budget: BudgetSettings | null;
  /** For Workers AI outside a Worker, where there is no binding. */
  cloudflare: CloudflareAccount | null;
}

/** Names of all settings, for those who pass an environment on. */
export const SETTING_NAMES: readonly string[] = Object.keys(variables.shape);

/** Variables whose values are secrets. */
export const SECRET_NAMES: readonly string[] = SETTING_NAMES.filter((name) =>
  /_KEY$|_TOKEN$|_SECRET$/.test(name),
);

/**
 * Reads the settings from variables; those it does not know are ignored.
 * @throws RepoBotError `config_invalid`, `field` being the variable's name; the message never holds its value
 */
export function parseSettings(vars: Readonly<Record<string, unknown>>): Settings {
  const known = Object.fromEntries(
    SETTING_NAMES.flatMap((name) => (typeof vars[name] === "string" ? [[name, vars[name]]] : [])),
  );
  const parsed = z.safeParse(variables, known);
  if (!parsed.success) {
    const issue = parsed.error.issues[0]!;
    throw invalid(String(issue.path[0]), issue.message);
  }
  const read = parsed.data;
  const chat = readChat(read);
  const embedding = readEmbedding(read);
  const rerank = readRerank(read);
  const prices = { ...BUILT_IN_PRICES, ...read.PRICES };
  if (read.RERANK === "on" && rerank === null) {
    throw invalid("RERANK_PROVIDER", "must be set when RERANK is on");
  }
  const day = 86_400;
  return {
    chat,
    embedding,
    rerank,
    rerankByDefault: read.RERANK === "on",
    fusion: read.FUSION ?? measuredWeights(embedding?.model) ?? DEFAULT_FUSION_WEIGHTS,
    prices,
    historyTtlSeconds: read.HISTORY_TTL_DAYS * day,
    maxHistoryTurns: read.HISTORY_MAX_TURNS,
    rewriteCacheTtlSeconds: read.REWRITE_CACHE_TTL_DAYS * day,
    logRequests: read.LOG_REQUESTS === "on",
    logQuestions: read.LOG_QUESTIONS === "on",
    reportQuestions: read.REPORT_QUESTIONS === "on",
    turnTimeoutMs: read.TURN_TIMEOUT_MS,
    kvTimeoutMs: read.KV_TIMEOUT_MS,
    assetsTimeoutMs: read.ASSETS_TIMEOUT_MS,
    breaker: { failures: read.BREAKER_FAILURES, pauseMs: read.BREAKER_PAUSE_MS },
    allowedOrigins: read.ALLOWED_ORIGINS,
    ownerToken: read.OWNER_TOKEN ?? null,
    siteKeys: read.SITE_KEYS,
    turnstile: readTurnstile(read),
    rates: { answers: read.ANSWER_RATE, reads: read.READ_RATE, site: read.SITE_RATE },
    budget: readBudget(read, chat, prices),
    cloudflare:
      read.CLOUDFLARE_ACCOUNT_ID !== undefined && read.CLOUDFLARE_API_TOKEN !== undefined
        ? {
            accountId: read.CLOUDFLARE_ACCOUNT_ID,
            apiToken: read.CLOUDFLARE_API_TOKEN,
            apiUrl: withoutSlashes(read.CLOUDFLARE_API_BASE_URL ?? CLOUDFLARE_API_URL),
          }
        : null,
  };
}

function measuredWeights(model: string | undefined): FusionWeights | undefined {
  return model !== undefined && Object.hasOwn(FUSION_WEIGHTS_BY_MODEL, model)
    ? FUSION_WEIGHTS_BY_MODEL[model]
    : undefined;
}

function readChat(read: Variables): ChatSettings | null {
  if (read.CHAT_API_KEY === undefined && read.CHAT_BASE_URL === undefined) return null;
  const baseUrl = withoutTail(read.CHAT_BASE_URL ?? DEFAULT_CHAT_BASE_URL, "/chat/completions");
  const model = read.CHAT_MODEL ?? DEFAULT_CHAT_MODEL;
  return {
    baseUrl,
    apiKey: read.CHAT_API_KEY ?? null,
    model,
    rewriteModel: read.REWRITE_MODEL ?? model,
    extraBody: read.CHAT_EXTRA_BODY ?? defaultChatExtraBody(baseUrl),
    firstTokenTimeoutMs: read.CHAT_FIRST_TOKEN_TIMEOUT_MS,
    idleTimeoutMs: read.CHAT_IDLE_TIMEOUT_MS,
    rewriteTimeoutMs: read.REWRITE_TIMEOUT_MS,
    answerTimeoutMs: read.ANSWER_TIMEOUT_MS,
    maxAnswerTokens: read.CHAT_MAX_ANSWER_TOKENS,
  };
}

function readTurnstile(read: Variables): TurnstileSettings | null {
  const { TURNSTILE_SECRET: secret, TURNSTILE_SITEKEY: sitekey } = read;
  if (secret === undefined && sitekey === undefined) return null;
  if (secret === undefined) throw invalid("TURNSTILE_SECRET", "must be set when TURNSTILE_SITEKEY is");
  if (sitekey === undefined) throw invalid("TURNSTILE_SITEKEY", "must be set when TURNSTILE_SECRET is");
  return { secret, sitekey, verifyUrl: read.TURNSTILE_VERIFY_URL ?? TURNSTILE_VERIFY_URL };
}

/** A ceiling in dollars that no price stands behind would hold nothing back. */
function readBudget(read: Variables, chat: ChatSettings | null, prices: PriceTable): BudgetSettings | null {
  const budget = {
    usdPerDay: read.BUDGET_USD_PER_DAY ?? null,
    usdPerMonth: read.BUDGET_USD_PER_MONTH ?? null,
    callsPerDay: read.BUDGET_CALLS_PER_DAY ?? null,
    callsPerMonth: read.BUDGET_CALLS_PER_MONTH ?? null,
  };
  const inUsd = (["BUDGET_USD_PER_DAY", "BUDGET_USD_PER_MONTH"] as const).find(
    (name) => read[name] !== undefined,
  );
  const models = chat === null ? [] : [chat.model, chat.rewriteModel];
  const unpriced = models.find((model) => !Object.hasOwn(prices, model));
  if (inUsd !== undefined && unpriced !== undefined) {
    throw invalid(
      inUsd,
      `needs the price of \`${unpriced}\`: add it to PRICES, or set BUDGET_CALLS_PER_DAY instead`,
    );
  }
  return Object.values(budget).every((ceiling) => ceiling === null) ? null : budget;
}

function readEmbedding(read: Variables): EmbeddingSettings | null {
  const provider = read.EMBEDDING_PROVIDER;
  if (provider === "none") return null;
  const model = embeddingModel(provider, read);
  const prefixes = defaultPrefixes(model);
  return {
    provider,
    model,
    url: embeddingUrl(provider, model, read.EMBEDDING_URL),
    apiKey: read.EMBEDDING_API_KEY ?? (provider === "huggingface" ? read.HF_TOKEN : undefined) ?? null,
    queryPrefix: read.EMBEDDING_QUERY_PREFIX ?? prefixes.query,
    passagePrefix: read.EMBEDDING_PASSAGE_PREFIX ?? prefixes.passage,
    timeoutMs: read.EMBEDDING_TIMEOUT_MS,
  };
}

function embeddingModel(provider: EmbeddingProvider, read: Variables): string {
  if (read.EMBEDDING_MODEL !== undefined) return read.EMBEDDING_MODEL;
  if (provider === "workers-ai") return DEFAULT_WORKERS_AI_EMBEDDING_MODEL;
  if (provider !== "openai") return DEFAULT_EMBEDDING_MODEL;
  if (read.EMBEDDING_URL === undefined) return DEFAULT_OPENAI_EMBEDDING_MODEL;
  throw invalid("EMBEDDING_MODEL", "must name the model that EMBEDDING_URL serves");
}

function embeddingUrl(provider: EmbeddingProvider, model: string, url: string | undefined): string | null {
  if (provider === "workers-ai") return null;
  if (provider === "openai") return withoutTail(url ?? OPENAI_BASE_URL, "/embeddings");
  if (provider === "huggingface")
    return url ?? `${HUGGINGFACE_MODELS_URL}/${model}/pipeline/feature-extraction`;
  if (url === undefined) throw invalid("EMBEDDING_URL", "must be set when EMBEDDING_PROVIDER is tei");
  return withoutTail(url, "/embed");
}

function readRerank(read: Variables): RerankSettings | null {
  const provider = read.RERANK_PROVIDER;
  if (provider === "none") return null;
  const model =
    read.RERANK_MODEL ?? (provider === "workers-ai" ? DEFAULT_WORKERS_AI_RERANK_MODEL : DEFAULT_RERANK_MODEL);
  return {
    provider,
    model,
    url: rerankUrl(provider, model, read.RERANK_URL),
    apiKey: read.RERANK_API_KEY ?? (provider === "huggingface" ? read.HF_TOKEN : undefined) ?? null,
    timeoutMs: read.RERANK_TIMEOUT_MS,
  };
}

function rerankUrl(provider: RerankProvider, model: string, url: string | undefined): string | null {
  if (provider === "workers-ai") return null;
  if (provider === "huggingface") return url ?? `${HUGGINGFACE_MODELS_URL}/${model}`;
  if (url === undefined) throw invalid("RERANK_URL", "must be set when RERANK_PROVIDER is tei");
  return withoutTail(url, "/rerank");
}

/** People paste the whole endpoint as often as its base: both are taken. */
function withoutTail(url: string, tail: string): string {
  const trimmed = withoutSlashes(url);
  return trimmed.endsWith(tail) ? withoutSlashes(trimmed.slice(0, trimmed.length - tail.length)) : trimmed;
}

function withoutSlashes(url: string): string {
  return url.replace(/\/+$/, "");
}

function invalid(name: string, what: string): RepoBotError {
  return new RepoBotError("config_invalid", `${name} ${what}.`, { field: name });
}

/** Any OpenAI-compatible chat completions service, through the official client. */
import type OpenAI from "openai";
import * as z from "zod/mini";
import type { RepoBotError } from "../core/errors.ts";
import type { ChatChunk, ChatModel, ChatRequest, TokenUsage } from "../core/ports.ts";
import type { ChatSettings } from "../settings.ts";
import { maxStreamBytes } from "./bounded-body.ts";
import { openaiClient, openaiFault } from "./openai-client.ts";
import { abortedError, RetryableFault, type RetryPolicy, withRetries } from "./retry.ts";
import { hostOf, malformedError, type Service, timeoutError } from "./upstream.ts";

const tokens = z.optional(z.nullable(z.number()));

/** The common fields, and the ones in which providers differ over cached tokens. */
const usageSchema = z.object({
  prompt_tokens: z.number(),
  completion_tokens: z.number(),
  prompt_tokens_details: z.optional(z.nullable(z.object({ cached_tokens: tokens }))),
  prompt_cache_hit_tokens: tokens,
  cached_tokens: tokens,
});

const chunkSchema = z.object({
  choices: z.array(
    z.object({
      delta: z.optional(z.nullable(z.object({ content: z.optional(z.nullable(z.string())) }))),
      finish_reason: z.optional(z.nullable(z.string())),
    }),
  ),
  usage: z.optional(z.nullable(usageSchema)),
});

/** Why our own timer or the caller stopped a stream. */
type Stop = "first_token" | "idle" | "caller";

/** @param settings.model is not used: the rewrite and the answer may have models of their own */
export function createOpenaiChat(settings: ChatSettings, model: string, retry: RetryPolicy): ChatModel {
  const service: Service = {
    name: "chat service",
    keySetting: "CHAT_API_KEY",
    addressSetting: "CHAT_MODEL and CHAT_BASE_URL",
    host: hostOf(settings.baseUrl),
    secret: settings.apiKey,
  };
  const client = openaiClient(
    service,
    settings.baseUrl,
    settings.apiKey,
    maxStreamBytes(settings.maxAnswerTokens),
  );

  async function* stream(request: ChatRequest): AsyncGenerator<ChatChunk> {
    if (request.signal?.aborted === true) throw abortedError();
    const watch = new StreamWatch(settings.firstTokenTimeoutMs, settings.idleTimeoutMs, request.signal);
    let finishReason: string | undefined;
    let usage: TokenUsage | undefined;
    try {
      const body = requestBody(settings, model, request);
      const events = await withRetries(retry, watch.signal, () => open(client, service, body, watch.signal));
      for await (const event of events) {
        watch.touch();
        const parsed = z.safeParse(chunkSchema, event);
        if (!parsed.success) throw malformedError(service, z.prettifyError(parsed.error));
        const [choice] = parsed.data.choices;
        finishReason = choice?.finish_reason ?? finishReason;
        if (parsed.data.usage) usage = tokenUsage(parsed.data.usage);
        if (choice?.delta?.content) yield { text: choice.delta.content };
      }
    } catch (cause) {
      throw streamError(service, watch.stopped, cause);
    } finally {
      watch.close();
    }
    // The client ends an aborted stream as it ends a finished one.
    if (watch.stopped !== null) throw streamError(service, watch.stopped, null);
    if (finishReason === undefined) throw malformedError(service, "the stream ended without a finish reason");
    yield usage === undefined ? { finishReason } : { usage, finishReason };
  }

  return { model, stream };
}

type CompletionBody = OpenAI.ChatCompletionCreateParamsStreaming;

function requestBody(settings: ChatSettings, model: string, request: ChatRequest): CompletionBody {
  const ownsLimit = hostOf(settings.baseUrl) === "api.openai.com" ? "max_completion_tokens" : "max_tokens";
  const body: CompletionBody = {
    model,
    messages: [...request.messages],
    stream: true,
    stream_options: { include_usage: true },
    temperature: request.temperature ?? 0,
    [ownsLimit]: request.maxOutputTokens,
    ...settings.extraBody,
  };
  // Filtering by value keeps the type: a setting can only take a field away or add one the client passes through.
  return Object.fromEntries(
    Object.entries(body).filter(([, value]) => value !== null),
  ) as unknown as CompletionBody;
}

async function open(client: OpenAI, service: Service, body: CompletionBody, signal: AbortSignal) {
  try {
    return await client.chat.completions.create(body, { signal });
  } catch (cause) {
    throw openaiFault(service, cause);
  }
}

function tokenUsage(usage: z.output<typeof usageSchema>): TokenUsage {
  const cached =
    usage.prompt_tokens_details?.cached_tokens ?? usage.prompt_cache_hit_tokens ?? usage.cached_tokens ?? 0;
  return {
    inputTokens: usage.prompt_tokens,
    cachedInputTokens: Math.min(cached, usage.prompt_tokens),
    outputTokens: usage.completion_tokens,
  };
}

function streamError(service: Service, stopped: Stop | null, cause: unknown): RepoBotError {
  if (stopped === "caller") return abortedError();
  if (stopped !== null) {
    return timeoutError(service, stopped === "idle" ? "the stream stalled" : "no first token in time");
  }
  const fault = openaiFault(service, cause);
  return fault instanceof RetryableFault ? fault.error : fault;
}

/** The client's own timeout ends with the response headers; this one covers the first token and every pause after it. */
class StreamWatch {
  readonly #controller = new AbortController();
  readonly #idleMs: number;
  readonly #caller: AbortSignal | undefined;
  #timer: ReturnType<typeof setTimeout>;
  stopped: Stop | null = null;

  constructor(firstMs: number, idleMs: number, caller: AbortSignal | undefined) {
    this.#idleMs = idleMs;
    this.#caller = caller;
    this.#timer = setTimeout(() => this.#stop("first_token"), firstMs);
    caller?.addEventListener("abort", this.#onCaller, { once: true });
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Something came: the wait begins anew. */
  touch(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#stop("idle"), this.#idleMs);
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#caller?.removeEventListener("abort", this.#onCaller);
  }

  readonly #onCaller = () => this.#stop("caller");

  #stop(why: Stop): void {
    if (this.stopped !== null) return;
    this.stopped = why;
    this.#controller.abort();
  }
}

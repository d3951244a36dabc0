/** Any OpenAI-compatible chat completions service, through the official client. */
import type OpenAI from "openai";
import { APIError } from "openai";
import * as z from "zod/mini";
import type { RepoBotError } from "../core/errors.ts";
import { LazyTimer } from "../core/lazy-timer.ts";
import type { ChatChunk, ChatModel, ChatRequest, TokenUsage } from "../core/ports.ts";
import type { ChatSettings } from "../settings.ts";
import { maxStreamBytes } from "./bounded-body.ts";
import { EventReader, type ServerEvent } from "./event-reader.ts";
import { parseJson } from "./kv-store.ts";
import { openaiClient, openaiFault } from "./openai-client.ts";
import { abortedError, RetryableFault, type RetryPolicy, withRetries } from "./retry.ts";
import { tokenCount } from "./token-count.ts";
import { hostOf, malformedError, type Service, timeoutError, tooLargeError } from "./upstream.ts";

const cachedTokens = z.catch(z.optional(tokenCount), undefined);

/** The common fields, and the ones in which providers differ over cached tokens. */
const usageSchema = z.object({
  prompt_tokens: tokenCount,
  completion_tokens: tokenCount,
  prompt_tokens_details: z.catch(z.optional(z.object({ cached_tokens: cachedTokens })), undefined),
  prompt_cache_hit_tokens: cachedTokens,
  cached_tokens: cachedTokens,
});

const chunkSchema = z.object({
  // Some leave them out of the event that holds the usage.
  choices: z.optional(
    z.nullable(
      z.array(
        z.object({
          delta: z.optional(
            z.nullable(
              z.object({
                content: z.optional(z.nullable(z.string())),
                // What it says where it declines; anything else in this place is no reason to give up the text beside it.
                refusal: z.catch(z.optional(z.nullable(z.string())), undefined),
              }),
            ),
          ),
          finish_reason: z.optional(z.nullable(z.string())),
        }),
      ),
    ),
  ),
  usage: z.optional(z.unknown()),
});

/** Why a stream ended that the service's filter, or the model by its protocol, did not want to go on with. */
const DECLINED = "content_filter";

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
  const maxBytes = maxStreamBytes(settings.maxAnswerTokens);
  const client = openaiClient(service, settings.baseUrl, settings.apiKey, maxBytes);

  async function* stream(request: ChatRequest): AsyncGenerator<ChatChunk> {
    if (request.signal?.aborted === true) throw abortedError();
    const watch = new StreamWatch(settings.firstTokenTimeoutMs, settings.idleTimeoutMs, request.signal);
    const asked = sending(service, request);
    const reading = new CompletionReading(asked);
    let events: EventReader | undefined;
    try {
      const body = requestBody(settings, model, request);
      const response = await withRetries(retry, watch.signal, () => open(client, asked, body, watch.signal));
      if (response === null) {
        yield { finishReason: DECLINED };
        return;
      }
      events = new EventReader(response.body, maxBytes, () => tooLargeError(service, maxBytes));
      for (let batch = await events.read(); batch !== null; batch = await events.read()) {
        // A comment keeps a connection open, and says nothing of the answer.
        if (batch.length === 0) continue;
        watch.touch();
        const { text, fault } = reading.take(batch);
        if (text !== "") yield { text };
        if (fault !== null) throw fault;
        if (reading.isDone) break;
      }
    } catch (cause) {
      throw streamError(asked, watch.stopped, cause);
    } finally {
      watch.close();
      events?.cancel();
    }
    // A runtime may end an aborted stream as it ends a finished one.
    if (watch.stopped !== null) throw streamError(service, watch.stopped, null);
    yield reading.end();
  }

  return { model, stream };
}

function sending(service: Service, { messages, readerTexts }: ChatRequest): Service {
  const others = messages.filter(({ role }) => role !== "system").map(({ content }) => content);
  return { ...service, sent: readerTexts ?? others };
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

/**
 * The response as it comes: the client would read its events one by one through several layers, which costs more than all else it does.
 * @returns `null` where the service's filter refused the question
 */
async function open(
  client: OpenAI,
  service: Service,
  body: CompletionBody,
  signal: AbortSignal,
): Promise<Response | null> {
  try {
    return await client.chat.completions.create(body, { signal }).asResponse();
  } catch (cause) {
    if (cause instanceof APIError && cause.code === DECLINED) return null;
    throw openaiFault(service, cause);
  }
}

/** What a service says instead of going on, in the form that the client expects it in. */
function saidError(value: unknown): object | null {
  if (typeof value !== "object" || value === null || !("error" in value) || !value.error) return null;
  return typeof value.error === "object" ? value.error : { message: String(value.error) };
}

/**
 * The text of an event that says nothing else, as nearly all do: for each of them the schema would take longer than the rest of its way.
 * @returns `null` for any other, which the schema decides about
 */
function usualPiece(value: unknown): string | null {
  if (typeof value !== "object" || value === null) return null;
  const { choices, usage } = value as { choices?: unknown; usage?: unknown };
  if (!Array.isArray(choices) || choices.length !== 1 || (usage ?? null) !== null) return null;
  const choice: unknown = choices[0];
  if (typeof choice !== "object" || choice === null) return null;
  const { delta, finish_reason: ended } = choice as { delta?: unknown; finish_reason?: unknown };
  if (typeof delta !== "object" || delta === null || (ended ?? null) !== null) return null;
  const { content, refusal } = delta as { content?: unknown; refusal?: unknown };
  if ((refusal ?? null) !== null) return null;
  return typeof content === "string" ? content : null;
}

/** What the events of one completion come to. */
class CompletionReading {
  readonly #service: Service;
  #finishReason: string | undefined;
  #usage: TokenUsage | undefined;
  #declined = false;
  isDone = false;

  constructor(service: Service) {
    this.#service = service;
  }

  /** The text of events that came together, as far as they are well: the fault of a later one does not cost it. */
  take(events: readonly ServerEvent[]): { text: string; fault: RepoBotError | RetryableFault | null } {
    let text = "";
    for (const { event, data } of events) {
      if (data === "[DONE]") {
        this.isDone = true;
        break;
      }
      const value = parseJson(data);
      if (value === undefined) return { text, fault: malformedError(this.#service, "not JSON") };
      const said = saidError(value);
      if (event === "error" || said !== null) {
        return {
          text,
          fault: openaiFault(
            this.#service,
            new APIError(undefined, said ?? { message: data }, undefined, undefined),
          ),
        };
      }
      const piece = usualPiece(value);
      if (piece !== null) {
        text += piece;
        continue;
      }
      const parsed = z.safeParse(chunkSchema, value);
      if (!parsed.success)
        return { text, fault: malformedError(this.#service, z.prettifyError(parsed.error)) };
      const [choice] = parsed.data.choices ?? [];
      this.#finishReason = choice?.finish_reason ?? this.#finishReason;
      if ((parsed.data.usage ?? null) !== null) this.#usage = readUsage(parsed.data.usage);
      text += choice?.delta?.content ?? "";
      if (choice?.delta?.refusal) this.#declined = true;
    }
    return { text, fault: null };
  }

  /** @throws RepoBotError `upstream_malformed` where nothing says that the answer is whole */
  end(): ChatChunk {
    if (this.#finishReason === undefined) {
      throw malformedError(this.#service, "the stream ended without a finish reason");
    }
    const finishReason = this.#declined ? DECLINED : this.#finishReason;
    return this.#usage === undefined ? { finishReason } : { usage: this.#usage, finishReason };
  }
}

/** @returns `undefined` for a bill that cannot be read: it is as none, and does not cost the reader the answer */
function readUsage(value: unknown): TokenUsage | undefined {
  const parsed = z.safeParse(usageSchema, value);
  if (!parsed.success) return undefined;
  const usage = parsed.data;
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
  readonly #timer: LazyTimer;
  #begun = false;
  stopped: Stop | null = null;

  constructor(firstMs: number, idleMs: number, caller: AbortSignal | undefined) {
    this.#idleMs = idleMs;
    this.#caller = caller;
    this.#timer = new LazyTimer(() => this.#stop(this.#begun ? "idle" : "first_token"));
    this.#timer.set(firstMs);
    caller?.addEventListener("abort", this.#onCaller, { once: true });
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Something came: the wait begins anew. */
  touch(): void {
    this.#begun = true;
    this.#timer.set(this.#idleMs);
  }

  close(): void {
    this.#timer.close();
    this.#caller?.removeEventListener("abort", this.#onCaller);
  }

  readonly #onCaller = () => this.#stop("caller");

  #stop(why: Stop): void {
    if (this.stopped !== null) return;
    this.stopped = why;
    this.#controller.abort();
  }
}

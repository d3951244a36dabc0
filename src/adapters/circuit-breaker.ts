/**
 * A circuit breaker a service: after some failures in a row the service is not asked for a while, so that not every reader waits for
 * one that is down. Then one call tries it again while the others still go without, for as
 * long as a pause at most.
 *
 * It lives in one isolate: each learns for itself, which costs a few slow answers and no shared store.
 */
import { isRepoBotError, ServiceLeftAlone } from "../core/errors.ts";
import type { ChatModel, Embedder, Reranker } from "../core/ports.ts";
import type { Providers } from "./providers.ts";
import { RequestRefused } from "./upstream.ts";

export interface BreakerOptions {
  /** As readers are told, e.g. `chat service`. */
  service: string;
  /** Failures in a row that open it; 0 never does. */
  failures: number;
  /** How long the service is left alone. */
  pauseMs: number;
  /** @defaultValue `Date.now` */
  now?(): number;
  /** Told how each call ended that was made and not given up by its reader: `null` where it worked. */
  onCall?(service: string, error: unknown): void;
}

/** `open`: not asked; `trying`: one call is finding out whether the service is back. */
export type BreakerState = "closed" | "open" | "trying";

export class CircuitBreaker {
  readonly service: string;
  readonly #failures: number;
  readonly #pauseMs: number;
  readonly #now: () => number;
  readonly #onCall: BreakerOptions["onCall"];
  #inARow = 0;
  #openUntilMs: number | null = null;
  /** Until when the others wait for the call that tries. */
  #tryUntilMs = 0;

  constructor({ service, failures, pauseMs, now, onCall }: BreakerOptions) {
    this.service = service;
    this.#failures = failures;
    this.#pauseMs = pauseMs;
    this.#now = now ?? Date.now;
    this.#onCall = onCall;
  }

  get state(): BreakerState {
    if (this.#openUntilMs === null) return "closed";
    return this.#now() < this.#tryUntilMs ? "trying" : "open";
  }

  /**
   * Asks to make a call.
   * @returns to be called exactly once when the call has ended: `failed`, `worked`, or `unknown` for one that was given up before either
   * @throws ServiceLeftAlone
   */
  enter(): (outcome: "worked" | "failed" | "unknown") => void {
    if (this.#openUntilMs === null) return (outcome) => this.#settle(outcome);
    const now = this.#now();
    if (now < this.#openUntilMs || now < this.#tryUntilMs) throw this.#leftAlone();
    // A call that takes longer, or never ends, keeps the others out no more.
    this.#tryUntilMs = now + this.#pauseMs;
    return (outcome) => {
      this.#tryUntilMs = 0;
      this.#settle(outcome);
    };
  }

  /** Passes on how a call ended. @param error `null` where it worked */
  tell(error: unknown): void {
    this.#onCall?.(this.service, error);
  }

  #settle(outcome: "worked" | "failed" | "unknown"): void {
    if (outcome === "unknown") return;
    if (outcome === "worked") {
      this.#inARow = 0;
      this.#openUntilMs = null;
      return;
    }
    this.#inARow += 1;
    if (this.#failures > 0 && this.#inARow >= this.#failures) {
      this.#openUntilMs = this.#now() + this.#pauseMs;
    }
  }

  #leftAlone(): ServiceLeftAlone {
    return new ServiceLeftAlone(
      "upstream_unavailable",
      `The ${this.service} failed several times in a row and is left alone for a moment. Try again in a minute.`,
      { internalMessage: `${this.service}: circuit open after ${this.#inARow} failures in a row` },
    );
  }
}

/** One breaker for each service that is called. */
export interface ServiceBreakers {
  answer: CircuitBreaker;
  rewrite: CircuitBreaker;
  embedding: CircuitBreaker;
  rerank: CircuitBreaker;
}

export function serviceBreakers(options: Omit<BreakerOptions, "service">): ServiceBreakers {
  const breaker = (service: string) => new CircuitBreaker({ ...options, service });
  return {
    answer: breaker("chat service"),
    rewrite: breaker("chat service for rewrites"),
    embedding: breaker("embedding service"),
    rerank: breaker("rerank service"),
  };
}

/**
 * The same services, each behind its breaker. Answer and rewrite have one each: with two models, one of them may fail alone, and the
 * other's success would hide it.
 */
export function guardedProviders(providers: Providers, breakers: ServiceBreakers): Providers {
  const { chat, rewriteChat, embedder, reranker } = providers;
  return {
    chat: chat && guardedChat(chat, breakers.answer),
    rewriteChat: rewriteChat && guardedChat(rewriteChat, breakers.rewrite),
    embedder: embedder && guardedEmbedder(embedder, breakers.embedding),
    reranker: reranker && guardedReranker(reranker, breakers.rerank),
  };
}

function guardedChat(chat: ChatModel, breaker: CircuitBreaker): ChatModel {
  return {
    model: chat.model,
    async *stream(request) {
      const settle = breaker.enter();
      let outcome: "worked" | "failed" | "unknown" = "unknown";
      let fault: unknown = null;
      try {
        for await (const chunk of chat.stream(request)) {
          // Whoever leaves now leaves a service that answers.
          outcome = "worked";
          yield chunk;
        }
      } catch (error) {
        outcome = outcomeOf(error, request.signal, outcome);
        fault = faultOf(error, request.signal);
        throw error;
      } finally {
        settle(outcome);
        // Nothing where the reader left before the first word.
        if (fault !== null || outcome === "worked") breaker.tell(fault);
      }
    },
  };
}

function guardedEmbedder(embedder: Embedder, breaker: CircuitBreaker): Embedder {
  return {
    model: embedder.model,
    queryPrefix: embedder.queryPrefix,
    embed: (texts, role, signal) => guarded(breaker, signal, () => embedder.embed(texts, role, signal)),
  };
}

function guardedReranker(reranker: Reranker, breaker: CircuitBreaker): Reranker {
  return {
    model: reranker.model,
    rerank: (query, texts, signal) => guarded(breaker, signal, () => reranker.rerank(query, texts, signal)),
  };
}

async function guarded<T>(
  breaker: CircuitBreaker,
  signal: AbortSignal | undefined,
  call: () => Promise<T>,
): Promise<T> {
  const settle = breaker.enter();
  let outcome: "worked" | "failed" | "unknown" = "worked";
  try {
    const result = await call();
    breaker.tell(null);
    return result;
  } catch (error) {
    outcome = outcomeOf(error, signal, "unknown");
    breaker.tell(faultOf(error, signal));
    throw error;
  } finally {
    settle(outcome);
  }
}

/** A call that its time budget ended failed by that; one that its reader ended says nothing of its service. */
function faultOf(error: unknown, signal: AbortSignal | undefined): unknown {
  return isRepoBotError(error, "aborted") ? signal?.reason : error;
}

/** @param otherwise what a call that was given up says of its service */
function outcomeOf<T extends "worked" | "unknown">(
  error: unknown,
  signal: AbortSignal | undefined,
  otherwise: T,
): T | "worked" | "failed" {
  if (error instanceof RequestRefused) return "worked";
  if (!isRepoBotError(error, "aborted")) return "failed";
  // A time budget of the turn ends a call by its signal, as a reader does who leaves: the reason tells them apart.
  return isRepoBotError(signal?.reason, "upstream_timeout") ? "failed" : otherwise;
}

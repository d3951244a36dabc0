/**
 * The configured model services behind the core's ports. A vendor's code is loaded when it is first called, so that a Worker
 * without keys, or one that is only starting, does not pay for it.
 */
import { RepoBotError } from "../core/errors.ts";
import type { ChatModel, Embedder, Reranker } from "../core/ports.ts";
import type { ChatSettings, EmbeddingSettings, RerankSettings, Settings } from "../settings.ts";
import { INTERACTIVE_RETRIES, type RetryPolicy } from "./retry.ts";
import { bindingRunner, type RunModel, restRunner, type WorkersAi } from "./workers-ai.ts";

export interface Providers {
  /** Writes answers; `null` when no chat model is configured. */
  chat: ChatModel | null;
  /** Gate and rewrite; `null` exactly when `chat` is. */
  rewriteChat: ChatModel | null;
  embedder: Embedder | null;
  reranker: Reranker | null;
}

export interface ProviderOptions {
  /** The Worker's Workers AI binding. Without it Workers AI is reached over REST. */
  ai?: WorkersAi | undefined;
  /** @defaultValue {@link INTERACTIVE_RETRIES} */
  retry?: RetryPolicy;
}

/**
 * Opens no connection.
 * @throws RepoBotError `config_invalid` when Workers AI is chosen and neither the binding nor an account is there
 */
export function createProviders(settings: Settings, options: ProviderOptions = {}): Providers {
  const retry = options.retry ?? INTERACTIVE_RETRIES;
  const { chat, embedding, rerank } = settings;
  return {
    chat: chat === null ? null : lazyChat(chat, chat.model, retry),
    rewriteChat: chat === null ? null : lazyChat(chat, chat.rewriteModel, retry),
    embedder: embedding === null ? null : lazyEmbedder(settings, embedding, options.ai, retry),
    reranker: rerank === null ? null : lazyReranker(settings, rerank, options.ai, retry),
  };
}

/** Runs `load` at most once, unless it fails. */
function once<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | undefined;
  return () => {
    loading ??= load().catch((cause: unknown) => {
      loading = undefined;
      throw cause;
    });
    return loading;
  };
}

function lazyChat(settings: ChatSettings, model: string, retry: RetryPolicy): ChatModel {
  const load = once(async () => (await import("./openai-chat.ts")).createOpenaiChat(settings, model, retry));
  return {
    model,
    async *stream(request) {
      yield* (await load()).stream(request);
    },
  };
}

function lazyEmbedder(
  settings: Settings,
  embedding: EmbeddingSettings,
  ai: WorkersAi | undefined,
  retry: RetryPolicy,
): Embedder {
  const load = once(embedderLoader(settings, embedding, ai, retry));
  return {
    model: embedding.model,
    queryPrefix: embedding.queryPrefix,
    embed: async (texts, role, signal) => (await load()).embed(texts, role, signal),
  };
}

function embedderLoader(
  settings: Settings,
  embedding: EmbeddingSettings,
  ai: WorkersAi | undefined,
  retry: RetryPolicy,
): () => Promise<Embedder> {
  const { provider, url } = embedding;
  if (provider === "workers-ai" || url === null) {
    const { run, apiToken } = workersAiRunner(settings, ai, "EMBEDDING_PROVIDER");
    return async () => {
      const { createWorkersAiEmbedder } = await import("./workers-ai-embedder.ts");
      return createWorkersAiEmbedder(embedding, run, apiToken, retry);
    };
  }
  switch (provider) {
    case "huggingface":
      return async () =>
        (await import("./huggingface-embedder.ts")).createHuggingfaceEmbedder(embedding, url, retry);
    case "openai":
      return async () => (await import("./openai-embedder.ts")).createOpenaiEmbedder(embedding, url, retry);
    case "tei":
      return async () => (await import("./tei-embedder.ts")).createTeiEmbedder(embedding, url, retry);
  }
}

function lazyReranker(
  settings: Settings,
  rerank: RerankSettings,
  ai: WorkersAi | undefined,
  retry: RetryPolicy,
): Reranker {
  const load = once(rerankerLoader(settings, rerank, ai, retry));
  return {
    model: rerank.model,
    rerank: async (query, texts, signal) => (await load()).rerank(query, texts, signal),
  };
}

function rerankerLoader(
  settings: Settings,
  rerank: RerankSettings,
  ai: WorkersAi | undefined,
  retry: RetryPolicy,
): () => Promise<Reranker> {
  const { provider, url } = rerank;
  if (provider === "workers-ai" || url === null) {
    const { run, apiToken } = workersAiRunner(settings, ai, "RERANK_PROVIDER");
    return async () => {
      const { createWorkersAiReranker } = await import("./workers-ai-reranker.ts");
      return createWorkersAiReranker(rerank, run, apiToken, retry);
    };
  }
  switch (provider) {
    case "huggingface":
      return async () =>
        (await import("./huggingface-reranker.ts")).createHuggingfaceReranker(rerank, url, retry);
    case "tei":
      return async () => (await import("./tei-reranker.ts")).createTeiReranker(rerank, url, retry);
  }
}

function workersAiRunner(
  settings: Settings,
  ai: WorkersAi | undefined,
  field: string,
): { run: RunModel; apiToken: string | null } {
  if (ai !== undefined) return { run: bindingRunner(ai), apiToken: null };
  if (settings.cloudflare === null) {
    throw new RepoBotError(
      "config_invalid",
      `${field} is workers-ai: add an AI binding to the Worker, or set CLOUDFLARE_ACCOUNT_ID and CLOUDFLARE_API_TOKEN to build.`,
      { field },
    );
  }
  const { accountId, apiToken, apiUrl } = settings.cloudflare;
  return { run: restRunner(apiUrl, accountId), apiToken };
}

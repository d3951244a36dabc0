/** A Text Embeddings Inference server's own route, which truncates long texts where the OpenAI-compatible one may refuse them. */
import * as z from "zod/mini";
import type { Embedder } from "../core/ports.ts";
import type { EmbeddingSettings } from "../settings.ts";
import { postJson } from "./post-json.ts";
import type { RetryPolicy } from "./retry.ts";
import { embeddingService } from "./services.ts";
import { malformedError } from "./upstream.ts";
import { checkedVectors, sendingTexts, vectorRows, withPrefix } from "./vectors.ts";

/** @param url the server's root */
export function createTeiEmbedder(settings: EmbeddingSettings, url: string, retry: RetryPolicy): Embedder {
  const idle = embeddingService(url, settings.apiKey);
  return {
    model: settings.model,
    queryPrefix: settings.queryPrefix,
    async embed(texts, role, signal) {
      const service = sendingTexts(idle, role, texts);
      const answer = await postJson(
        `${url}/embed`,
        { inputs: withPrefix(settings, role, texts), truncate: true },
        { service, timeoutMs: settings.timeoutMs, retry, signal },
      );
      const parsed = z.safeParse(vectorRows, answer);
      if (!parsed.success) throw malformedError(service, "not rows of numbers");
      return { vectors: checkedVectors(service, parsed.data, texts.length), inputTokens: null };
    },
  };
}

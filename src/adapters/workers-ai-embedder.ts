/** An embedding model on Workers AI. */
import * as z from "zod/mini";
import type { Embedder } from "../core/ports.ts";
import type { EmbeddingSettings } from "../settings.ts";
import type { RetryPolicy } from "./retry.ts";
import { embeddingService } from "./services.ts";
import { malformedError } from "./upstream.ts";
import { checkedVectors, sendingTexts, vectorRows, withPrefix } from "./vectors.ts";
import type { RunModel } from "./workers-ai.ts";

const answerSchema = z.object({ data: vectorRows });

/** @param apiToken of the REST API; `null` with the binding */
export function createWorkersAiEmbedder(
  settings: EmbeddingSettings,
  run: RunModel,
  apiToken: string | null,
  retry: RetryPolicy,
): Embedder {
  const idle = embeddingService("Workers AI", apiToken, "CLOUDFLARE_API_TOKEN");
  return {
    model: settings.model,
    queryPrefix: settings.queryPrefix,
    async embed(texts, role, signal) {
      const service = sendingTexts(idle, role, texts);
      const inputs = { text: withPrefix(settings, role, texts), truncate_inputs: true };
      const answer = await run(settings.model, inputs, {
        service,
        timeoutMs: settings.timeoutMs,
        retry,
        signal,
      });
      const parsed = z.safeParse(answerSchema, answer);
      if (!parsed.success) throw malformedError(service, "no rows of numbers under data");
      return { vectors: checkedVectors(service, parsed.data.data, texts.length), inputTokens: null };
    },
  };
}

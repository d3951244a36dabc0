/** A Text Embeddings Inference server with a cross-encoder. */
import * as z from "zod/mini";
import type { Reranker } from "../core/ports.ts";
import type { RerankSettings } from "../settings.ts";
import { postJson } from "./post-json.ts";
import { relevancesInInputOrder } from "./relevances.ts";
import type { RetryPolicy } from "./retry.ts";
import { rerankService } from "./services.ts";
import { malformedError } from "./upstream.ts";

const answerSchema = z.array(z.object({ index: z.number(), score: z.number() }));

/** @param url the server's root */
export function createTeiReranker(settings: RerankSettings, url: string, retry: RetryPolicy): Reranker {
  const idle = rerankService(url, settings.apiKey);
  return {
    model: settings.model,
    async rerank(query, texts, signal) {
      const service = { ...idle, sent: [query] };
      const answer = await postJson(
        `${url}/rerank`,
        { query, texts, truncate: true },
        { service, timeoutMs: settings.timeoutMs, retry, signal },
      );
      const parsed = z.safeParse(answerSchema, answer);
      if (!parsed.success) throw malformedError(service, "not indexes with scores");
      return relevancesInInputOrder(service, parsed.data, texts.length);
    },
  };
}

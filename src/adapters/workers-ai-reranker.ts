/** A cross-encoder on Workers AI. */
import * as z from "zod/mini";
import type { Reranker } from "../core/ports.ts";
import type { RerankSettings } from "../settings.ts";
import { relevancesInInputOrder } from "./relevances.ts";
import type { RetryPolicy } from "./retry.ts";
import { rerankService } from "./services.ts";
import { malformedError } from "./upstream.ts";
import type { RunModel } from "./workers-ai.ts";

const answerSchema = z.object({ response: z.array(z.object({ id: z.number(), score: z.number() })) });

/** @param apiToken of the REST API; `null` with the binding */
export function createWorkersAiReranker(
  settings: RerankSettings,
  run: RunModel,
  apiToken: string | null,
  retry: RetryPolicy,
): Reranker {
  const idle = rerankService("Workers AI", apiToken, "CLOUDFLARE_API_TOKEN");
  return {
    model: settings.model,
    async rerank(query, texts, signal) {
      const service = { ...idle, sent: [query] };
      const inputs = { query, contexts: texts.map((text) => ({ text })), top_k: texts.length };
      const answer = await run(settings.model, inputs, {
        service,
        timeoutMs: settings.timeoutMs,
        retry,
        signal,
      });
      const parsed = z.safeParse(answerSchema, answer);
      if (!parsed.success) throw malformedError(service, "no ids with scores under response");
      const ranked = parsed.data.response.map(({ id, score }) => ({ index: id, score }));
      return relevancesInInputOrder(service, ranked, texts.length);
    },
  };
}

/** Any OpenAI-compatible embeddings service, through the official client. */
import * as z from "zod/mini";
import type { Embedder } from "../core/ports.ts";
import type { EmbeddingSettings } from "../settings.ts";
import { MAX_JSON_BYTES } from "./bounded-body.ts";
import { openaiClient, openaiFault } from "./openai-client.ts";
import { type RetryPolicy, withRetries } from "./retry.ts";
import { embeddingService } from "./services.ts";
import { tokenCount } from "./token-count.ts";
import { attemptWithin, malformedError } from "./upstream.ts";
import { checkedVectors, sendingTexts, withPrefix } from "./vectors.ts";

const answerSchema = z.object({
  data: z.array(z.object({ index: z.number(), embedding: z.array(z.number()) })),
  // A bill that cannot be read is as none: the vectors are good.
  usage: z.catch(z.optional(z.object({ prompt_tokens: tokenCount })), undefined),
});

/** @param settings.url the API's base, up to and with `/v1` */
export function createOpenaiEmbedder(settings: EmbeddingSettings, url: string, retry: RetryPolicy): Embedder {
  const idle = embeddingService(url, settings.apiKey);
  const client = openaiClient(idle, url, settings.apiKey, MAX_JSON_BYTES);
  return {
    model: settings.model,
    queryPrefix: settings.queryPrefix,
    async embed(texts, role, signal) {
      const service = sendingTexts(idle, role, texts);
      const input = withPrefix(settings, role, texts);
      const answer: unknown = await withRetries(retry, signal, () =>
        attemptWithin(service, settings.timeoutMs, signal, async (attemptSignal) => {
          try {
            // Named, because the client would otherwise ask for base64, which not every compatible server speaks.
            return await client.embeddings.create(
              { model: settings.model, input, encoding_format: "float" },
              { signal: attemptSignal },
            );
          } catch (cause) {
            throw openaiFault(service, cause);
          }
        }),
      );
      const parsed = z.safeParse(answerSchema, answer);
      if (!parsed.success) throw malformedError(service, z.prettifyError(parsed.error));
      const rows = [...parsed.data.data].sort((a, b) => a.index - b.index);
      if (rows.some((row, i) => row.index !== i)) throw malformedError(service, "indexes are not 0 to n - 1");
      const vectors = checkedVectors(
        service,
        rows.map((row) => row.embedding),
        texts.length,
      );
      return { vectors, inputTokens: parsed.data.usage?.prompt_tokens ?? null };
    },
  };
}

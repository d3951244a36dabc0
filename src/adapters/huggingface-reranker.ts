/**
 * A cross-encoder behind Hugging Face's text classification. The official client gives back only the first row of a batch, so the
 * batch is posted here.
 */
import * as z from "zod/mini";
import type { Reranker } from "../core/ports.ts";
import type { RerankSettings } from "../settings.ts";
import { postJson } from "./post-json.ts";
import type { RetryPolicy } from "./retry.ts";
import { rerankService } from "./services.ts";
import { malformedError } from "./upstream.ts";

const label = z.object({ label: z.string(), score: z.number() });
/** One label a pair, or a list of labels a pair. */
const answerSchema = z.union([z.array(label), z.array(z.array(label).check(z.minLength(1)))]);

/** @param url the full address that is posted to */
export function createHuggingfaceReranker(
  settings: RerankSettings,
  url: string,
  retry: RetryPolicy,
): Reranker {
  const idle = rerankService(url, settings.apiKey, "HF_TOKEN");
  return {
    model: settings.model,
    async rerank(query, texts, signal) {
      const service = { ...idle, sent: [query] };
      const inputs = texts.map((text) => ({ text: query, text_pair: text }));
      const answer = await postJson(
        url,
        { inputs, parameters: { truncation: true } },
        { service, timeoutMs: settings.timeoutMs, retry, signal },
      );
      const parsed = z.safeParse(answerSchema, answer);
      if (!parsed.success) throw malformedError(service, "not labels with scores");
      // Some servers wrap the rows of one batch once more: [[row, row, …]].
      const rows: readonly (z.output<typeof label> | z.output<typeof label>[])[] =
        parsed.data.length === 1 && texts.length > 1 && Array.isArray(parsed.data[0])
          ? parsed.data[0]
          : parsed.data;
      if (rows.length !== texts.length) {
        throw malformedError(service, `${rows.length} relevances for ${texts.length} texts`);
      }
      return rows.map((row) => (Array.isArray(row) ? row[0]!.score : row.score));
    },
  };
}

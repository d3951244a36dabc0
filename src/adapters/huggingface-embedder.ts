/** Hugging Face's feature extraction, hosted or on an inference endpoint of one's own, through the official client. */
import {
  featureExtraction,
  InferenceClientError,
  InferenceClientProviderApiError,
} from "@huggingface/inference";
import * as z from "zod/mini";
import type { Embedder } from "../core/ports.ts";
import type { EmbeddingSettings } from "../settings.ts";
import { boundedFetch, MAX_JSON_BYTES } from "./bounded-body.ts";
import { parseRetryAfterMs, type RetryPolicy, withRetries } from "./retry.ts";
import { embeddingService } from "./services.ts";
import { attemptWithin, malformedError, type Service, statusFault, tooLargeError } from "./upstream.ts";
import { checkedVectors, sendingTexts, vectorRows, withPrefix } from "./vectors.ts";

/** A single text may be answered by its bare vector. */
const answerSchema = z.union([vectorRows, z.array(z.number())]);

/** @param url the full address that is posted to; given to the client as `endpointUrl`, which spares a look-up on the hub */
export function createHuggingfaceEmbedder(
  settings: EmbeddingSettings,
  url: string,
  retry: RetryPolicy,
): Embedder {
  const idle = embeddingService(url, settings.apiKey, "HF_TOKEN");
  return {
    model: settings.model,
    queryPrefix: settings.queryPrefix,
    async embed(texts, role, signal) {
      const service = sendingTexts(idle, role, texts);
      const inputs = withPrefix(settings, role, texts);
      const answer = await withRetries(retry, signal, () =>
        attemptWithin(service, settings.timeoutMs, signal, (attemptSignal) =>
          extract(service, url, settings.apiKey, inputs, attemptSignal),
        ),
      );
      const parsed = z.safeParse(answerSchema, answer);
      if (!parsed.success) {
        throw malformedError(service, "not one vector a text: is the model a sentence encoder?");
      }
      const rows = isRows(parsed.data) ? parsed.data : [parsed.data];
      return { vectors: checkedVectors(service, rows, texts.length), inputTokens: null };
    },
  };
}

function isRows(answer: number[] | number[][]): answer is number[][] {
  return Array.isArray(answer[0]);
}

async function extract(
  service: Service,
  url: string,
  apiKey: string | null,
  inputs: string[],
  signal: AbortSignal,
): Promise<unknown> {
  // The client's error does not carry the headers.
  let retryAfter: string | null = null;
  const bounded = boundedFetch(MAX_JSON_BYTES, () => tooLargeError(service, MAX_JSON_BYTES));
  const watchedFetch: typeof fetch = async (input, init) => {
    const response = await bounded(input, init);
    retryAfter = response.headers.get("retry-after");
    return response;
  };
  try {
    return await featureExtraction(
      {
        inputs,
        // A chunk somewhat over the model's window is embedded by its beginning rather than refused.
        truncate: true,
        endpointUrl: url,
        ...(apiKey === null ? {} : { accessToken: apiKey }),
      },
      // Left on, the client would retry a 503 for ever and without a pause.
      { retry_on_error: false, signal, fetch: watchedFetch },
    );
  } catch (cause) {
    if (cause instanceof InferenceClientProviderApiError) {
      const { status, body } = cause.httpResponse;
      const detail = typeof body === "string" ? body : JSON.stringify(body);
      throw statusFault(service, status, parseRetryAfterMs(retryAfter, Date.now()), detail);
    }
    // Its own objections: to an answer that is no rows of numbers, before ours.
    if (cause instanceof InferenceClientError) throw malformedError(service, cause.message);
    if (cause instanceof SyntaxError) throw malformedError(service, "not JSON");
    throw cause;
  }
}

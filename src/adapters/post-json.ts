/** A JSON request to a model service that has no client library of its own. */
import { MAX_JSON_BYTES, readBounded } from "./bounded-body.ts";
import { parseRetryAfterMs, type RetryPolicy, withRetries } from "./retry.ts";
import { attemptWithin, malformedError, type Service, statusFault, tooLargeError } from "./upstream.ts";

export interface PostOptions {
  service: Service;
  /** Per attempt. */
  timeoutMs: number;
  retry: RetryPolicy;
  signal?: AbortSignal | undefined;
}

/**
 * Posts JSON and gives back the parsed JSON answer, unchecked.
 * @throws RepoBotError `upstream_unavailable`, `upstream_timeout`, `upstream_malformed` (no JSON, or more than 16 MiB of it), `aborted`
 */
export function postJson(url: string, body: unknown, options: PostOptions): Promise<unknown> {
  const { service, timeoutMs, retry, signal } = options;
  const headers: Record<string, string> = { "content-type": "application/json", accept: "application/json" };
  if (service.secret !== null) headers.authorization = `Bearer ${service.secret}`;
  return withRetries(retry, signal, () =>
    attemptWithin(service, timeoutMs, signal, async (attemptSignal) => {
      const response = await fetch(url, {
        method: "POST",
        headers,
        body: JSON.stringify(body),
        signal: attemptSignal,
      });
      const bytes = await readBounded(response, MAX_JSON_BYTES, () => tooLargeError(service, MAX_JSON_BYTES));
      const text = new TextDecoder().decode(bytes);
      if (!response.ok) {
        const retryAfterMs = parseRetryAfterMs(response.headers.get("retry-after"), Date.now());
        throw statusFault(service, response.status, retryAfterMs, text);
      }
      try {
        return JSON.parse(text);
      } catch {
        throw malformedError(service, "not JSON");
      }
    }),
  );
}

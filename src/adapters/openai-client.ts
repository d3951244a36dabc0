/** The official OpenAI client, made so that nothing but our settings decides where it goes and what it sends. */
import OpenAI, { APIConnectionError, APIError, APIUserAbortError } from "openai";
import { RepoBotError } from "../core/errors.ts";
import { boundedFetch } from "./bounded-body.ts";
import { abortedError, parseRetryAfterMs, RetryableFault } from "./retry.ts";
import { connectionFault, malformedError, type Service, statusFault, tooLargeError } from "./upstream.ts";

/**
 * @param maxBytes of one answer
 * @param apiKey `null` for a server that wants none: no authorization header is sent then
 */
export function openaiClient(
  service: Service,
  baseUrl: string,
  apiKey: string | null,
  maxBytes: number,
): OpenAI {
  return new OpenAI({
    baseURL: baseUrl,
    apiKey: apiKey ?? "none",
    ...(apiKey === null ? { defaultHeaders: { Authorization: null } } : {}),
    // Without these the client would read OPENAI_* variables that are meant for something else.
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    logLevel: "off",
    // Retries are ours, so that Retry-After is honoured only as long as somebody is willing to wait.
    maxRetries: 0,
    fetch: boundedFetch(maxBytes, () => tooLargeError(service, maxBytes)),
  });
}

/** What the client threw before or instead of an answer. */
export function openaiFault(service: Service, cause: unknown): RepoBotError | RetryableFault {
  if (cause instanceof RepoBotError || cause instanceof RetryableFault) return cause;
  // What our own `fetch` threw arrives wrapped.
  if (cause instanceof APIConnectionError && cause.cause instanceof RepoBotError) return cause.cause;
  if (cause instanceof APIUserAbortError) return abortedError();
  if (cause instanceof SyntaxError) return malformedError(service, "not JSON");
  if (cause instanceof APIConnectionError || !(cause instanceof APIError)) {
    return connectionFault(service, cause);
  }
  const retryAfterMs = parseRetryAfterMs(cause.headers?.get("retry-after"), Date.now());
  // An error that was said within a stream, whose own status was 200.
  if (cause.status === undefined)
    return statusFault(service, 500, null, cause.message, "error in the stream");
  return statusFault(service, cause.status, retryAfterMs, cause.message);
}

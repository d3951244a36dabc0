/** What goes wrong with a model service, in words for readers and in codes for programs. */
import { RepoBotError } from "../core/errors.ts";
import { withoutQuoted } from "./quoted-request.ts";
import { abortedError, RetryableFault } from "./retry.ts";

/** A service as messages name it. */
export interface Service {
  /** E.g. `chat service`. */
  name: string;
  /** The setting that holds its key, for the owner who reads the message. */
  keySetting: string;
  /** The settings that hold its address and model. */
  addressSetting: string;
  /** For logs. */
  host: string;
  /** Never to be written anywhere; replaced in texts that the service sends back. */
  secret: string | null;
  /** Texts of the request under way: readers' words, which are not to be logged when the service quotes them. */
  sent?: readonly string[];
}

/** The service did not accept this request: that says nothing about the next one. */
export class RequestRefused extends RepoBotError {}

/** @returns the host, or the text itself when it is no URL (a Workers AI binding) */
export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}

/** Longest piece of a service's own words that goes into logs. */
const MAX_DETAIL_CHARS = 300;

function logged(service: Service, what: string, detail: string): string {
  const open = service.secret === null ? detail : detail.replaceAll(service.secret, "[redacted]");
  const clean = withoutQuoted(open, service.sent ?? [], MAX_DETAIL_CHARS);
  return `${service.name} at ${service.host}: ${what}${clean === "" ? "" : `: ${clean}`}`;
}

/**
 * An answer with an error status, as an error or as a fault worth a retry.
 * @param detail the service's own words, for logs
 * @param what for logs, where the status is not one of HTTP
 */
export function statusFault(
  service: Service,
  status: number,
  retryAfterMs: number | null,
  detail: string,
  what = `HTTP ${status}`,
): RepoBotError | RetryableFault {
  const internalMessage = logged(service, what, detail);
  const unavailable = (message: string) =>
    new RepoBotError("upstream_unavailable", message, { internalMessage });
  if (status === 401 || status === 403) {
    return unavailable(
      `The ${service.name} refused RepoBot's key. Its owner should check ${service.keySetting}.`,
    );
  }
  if (status === 402) {
    return unavailable(`The ${service.name} wants payment. Its owner should check the account's balance.`);
  }
  if (status === 404) {
    return unavailable(
      `The ${service.name} knows no such model or address. The owner should check ${service.addressSetting}.`,
    );
  }
  if (status === 429) {
    return new RetryableFault(
      unavailable(`The ${service.name} is over its rate limit. Try again in a minute.`),
      retryAfterMs,
    );
  }
  if (status === 408 || status === 409 || status === 425 || status >= 500) {
    return new RetryableFault(
      unavailable(`The ${service.name} is not working at the moment. Try again shortly.`),
      retryAfterMs,
    );
  }
  return new RequestRefused("upstream_unavailable", `The ${service.name} did not accept the request.`, {
    internalMessage,
  });
}

/** The connection failed, or broke before the answer was whole. */
export function connectionFault(service: Service, cause: unknown): RetryableFault {
  const detail = cause instanceof Error ? cause.message : String(cause);
  return new RetryableFault(
    new RepoBotError("upstream_unavailable", `The ${service.name} could not be reached. Try again shortly.`, {
      internalMessage: logged(service, "connection failed", detail),
    }),
    null,
  );
}

/** @param what for logs: which budget ran out */
export function timeoutError(service: Service, what: string): RepoBotError {
  return new RepoBotError("upstream_timeout", `The ${service.name} took too long. Try again shortly.`, {
    internalMessage: logged(service, what, ""),
  });
}

/** @param what for logs: what was expected and what came */
export function malformedError(service: Service, what: string): RepoBotError {
  return new RepoBotError("upstream_malformed", `The ${service.name} sent an answer that cannot be used.`, {
    internalMessage: logged(service, "malformed answer", what),
  });
}

/** An answer that is longer than any that is meant for us. */
export function tooLargeError(service: Service, maxBytes: number): RepoBotError {
  return malformedError(service, `more than ${maxBytes} bytes`);
}

/**
 * Runs one attempt under a time budget and the caller's signal.
 * @param run gets a signal that fires for either
 * @throws RepoBotError `aborted`, `upstream_timeout`; {@link RetryableFault} for anything else that is not yet a RepoBotError
 */
export async function attemptWithin<T>(
  service: Service,
  timeoutMs: number,
  signal: AbortSignal | undefined,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const isAborted = () => signal?.aborted === true;
  if (isAborted()) throw abortedError();
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    return await run(signal === undefined ? timeout : AbortSignal.any([signal, timeout]));
  } catch (cause) {
    if (isAborted()) throw abortedError();
    if (timeout.aborted) throw timeoutError(service, `no answer within ${timeoutMs} ms`);
    if (cause instanceof RepoBotError || cause instanceof RetryableFault) throw cause;
    throw connectionFault(service, cause);
  }
}

/** Errors as `application/problem+json` (RFC 9457), the one form every door of RepoBot's own API uses. */
import { type ErrorCode, isRepoBotError, RepoBotError } from "../core/errors.ts";

export interface Problem {
  /** `urn:repobot:error:<code>`. */
  type: string;
  title: string;
  status: number;
  /** Public: what to do. */
  detail: string;
  code: ErrorCode;
  /** The request field that is wrong, as the caller spelled it. */
  field?: string;
  /** Of `rate_limited`: seconds to wait. */
  retryAfter?: number;
  /** Of `challenge_required`: what the check is shown with. */
  sitekey?: string;
}

/** Members of a problem beside those that every one has. */
export type ProblemDetails = Pick<Problem, "retryAfter" | "sitekey">;

const STATUS: Record<ErrorCode, number> = {
  bad_request: 400,
  not_found: 404,
  index_missing: 503,
  index_corrupt: 503,
  index_incompatible: 503,
  config_invalid: 500,
  source_unreadable: 500,
  upstream_unavailable: 502,
  upstream_timeout: 504,
  upstream_malformed: 502,
  over_budget: 503,
  budget_unavailable: 503,
  rate_limited: 429,
  access_denied: 403,
  challenge_required: 403,
  // The reader is gone: nobody sees it but the log. 499 is what servers commonly write there.
  aborted: 499,
  internal: 500,
};

const TITLE: Record<ErrorCode, string> = {
  bad_request: "The request is not valid",
  not_found: "Not found",
  index_missing: "There is no index",
  index_corrupt: "The index is damaged",
  index_incompatible: "The index does not fit this version",
  config_invalid: "A setting is not valid",
  source_unreadable: "A source cannot be read",
  upstream_unavailable: "A service that is needed cannot be reached",
  upstream_timeout: "A service that is needed did not answer in time",
  upstream_malformed: "A service that is needed answered wrongly",
  over_budget: "The budget is used up",
  budget_unavailable: "The budget cannot be checked",
  rate_limited: "Too many requests",
  access_denied: "Not allowed",
  challenge_required: "A check is needed first",
  aborted: "The request was cancelled",
  internal: "Something went wrong",
};

/** An error of the HTTP layer itself, which has a status of its own. */
export class HttpError extends RepoBotError {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly details: ProblemDetails;

  constructor(
    status: number,
    detail: string,
    options: {
      field?: string;
      headers?: Record<string, string>;
      /** @defaultValue `not_found` for 404, else `bad_request` */
      code?: ErrorCode;
      details?: ProblemDetails;
    } = {},
  ) {
    const code = options.code ?? (status === 404 ? "not_found" : "bad_request");
    super(code, detail, { field: options.field });
    this.status = status;
    this.headers = options.headers ?? {};
    this.details = options.details ?? {};
  }
}

/** What may be told of any caught value: a defect's own words stay inside. */
export function problemOf(error: unknown): Problem {
  const known = isRepoBotError(error)
    ? error
    : new RepoBotError("internal", "RepoBot failed on this request. Try again; the log holds the cause.");
  const status = known instanceof HttpError ? known.status : STATUS[known.code];
  return {
    type: `urn:repobot:error:${known.code}`,
    title: TITLE[known.code],
    status,
    detail: known.message,
    code: known.code,
    ...(known.field === undefined ? {} : { field: known.field }),
    ...(known instanceof HttpError ? known.details : {}),
  };
}

/** The response for any caught value. */
export function problemResponse(error: unknown): Response {
  const problem = problemOf(error);
  const headers = new Headers(error instanceof HttpError ? error.headers : undefined);
  headers.set("Content-Type", "application/problem+json");
  headers.set("Cache-Control", "no-store");
  return new Response(JSON.stringify(problem), { status: problem.status, headers });
}

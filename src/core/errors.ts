/**
 * Every way RepoBot fails on purpose. Programs and tests match on these codes, never on messages.
 *
 * - `bad_request`: the caller's input is wrong; `field` names what.
 * - `not_found`: a route, conversation, page or version that does not exist.
 * - `index_missing` / `index_corrupt` / `index_incompatible`: the index cannot be served; the message says what to run.
 * - `config_invalid`: a setting or `corpus.json` is wrong; `field` names what.
 * - `source_unreadable`: a docs file or folder cannot be read.
 * - `upstream_unavailable`: a model service refused, failed or could not be reached, after retries.
 * - `upstream_timeout`: a model service did not answer within its time budget.
 * - `upstream_malformed`: a model service answered with something that is not what its protocol promises.
 * - `over_budget`: the owner's ceiling for model calls is reached; the docs' own sentences answer.
 * - `budget_unavailable`: what is left of the budget cannot be told, so no model is called.
 * - `rate_limited`: too many requests; the response says how long to wait.
 * - `access_denied`: a site key or pass is missing, or is not one of this site's.
 * - `challenge_required`: the site wants a check that a person asks; `POST /v1/pass` takes its token.
 * - `aborted`: the reader went away.
 * - `internal`: a defect of ours.
 */
export type ErrorCode =
  | "bad_request"
  | "not_found"
  | "index_missing"
  | "index_corrupt"
  | "index_incompatible"
  | "config_invalid"
  | "source_unreadable"
  | "upstream_unavailable"
  | "upstream_timeout"
  | "upstream_malformed"
  | "over_budget"
  | "budget_unavailable"
  | "rate_limited"
  | "access_denied"
  | "challenge_required"
  | "aborted"
  | "internal";

export interface RepoBotErrorOptions {
  /** The request or configuration field that is wrong, as the caller spelled it, e.g. `sources[0].folder`. */
  field?: string;
  /** For logs only: may name hosts and status codes, never a secret. Never sent to a reader. */
  internalMessage?: string;
  cause?: unknown;
}

/** What every error is, itself or by a class of its own. `message` is public: it tells its reader what to do and holds no secret. */
export class RepoBotError extends Error {
  readonly code: ErrorCode;
  readonly field: string | undefined;
  readonly internalMessage: string | undefined;

  constructor(code: ErrorCode, message: string, options: RepoBotErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = "RepoBotError";
    this.code = code;
    this.field = options.field;
    this.internalMessage = options.internalMessage;
  }
}

/** A service that failed several times is not asked for the moment: no call was made. */
export class ServiceLeftAlone extends RepoBotError {}

/** Narrows a caught value. With `code`, also requires that code. */
export function isRepoBotError(error: unknown, code?: ErrorCode): error is RepoBotError {
  return error instanceof RepoBotError && (code === undefined || error.code === code);
}

/** Whether a model was not asked because of what it costs. */
export function isBudgetRefusal(error: unknown): boolean {
  return isRepoBotError(error, "over_budget") || isRepoBotError(error, "budget_unavailable");
}

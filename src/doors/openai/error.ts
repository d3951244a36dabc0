/** Errors as OpenAI's clients read them. */
import type { ErrorEvent } from "../../core/events.ts";
import { type Problem, problemOf, problemResponse } from "../problem.ts";
import { turnError } from "../turn-result.ts";

export interface OpenAiError {
  error: {
    message: string;
    type: "invalid_request_error" | "rate_limit_error" | "server_error";
    /** The field that is wrong. */
    param: string | null;
    code: string;
  };
}

/** The response for any caught value, with the status and headers that RepoBot's own form has. */
export function openAiErrorResponse(error: unknown): Response {
  const { status, headers } = problemResponse(error);
  headers.set("Content-Type", "application/json");
  return new Response(JSON.stringify(openAiError(problemOf(error))), { status, headers });
}

/** The last event of a stream that failed. */
export function openAiErrorOf(event: ErrorEvent): OpenAiError {
  return openAiError(problemOf(turnError(event)));
}

function openAiError({ detail, status, code, field }: Problem): OpenAiError {
  const type = status >= 500 ? "server_error" : status === 429 ? "rate_limit_error" : "invalid_request_error";
  return { error: { message: detail, type, param: field ?? null, code } };
}

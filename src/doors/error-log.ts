import { isRepoBotError } from "../core/errors.ts";
import type { LogFields, LogLevel } from "../log.ts";

const MAX_STACK_LINES = 8;

/** How loud a fault of a turn is: a ceiling that does what it was set for is no failure, and every question past it meets it. */
export function faultLevel(fault: unknown): LogLevel {
  return isRepoBotError(fault, "over_budget") ? "warn" : "error";
}

/**
 * What a log line says of a caught value. The message of an unexpected exception is left out, since it may quote what a reader
 * wrote; its name and the places it passed are enough to find it.
 */
export function errorFields(error: unknown): LogFields {
  if (isRepoBotError(error)) {
    return {
      code: error.code,
      field: error.field,
      detail: error.internalMessage ?? error.message,
      cause: error.cause === undefined ? undefined : nameOf(error.cause),
    };
  }
  return { code: "internal", error: nameOf(error), stack: stackOf(error) };
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : typeof error;
}

function stackOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || error.stack === undefined) return undefined;
  const places = error.stack.split("\n").filter((line) => /^\s+at /.test(line));
  return places
    .slice(0, MAX_STACK_LINES)
    .map((line) => line.trim())
    .join(" < ");
}

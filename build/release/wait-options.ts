import { RepoBotError } from "../../src/core/errors.ts";

/** A deployment reaches all locations within seconds; a new address may take longer. */
export const DEFAULT_WAIT_SECONDS = 120;

/** Between two requests. */
export const WAIT_INTERVAL_MS = 2_000;

const MAX_WAIT_SECONDS = 3_600;

/** Value of `--timeout-seconds`. @throws RepoBotError `bad_request` */
export function secondsOf(text: string | undefined): number {
  if (text === undefined) return DEFAULT_WAIT_SECONDS;
  const seconds = Number(text);
  if (text.trim() !== "" && seconds > 0 && seconds <= MAX_WAIT_SECONDS) return seconds;
  throw new RepoBotError(
    "bad_request",
    `--timeout-seconds must be a number above 0, at most ${MAX_WAIT_SECONDS}.`,
    {
      field: "--timeout-seconds",
    },
  );
}

import type { Context } from "hono";
import type { TurnEvent } from "../core/events.ts";
import type { HistoryStore } from "../core/ports.ts";
import { countedTurn } from "./counted.ts";
import type { AppDependencies, CheckedRequest } from "./dependencies.ts";
import { notedTurn } from "./request-log.ts";
import { turnStream } from "./turn-stream.ts";

export interface TurnOptions {
  /** The conversation, where the request brings it along. @defaultValue the configured store */
  history?: HistoryStore;
  /** Whether a turn that is stored nowhere is counted; not where a search counts in its place. @defaultValue true */
  isCounted?: boolean;
  /** Ends the turn early, beside the reader's leaving. */
  signal?: AbortSignal;
}

/**
 * Asks a question on behalf of a request: the one way in which every door does. Cancelling the stream, or the reader's leaving, ends
 * the turn early; it is run to its end in any case.
 * @throws RepoBotError when there is no index to ask
 */
export async function startTurn(
  c: Context,
  deps: AppDependencies,
  request: CheckedRequest,
  options: TurnOptions = {},
): Promise<ReadableStream<TurnEvent>> {
  const waitUntil = keepAlive(c);
  const index = await deps.index.get(waitUntil);
  const readerLeft = new AbortController();
  const signals = [c.req.raw.signal, readerLeft.signal];
  if (options.signal !== undefined) signals.push(options.signal);
  const signal = AbortSignal.any(signals);
  const asked = deps.ask(index, request, { signal, waitUntil, history: options.history });
  const isCounted = options.history !== undefined && options.isCounted !== false;
  const events = isCounted ? countedTurn(c, deps, asked) : asked;
  return turnStream(notedTurn(c, request.question, events), waitUntil, () => readerLeft.abort());
}

/** The request's `waitUntil`. */
export function keepAlive(c: Context): (promise: Promise<unknown>) => void {
  return (promise) => c.executionCtx.waitUntil(promise);
}

/** Turns and searches whose model calls are under a budget. */

import type { TurnEvent } from "../events.ts";
import type { Budget } from "../ports.ts";
import { type Retrieval, type RetrieveDeps, type RetrieveRequest, retrieve } from "../retrieval/retrieve.ts";
import { Allowance } from "../spend/allowance.ts";
import type { OutputBound } from "../spend/call-bound.ts";
import { meterServices } from "../spend/metered.ts";
import type { PriceTable } from "../spend/prices.ts";
import { answerTurn } from "./answer.ts";
import type { TurnDeps, TurnRequest } from "./turn.ts";
import { usualTurnBound } from "./usual-turn.ts";

export interface Metering {
  /** `null`: nothing is counted. */
  budget: Budget | null;
  /** @defaultValue what is requested is what the provider is asked for */
  outputBound?: OutputBound;
}

/**
 * {@link answerTurn} under a budget. What a usual turn costs at most is set aside while the conversation and the cache are read; past a
 * ceiling the docs' own sentences answer, and `notice` says why.
 */
export async function* answerMeteredTurn(
  deps: TurnDeps,
  request: TurnRequest,
  { budget, outputBound }: Metering,
): AsyncGenerator<TurnEvent, void, undefined> {
  if (budget === null) return yield* answerTurn(deps, request);
  const allowance = new Allowance(budget);
  const { prices } = deps.settings;
  if (deps.chat !== null) {
    allowance.prefetch(usualTurnBound(deps, request.rerank ?? deps.settings.rerank, outputBound));
  }
  const services = meterServices(deps, { allowance, prices, clock: deps.clock, outputBound });
  try {
    yield* answerTurn({ ...deps, ...services }, request);
  } finally {
    deps.waitUntil(settle(allowance, deps.reportFault));
  }
}

/** {@link retrieve} under a budget. Nothing is set aside ahead: its calls follow at once. */
export async function retrieveMetered(
  deps: RetrieveDeps & Pick<TurnDeps, "waitUntil">,
  request: RetrieveRequest,
  { budget, prices, outputBound }: Metering & { prices: PriceTable },
): Promise<Retrieval> {
  if (budget === null) return retrieve(deps, request);
  const allowance = new Allowance(budget);
  const { embedder, reranker, clock } = deps;
  const services = meterServices(
    { chat: null, embedder, reranker },
    { allowance, prices, clock, outputBound },
  );
  try {
    return await retrieve({ ...deps, ...services }, request);
  } finally {
    deps.waitUntil(settle(allowance, deps.reportFault));
  }
}

async function settle(allowance: Allowance, reportFault: TurnDeps["reportFault"]): Promise<void> {
  try {
    await allowance.close();
  } catch (error) {
    reportFault?.(error, "budget");
  }
}

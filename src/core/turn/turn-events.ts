/** Events of a turn that are made from its state alone. */

import { isRepoBotError } from "../errors.ts";
import type { AnsweredCorpus, DoneEvent, ErrorEvent, PassageSummary, StartEvent } from "../events.ts";
import type { RankedPassage } from "../retrieval/retrieve.ts";
import { conversationCostUsd } from "../spend/cost.ts";
import type { OpenTurn } from "./turn.ts";

/** Which docs the turn asks. */
export function answeredCorpus({ deps, version }: OpenTurn): AnsweredCorpus {
  const { corpus, hash } = deps.index;
  return { name: corpus.name, version, revision: corpus.revision, indexHash: hash };
}

export function startEvent(turn: OpenTurn): StartEvent {
  return {
    type: "start",
    conversationId: turn.record.conversationId,
    turnId: turn.record.turnId,
    language: turn.language,
    corpus: answeredCorpus(turn),
    model: turn.chat?.model ?? null,
  };
}

export function doneEvent(turn: OpenTurn, historySaved: boolean): DoneEvent {
  const { ledger, conversation, stopwatch } = turn;
  return {
    type: "done",
    timings: stopwatch.report(),
    usage: ledger.usage,
    costUsd: ledger.costUsd,
    conversationCostUsd: conversationCostUsd(conversation, ledger.costUsd),
    unpricedModels: ledger.unpricedModels,
    historySaved,
  };
}

/** Messages of ours are public; those of anything else stay inside. */
export function errorEvent(fault: unknown): ErrorEvent {
  if (!isRepoBotError(fault)) {
    return {
      type: "error",
      code: "internal",
      message: "Something went wrong on our side. Ask again in a moment.",
    };
  }
  const { code, message, field } = fault;
  return { type: "error", code, message, ...(field !== undefined && { field }) };
}

/** A passage as readers see it listed: without its text. */
export function passageSummary({ passage, chunk: _, ...ranks }: RankedPassage): PassageSummary {
  const { id, url, title, headingPath, file, version, kind } = passage;
  return { id, url, title, headingPath, file, version, kind, ...ranks };
}

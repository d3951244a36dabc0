import { RepoBotError } from "../core/errors.ts";
import type {
  AnswerEvent,
  DoneEvent,
  ErrorEvent,
  PassageSummary,
  SearchEvent,
  StartEvent,
  TurnEvent,
} from "../core/events.ts";

type Untyped<E> = Omit<E, "type">;

/** One turn as a single object: what its events said, less the deltas. */
export interface TurnResult
  extends Untyped<StartEvent>,
    Omit<AnswerEvent, "type" | "text">,
    Untyped<DoneEvent> {
  answer: string;
  /** In order; the second one only where the first found too little. */
  searches: Untyped<SearchEvent>[];
  /** Of the last search: what `answer` cites by number. */
  passages: PassageSummary[];
}

/**
 * Reads a turn to its terminal event.
 * @throws RepoBotError the turn's own error, or `internal` when it ends without a terminal event
 */
export async function collectTurn(turn: ReadableStream<TurnEvent>): Promise<TurnResult> {
  let start: Untyped<StartEvent> | undefined;
  let answer: (Omit<AnswerEvent, "type" | "text"> & { answer: string }) | undefined;
  const searches: Untyped<SearchEvent>[] = [];
  let passages: PassageSummary[] = [];
  let retrievalNotice: string | undefined;
  // Not cancelled when read to its end: what the turn does after its last event is its own affair.
  for await (const event of turn.values({ preventCancel: true })) {
    if (event.type === "start") start = untyped(event);
    else if (event.type === "search") searches.push(untyped(event));
    else if (event.type === "passages") {
      passages = event.passages;
      retrievalNotice = event.notice ?? retrievalNotice;
    } else if (event.type === "answer") {
      const { text, ...rest } = untyped(event);
      answer = { answer: text, ...rest };
    } else if (event.type === "error") throw turnError(event);
    else if (event.type === "done" && start !== undefined && answer !== undefined) {
      const notice = answer.notice ?? retrievalNotice;
      return {
        ...start,
        ...answer,
        ...untyped(event),
        searches,
        passages,
        ...(notice === undefined ? {} : { notice }),
      };
    }
  }
  throw new RepoBotError("internal", "The answer ended early. Ask again.");
}

/** The error that a turn ended with, as it was before it became an event. */
export function turnError({ code, message, field }: ErrorEvent): RepoBotError {
  return new RepoBotError(code, message, { field });
}

function untyped<E extends TurnEvent>(event: E): Untyped<E> {
  const { type: _, ...rest } = event;
  return rest;
}

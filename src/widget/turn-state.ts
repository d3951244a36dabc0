/** What is known of one turn while its events come in. Pure: views draw it, tests read it. */
import type { AnswerMode, PassageSummary, SentenceCheck, Source, TurnEvent } from "../core/events.ts";
import type { EarlierTurn } from "./answer-client.ts";

/** The part of an answer that stands around its text. */
export interface AnswerFrame {
  mode: AnswerMode;
  sources: readonly Source[];
  near: readonly Source[];
  sentences: readonly SentenceCheck[];
  notice?: string;
}

/** Sentences that readers are warned of: those their sources do not support, and in a model's answer those without a source. */
export function doubtfulSentences({ mode, sentences }: AnswerFrame): SentenceCheck[] {
  return sentences.filter(
    ({ support }) => support === "unsupported" || (support === "uncited" && mode === "llm"),
  );
}

export type TurnPhase = "searching" | "reading" | "writing" | "answered" | "done" | "stopped" | "failed";

export interface TurnState {
  question: string;
  phase: TurnPhase;
  conversationId: string | null;
  turnId: string | null;
  /** Markdown so far. */
  text: string;
  passages: readonly PassageSummary[];
  /** `null` before the answer is whole, and for an earlier turn whose frame was not kept. */
  frame: AnswerFrame | null;
  /** False when the turn is not in the store. */
  saved: boolean;
  /** Public words of what went wrong; `""` when the Worker gave none. */
  problem: string | null;
}

export function newTurn(question: string): TurnState {
  return {
    question,
    phase: "searching",
    conversationId: null,
    turnId: null,
    text: "",
    passages: [],
    frame: null,
    saved: false,
    problem: null,
  };
}

/** A turn of an earlier page load. @param frame as it was kept, where it was */
export function earlierTurn(turn: EarlierTurn, conversationId: string, frame: AnswerFrame | null): TurnState {
  const { id: turnId, question, answer: text } = turn;
  return { ...newTurn(question), phase: "done", conversationId, turnId, text, frame, saved: true };
}

export function withEvent(state: TurnState, event: TurnEvent): TurnState {
  switch (event.type) {
    case "start":
      return { ...state, conversationId: event.conversationId, turnId: event.turnId };
    case "search":
      return state;
    case "passages":
      return { ...state, phase: "reading", passages: event.passages };
    case "delta":
      return { ...state, phase: "writing", text: state.text + event.text };
    case "answer": {
      const { mode, sources, near, notice, check } = event;
      const frame: AnswerFrame = { mode, sources, near, sentences: check.sentences, notice };
      return { ...state, phase: "answered", text: event.text, frame };
    }
    case "done":
      return { ...state, phase: "done", saved: event.historySaved };
    case "error":
      return failedTurn(state, event.message);
    default:
      // Of a Worker that is newer than this script.
      return state;
  }
}

/** What has come of the answer stays. */
export function failedTurn(state: TurnState, problem: string): TurnState {
  return { ...state, phase: "failed", problem };
}

export function stoppedTurn(state: TurnState): TurnState {
  return { ...state, phase: "stopped" };
}

export function isOver({ phase }: TurnState): boolean {
  return phase === "done" || phase === "stopped" || phase === "failed";
}

/** Where a number of the answer leads; `null` when it cites nothing. */
export function citedSource(state: TurnState, n: number): Source | PassageSummary | null {
  const known = state.frame?.sources ?? [];
  const isN = (source: { n: number }) => source.n === n;
  return known.find(isN) ?? state.passages.find(isN) ?? null;
}

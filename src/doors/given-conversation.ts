/** The question and its conversation, out of the messages that stateless protocols send with every request. */

import type { Turn } from "../core/ports.ts";
import { cutText } from "../core/turn/history.ts";
import { MAX_QUESTION_CHARS } from "./ask-request.ts";
import { HttpError } from "./problem.ts";
import { withoutSourceList } from "./source-links.ts";

/** Of the conversation, oldest dropped first. Whoever sends more would have the owner pay for it. */
export const MAX_GIVEN_TURNS = 12;
/** Of each earlier answer: longer than RepoBot's own get. */
export const MAX_GIVEN_ANSWER_CHARS = 8_000;

export interface GivenMessage {
  role: "user" | "assistant";
  text: string;
}

export interface GivenConversation {
  question: string;
  /** What came before, oldest first. */
  turns: Turn[];
}

/**
 * @param field what to call the messages in an error
 * @throws HttpError 400 when the last message is no question
 */
export function givenConversation(messages: readonly GivenMessage[], field = "messages"): GivenConversation {
  const last = messages.at(-1);
  if (last?.role !== "user") {
    throw new HttpError(400, `\`${field}\` must end with a message of the user: the question.`, { field });
  }
  return { question: last.text, turns: turnsOf(messages.slice(0, -1)) };
}

/** Earlier questions, each with the answer that followed it, if any. */
export function turnsOf(messages: readonly GivenMessage[]): Turn[] {
  const turns: Turn[] = [];
  for (const { role, text } of messages) {
    const turn = turns.at(-1);
    if (role === "user") turns.push(givenTurn(cutText(text, MAX_QUESTION_CHARS)));
    else if (turn !== undefined) turn.answer = joined(turn.answer, answerOf(text));
  }
  return turns.slice(-MAX_GIVEN_TURNS);
}

function givenTurn(question: string): Turn {
  return { id: "", question, answer: "", complete: true, costUsd: null, at: "" };
}

function answerOf(text: string): string {
  return cutText(withoutSourceList(text), MAX_GIVEN_ANSWER_CHARS);
}

function joined(before: string, text: string): string {
  const parts = [before, text].filter((part) => part !== "");
  return cutText(parts.join("\n\n"), MAX_GIVEN_ANSWER_CHARS);
}

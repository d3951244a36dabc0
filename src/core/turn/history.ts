import type { Conversation, HistoryMessage } from "../ports.ts";

/** Messages that the rewrite sees, and how much of each. */
const REWRITE_HISTORY_MESSAGES = 4;
const REWRITE_HISTORY_CHARS = 300;

/** Turns that the answer sees at most, and how many are dropped at once when there are more. */
const ANSWER_HISTORY_TURNS = 12;
const ANSWER_HISTORY_STEP = 6;

/** Questions and answers, oldest first. A turn that was cut before its answer began contributes its question alone. */
export function historyMessages(conversation: Conversation | null): HistoryMessage[] {
  return (conversation?.turns ?? []).flatMap((turn): HistoryMessage[] => {
    const question: HistoryMessage = { role: "user", content: turn.question };
    return turn.answer === "" ? [question] : [question, { role: "assistant", content: turn.answer }];
  });
}

/** The last messages, each cut to a number of code points, so that no surrogate pair is split. */
export function recentMessages(
  messages: readonly HistoryMessage[],
  count = REWRITE_HISTORY_MESSAGES,
  maxChars = REWRITE_HISTORY_CHARS,
): HistoryMessage[] {
  return messages.slice(-count).map(({ role, content }) => ({ role, content: cutText(content, maxChars) }));
}

/** The first `maxChars` code points of a text. */
export function cutText(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text;
  let end = 0;
  for (let count = 0; count < maxChars && end < text.length; count++) {
    end += text.codePointAt(end)! > 0xffff ? 2 : 1;
  }
  return text.slice(0, end);
}

/**
 * Messages for the answer prompt: turns that have an answer, so that roles alternate. Old turns are dropped six at a time, counted from
 * the conversation's first turn, rather than one by one: every drop changes the prefix that the provider's prompt cache serves.
 */
export function answerHistory(conversation: Conversation | null): HistoryMessage[] {
  const { turns = [], earlierTurns = 0 } = conversation ?? {};
  const excess = Math.max(0, earlierTurns + turns.length - ANSWER_HISTORY_TURNS);
  const dropped = Math.ceil(excess / ANSWER_HISTORY_STEP) * ANSWER_HISTORY_STEP;
  const kept = turns.slice(Math.max(0, dropped - earlierTurns)).filter((turn) => turn.answer !== "");
  return kept.flatMap((turn): HistoryMessage[] => [
    { role: "user", content: turn.question },
    { role: "assistant", content: turn.answer },
  ]);
}

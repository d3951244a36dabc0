import type { Passage } from "../passage.ts";
import type { ChatMessage, HistoryMessage } from "../ports.ts";
import type { AnswerRules } from "./answer-rules.ts";
import { passageBlocks } from "./passage-prompt.ts";
import { dataBlock, escapeData } from "./prompt-data.ts";

export interface AnswerPromptInput {
  rules: AnswerRules;
  /** Earlier questions and answers, oldest first, roles alternating. */
  history: readonly HistoryMessage[];
  question: string;
  /** In the order of their numbers. */
  passages: readonly Passage[];
}

/**
 * System message, history, and one user message that holds the passages, the question and the rules in short.
 *
 * Passages stand in the last message only: system message and history are then a prefix that does not change from turn to turn,
 * which the provider's prompt cache serves.
 */
export function answerMessages({ rules, history, question, passages }: AnswerPromptInput): ChatMessage[] {
  const current = [
    `<docs>\n${passageBlocks(passages)}\n</docs>`,
    dataBlock("question", question),
    rules.reminder,
  ].join("\n\n");
  return [
    { role: "system", content: rules.system },
    ...history.map(({ role, content }): ChatMessage => ({ role, content: escapeData(content) })),
    { role: "user", content: current },
  ];
}

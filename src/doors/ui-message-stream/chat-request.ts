/** Body of `POST /api/chat`, as the AI SDK's `DefaultChatTransport` sends it. */
import * as z from "zod/mini";
import { answerOptions, objectError, questionSchema } from "../ask-request.ts";
import { type GivenConversation, type GivenMessage, givenConversation } from "../given-conversation.ts";
import { HttpError } from "../problem.ts";
import { parseInput } from "../read-request.ts";

const part = z.looseObject({
  type: z.string({ error: "must be a text" }),
  /** Of text parts. */
  text: z.optional(z.string({ error: "must be a text" })),
});

const message = z.object({
  role: z.enum(["system", "user", "assistant"], { error: "must be system, user or assistant" }),
  parts: z.array(part, { error: "must be a list of parts" }),
});

/**
 * The transport's own fields that say nothing to an answer (`id`, `trigger`, `messageId`) and those of an application are ignored. What
 * an application gives the transport as `body` stands beside them: there go the options of RepoBot.
 */
export const uiChatRequestSchema = z.object(
  {
    messages: z
      .array(message, { error: "must be a list of messages" })
      .check(z.minLength(1, { error: "must hold a message" })),
    ...answerOptions,
  },
  { error: objectError },
);

type UiChatRequest = z.output<typeof uiChatRequestSchema>;
type UiMessage = UiChatRequest["messages"][number];

/** @throws HttpError 400 for messages without a question */
export function conversationOf({ messages }: UiChatRequest): GivenConversation {
  const said = messages.flatMap(({ role, parts }): GivenMessage[] =>
    role === "system" ? [] : [{ role, text: textOf(parts) }],
  );
  const given = givenConversation(said);
  const field = `messages.${messages.length - 1}.parts`;
  if (messages.at(-1)?.parts.some(({ type }) => type === "file")) {
    throw new HttpError(400, `\`${field}\` must hold text only: files are not read.`, { field });
  }
  return { ...given, question: parseInput(questionSchema, given.question, field) };
}

/** What was written; sources, data and steps of earlier answers are no part of the conversation. */
function textOf(parts: UiMessage["parts"]): string {
  return parts.flatMap(({ type, text }) => (type === "text" && text !== undefined ? [text] : [])).join("");
}

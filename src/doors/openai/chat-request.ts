/** Body of `POST /v1/chat/completions`, as OpenAI's clients send it. */
import * as z from "zod/mini";
import { answerOptions, flagSchema, objectError, questionSchema } from "../ask-request.ts";
import { type GivenConversation, type GivenMessage, givenConversation } from "../given-conversation.ts";
import { HttpError } from "../problem.ts";
import { parseInput } from "../read-request.ts";

/** The one model that this API has: the docs, answered by whatever is configured. */
export const MODEL_ID = "repobot";

const textPart = z.object({ type: z.literal("text"), text: z.string({ error: "must be a text" }) });

/** Text, alone or in parts. Parts of other kinds are refused: an answer must not pass over a picture in silence. */
const content = z.union([z.string(), z.array(textPart, { error: "must hold text only" })], {
  error: "must be a text, or parts of the type `text`",
});

const message = z.object({
  role: z.enum(["system", "developer", "user", "assistant", "tool", "function"], {
    error: "must be system, developer, user, assistant or tool",
  }),
  /** Absent, or null, in an assistant's message that calls tools. */
  content: z.optional(z.nullable(content)),
});

/**
 * Fields that are not named here, such as `temperature` or `tools`, are ignored, as the protocol's other servers do: clients send them
 * whether or not anybody set them.
 */
export const chatRequestSchema = z.object(
  {
    model: z.string({ error: `must be a text: \`${MODEL_ID}\`` }),
    messages: z
      .array(message, { error: "must be a list of messages" })
      .check(z.minLength(1, { error: "must hold a message" })),
    stream: z.optional(z.nullable(flagSchema)),
    stream_options: z.optional(z.nullable(z.object({ include_usage: z.optional(z.nullable(flagSchema)) }))),
    /** More than one answer is not offered. */
    n: z.optional(z.nullable(z.literal(1, { error: "must be 1" }))),
    /** Fields of RepoBot's own, which the protocol has no place for. */
    repobot: z.optional(z.strictObject(answerOptions)),
  },
  { error: objectError },
);

export type ChatRequest = z.output<typeof chatRequestSchema>;

/** @throws HttpError 404 for another model, 400 for messages without a question */
export function conversationOf({ model, messages }: ChatRequest): GivenConversation {
  if (model !== MODEL_ID) {
    throw new HttpError(404, `There is no model \`${model.slice(0, 100)}\`. Use \`${MODEL_ID}\`.`, {
      field: "model",
    });
  }
  // The service has rules of its own, and no tools: what such messages say is not for it.
  const said = messages.flatMap(({ role, content }): GivenMessage[] =>
    role === "user" || role === "assistant" ? [{ role, text: textOf(content) }] : [],
  );
  const given = givenConversation(said);
  return {
    ...given,
    question: parseInput(questionSchema, given.question, `messages.${messages.length - 1}.content`),
  };
}

function textOf(content: ChatRequest["messages"][number]["content"]): string {
  if (content === undefined || content === null) return "";
  return typeof content === "string" ? content : content.map(({ text }) => text).join("\n");
}

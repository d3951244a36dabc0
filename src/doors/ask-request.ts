import * as z from "zod/mini";
import { CONVERSATION_ID_PATTERN } from "../core/turn/conversation-id.ts";

/** Longest question, in characters (Unicode code points), after trimming. */
export const MAX_QUESTION_CHARS = 2_000;
const MAX_VERSION_CHARS = 100;
const MAX_PAGE_CHARS = 2_000;

/** Lone surrogates would break the JSON and the UTF-8 of everything behind this door. */
const wellFormed = z.overwrite((value: string) => value.toWellFormed());

export const questionSchema = z.string({ error: "must be a text" }).check(
  // For those who read the schema as JSON Schema, which counts as the refinement below does.
  z.meta({ maxLength: MAX_QUESTION_CHARS }),
  wellFormed,
  z.trim(),
  z.minLength(1, { error: "must not be empty" }),
  z.refine((value: string) => value.length <= MAX_QUESTION_CHARS || [...value].length <= MAX_QUESTION_CHARS, {
    error: `must be at most ${MAX_QUESTION_CHARS} characters long`,
  }),
);

export const conversationIdSchema = z
  .string({ error: "must be a text" })
  .check(z.regex(CONVERSATION_ID_PATTERN, { error: "must be an id that an earlier answer gave" }));

export const languageSchema = z.string({ error: "must be a text" }).check(
  z.regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*$/, {
    error: "must be a language tag such as `en` or `zh-CN`",
  }),
);

export const versionSchema = z
  .string({ error: "must be a text" })
  .check(
    z.minLength(1, { error: "must not be empty" }),
    z.maxLength(MAX_VERSION_CHARS, { error: `must be at most ${MAX_VERSION_CHARS} characters long` }),
  );

export const flagSchema = z.boolean({ error: "must be true or false" });

/** What a request may say about its answer, at every door that asks. */
export const answerOptions = {
  language: z.optional(
    languageSchema.check(
      z.describe(
        "Language of the answer, such as `en` or `zh-CN`. Without it, the language of the question.",
      ),
    ),
  ),
  version: z.optional(
    versionSchema.check(
      z.describe(
        "Docs version to answer from, by its name, another name of it, or its line such as `v4`. Without it, that of the question, the conversation or the page, or else the default.",
      ),
    ),
  ),
  rerank: z.optional(flagSchema.check(z.describe("Whether to rerank. Without it, as configured."))),
  page: z.optional(
    z
      .string({ error: "must be a text" })
      .check(
        z.describe("Address of the docs page that the reader is on: its passages rank a little higher."),
        z.maxLength(MAX_PAGE_CHARS, { error: `must be at most ${MAX_PAGE_CHARS} characters long` }),
      ),
  ),
};

/** For schemas of bodies. */
export const objectError: z.core.$ZodErrorMap = (issue) =>
  issue.code === "invalid_type" ? "must be a JSON object" : undefined;

/** Body of `POST /v1/ask`. Unknown fields are refused: a misspelled one would otherwise be lost in silence. */
export const askRequestSchema = z.strictObject(
  {
    question: questionSchema.check(z.describe("The question, in any language.")),
    conversationId: z.optional(
      conversationIdSchema.check(
        z.describe("From an earlier answer, to go on with its conversation. Without it, a new one begins."),
      ),
    ),
    ...answerOptions,
    stream: z.optional(
      flagSchema.check(
        z.describe(
          "Whether to answer with server-sent events. Without it, when `Accept` names `text/event-stream`.",
        ),
      ),
    ),
  },
  { error: objectError },
);

export type AskBody = z.output<typeof askRequestSchema>;

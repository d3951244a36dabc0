/** Arguments and results of the tools. */
import type { StandardSchemaWithJSON } from "@modelcontextprotocol/server";
import * as z from "zod/mini";
import { answerOptions, conversationIdSchema, questionSchema } from "../ask-request.ts";
import {
  answerModeSchema,
  basisSchema,
  corpusSchema,
  disagreementsSchema,
  placeShape,
  sourceSchema,
} from "../result-schemas.ts";

const MAX_PASSAGES = 20;
export const DEFAULT_PASSAGES = 5;

const { version, language } = answerOptions;

export const searchInput = z.object({
  query: questionSchema.check(
    z.describe("What to look for: a question, names of functions or settings, or an error message."),
  ),
  limit: z.optional(
    z
      .int({ error: "must be a whole number" })
      .check(
        z.describe(`Passages to return, 1 to ${MAX_PASSAGES}. Default ${DEFAULT_PASSAGES}.`),
        z.gte(1, { error: "must be at least 1" }),
        z.lte(MAX_PASSAGES, { error: `must be at most ${MAX_PASSAGES}` }),
      ),
  ),
  version,
});

export const searchOutput = z.object({
  passages: z
    .array(
      z.object({
        ...placeShape,
        text: z.string().check(z.describe("The section, or a part of it, as Markdown.")),
      }),
    )
    .check(z.describe("Best first.")),
  notice: z.optional(z.string().check(z.describe("Why the search ran with less than is configured."))),
});

export const askInput = z.object({
  question: questionSchema.check(z.describe("One question about these docs, in any language.")),
  version,
  language,
  conversationId: z.optional(
    conversationIdSchema.check(z.describe("Of an earlier answer, to ask a follow-up question.")),
  ),
});

export const askOutput = z.object({
  answer: z.string().check(z.describe("Markdown. Numbers such as `[1]` name the sources.")),
  mode: answerModeSchema,
  complete: z.boolean().check(z.describe("False when the answer was cut off.")),
  sources: z.array(sourceSchema).check(z.describe("What the answer cites. Empty for a refusal.")),
  basis: z.optional(basisSchema),
  disagreements: z.optional(disagreementsSchema),
  near: z.array(sourceSchema).check(z.describe("Nearest pages beside a refusal; they do not answer.")),
  unsupportedSentences: z
    .array(z.string())
    .check(z.describe("Sentences of the answer that no cited passage was found to support.")),
  notice: z.optional(z.string().check(z.describe("Why the answer was made another way than configured."))),
  corpus: corpusSchema,
  conversationId: z.string().check(z.describe("For a follow-up question.")),
});

export const pageInput = z.object({
  url: z
    .string({ error: "must be a text" })
    .check(
      z.describe(
        "Address of a page as the other tools give it. With a fragment (`#section`), only that section is returned.",
      ),
      z.minLength(1, { error: "must not be empty" }),
      z.maxLength(2_000, { error: "must be at most 2000 characters long" }),
    ),
});

export const pageOutput = z.object({
  url: z.string(),
  title: z.string(),
  version: z.string().check(z.describe("Docs version; empty when the docs have none.")),
  markdown: z.string(),
  truncated: z.boolean().check(z.describe("True when the text was cut: ask for its sections one by one.")),
  sections: z
    .array(z.object({ title: z.string(), level: z.int(), url: z.string() }))
    .check(z.describe("Sections of the whole page, in order.")),
});

/** A schema in the form that the protocol's package takes: what validates is also what is advertised. */
export function standardSchema<S extends z.ZodMiniType>(
  schema: S,
): StandardSchemaWithJSON<z.input<S>, z.output<S>> {
  const standard = schema["~standard"];
  return {
    "~standard": {
      version: standard.version,
      vendor: standard.vendor,
      validate: standard.validate,
      jsonSchema: {
        input: () => z.toJSONSchema(schema, { io: "input" }),
        output: () => z.toJSONSchema(schema, { io: "output" }),
      },
    },
  };
}

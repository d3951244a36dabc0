/** What answers and passages look like to those who are told in advance: agents by their tools' schemas, everybody by `openapi.json`. */
import * as z from "zod/mini";
import type { AnsweredCorpus, Source } from "../core/events.ts";

const version = z.string().check(z.describe("Docs version; empty when the docs have none."));
const url = z.string().check(z.describe("Address of the section."));
const title = z.string().check(z.describe("Title of the page."));
const headingPath = z
  .array(z.string())
  .check(z.describe("Headings from the top of the page down to the section's own."));
const kind = z.enum(["docs", "code"]).check(z.describe("Prose written for readers, or source code."));

export const placeShape = { url, title, headingPath, version, kind };

export const sourceSchema = z.object({
  n: z.int().check(z.describe("Number by which the answer cites it, as in `[1]`.")),
  ...placeShape,
  quote: z.optional(z.string().check(z.describe("The passage's line that supports the answer."))),
}) satisfies z.ZodMiniType<Source>;

export const corpusSchema = z.object({
  name: z.string(),
  version,
  revision: z.string().check(z.describe("When the docs were indexed, or their commit; empty when unknown.")),
  indexHash: z.string(),
}) satisfies z.ZodMiniType<AnsweredCorpus>;

export const basisSchema = z
  .enum(["code", "docs_and_code"])
  .check(z.describe("Set where the answer rests on source code, alone or beside the docs."));

const stated = z.object({ n: z.int(), value: z.string() });

export const disagreementsSchema = z
  .array(z.object({ name: z.string(), docs: stated, code: stated }))
  .check(
    z.describe("Defaults that docs and source code state differently, each with the passage that says it."),
  );

export const answerModeSchema = z
  .enum(["llm", "extractive", "search", "refusal", "off_topic"])
  .check(
    z.describe(
      "How the answer was made: written by a model, of the docs' own sentences, search results only, or no answer because the docs do not say or the question is not about them.",
    ),
  );

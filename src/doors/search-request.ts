import * as z from "zod/mini";
import type { PassageSummary } from "../core/events.ts";
import { languageSchema, questionSchema, versionSchema } from "./ask-request.ts";

/** Results of one search, at most. */
export const MAX_SEARCH_LIMIT = 50;
export const DEFAULT_SEARCH_LIMIT = 10;

const limitError = `must be a whole number from 1 to ${MAX_SEARCH_LIMIT}`;

/** Query of `GET /v1/search`. An unknown name is an error: a misspelled filter would otherwise search all there is. */
export const searchQuerySchema = z.strictObject({
  q: questionSchema.check(z.describe("What to search for.")),
  limit: z._default(
    z.pipe(
      z
        .string()
        .check(
          z.describe(`Passages to return, 1 to ${MAX_SEARCH_LIMIT}. Default ${DEFAULT_SEARCH_LIMIT}.`),
          z.regex(/^\d{1,3}$/, { error: limitError }),
        ),
      z.pipe(
        z.transform(Number),
        z
          .int({ error: limitError })
          .check(z.gte(1, { error: limitError }), z.lte(MAX_SEARCH_LIMIT, { error: limitError })),
      ),
    ),
    DEFAULT_SEARCH_LIMIT,
  ),
  version: z.optional(
    versionSchema.check(
      z.describe(
        "Docs version to search, by its name, another name of it, or its line such as `v4`. Without it, the default version.",
      ),
    ),
  ),
  language: z.optional(languageSchema.check(z.describe("Language of the passages."))),
  kind: z.optional(
    z
      .enum(["docs", "code"], { error: "must be `docs` or `code`" })
      .check(z.describe("Prose written for readers, or source code. Without it, both.")),
  ),
  rerank: z.optional(
    z.pipe(
      z
        .enum(["true", "false"], { error: "must be true or false" })
        .check(z.describe("Whether to rerank. Without it, as configured.")),
      z.transform((value) => value === "true"),
    ),
  ),
});

export type SearchQuery = z.output<typeof searchQuerySchema>;

/** A passage found, with its text. */
export interface SearchHit extends PassageSummary {
  language: string;
  /** Cleaned Markdown of the passage. */
  text: string;
}

export interface SearchResult {
  /** What was searched for. */
  query: string;
  /** Best first. */
  passages: SearchHit[];
  lexical: "on";
  vector: "on" | "off";
  rerank: "on" | "off";
  /** Why a leg that is configured did not run, public wording. */
  notice?: string;
  /** Milliseconds by stage. */
  timings: Record<string, number>;
}

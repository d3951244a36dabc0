/** What `/ask` is asked, in either form of NLWeb: parameters of an address or a JSON object with the same names, or TypeSpec's object. */
import * as z from "zod/mini";
import { languageSchema, objectError, questionSchema } from "../ask-request.ts";
import { HttpError } from "../problem.ts";
import { parseInput, readJsonBody, readQuery, refuseRepeated } from "../read-request.ts";

export type NlwebMode = "list" | "summarize" | "generate";

/** A question, whichever form it came in; the answer has the same form. */
export interface NlwebQuestion {
  form: "reference" | "typespec";
  question: string;
  /** Earlier questions, oldest first. */
  previous: string[];
  mode: NlwebMode;
  streaming: boolean;
  /** Given back with every message. */
  queryId: string;
  /** Of the answer; absent where the form has no place for it. */
  language?: string;
  /** Given back as it came. */
  conversationId?: string;
}

const MAX_ID_CHARS = 200;
const MAX_PREVIOUS_CHARS = 20_000;
const MAX_PREVIOUS = 50;

const text = z.string({ error: "must be a text" });
const id = text.check(
  z.maxLength(MAX_ID_CHARS, { error: `must be at most ${MAX_ID_CHARS} characters long` }),
);
const mode = z.pipe(
  z.pipe(
    text.check(z.describe("`list` (the default), `summarize` or `generate`.")),
    z.transform((value) => (value.toLowerCase() === "none" ? "list" : value.toLowerCase())),
  ),
  z.enum(["list", "summarize", "generate"], { error: "must be list, summarize or generate" }),
);
const previous = z
  .array(text)
  .check(z.maxLength(MAX_PREVIOUS, { error: `must hold at most ${MAX_PREVIOUS} questions` }));

const referenceShape = {
  query: questionSchema.check(z.describe("The question.")),
  decontextualized_query: z.optional(
    questionSchema.check(
      z.describe("The question so that it stands alone. With it, `prev` is not looked at."),
    ),
  ),
  query_id: z.optional(id.check(z.describe("Given back with every message."))),
  site: z.optional(z.unknown().check(z.describe("Ignored: there is one site."))),
};

/** Of an address: everything is text. */
export const referenceQuerySchema = z.object({
  ...referenceShape,
  prev: z.optional(
    text.check(
      z.describe("Earlier questions, separated by commas, or as a JSON list."),
      z.maxLength(MAX_PREVIOUS_CHARS, { error: `must be at most ${MAX_PREVIOUS_CHARS} characters long` }),
    ),
  ),
  streaming: z.optional(text.check(z.describe("`0` or `false` for one JSON object. Streamed without it."))),
  mode: z.optional(mode),
  generate_mode: z.optional(mode),
});

/** The same as a JSON object. */
export const referenceBodySchema = z.object({
  ...referenceShape,
  prev: z.optional(z.union([text, previous], { error: "must be a text or a list of texts" })),
  streaming: z.optional(z.union([z.boolean(), z.number(), text], { error: "must be true or false" })),
  mode: z.optional(mode),
  generate_mode: z.optional(mode),
});

export const typespecBodySchema = z.object({
  query: z.object({
    text: questionSchema.check(z.describe("The question.")),
    site: z.optional(z.unknown().check(z.describe("Ignored: there is one site."))),
  }),
  context: z.optional(
    z.object({
      prev: z.optional(previous.check(z.describe("Earlier questions, oldest first."))),
      text: z.optional(text.check(z.describe("Ignored."))),
      memory: z.optional(z.array(text).check(z.describe("Ignored."))),
    }),
  ),
  return_response: z.optional(
    z.object({
      streaming: z.optional(z.boolean({ error: "must be true or false" }).check(z.describe("Default true."))),
      mode: z.optional(mode),
      lang: z.optional(languageSchema.check(z.describe("Language of the answer."))),
      format: z.optional(text.check(z.describe("Ignored."))),
    }),
  ),
  meta: z.optional(
    z.object({
      conversation_id: z.optional(id.check(z.describe("Given back as it came."))),
      request_id: z.optional(id.check(z.describe("Given back as it came."))),
      api_version: z.optional(text),
    }),
  ),
});

/** @throws HttpError 400 naming the field that is wrong */
export async function readQuestion(request: Request): Promise<NlwebQuestion> {
  if (request.method !== "POST") return fromReference(readQuery(request, referenceQuerySchema));
  const anyObject = z.record(z.string(), z.unknown(), { error: objectError });
  const body = await readJsonBody(request, anyObject);
  if (typeof body.query === "object" && body.query !== null) {
    return fromTypespec(parseInput(typespecBodySchema, body));
  }
  const inAddress = Object.fromEntries(new URL(request.url).searchParams);
  const asked = parseInput(referenceBodySchema, { ...inAddress, ...body });
  refuseRepeated(request, asked);
  return fromReference(asked);
}

function fromReference(
  asked: z.output<typeof referenceBodySchema> | z.output<typeof referenceQuerySchema>,
): NlwebQuestion {
  const { query, decontextualized_query: alone, prev, streaming, query_id } = asked;
  return {
    form: "reference",
    question: alone ?? query,
    previous: alone === undefined ? previousQuestions(prev) : [],
    mode: asked.mode ?? asked.generate_mode ?? "list",
    streaming: streaming === undefined || !/^(?:0|false|no|off)$/i.test(String(streaming)),
    queryId: query_id ?? crypto.randomUUID(),
  };
}

function fromTypespec({
  query,
  context,
  return_response: wanted,
  meta,
}: z.output<typeof typespecBodySchema>): NlwebQuestion {
  return {
    form: "typespec",
    question: query.text,
    previous: context?.prev ?? [],
    mode: wanted?.mode ?? "list",
    streaming: wanted?.streaming ?? true,
    queryId: meta?.request_id ?? crypto.randomUUID(),
    ...(wanted?.lang !== undefined && { language: wanted.lang }),
    ...(meta?.conversation_id !== undefined && { conversationId: meta.conversation_id }),
  };
}

function previousQuestions(prev: string | string[] | undefined): string[] {
  if (Array.isArray(prev)) return prev;
  if (prev === undefined || prev.trim() === "") return [];
  if (!prev.trimStart().startsWith("[")) {
    return prev.split(",").flatMap((question) => (question.trim() === "" ? [] : [question.trim()]));
  }
  try {
    return parseInput(previous, JSON.parse(prev), "prev");
  } catch {
    throw new HttpError(400, "`prev` must be questions separated by commas, or a JSON list of them.", {
      field: "prev",
    });
  }
}

/** What the terminal shows of a turn's events, checked as they come over the wire. See `src/core/events.ts` for their meaning. */
import * as z from "zod";

const place = { url: z.string(), title: z.string(), headingPath: z.array(z.string()) };
const source = z.object({ n: z.number(), ...place });
const tokens = { inputTokens: z.number(), cachedInputTokens: z.number(), outputTokens: z.number() };

const sentence = z.object({ text: z.string(), support: z.string() });

const known = z.discriminatedUnion("type", [
  z.object({ type: z.literal("start"), conversationId: z.string(), model: z.string().nullable() }),
  z.object({
    type: z.literal("search"),
    attempt: z.number(),
    query: z.string(),
    rewrittenBy: z.string(),
    cached: z.boolean(),
  }),
  z.object({
    type: z.literal("passages"),
    passages: z.array(z.object({ n: z.number(), file: z.string(), ...place })),
    notice: z.string().optional(),
  }),
  z.object({ type: z.literal("delta"), text: z.string() }),
  z.object({
    type: z.literal("answer"),
    mode: z.string(),
    text: z.string(),
    complete: z.boolean(),
    sources: z.array(source),
    near: z.array(source),
    check: z.object({ sentences: z.array(sentence) }).default({ sentences: [] }),
    notice: z.string().optional(),
  }),
  z.object({
    type: z.literal("done"),
    usage: z.object({ ...tokens, rewrite: z.object(tokens) }),
    costUsd: z.number().nullable(),
    conversationCostUsd: z.number().nullable(),
    unpricedModels: z.array(z.string()).default([]),
    historySaved: z.boolean(),
  }),
  z.object({ type: z.literal("error"), code: z.string(), message: z.string() }),
]);

const KNOWN_TYPES: ReadonlySet<string> = new Set(known.options.map((option) => option.shape.type.value));

/** Events of other types are let through unread, so that a newer Worker can be talked to. */
export const shownEventSchema = z.union([
  known,
  z
    .object({ type: z.string().refine((type) => !KNOWN_TYPES.has(type)) })
    .transform(() => ({ type: "other" as const })),
]);

export type ShownEvent = z.output<typeof known>;
export type SourceLine = z.output<typeof source>;

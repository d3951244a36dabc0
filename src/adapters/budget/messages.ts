/** What the Worker and its budget object say to each other. */
import * as z from "zod/mini";
import type { CountedOutcome } from "../../core/report.ts";

const amount = z.int().check(z.nonnegative());
const spendSchema = z.object({ calls: amount, nanoUsd: amount });
const ceilingSchema = z.object({ calls: z.nullable(amount), nanoUsd: z.nullable(amount) });
const holdId = z.string().check(z.minLength(1), z.maxLength(64));

const outcomeSchema = z.enum([
  "llm",
  "extractive",
  "search",
  "refusal",
  "off_topic",
  "cut",
  "found",
  "nothing_found",
]) satisfies z.ZodMiniType<CountedOutcome>;

const doorSumSchema = z.object({
  /** UTC. */
  day: z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/)),
  door: z.string().check(z.minLength(1), z.maxLength(64)),
  outcome: outcomeSchema,
  count: amount,
  nanoUsd: amount,
});
/** What was counted of one door and outcome on one day. */
export type DoorSum = z.output<typeof doorSumSchema>;

/** In one message. */
export const MAX_DOOR_SUMS = 100;

export const messageSchema = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("reserve"),
    holdId,
    amount: spendSchema,
    ceilings: z.object({ day: ceilingSchema, month: ceilingSchema }),
    ttlMs: z.int().check(z.positive()),
  }),
  z.object({ type: z.literal("settle"), holdId, spent: spendSchema }),
  z.object({ type: z.literal("record"), spent: spendSchema }),
  z.object({ type: z.literal("report") }),
  z.object({ type: z.literal("count"), counts: z.array(doorSumSchema).check(z.maxLength(MAX_DOOR_SUMS)) }),
  z.object({ type: z.literal("doors"), fromMs: z.number() }),
]);
export type BudgetMessage = z.output<typeof messageSchema>;

export const reserveResultSchema = z.object({ granted: z.boolean(), fullUntilMs: z.nullable(z.number()) });

const periodSchema = z.extend(spendSchema, { period: z.string() });
export const reportSchema = z.object({
  day: periodSchema,
  month: periodSchema,
  held: spendSchema,
  days: z.array(periodSchema),
});

export const doorsSchema = z.array(doorSumSchema);

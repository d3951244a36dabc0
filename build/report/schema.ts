/** The owner's report as `GET /v1/report` answers it. */
import * as z from "zod/mini";
import type { Report } from "../../src/core/report.ts";

const counts = z.record(z.string(), z.number());

/** What `GET /v1/report` answers. */
export const reportSchema = z.object({
  from: z.string(),
  to: z.string(),
  corpus: z.nullable(z.string()),
  corpora: z.array(z.object({ name: z.nullable(z.string()), turns: z.number() })),
  turns: z.number(),
  isWhole: z.boolean(),
  outcomes: counts,
  incomplete: z.number(),
  counted: z.nullable(z.array(z.object({ door: z.string(), outcomes: counts, costUsd: z.number() }))),
  unanswered: z.nullable(z.array(z.object({ question: z.string(), count: z.number() }))),
  stages: z.array(
    z.object({
      stage: z.string(),
      turns: z.number(),
      p50Ms: z.number(),
      p95Ms: z.number(),
      maxMs: z.number(),
    }),
  ),
  days: z.array(
    z.object({
      day: z.string(),
      questions: z.number(),
      unanswered: z.number(),
      costUsd: z.number(),
      // A Worker of an earlier release does not count them.
      unknownCosts: z._default(z.number(), 0),
    }),
  ),
  feedback: z.object({ up: z.number(), down: z.number(), reasons: counts, notes: z.array(z.string()) }),
}) satisfies z.ZodMiniType<Report>;

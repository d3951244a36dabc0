/** `GET /v1/report`: questions by outcome, unanswered ones, slow stages, spending and feedback, for the owner. */
import type { Context } from "hono";
import * as z from "zod/mini";
import type { Feedback } from "../core/feedback.ts";
import { type DoorCount, ReportSums } from "../core/report.ts";
import type { AppDependencies } from "./dependencies.ts";
import { errorFields } from "./error-log.ts";
import { requireOwner } from "./owner.ts";
import { readQuery } from "./read-request.ts";
import { servedCorpus } from "./served-corpus.ts";

export const DEFAULT_REPORT_DAYS = 7;
const MAX_REPORT_DAYS = 90;
const DAY_MS = 86_400_000;
const FEEDBACK_PAGE = 100;
const MAX_FEEDBACK = 1_000;

const error = `must be a whole number from 1 to ${MAX_REPORT_DAYS}`;
const querySchema = z.strictObject({
  days: z._default(
    z.coerce
      .number({ error })
      .check(z.int({ error }), z.gte(1, { error }), z.lte(MAX_REPORT_DAYS, { error })),
    DEFAULT_REPORT_DAYS,
  ),
});

export async function report(c: Context, deps: AppDependencies): Promise<Response> {
  await requireOwner(c, deps.ownerToken);
  const { days } = readQuery(c.req.raw, querySchema);
  const toMs = Date.now();
  const fromMs = toMs - days * DAY_MS;
  const sums = new ReportSums(fromMs, await servedCorpus(c, deps));
  const pages = deps.turnLog.since(fromMs);
  let page = await pages.next();
  for (; !page.done; page = await pages.next()) sums.add(page.value);
  const quoted = deps.reportQuestions ? await deps.turnLog.questions(sums.unanswered) : null;
  const questions = quoted?.filter((question) => question !== null) ?? null;
  const made = sums.report({
    toMs,
    isWhole: page.value,
    questions,
    counted: await countedSince(deps, fromMs),
    feedback: await allFeedback(deps),
  });
  return Response.json(made, { headers: { "Cache-Control": "no-store" } });
}

/** A counter that fails costs its own figures, not the report. */
async function countedSince(
  { doorCounter, log }: AppDependencies,
  fromMs: number,
): Promise<DoorCount[] | null> {
  try {
    return (await doorCounter?.since(fromMs)) ?? null;
  } catch (error) {
    log("warn", "door_counts_failed", errorFields(error));
    return null;
  }
}

/** Of the newest conversations. */
async function allFeedback({ feedback }: AppDependencies): Promise<Feedback[]> {
  const found: Feedback[] = [];
  let cursor: string | undefined;
  do {
    const page = await feedback.list(FEEDBACK_PAGE, cursor);
    found.push(...page.feedback);
    cursor = page.cursor ?? undefined;
  } while (cursor !== undefined && found.length < MAX_FEEDBACK);
  return found;
}

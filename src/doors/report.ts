/** `GET /v1/report`: questions by outcome, unanswered ones, slow stages, spending and feedback, for the owner. */
import type { Context } from "hono";
import * as z from "zod/mini";
import type { Feedback } from "../core/feedback.ts";
import { makeReport, unansweredTurns } from "../core/report.ts";
import type { AppDependencies } from "./dependencies.ts";
import { requireOwner } from "./owner.ts";
import { readQuery } from "./read-request.ts";

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
  const { turns, isWhole } = await deps.turnLog.since(fromMs);
  const quoted = deps.reportQuestions ? await deps.turnLog.questions(unansweredTurns(turns)) : null;
  const questions = quoted?.filter((question) => question !== null) ?? null;
  const made = makeReport({ fromMs, toMs, turns, isWhole, questions, feedback: await allFeedback(deps) });
  return Response.json(made, { headers: { "Cache-Control": "no-store" } });
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

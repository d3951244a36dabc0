/** `POST /v1/feedback`: a reader's word on an answer. `GET /v1/feedback`: all of it, for the owner. */
import type { Context } from "hono";
import * as z from "zod/mini";
import { FEEDBACK_REASONS, type Feedback, MAX_NOTE_CHARS } from "../core/feedback.ts";
import type { Turn } from "../core/ports.ts";
import { turnBeganMs, VISIBILITY_LAG_MS } from "../core/turn/conversation-id.ts";
import { conversationIdSchema } from "./ask-request.ts";
import type { AppDependencies } from "./dependencies.ts";
import { requireOwner } from "./owner.ts";
import { HttpError } from "./problem.ts";
import { readJsonBody, readQuery } from "./read-request.ts";
import { servedCorpus } from "./served-corpus.ts";

export const DEFAULT_FEEDBACK_LIMIT = 50;
/** As many values as KV reads at once. */
const MAX_FEEDBACK_LIMIT = 100;

const turnIdSchema = z
  .string({ error: "must be a text" })
  .check(z.regex(/^[\w-]{1,64}$/, { error: "must be an id that an earlier answer gave" }));
const noteError = `must be a text of at most ${MAX_NOTE_CHARS} characters`;

/** Body of `POST /v1/feedback`. */
export const feedbackRequestSchema = z.strictObject({
  conversationId: conversationIdSchema,
  turnId: turnIdSchema,
  rating: z.enum(["up", "down"], { error: "must be `up` or `down`" }),
  /** Why, for a thumb down. @defaultValue none */
  reasons: z._default(
    z.array(z.enum(FEEDBACK_REASONS, { error: `must be one of ${FEEDBACK_REASONS.join(", ")}` }), {
      error: "must be a list",
    }),
    [],
  ),
  note: z._default(
    z.string({ error: noteError }).check(z.maxLength(MAX_NOTE_CHARS, { error: noteError })),
    "",
  ),
});

/** Stores it, or puts it in the place of what was said of the same turn before: 204. */
export async function giveFeedback(c: Context, deps: AppDependencies): Promise<Response> {
  const given = await readJsonBody(c.req.raw, feedbackRequestSchema);
  const turn = await ratedTurn(deps, given);
  const feedback: Feedback = {
    ...given,
    reasons: [...new Set(given.reasons)],
    note: given.note.toWellFormed().trim(),
    question: turn?.question ?? null,
    answer: turn?.answer ?? null,
    // A turn that its store does not show is so young that the docs are still the same.
    corpus: turn === null ? await servedCorpus(c, deps) : (turn.corpus ?? null),
    at: new Date().toISOString(),
  };
  await deps.feedback.save(feedback);
  return new Response(null, { status: 204, headers: { "Cache-Control": "no-store" } });
}

/** `null` for a turn that its store does not show yet. @throws HttpError 404 for one that does not exist */
async function ratedTurn(
  deps: AppDependencies,
  { conversationId, turnId }: Pick<Feedback, "conversationId" | "turnId">,
): Promise<Turn | null> {
  const conversation = await deps.history.load(conversationId);
  const turn = conversation?.turns.find(({ id }) => id === turnId);
  if (turn !== undefined) return turn;
  // A young conversation may not show its turns yet, nor an old one its newest.
  if (conversation !== null && conversation.turns.length === 0) return null;
  const ageMs = Date.now() - (turnBeganMs(turnId) ?? Number.NEGATIVE_INFINITY);
  if (conversation !== null && ageMs >= 0 && ageMs < VISIBILITY_LAG_MS) return null;
  throw new HttpError(404, "This answer does not exist, or it has expired.", { field: "turnId" });
}

const limitError = `must be a whole number from 1 to ${MAX_FEEDBACK_LIMIT}`;
const listSchema = z.strictObject({
  limit: z._default(
    z.coerce
      .number({ error: limitError })
      .check(
        z.int({ error: limitError }),
        z.gte(1, { error: limitError }),
        z.lte(MAX_FEEDBACK_LIMIT, { error: limitError }),
      ),
    DEFAULT_FEEDBACK_LIMIT,
  ),
  cursor: z.optional(z.string()),
});

export async function listFeedback(c: Context, deps: AppDependencies): Promise<Response> {
  await requireOwner(c, deps.ownerToken);
  const { limit, cursor } = readQuery(c.req.raw, listSchema);
  const page = await deps.feedback.list(limit, cursor);
  return Response.json(page, { headers: { "Cache-Control": "no-store" } });
}

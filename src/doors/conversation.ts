/** `GET` and `DELETE /v1/conversations/:id`, for whoever holds the id. */
import type { Context } from "hono";
import type { Conversation } from "../core/ports.ts";
import { conversationIdSchema } from "./ask-request.ts";
import type { AppDependencies } from "./dependencies.ts";
import { HttpError } from "./problem.ts";
import { parseInput } from "./read-request.ts";

export async function getConversation(c: Context, deps: AppDependencies): Promise<Response> {
  const { id, turns } = await heldConversation(c, deps);
  // Which docs were asked is the owner's to know.
  const shown = turns.map(({ corpus: _, ...turn }) => turn);
  return Response.json({ id, turns: shown }, { headers: { "Cache-Control": "no-store" } });
}

/** Deletes the conversation, what is still being answered in it, and what was said of its answers. */
export async function deleteConversation(c: Context, deps: AppDependencies): Promise<Response> {
  const { id } = await heldConversation(c, deps);
  await Promise.all([deps.history.delete(id), deps.feedback.deleteConversation(id)]);
  return new Response(null, { status: 204, headers: { "Cache-Control": "no-store" } });
}

async function heldConversation(c: Context, deps: AppDependencies): Promise<Conversation> {
  const id = parseInput(conversationIdSchema, c.req.param("id"), "conversationId");
  const conversation = await deps.history.load(id);
  if (conversation === null) {
    throw new HttpError(404, "This conversation does not exist, or it has expired.", {
      field: "conversationId",
    });
  }
  return conversation;
}

/** `POST /api/chat`: what `useChat` of the AI SDK asks by default. The conversation is what the request holds. */
import type { Context } from "hono";
import type { AppDependencies } from "../dependencies.ts";
import { givenHistory } from "../given-history.ts";
import { readJsonBody } from "../read-request.ts";
import { startTurn } from "../start-turn.ts";
import { streamResponse } from "../stream-response.ts";
import { conversationOf, uiChatRequestSchema } from "./chat-request.ts";
import { uiMessageParts } from "./parts.ts";

/** Always streamed: the protocol has no other form. */
export async function uiChat(c: Context, deps: AppDependencies): Promise<Response> {
  const { messages, ...options } = await readJsonBody(c.req.raw, uiChatRequestSchema);
  const { question, turns } = conversationOf({ messages });
  const { history, conversationId } = givenHistory(turns);
  const turn = await startTurn(c, deps, { ...options, question, conversationId }, { history });
  return streamResponse(turn, uiMessageParts(c.req.url), deps, { "x-vercel-ai-ui-message-stream": "v1" });
}

/** `GET /api/chat/:id/stream`: asked by clients that resume streams. There is never one to resume: answers are not kept for it. */
export async function noStreamToResume(): Promise<Response> {
  return new Response(null, { status: 204 });
}

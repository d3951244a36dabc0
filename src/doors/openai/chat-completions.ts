/** `POST /v1/chat/completions`: what programs that speak OpenAI's protocol ask. The conversation is what the request holds. */
import type { Context } from "hono";
import type { AppDependencies } from "../dependencies.ts";
import { givenHistory } from "../given-history.ts";
import { patientResponse } from "../patient-response.ts";
import { readJsonBody } from "../read-request.ts";
import { serverTiming } from "../server-timing.ts";
import { startTurn } from "../start-turn.ts";
import { streamResponse } from "../stream-response.ts";
import { collectTurn } from "../turn-result.ts";
import { chatRequestSchema, conversationOf } from "./chat-request.ts";
import { chatCompletion, completionChunks } from "./completion.ts";

export async function chatCompletions(c: Context, deps: AppDependencies): Promise<Response> {
  const body = await readJsonBody(c.req.raw, chatRequestSchema);
  const { question, turns } = conversationOf(body);
  const { history, conversationId } = givenHistory(turns);
  const readerLeft = new AbortController();
  const turn = await startTurn(
    c,
    deps,
    { ...body.repobot, question, conversationId },
    {
      history,
      signal: readerLeft.signal,
    },
  );
  if (body.stream === true) {
    const includeUsage = body.stream_options?.include_usage === true;
    return streamResponse(turn, completionChunks(c.req.url, includeUsage), deps);
  }
  const whole = collectTurn(turn).then((result) =>
    Response.json(chatCompletion(result, c.req.url), {
      headers: { "Cache-Control": "no-store", "Server-Timing": serverTiming(result.timings) },
    }),
  );
  return patientResponse(whole, deps, { onReaderGone: () => readerLeft.abort() });
}

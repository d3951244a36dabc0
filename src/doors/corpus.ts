/** `GET /v1/corpus`: which docs are asked here, with suggested first questions. */
import type { Context } from "hono";
import type { AppDependencies } from "./dependencies.ts";
import { keepAlive } from "./start-turn.ts";

export async function corpus(c: Context, deps: AppDependencies): Promise<Response> {
  const { corpus, hash } = await deps.index.get(keepAlive(c));
  const { name, description, language, languages, versions, documentCount, questions, revision } = corpus;
  const told = { name, description, language, languages, versions, documentCount, questions, revision };
  return Response.json({ ...told, indexHash: hash }, { headers: { "Cache-Control": "public, max-age=300" } });
}

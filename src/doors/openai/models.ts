/** `GET /v1/models`: what chat interfaces offer for choice. */
import type { Context } from "hono";
import { HttpError } from "../problem.ts";
import { MODEL_ID } from "./chat-request.ts";

/** `created` is a date of the protocol's, not of the docs: the same for ever, so that lists can be cached. */
const MODEL = { id: MODEL_ID, object: "model", created: 1_795_910_400, owned_by: MODEL_ID } as const;

export async function listModels(): Promise<Response> {
  return Response.json({ object: "list", data: [MODEL] });
}

export async function getModel(c: Context): Promise<Response> {
  const id = c.req.param("id");
  if (id === MODEL_ID) return Response.json(MODEL);
  throw new HttpError(404, `There is no such model. Use \`${MODEL_ID}\`.`, { field: "model" });
}

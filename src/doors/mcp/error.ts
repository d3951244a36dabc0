/** Refusals before the protocol's own server is asked, as its clients read them. */
import { problemOf, problemResponse } from "../problem.ts";

/** Of those that the protocol leaves to servers. */
const REFUSED = -32_000;

/** A JSON-RPC error without an id, with the status and headers of RepoBot's own form; `data` holds the problem. */
export function mcpErrorResponse(error: unknown): Response {
  const { status, headers } = problemResponse(error);
  headers.set("Content-Type", "application/json");
  const problem = problemOf(error);
  const body = { jsonrpc: "2.0", id: null, error: { code: REFUSED, message: problem.detail, data: problem } };
  return new Response(JSON.stringify(body), { status, headers });
}

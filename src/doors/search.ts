/** `GET /v1/search`: what the docs say about a query, without an answer. */
import type { Context } from "hono";
import type { AppDependencies } from "./dependencies.ts";
import { requireVersion } from "./known-version.ts";
import { readQuery } from "./read-request.ts";
import { searchQuerySchema } from "./search-request.ts";
import { serverTiming } from "./server-timing.ts";

export async function search(c: Context, deps: AppDependencies): Promise<Response> {
  const query = readQuery(c.req.raw, searchQuerySchema);
  const index = await deps.index.get((promise) => c.executionCtx.waitUntil(promise));
  requireVersion(index.corpus, query.version);
  const result = await deps.search(index, query, c.req.raw.signal);
  return Response.json(result, {
    headers: { "Cache-Control": "no-store", "Server-Timing": serverTiming(result.timings) },
  });
}

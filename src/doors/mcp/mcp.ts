/** `POST /mcp`: the docs as tools for agents, over the Model Context Protocol. */
import type { Context } from "hono";
import type { AppDependencies } from "../dependencies.ts";
import { HttpError } from "../problem.ts";
import { keepAlive } from "../start-turn.ts";

/**
 * A script of another site is refused unless that site is listed: it may run in a browser that reaches what its author does not.
 * Programs send no `Origin`. The protocol's package is loaded with the first request that needs it, not with the Worker.
 */
export async function mcp(c: Context, deps: AppDependencies): Promise<Response> {
  const origin = c.req.header("Origin");
  const allowed =
    origin === undefined || origin === new URL(c.req.url).origin || deps.allowedOrigins.includes(origin);
  if (!allowed)
    throw new HttpError(403, "This site may not call `/mcp`. Its owner can list it in ALLOWED_ORIGINS.");
  const index = await deps.index.get(keepAlive(c));
  const { serveMcp } = await import("./server.ts");
  return serveMcp(c, deps, index);
}

/** The build's public files: the docs it rendered, under `/docs/`, and the page's script and style, under `/_page/`. */
import type { Context } from "hono";
import type { AppDependencies } from "./dependencies.ts";
import { HttpError } from "./problem.ts";
import { DOCS_CSP } from "./security-headers.ts";

/** Passes the request to the assets. What is not there is a 404; the index lies outside of the routes that lead here. */
export async function asset(c: Context, deps: AppDependencies): Promise<Response> {
  if (leavesItsFolder(c.req.path)) throw new HttpError(404, "There is no such page.");
  const found = await deps.assets.fetch(c.req.raw);
  if (found.status === 404) throw new HttpError(404, "There is no such page.");
  const response = new Response(found.body, found);
  response.headers.set("Content-Security-Policy", DOCS_CSP);
  return response;
}

/** A path with encoded separators or dots is none of ours, and must not reach the index by way of `/docs/..%2f`. */
function leavesItsFolder(path: string): boolean {
  return /%2f|%5c|%2e|\\/i.test(path);
}

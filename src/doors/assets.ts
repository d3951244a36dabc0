/** The build's public files: the docs it rendered, under `/docs/`, and the page's script and style, under `/_page/`. */
import type { Context } from "hono";
import { notFoundDocument } from "../page/document.ts";
import { pageLanguage } from "../page/texts.ts";
import type { AppDependencies } from "./dependencies.ts";
import { HttpError } from "./problem.ts";
import { DOCS_CSP } from "./security-headers.ts";

/** Passes the request to the assets. What is not there is a 404; the index lies outside of the routes that lead here. */
export async function asset(c: Context, deps: AppDependencies): Promise<Response> {
  if (leavesItsFolder(c.req.path)) return notFound(c);
  const found = await deps.assets.fetch(c.req.raw);
  if (found.status === 404) return notFound(c);
  const response = new Response(found.body, found);
  response.headers.set("Content-Security-Policy", DOCS_CSP);
  // The widget's texts, which it also loads on other sites. None of these files is anybody's own.
  if (c.req.path.startsWith("/_page/")) response.headers.set("Access-Control-Allow-Origin", "*");
  return response;
}

/** Browsers ask for it on every page that names no icon. */
export async function favicon(c: Context): Promise<Response> {
  return c.redirect("/_page/icon.svg", 301);
}

/** A path with encoded separators or dots is none of ours, and must not reach the index by way of `/docs/..%2f`. */
function leavesItsFolder(path: string): boolean {
  return /%2f|%5c|%2e|\\/i.test(path);
}

/** For a person, a page; for a program, a problem. */
function notFound(c: Context): Response {
  if (!c.req.header("Accept")?.includes("text/html")) throw new HttpError(404, "There is no such page.");
  const document = notFoundDocument(pageLanguage(c.req.header("Accept-Language") ?? ""));
  const headers = { "Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": DOCS_CSP };
  return new Response(document, { status: 404, headers });
}

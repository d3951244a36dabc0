/** `GET /widget.js`, `GET /widget-highlight.js`: what sites include, and what that loads for code. `GET /embed`: a page with nothing but the widget, for a frame. */
import type { Context } from "hono";
import { embedDocument } from "../page/document.ts";
import { pageLanguage } from "../page/texts.ts";
import type { AppDependencies } from "./dependencies.ts";
import { HttpError } from "./problem.ts";
import { pageCsp } from "./security-headers.ts";

/** Public code, among the build's files, for any site; whom it may ask, the origins of the settings decide. */
export async function widgetScript(c: Context, deps: AppDependencies): Promise<Response> {
  const request = new Request(new URL(`/_page${c.req.path}`, c.req.url), c.req.raw);
  const found = await deps.assets.fetch(request);
  if (found.status === 404) throw new HttpError(404, "The widget is not built: run `npm run build:page`.");
  const response = new Response(found.body, found);
  response.headers.set("Access-Control-Allow-Origin", "*");
  response.headers.set("Cross-Origin-Resource-Policy", "cross-origin");
  response.headers.set("Cache-Control", "public, max-age=300");
  return response;
}

/** In the language of `lang`, which the site around knows, or else of the browser. Only this site, and those that are allowed to ask, may frame it. */
export async function embed(c: Context, deps: AppDependencies): Promise<Response> {
  const language = pageLanguage(c.req.query("lang") ?? c.req.header("Accept-Language") ?? "");
  const ancestors = ["'self'", ...deps.allowedOrigins].join(" ");
  return new Response(embedDocument(language, deps.siteKeys[0]), {
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Cache-Control": "no-cache",
      "Content-Security-Policy": pageCsp(ancestors, deps.challenge !== null),
      Vary: "Accept-Language",
    },
  });
}

/** `GET /`: the page where a person can ask. */
import type { Context } from "hono";
import type { PassageIndex } from "../core/ports.ts";
import { pageDocument } from "../page/document.ts";
import { pageLanguage } from "../page/texts.ts";
import type { AppDependencies } from "./dependencies.ts";
import { errorFields } from "./error-log.ts";
import { problemOf } from "./problem.ts";
import { pageCsp } from "./security-headers.ts";

/** Served also without an index: the page then says what to run. */
export async function page(c: Context, deps: AppDependencies): Promise<Response> {
  const language = pageLanguage(c.req.header("Accept-Language") ?? "");
  const docs = hasDocs(c, deps);
  let index: PassageIndex | null = null;
  let problem: string | null = null;
  try {
    index = await deps.index.get((promise) => c.executionCtx.waitUntil(promise));
  } catch (error) {
    deps.log("error", "index_not_served", errorFields(error));
    problem = problemOf(error).detail;
  }
  const corpus = index?.corpus ?? null;
  return new Response(
    pageDocument({
      language,
      corpus,
      indexHash: index?.hash ?? "",
      problem,
      hasDocs: await docs,
      siteKey: deps.siteKeys[0],
      origin: new URL(c.req.url).origin,
    }),
    {
      status: problem === null ? 200 : 503,
      headers: {
        "Content-Type": "text/html; charset=utf-8",
        "Cache-Control": "no-cache",
        "Content-Security-Policy": pageCsp("'none'", deps.challenge !== null),
        Vary: "Accept-Language",
      },
    },
  );
}

/** The build leaves something there as soon as the Worker shows any page itself. */
async function hasDocs(c: Context, { assets }: AppDependencies): Promise<boolean> {
  const request = new Request(new URL("/docs/", c.req.url), { method: "HEAD" });
  // Where the files cannot be reached the page still says what is wrong.
  return assets.fetch(request).then(
    ({ ok }) => ok,
    () => false,
  );
}

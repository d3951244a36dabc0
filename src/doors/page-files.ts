/** For programs that just fetch: `llms.txt` and its like, and every page of the docs as Markdown under its address and `.md`. */
import type { Context } from "hono";
import { asset } from "./assets.ts";
import type { AppDependencies } from "./dependencies.ts";
import { HttpError } from "./problem.ts";

/** `GET /docs/*`: the page as people read it or, where the address ends in `.md`, as Markdown. */
export async function docsPage(c: Context, deps: AppDependencies): Promise<Response> {
  const { pathname, origin } = new URL(c.req.url);
  if (!pathname.endsWith(".md")) return asset(c, deps);
  const page = await deps.pages.page(pathname, origin);
  if (page === null) throw new HttpError(404, "There is no such page. `/llms.txt` lists all of them.");
  return new Response(`${page.markdown}\n`, {
    headers: {
      "Content-Type": "text/markdown; charset=utf-8",
      "Content-Language": page.language,
      "Cache-Control": "public, max-age=0, must-revalidate",
    },
  });
}

/** `GET /llms.txt`: as the build wrote it, its links made whole, since it is read by programs that have nothing else of this site. */
export async function llmsTxt(c: Context, deps: AppDependencies): Promise<Response> {
  const found = await builtFile(c, deps);
  if (found.status !== 200) return found;
  const text = (await found.text()).replaceAll("](/", `](${new URL(c.req.url).origin}/`);
  return new Response(text, found);
}

/** A file that the build wrote, as it is. */
export async function builtFile(c: Context, deps: AppDependencies): Promise<Response> {
  const found = await deps.assets.fetch(c.req.raw);
  if (found.status === 404) {
    throw new HttpError(
      404,
      "This file has not been built. Run `npm run build`, then start or deploy again.",
    );
  }
  return new Response(found.body, found);
}

/** All routes of the Worker, over the parts that its entry built. */
import { type Context, Hono } from "hono";
import { ask } from "./doors/ask.ts";
import { asset, favicon } from "./doors/assets.ts";
import { deleteConversation, getConversation } from "./doors/conversation.ts";
import type { AppDependencies } from "./doors/dependencies.ts";
import { errorFields } from "./doors/error-log.ts";
import { health } from "./doors/health.ts";
import { page } from "./doors/page.ts";
import { HttpError, problemResponse } from "./doors/problem.ts";
import { limitBody } from "./doors/read-request.ts";
import { search } from "./doors/search.ts";
import { securityHeaders } from "./doors/security-headers.ts";

type Handler = (c: Context, deps: AppDependencies) => Promise<Response>;

/** Paths, and what each answers to by method. `GET` includes `HEAD`. */
const ROUTES: Record<string, Partial<Record<"GET" | "POST" | "DELETE", Handler>>> = {
  "/": { GET: page },
  "/health": { GET: health },
  "/v1/ask": { POST: ask },
  "/v1/search": { GET: search },
  "/v1/conversations/:id": { GET: getConversation, DELETE: deleteConversation },
  "/docs/*": { GET: asset },
  "/_page/*": { GET: asset },
  "/favicon.ico": { GET: favicon },
};

/** Every error leaves as problem+json; one that is not of RepoBot's making is logged and tells nothing of itself. */
export function createApp(deps: AppDependencies): Hono {
  const app = new Hono();
  app.use(securityHeaders);
  for (const middleware of deps.middleware ?? []) app.use(middleware);
  app.use(limitBody);
  for (const [path, handlers] of Object.entries(ROUTES)) {
    for (const [method, handler] of Object.entries(handlers)) {
      app.on(method, path, (c) => handler(c, deps));
    }
    app.all(path, () => refuseMethod(Object.keys(handlers)));
  }
  app.notFound(() => problemResponse(new HttpError(404, "There is nothing at this address.")));
  app.onError((error, c) => {
    const response = problemResponse(error);
    if (response.status >= 500) {
      deps.log("error", "request_failed", {
        method: c.req.method,
        route: c.req.routePath,
        ...errorFields(error),
      });
    }
    return response;
  });
  return app;
}

function refuseMethod(methods: readonly string[]): never {
  const allowed = methods.flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method])).join(", ");
  throw new HttpError(405, `Use ${allowed} here.`, { headers: { Allow: allowed } });
}

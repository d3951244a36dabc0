/** All routes of the Worker, over the parts that its entry built. */
import { type Context, Hono } from "hono";
import { givePass } from "./doors/access/challenge.ts";
import { ask } from "./doors/ask.ts";
import { asset, favicon } from "./doors/assets.ts";
import { deleteConversation, getConversation } from "./doors/conversation.ts";
import { corpus } from "./doors/corpus.ts";
import type { AppDependencies } from "./doors/dependencies.ts";
import { errorFields } from "./doors/error-log.ts";
import { giveFeedback, listFeedback } from "./doors/feedback.ts";
import { health } from "./doors/health.ts";
import { mcpErrorResponse } from "./doors/mcp/error.ts";
import { mcp } from "./doors/mcp/mcp.ts";
import { nlweb } from "./doors/nlweb/nlweb.ts";
import { chatCompletions } from "./doors/openai/chat-completions.ts";
import { openAiErrorResponse } from "./doors/openai/error.ts";
import { getModel, listModels } from "./doors/openai/models.ts";
import { ownerPage } from "./doors/owner-page.ts";
import { page } from "./doors/page.ts";
import { builtFile, docsPage, llmsTxt } from "./doors/page-files.ts";
import { HttpError, problemResponse } from "./doors/problem.ts";
import { limitBody, MAX_BODY_BYTES, MAX_CHAT_BODY_BYTES } from "./doors/read-request.ts";
import { report } from "./doors/report.ts";
import { search } from "./doors/search.ts";
import { securityHeaders } from "./doors/security-headers.ts";
import { noStreamToResume, uiChat } from "./doors/ui-message-stream/chat.ts";
import { usage } from "./doors/usage.ts";
import { embed, widgetScript } from "./doors/widget.ts";

type Handler = (c: Context, deps: AppDependencies) => Promise<Response>;

/** Paths, and what each answers to by method. `GET` includes `HEAD`. */
export const ROUTES: Record<string, Partial<Record<"GET" | "POST" | "DELETE", Handler>>> = {
  "/": { GET: page },
  "/health": { GET: health },
  "/v1/ask": { POST: ask },
  "/v1/search": { GET: search },
  "/v1/chat/completions": { POST: chatCompletions },
  "/v1/models": { GET: listModels },
  "/v1/models/:id": { GET: getModel },
  "/v1/conversations/:id": { GET: getConversation, DELETE: deleteConversation },
  "/api/chat": { POST: uiChat },
  "/api/chat/:id/stream": { GET: noStreamToResume },
  "/mcp": { POST: mcp },
  "/ask": { GET: nlweb, POST: nlweb },
  "/v1/corpus": { GET: corpus },
  "/v1/feedback": { GET: listFeedback, POST: giveFeedback },
  "/v1/pass": { POST: givePass },
  "/v1/usage": { GET: usage },
  "/v1/report": { GET: report },
  "/owner": { GET: ownerPage },
  "/widget.js": { GET: widgetScript },
  "/widget-highlight.js": { GET: widgetScript },
  "/embed": { GET: embed },
  "/docs/*": { GET: docsPage },
  "/llms.txt": { GET: llmsTxt },
  "/llms-full.txt": { GET: builtFile },
  "/openapi.json": { GET: builtFile },
  "/_page/*": { GET: asset },
  "/favicon.ico": { GET: favicon },
};

/** Addresses whose clients send their whole conversation with every question. */
const CHAT_PATHS: ReadonlySet<string> = new Set(["/v1/chat/completions", "/api/chat"]);

/** Addresses whose clients read errors in OpenAI's form. */
const OPENAI_PATH = /^\/v1\/(?:chat|models)(?:\/|$)/;

/**
 * Every error leaves as problem+json, or in the form of the protocol it was asked in; one that is not of RepoBot's making is logged and
 * tells nothing of itself.
 */
export function createApp(deps: AppDependencies): Hono {
  const app = new Hono();
  app.use(securityHeaders);
  for (const middleware of deps.middleware ?? []) app.use(middleware);
  const [limit, chatLimit] = [limitBody(MAX_BODY_BYTES), limitBody(MAX_CHAT_BODY_BYTES)];
  app.use((c, next) => (CHAT_PATHS.has(c.req.path) ? chatLimit : limit)(c, next));
  for (const guard of deps.guards ?? []) app.use(guard);
  for (const [path, handlers] of Object.entries(ROUTES)) {
    for (const [method, handler] of Object.entries(handlers)) {
      app.on(method, path, (c) => handler(c, deps));
    }
    app.all(path, () => refuseMethod(Object.keys(handlers)));
  }
  app.notFound((c) => errorResponse(c, new HttpError(404, "There is nothing at this address.")));
  app.onError((error, c) => {
    const response = errorResponse(c, error);
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

function errorResponse(c: Context, error: unknown): Response {
  if (OPENAI_PATH.test(c.req.path)) return openAiErrorResponse(error);
  const isMcp = c.req.path === "/mcp" && c.req.method === "POST";
  return isMcp ? mcpErrorResponse(error) : problemResponse(error);
}

function refuseMethod(methods: readonly string[]): never {
  const allowed = methods.flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method])).join(", ");
  throw new HttpError(405, `Use ${allowed} here.`, { headers: { Allow: allowed } });
}

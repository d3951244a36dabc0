/** Which other sites' scripts may call the API. */
import type { MiddlewareHandler } from "hono";
import { cors } from "hono/cors";
import { PASS_HEADER } from "./access/challenge.ts";
import { SITE_KEY_HEADER } from "./access/site-key.ts";

/** Everything that programs ask; pages and scripts are nobody else's to read, and need no leave to be shown. */
const API_PATH = /^\/(?:v1\/|api\/|ask$|mcp$)/;
const ACCESS_HEADERS = [SITE_KEY_HEADER, PASS_HEADER];
/** Headers of the Model Context Protocol, of both generations, beside those of every request. */
const MCP_HEADERS = ["MCP-Protocol-Version", "Mcp-Method", "Mcp-Name", "Mcp-Session-Id", "Last-Event-ID"];
/** A browser need not ask again for this long. */
const PREFLIGHT_SECONDS = 7_200;

/**
 * Exact origins only: one that is not listed gets no header that names it. No credentials either, since the API knows no cookies. This
 * keeps out other sites' scripts, not other programs.
 */
export function allowOrigins(origins: readonly string[]): MiddlewareHandler {
  const listed = new Set(origins);
  const allow = cors({
    origin: [...listed],
    allowMethods: ["GET", "POST", "DELETE"],
    allowHeaders: ["Content-Type", "Authorization", "Accept", ...ACCESS_HEADERS, ...MCP_HEADERS],
    exposeHeaders: [
      "MCP-Protocol-Version",
      "x-vercel-ai-ui-message-stream",
      "Server-Timing",
      "Retry-After",
      "RateLimit",
      "RateLimit-Policy",
    ],
    maxAge: PREFLIGHT_SECONDS,
  });
  return async (c, next) => {
    if (!API_PATH.test(c.req.path)) return next();
    if (listed.has(c.req.header("Origin") ?? "")) return allow(c, next);
    await next();
    // A cache must not give this answer to a site that is listed.
    if (listed.size > 0) c.header("Vary", "Origin", { append: true });
  };
}

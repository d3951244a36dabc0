import type { MiddlewareHandler } from "hono";

/** What answers to programs may load: nothing. */
const NOTHING = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/** For the page at `/`: its own script, style and answers. */
export const PAGE_CSP =
  "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/** For rendered docs: no script at all; pictures as the docs have them. */
export const DOCS_CSP =
  "default-src 'none'; style-src 'self'; img-src 'self' https: data:; media-src 'self' https:; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Sets what a handler has not set itself. */
export const securityHeaders: MiddlewareHandler = async (c, next) => {
  await next();
  const defaults = {
    "Content-Security-Policy": NOTHING,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "strict-origin-when-cross-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
  };
  for (const [name, value] of Object.entries(defaults)) {
    if (!c.res.headers.has(name)) c.header(name, value);
  }
};

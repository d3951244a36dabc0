import type { MiddlewareHandler } from "hono";

/** What answers to programs may load: nothing. */
const NOTHING = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/** Where the check that a person asks comes from. */
const CHECK_ORIGIN = "https://challenges.cloudflare.com";

/**
 * For pages with the widget: their own script, style and answers.
 * @param ancestors who may frame them
 * @param hasCheck whether they may also load the check that a person asks
 */
export function pageCsp(ancestors: string, hasCheck: boolean): string {
  const check = hasCheck ? `script-src 'self' ${CHECK_ORIGIN}; frame-src ${CHECK_ORIGIN}; ` : "";
  return `default-src 'self'; ${check}img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors ${ancestors}`;
}

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

import type { MiddlewareHandler } from "hono";
import { isOwner } from "../owner.ts";
import { HttpError } from "../problem.ts";
import { doorWork } from "./door-work.ts";

declare module "hono" {
  interface ContextVariableMap {
    /** The listed key that the request came with, where keys are wanted. */
    siteKey: string | undefined;
  }
}

/** Header in which a site says which one it is. */
export const SITE_KEY_HEADER = "RepoBot-Site-Key";

/**
 * Lets in only requests with a listed key, or the owner's token. A site key is public: it stands in the pages of the site, tells sites
 * apart and can be withdrawn, and is no secret to guard anything with.
 * @param siteKeys empty: every request may come in
 */
export function requireSiteKey(siteKeys: readonly string[], ownerToken: string | null): MiddlewareHandler {
  const listed = new Set(siteKeys);
  return async (c, next) => {
    if (listed.size === 0 || (await doorWork(c)) === null || (await isOwner(c, ownerToken))) return next();
    const key = c.req.header(SITE_KEY_HEADER);
    if (key === undefined || key === "") {
      throw new HttpError(401, `This site wants its key in the header \`${SITE_KEY_HEADER}\`.`, {
        code: "access_denied",
        headers: { "WWW-Authenticate": SITE_KEY_HEADER },
      });
    }
    if (!listed.has(key)) {
      const how = "Its owner lists the keys in SITE_KEYS.";
      throw new HttpError(403, `The key in \`${SITE_KEY_HEADER}\` is not one of this site's. ${how}`, {
        code: "access_denied",
      });
    }
    c.set("siteKey", key);
    await next();
  };
}

import type { Context } from "hono";
import { HttpError } from "./problem.ts";

/**
 * Lets only the owner pass: `Authorization: Bearer <OWNER_TOKEN>`.
 * @param ownerToken `null` when none is configured: then nobody passes
 * @throws HttpError 404 without a configured token, 401 for a request without the right one
 */
export async function requireOwner(c: Context, ownerToken: string | null): Promise<void> {
  if (ownerToken === null) {
    throw new HttpError(404, "This address is for the owner of the docs: set OWNER_TOKEN to use it.");
  }
  if (await isOwner(c, ownerToken)) return;
  throw new HttpError(401, "Send the owner's token: `Authorization: Bearer OWNER_TOKEN`.", {
    headers: { "WWW-Authenticate": "Bearer" },
  });
}

/** Whether the request has the owner's token. @param ownerToken `null`: nobody is the owner */
export async function isOwner(c: Context, ownerToken: string | null): Promise<boolean> {
  if (ownerToken === null) return false;
  const given = /^Bearer +(\S+)$/i.exec(c.req.header("Authorization") ?? "")?.[1];
  return given !== undefined && sameText(given, ownerToken);
}

/** Takes the same time wherever the texts differ, and however long they are. */
async function sameText(a: string, b: string): Promise<boolean> {
  const [x, y] = await Promise.all([digest(a), digest(b)]);
  return x.reduce((difference, byte, at) => difference | (byte ^ y[at]!), 0) === 0;
}

async function digest(text: string): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
}

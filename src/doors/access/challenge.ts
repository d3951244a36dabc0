/** An optional check that a person asks: Turnstile, once an hour. */
import type { Context, MiddlewareHandler } from "hono";
import * as z from "zod/mini";
import type { AppDependencies } from "../dependencies.ts";
import { isOwner } from "../owner.ts";
import { HttpError } from "../problem.ts";
import { readJsonBody } from "../read-request.ts";
import { clientKey } from "./client-key.ts";
import { doorWork } from "./door-work.ts";
import { PASS_SECONDS, type PassIssuer } from "./pass.ts";

export const PASS_HEADER = "RepoBot-Pass";

/** How the check is made. */
export interface Challenge {
  /** Public; the widget shows the check with it. */
  sitekey: string;
  passes: PassIssuer;
  /**
   * Whether a token was given by the check, for this site and a moment ago.
   * @throws RepoBotError `upstream_unavailable`, `upstream_timeout`, `upstream_malformed`
   */
  verify(token: string, address: string | null): Promise<boolean>;
}

/** Lets only those ask for answers who passed the check, or hold the owner's token. Searching and reading stay open. */
export function requirePass(challenge: Challenge | null, ownerToken: string | null): MiddlewareHandler {
  return async (c, next) => {
    if (challenge === null || (await doorWork(c))?.kind !== "answers") return next();
    const pass = c.req.header(PASS_HEADER) ?? "";
    if (await challenge.passes.holds(pass, await clientKey(c), Date.now())) return next();
    if (await isOwner(c, ownerToken)) return next();
    const how = "solve the check, send its token to `POST /v1/pass`, and the pass you get with your question";
    throw new HttpError(403, `This site checks that a person asks: ${how} in \`${PASS_HEADER}\`.`, {
      code: "challenge_required",
      details: { sitekey: challenge.sitekey },
    });
  };
}

export const passRequestSchema = z.strictObject({
  /** What the check gave. */
  token: z
    .string({ error: "must be a text" })
    .check(
      z.minLength(1, { error: "must not be empty" }),
      z.maxLength(2_048, { error: "must be at most 2048 characters long" }),
    ),
});

export interface PassResult {
  pass: string;
  expiresInSeconds: number;
}

/** `POST /v1/pass`: a pass for a token. */
export async function givePass(c: Context, { challenge }: AppDependencies): Promise<Response> {
  if (challenge === null) throw new HttpError(404, "This site has no check: ask without a pass.");
  const { token } = await readJsonBody(c.req.raw, passRequestSchema);
  if (!(await challenge.verify(token, c.req.header("CF-Connecting-IP") ?? null))) {
    throw new HttpError(403, "The check was not passed, or its token is too old. Try the check again.", {
      code: "access_denied",
      field: "token",
    });
  }
  const pass = await challenge.passes.issue(await clientKey(c), Date.now());
  const result: PassResult = { pass, expiresInSeconds: PASS_SECONDS };
  return Response.json(result, { headers: { "Cache-Control": "no-store" } });
}

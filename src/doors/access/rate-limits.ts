/** How often one client, and all together, may ask. */
import type { MiddlewareHandler } from "hono";
import type { RateLimiter } from "../../adapters/rate-limiter.ts";
import type { Log } from "../../log.ts";
import type { RatePolicy } from "../../settings.ts";
import { errorFields } from "../error-log.ts";
import { HttpError } from "../problem.ts";
import { clientKey } from "./client-key.ts";
import { doorWork } from "./door-work.ts";

/** By what they count: answers and reads of one client, and both of all clients. */
export type RateName = "answers" | "reads" | "site";

export interface RateLimitOptions {
  /** `null` where the binding is missing: then nothing is counted. */
  limiters: Readonly<Record<RateName, RateLimiter | null>>;
  policies: Readonly<Record<RateName, RatePolicy>>;
  log: Log;
}

const WHOSE: Record<RateName, string> = {
  answers: "Too many questions from your address",
  reads: "Too many requests from your address",
  site: "Too many people are asking at the moment",
};

/**
 * Refuses what is too much with 429; the body has the form of the door's protocol. Every response of a limited door announces the
 * policies, a refusal also how long to wait: a whole period, since the counters do not say more. Counters that fail let everybody pass:
 * they keep order, and the budget keeps the money.
 *
 * @see https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/ for `RateLimit` and `RateLimit-Policy`
 */
export function limitRates({ limiters, policies, log }: RateLimitOptions): MiddlewareHandler {
  async function exceeds(name: RateName, key: string, count: number): Promise<boolean> {
    const limiter = limiters[name];
    if (limiter === null) return false;
    try {
      for (let i = 0; i < count; i++) if (!(await limiter.limit({ key })).success) return true;
    } catch (error) {
      log("warn", "rate_limit_failed", { limit: name, ...errorFields(error) });
    }
    return false;
  }

  return async (c, next) => {
    const work = await doorWork(c);
    if (work === null) return next();
    const { kind, count } = work;
    const counted = ([kind, "site"] as const).filter((name) => limiters[name] !== null);
    const policy = counted.map((name) => policyOf(name, policies[name])).join(", ");
    if (await exceeds(kind, await clientKey(c), count)) throw tooMany(kind, policies[kind], policy);
    if (await exceeds("site", c.get("siteKey") ?? "", count)) throw tooMany("site", policies.site, policy);
    await next();
    if (policy !== "") c.header("RateLimit-Policy", policy);
  };
}

function policyOf(name: RateName, { limit, periodSeconds }: RatePolicy): string {
  return `"${name}";q=${limit};w=${periodSeconds}`;
}

function tooMany(name: RateName, { periodSeconds }: RatePolicy, policy: string): HttpError {
  return new HttpError(429, `${WHOSE[name]}. Try again in ${periodSeconds} seconds.`, {
    code: "rate_limited",
    details: { retryAfter: periodSeconds },
    headers: {
      "Retry-After": String(periodSeconds),
      RateLimit: `"${name}";r=0;t=${periodSeconds}`,
      "RateLimit-Policy": policy,
    },
  });
}

import * as z from "zod/mini";
import type { Cache } from "../ports.ts";
import { REWRITE_PROMPT_VERSION } from "./rewrite-prompt.ts";

/**
 * Everything that decides what the rewrite of a conversation's first question comes out as. Later ones are not cached: nobody has had the
 * same conversation before, so each would cost a read and a write of the store for nothing.
 */
export interface RewriteKey {
  question: string;
  model: string;
  docsLanguage: string;
  indexHash: string;
}

/** A verdict worth keeping: a line that passed its checks, or off-topic. Failures are never stored. */
export type CachedRewrite = { query: string } | { offTopic: true };

const storedRewrite = z.union([
  z.strictObject({ query: z.string().check(z.minLength(1)) }),
  z.strictObject({ offTopic: z.literal(true) }),
]);

/**
 * The key of a rewrite: a SHA-256 over the exact question, the model, the prompt's version and the index.
 * Exact, because a cache that takes similar questions for the same serves one question the other's answer.
 */
export async function rewriteCacheKey(key: RewriteKey): Promise<string> {
  const parts = [key.question, key.model, key.docsLanguage, REWRITE_PROMPT_VERSION, key.indexHash];
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(JSON.stringify(parts)));
  return `rewrite/${Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}

/** `null` for a miss, for a value that is not ours, and for a cache that fails. */
export async function cachedRewrite(cache: Cache, key: string): Promise<CachedRewrite | null> {
  try {
    const value = await cache.get(key);
    if (value === null) return null;
    const parsed = z.safeParse(storedRewrite, JSON.parse(value));
    return parsed.success ? parsed.data : null;
  } catch {
    // A cache that fails is a cache that misses: the rewrite is made anew.
    return null;
  }
}

/** Stores a verdict; never throws. */
export async function cacheRewrite(
  cache: Cache,
  key: string,
  rewrite: CachedRewrite,
  ttlSeconds: number,
): Promise<void> {
  try {
    await cache.put(key, JSON.stringify(rewrite), ttlSeconds);
  } catch {
    // Not stored: the next asker pays for the rewrite again, which is all that is lost.
  }
}

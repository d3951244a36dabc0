/** The part of a Workers rate-limit binding that is used; the real one satisfies it. */
export interface RateLimiter {
  /** Counts one request under the key. */
  limit(options: { key: string }): Promise<{ success: boolean }>;
}

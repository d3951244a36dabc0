import { withinBudget } from "../core/deadline.ts";
import type { Cache } from "../core/ports.ts";
import type { KvNamespace } from "./kv-namespace.ts";
import { KV_TIMEOUT_MS } from "./kv-store.ts";

/** Workers KV's own lower bound. */
const MIN_TTL_SECONDS = 60;

export interface KvCacheOptions {
  /** Goes before every key, so that a namespace can be shared, e.g. `cache/`. */
  prefix: string;
  /** Told of every failure; the caller of the cache only sees a miss. */
  onFailure(operation: "get" | "put", error: unknown): void;
  /** For one operation: slower, and it is a failure. @defaultValue {@link KV_TIMEOUT_MS} */
  timeoutMs?: number;
}

/**
 * A cache in Workers KV. Eventually consistent: another location may miss, or recompute, for up to a minute.
 * A failure is reported to `onFailure` and otherwise looks like a miss.
 */
export function createKvCache(namespace: KvNamespace, options: KvCacheOptions): Cache {
  const { timeoutMs = KV_TIMEOUT_MS } = options;
  const timely = <T>(call: () => Promise<T>) => withinBudget("cache", timeoutMs, undefined, call);
  return {
    async get(key) {
      try {
        return await timely(() => namespace.get(options.prefix + key, "text"));
      } catch (error) {
        options.onFailure("get", error);
        return null;
      }
    },
    async put(key, value, ttlSeconds) {
      try {
        const expirationTtl = Math.max(MIN_TTL_SECONDS, Math.floor(ttlSeconds));
        await timely(() => namespace.put(options.prefix + key, value, { expirationTtl }));
      } catch (error) {
        options.onFailure("put", error);
      }
    },
  };
}

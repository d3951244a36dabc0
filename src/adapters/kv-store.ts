/** What the stores in Workers KV share: whole listings, values read back, and faults in words for readers. */
import { withinBudget } from "../core/deadline.ts";
import { isRepoBotError, RepoBotError } from "../core/errors.ts";
import type { KvListResult, KvNamespace } from "./kv-namespace.ts";
import { RetryableFault, type RetryPolicy, withRetries } from "./retry.ts";

export type ListedKey = KvListResult["keys"][number];

/** One store's way to KV. */
export interface KvStore {
  /**
   * Makes a call, once more when it fails: all calls here may be made twice, a write being of the same value under the same key.
   * @throws RepoBotError `upstream_unavailable` when KV fails, `upstream_timeout` when it does not answer
   */
  reached<T>(operation: string, call: () => Promise<T>): Promise<T>;
  /** Pages of a listing, in key order, the last one marked. An empty page may be followed by others. */
  pages(prefix: string): AsyncGenerator<{ keys: ListedKey[]; isLast: boolean }, void, undefined>;
}

/** While a reader waits for the answer to begin, or for its last event. */
const KV_RETRIES: RetryPolicy = { retries: 1, minDelayMs: 200, maxDelayMs: 200 };

/** For one operation. */
export const KV_TIMEOUT_MS = 5_000;

/** @param name of the store as readers are told, e.g. `conversation store` */
export function kvStore(namespace: KvNamespace, name: string, timeoutMs = KV_TIMEOUT_MS): KvStore {
  function reached<T>(operation: string, call: () => Promise<T>): Promise<T> {
    return withRetries(KV_RETRIES, undefined, async () => {
      try {
        return await withinBudget(name, timeoutMs, undefined, call);
      } catch (cause) {
        throw isRepoBotError(cause) ? cause : new RetryableFault(unreachable(name, operation, cause), null);
      }
    });
  }
  async function* pages(
    prefix: string,
  ): AsyncGenerator<{ keys: ListedKey[]; isLast: boolean }, void, undefined> {
    let cursor: string | undefined;
    do {
      const page = await reached("list", () => namespace.list({ prefix, cursor }));
      cursor = page.list_complete ? undefined : page.cursor;
      yield { keys: page.keys, isLast: cursor === undefined };
    } while (cursor !== undefined);
  }
  return { reached, pages };
}

function unreachable(name: string, operation: string, cause: unknown): RepoBotError {
  return new RepoBotError("upstream_unavailable", `The ${name} cannot be reached. Try again in a minute.`, {
    internalMessage: `KV ${operation} failed: ${String(cause)}`,
    cause,
  });
}

/** The value that a stored text stands for; `undefined` when it is no JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What the stores in Workers KV share: whole listings, values read back, and faults in words for readers. */
import { RepoBotError } from "../core/errors.ts";
import type { KvListResult, KvNamespace } from "./kv-namespace.ts";

export type ListedKey = KvListResult["keys"][number];

/** One store's way to KV. */
export interface KvStore {
  /** @throws RepoBotError `upstream_unavailable` when KV fails */
  reached<T>(operation: string, call: () => Promise<T>): Promise<T>;
  /** Pages of a listing, in key order, the last one marked. An empty page may be followed by others. */
  pages(prefix: string): AsyncGenerator<{ keys: ListedKey[]; isLast: boolean }, void, undefined>;
}

/** @param name of the store as readers are told, e.g. `conversation store` */
export function kvStore(namespace: KvNamespace, name: string): KvStore {
  async function reached<T>(operation: string, call: () => Promise<T>): Promise<T> {
    try {
      return await call();
    } catch (cause) {
      throw new RepoBotError(
        "upstream_unavailable",
        `The ${name} cannot be reached. Try again in a minute.`,
        { internalMessage: `KV ${operation} failed: ${String(cause)}`, cause },
      );
    }
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

/** The value that a stored text stands for; `undefined` when it is no JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

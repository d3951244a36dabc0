import type { KvListResult, KvNamespace } from "../../src/adapters/kv-namespace.ts";

interface Entry {
  value: string;
  metadata: unknown;
  expirationTtl: number;
}

/** A KV namespace in memory, with the faults that a test sets. */
export class MemoryKv implements KvNamespace {
  readonly entries = new Map<string, Entry>();
  /** Keys of a page of a listing. */
  pageSize = 1000;
  /** Operations that fail. */
  failing = new Set<"get" | "put" | "delete" | "list">();
  /** Keys that are written but not shown yet. */
  hidden = new Set<string>();
  /** Operations made, in order. */
  readonly calls: string[] = [];

  #called(operation: "get" | "put" | "delete" | "list"): void {
    this.calls.push(operation);
    if (this.failing.has(operation))
      throw new Error(`KV ${operation.toUpperCase()} failed: 429 Too Many Requests`);
  }

  get(key: string, type: "text"): Promise<string | null>;
  get(keys: string[], type: "text"): Promise<Map<string, string | null>>;
  async get(keys: string | string[]): Promise<string | null | Map<string, string | null>> {
    this.#called("get");
    if (typeof keys === "string") return this.#visible(keys)?.value ?? null;
    if (keys.length > 100) throw new Error("KV GET failed: 400 at most 100 keys");
    return new Map(keys.map((key) => [key, this.#visible(key)?.value ?? null]));
  }

  #visible(key: string): Entry | undefined {
    return this.hidden.has(key) ? undefined : this.entries.get(key);
  }

  async put(
    key: string,
    value: string,
    options: { expirationTtl: number; metadata?: unknown },
  ): Promise<void> {
    this.#called("put");
    if (options.expirationTtl < 60) throw new Error("KV PUT failed: 400 Invalid expiration_ttl");
    this.entries.set(key, { value, metadata: options.metadata, expirationTtl: options.expirationTtl });
  }

  async delete(key: string): Promise<void> {
    this.#called("delete");
    this.entries.delete(key);
  }

  async list(options: { prefix: string; cursor?: string | null; limit?: number }): Promise<KvListResult> {
    this.#called("list");
    const after = options.cursor ?? "";
    const names = [...this.entries.keys()]
      .filter((name) => name.startsWith(options.prefix) && name > after && !this.hidden.has(name))
      .sort();
    const page = names.slice(0, Math.min(this.pageSize, options.limit ?? this.pageSize));
    const keys = page.map((name) => ({ name, metadata: this.entries.get(name)?.metadata }));
    if (page.length === names.length) return { keys, list_complete: true };
    return { keys, list_complete: false, cursor: page.at(-1)! };
  }
}

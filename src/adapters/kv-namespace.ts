/** The part of a Workers KV namespace that RepoBot uses; the real binding satisfies it. */
export interface KvNamespace {
  get(key: string, type: "text"): Promise<string | null>;
  /** @param keys at most 100; one operation */
  get(keys: string[], type: "text"): Promise<Map<string, string | null>>;
  put(key: string, value: string, options: { expirationTtl: number; metadata?: unknown }): Promise<void>;
  delete(key: string): Promise<void>;
  list(options: { prefix: string; cursor?: string | null; limit?: number }): Promise<KvListResult>;
}

export interface KvListResult {
  /** In order of the key's UTF-8 bytes. */
  keys: { name: string; metadata?: unknown }[];
  list_complete: boolean;
  cursor?: string;
}

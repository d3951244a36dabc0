import { describe, expect, it } from "vitest";
import { createKvCache } from "../../../src/adapters/kv-cache.ts";
import { MemoryKv } from "../../support/memory-kv.ts";

function setUp() {
  const kv = new MemoryKv();
  const failures: string[] = [];
  const cache = createKvCache(kv, { prefix: "cache/", onFailure: (operation) => failures.push(operation) });
  return { kv, failures, cache };
}

describe("KV cache", () => {
  it("gives back what was put, under its own prefix", async () => {
    const { kv, cache } = setUp();
    await cache.put("key", "value", 3600);
    expect(await cache.get("key")).toBe("value");
    expect([...kv.entries.keys()]).toEqual(["cache/key"]);
  });

  it("misses what was never put", async () => {
    expect(await setUp().cache.get("key")).toBeNull();
  });

  it("never asks for a shorter life than KV allows", async () => {
    const { kv, failures, cache } = setUp();
    await cache.put("key", "value", 1);
    expect(kv.entries.get("cache/key")?.expirationTtl).toBe(60);
    expect(failures).toEqual([]);
  });

  it("turns a failure into a miss, and reports it", async () => {
    const { kv, failures, cache } = setUp();
    kv.failing = new Set(["get", "put"]);
    await cache.put("key", "value", 3600);
    expect(await cache.get("key")).toBeNull();
    expect(failures).toEqual(["put", "get"]);
  });
});

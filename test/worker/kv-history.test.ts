import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { createKvCache } from "../../src/adapters/kv-cache.ts";
import { createKvHistory } from "../../src/adapters/kv-history.ts";
import { describeHistoryStore } from "../contracts/history-store.ts";

describeHistoryStore("Workers KV", (maxTurns) =>
  createKvHistory(env.HISTORY, { ttlSeconds: 3600, maxTurns, onCorrupt: (detail) => expect.fail(detail) }),
);

it("caches in Workers KV", async () => {
  const cache = createKvCache(env.HISTORY, {
    prefix: "cache/",
    onFailure: (operation) => expect.fail(operation),
  });
  expect(await cache.get("key")).toBeNull();
  await cache.put("key", "value", 1);
  expect(await cache.get("key")).toBe("value");
});

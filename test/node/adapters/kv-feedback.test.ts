import { describe, expect, it } from "vitest";
import { createKvFeedback } from "../../../src/adapters/kv-feedback.ts";
import { newConversationId } from "../../../src/core/turn/conversation-id.ts";
import { MemoryKv } from "../../support/memory-kv.ts";

const AT_MS = Date.UTC(2026, 10, 30);

function setUp(kv = new MemoryKv()) {
  const store = createKvFeedback(kv, { ttlSeconds: 3600, onCorrupt: () => undefined });
  const give = (conversationId: string, turnId: string) =>
    store.save({
      conversationId,
      turnId,
      rating: "up",
      reasons: [],
      note: "",
      question: null,
      answer: null,
      corpus: null,
      at: new Date(AT_MS).toISOString(),
    });
  return { kv, store, give };
}

describe("KV feedback", () => {
  it("goes with its conversation, over several pages of a listing, and no other's does", async () => {
    const { kv, store, give } = setUp();
    const [gone, kept] = [newConversationId(AT_MS), newConversationId(AT_MS)];
    for (let n = 0; n < 7; n++) await give(gone, `turn-${n}`);
    await give(kept, "turn-0");
    kv.pageSize = 3;
    await store.deleteConversation(gone);
    kv.pageSize = 1000;
    const { feedback } = await store.list(100);
    expect(feedback.map(({ conversationId }) => conversationId)).toEqual([kept]);
  });

  it("goes on behind a page of a listing that is empty, as KV gives it for keys that are gone", async () => {
    class EmptiedKv extends MemoryKv {
      override async list(options: Parameters<MemoryKv["list"]>[0]) {
        if (!options.cursor) return { keys: [], list_complete: false, cursor: "0" };
        return super.list(options);
      }
    }
    const { kv, store, give } = setUp(new EmptiedKv());
    const id = newConversationId(AT_MS);
    await give(id, "turn-0");
    const { feedback, cursor } = await store.list(10);
    expect(feedback).toEqual([]);
    expect((await store.list(10, cursor ?? undefined)).feedback).toHaveLength(1);
    await store.deleteConversation(id);
    expect(kv.entries.size).toBe(0);
  });

  it("says so when KV fails, without KV's own words", async () => {
    const { kv, store, give } = setUp();
    const id = newConversationId(AT_MS);
    kv.failing = new Set(["list", "put"]);
    const running = [give(id, "turn-0"), store.list(1), store.deleteConversation(id)];
    for (const settled of await Promise.allSettled(running)) {
      const error: unknown = settled.status === "rejected" ? settled.reason : null;
      expect(error).toMatchObject({ code: "upstream_unavailable" });
      expect(String(error)).toContain("feedback store");
      expect(String(error)).not.toContain("429");
    }
  });
});

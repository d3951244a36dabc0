import { describe, expect, it, vi } from "vitest";
import { createKvHistory } from "../../../src/adapters/kv-history.ts";
import { isRepoBotError } from "../../../src/core/errors.ts";
import {
  CONVERSATION_ID_PATTERN,
  newConversationId,
  VISIBILITY_LAG_MS,
} from "../../../src/core/turn/conversation-id.ts";
import { describeHistoryStore, turnNumber } from "../../contracts/history-store.ts";
import { MemoryKv } from "../../support/memory-kv.ts";

const NOW_MS = Date.UTC(2026, 10, 30);

function setUp(maxTurns = 20) {
  const kv = new MemoryKv();
  const corrupt: string[] = [];
  /** Each as in an isolate of its own. */
  const newStore = () =>
    createKvHistory(kv, {
      ttlSeconds: 3600,
      maxTurns,
      onCorrupt: (detail) => corrupt.push(detail),
      now: () => NOW_MS,
    });
  return { kv, corrupt, store: newStore(), elsewhere: newStore() };
}

describeHistoryStore("KV in memory", (maxTurns) => setUp(maxTurns).store);

describe("KV history", () => {
  it("makes ids that show their age and hold 128 random bits", () => {
    const { store } = setUp();
    const id = store.newConversationId();
    expect(id).toMatch(CONVERSATION_ID_PATTERN);
    expect(id.split("-")[0]).toBe(NOW_MS.toString(36).padStart(9, "0"));
  });

  it("stores the question and the answer under a key that expires, and nothing else", async () => {
    const { kv, store } = setUp();
    await store.append(store.newConversationId(), turnNumber(1));
    const [entry] = [...kv.entries.values()];
    expect(JSON.parse(entry!.value)).toEqual({
      question: "Question 1?",
      answer: "Answer 1 [1].",
      complete: true,
      costUsd: 1,
      at: turnNumber(1).at,
    });
    expect(entry!.expirationTtl).toBe(3600);
  });

  it("reads a follow-up's history with one listing and one bulk read, and writes a turn with one write", async () => {
    const { kv, store, elsewhere } = setUp();
    const id = store.newConversationId();
    for (let n = 0; n < 5; n++) await store.append(id, turnNumber(n));
    expect(kv.calls).toEqual(["put", "put", "put", "put", "put"]);
    kv.calls.length = 0;
    await elsewhere.load(id);
    expect(kv.calls).toEqual(["list", "get"]);
  });

  it("reads no turn again that it wrote or read, and those of other isolates once", async () => {
    const { kv, store, elsewhere } = setUp();
    const id = store.newConversationId();
    await store.append(id, turnNumber(1));
    const get = vi.spyOn(kv, "get");
    expect((await store.load(id))?.turns).toEqual([turnNumber(1)]);
    expect(get).not.toHaveBeenCalled();
    await elsewhere.append(id, turnNumber(2));
    for (let times = 0; times < 3; times++) {
      expect((await store.load(id))?.turns).toEqual([turnNumber(1), turnNumber(2)]);
    }
    const [, second] = [...kv.entries.keys()].sort().reverse();
    expect(get.mock.calls.map(([keys]) => keys)).toEqual([[second]]);
  });

  it("shows nothing that it remembers of a conversation that was deleted in another isolate", async () => {
    const { store, elsewhere } = setUp();
    const id = store.newConversationId();
    await store.append(id, turnNumber(1));
    await elsewhere.delete(id);
    expect(await store.load(id)).toBeNull();
  });

  it.each(["append", "load"] as const)(
    "remembers no turn that an %s brings after its conversation was deleted",
    async (operation) => {
      const { kv, store, elsewhere } = setUp();
      const id = store.newConversationId();
      await elsewhere.append(id, turnNumber(1));
      const [key, entry] = [...kv.entries][0]!;
      const reached = Promise.withResolvers<void>();
      const held = Promise.withResolvers<void>();
      const method = operation === "append" ? "put" : "get";
      const real = kv[method].bind(kv) as (...args: unknown[]) => Promise<unknown>;
      const slow = vi.spyOn(kv, method).mockImplementationOnce(async (...args: unknown[]) => {
        const result = await real(...args);
        reached.resolve();
        await held.promise;
        return result as never;
      });
      const running = operation === "append" ? store.append(id, turnNumber(1)) : store.load(id);
      await reached.promise;
      await store.delete(id);
      held.resolve();
      await running;
      slow.mockRestore();
      // As where neither the marker nor the deletion is visible yet: what the store shows then, it must have read.
      kv.entries.clear();
      kv.entries.set(key, entry);
      kv.calls.length = 0;
      await store.load(id);
      expect(kv.calls).toEqual(["list", "get"]);
    },
  );

  it("reads more turns than one bulk read takes", async () => {
    const { store } = setUp(150);
    const id = store.newConversationId();
    for (let n = 0; n < 160; n++) await store.append(id, turnNumber(n));
    expect((await store.load(id))?.turns).toHaveLength(150);
  });

  it("takes a young conversation that is not visible yet for an empty one, not for an unknown one", async () => {
    const { kv, store } = setUp();
    const id = newConversationId(NOW_MS - VISIBILITY_LAG_MS + 1);
    await store.append(id, turnNumber(1));
    kv.hidden.add([...kv.entries.keys()][0]!);
    expect(await store.load(id)).toEqual({ id, turns: [], earlierCostUsd: 0 });
    expect(await store.load(newConversationId(NOW_MS - VISIBILITY_LAG_MS))).toBeNull();
    expect(await store.load(newConversationId(NOW_MS + 1000))).toBeNull();
  });

  it("keeps a turn that could not be seen when a later one was written", async () => {
    const { kv, store } = setUp();
    const id = store.newConversationId();
    await store.append(id, turnNumber(1));
    kv.hidden.add([...kv.entries.keys()][0]!);
    await store.append(id, turnNumber(2));
    expect((await store.load(id))?.turns).toEqual([turnNumber(2)]);
    kv.hidden.clear();
    expect((await store.load(id))?.turns).toEqual([turnNumber(1), turnNumber(2)]);
  });

  it.each([
    ["what is not JSON", "{"],
    ["another shape", JSON.stringify({ question: "Q", answer: 1, complete: true, costUsd: 0, at: "" })],
    ["nothing", ""],
  ])("treats a turn that holds %s as absent, and reports it", async (_, value) => {
    const { kv, corrupt, store, elsewhere } = setUp();
    const id = store.newConversationId();
    await store.append(id, turnNumber(1));
    await store.append(id, turnNumber(2));
    kv.entries.get([...kv.entries.keys()][0]!)!.value = value;
    expect((await elsewhere.load(id))?.turns).toEqual([turnNumber(2)]);
    expect(corrupt).toHaveLength(1);
  });

  it("leaves out a turn that expired between the listing and the reading", async () => {
    const { kv, corrupt, store, elsewhere } = setUp();
    const id = store.newConversationId();
    await store.append(id, turnNumber(1));
    const list = kv.list.bind(kv);
    kv.list = async (options) => {
      const listed = await list(options);
      kv.entries.clear();
      return listed;
    };
    expect(await elsewhere.load(id)).toMatchObject({ id, turns: [] });
    expect(corrupt).toEqual([]);
  });

  it("deletes a conversation of several pages whole", async () => {
    const { kv, store } = setUp();
    const id = store.newConversationId();
    kv.pageSize = 3;
    for (let n = 0; n < 7; n++) await store.append(id, turnNumber(n));
    await store.delete(id);
    expect([...kv.entries.values()].map(({ value }) => value)).toEqual([""]);
  });

  it("adds up the cost of earlier turns over several pages of a listing", async () => {
    const { kv, store } = setUp(2);
    const id = store.newConversationId();
    kv.pageSize = 3;
    for (let n = 1; n <= 9; n++) await store.append(id, turnNumber(n));
    expect((await store.load(id))?.earlierCostUsd).toBe(1 + 2 + 3 + 4 + 5 + 6 + 7);
  });

  it("calls the cost unknown when the turns are too many to list", async () => {
    const { kv, store } = setUp(2);
    const id = store.newConversationId();
    kv.pageSize = 3;
    for (let n = 1; n <= 16; n++) await store.append(id, turnNumber(n));
    expect(await store.load(id)).toMatchObject({
      earlierCostUsd: null,
      turns: [{ id: "turn-15" }, { id: "turn-16" }],
    });
    expect(kv.calls.filter((call) => call === "list")).toHaveLength(5);
  });

  it("finds turns behind an empty page of a listing", async () => {
    const { kv, store } = setUp();
    const id = store.newConversationId();
    await store.append(id, turnNumber(1));
    const list = kv.list.bind(kv);
    kv.list = async (options) =>
      options.cursor === undefined ? { keys: [], list_complete: false, cursor: "!" } : list(options);
    expect((await store.load(id))?.turns).toEqual([turnNumber(1)]);
  });

  it("remembers a deletion for longer than a turn that is written after it lives", async () => {
    const { kv, store } = setUp();
    const id = store.newConversationId();
    await store.append(id, turnNumber(1));
    await store.delete(id);
    await store.append(id, turnNumber(2));
    const [marker, late] = [...kv.entries.values()];
    expect([marker!.value, JSON.parse(late!.value).question]).toEqual(["", "Question 2?"]);
    expect(marker!.expirationTtl).toBeGreaterThanOrEqual(late!.expirationTtl + 3600);
  });

  it.each(["load", "append", "delete"] as const)(
    "says so when KV fails to %s, without KV's own words",
    async (operation) => {
      const { kv, store } = setUp();
      const id = store.newConversationId();
      await store.append(id, turnNumber(1));
      kv.failing = new Set(["list", "put", "get", "delete"]);
      const running = operation === "append" ? store.append(id, turnNumber(2)) : store[operation](id);
      const error = await running.catch((caught: unknown) => caught);
      expect(isRepoBotError(error, "upstream_unavailable")).toBe(true);
      expect(String(error)).not.toContain("429");
    },
  );
});

import { describe, expect, it } from "vitest";
import type { HistoryStore, Turn } from "../../src/core/ports.ts";
import { newConversationId } from "../../src/core/turn/conversation-id.ts";

const LONG_AGO_MS = Date.UTC(2026, 0, 1);

export function turnNumber(n: number, changes: Partial<Turn> = {}): Turn {
  return {
    id: `turn-${n}`,
    question: `Question ${n}?`,
    answer: `Answer ${n} [1].`,
    complete: true,
    costUsd: n,
    at: new Date(LONG_AGO_MS + n * 1000).toISOString(),
    ...changes,
  };
}

/** What every history store keeps to. @param makeStore a store over empty storage that reads back at most `maxTurns` turns */
export function describeHistoryStore(name: string, makeStore: (maxTurns: number) => HistoryStore): void {
  describe(`${name} as a history store`, () => {
    it("gives every conversation an id of its own and writes nothing for it", async () => {
      const store = makeStore(20);
      const ids = Array.from({ length: 100 }, () => store.newConversationId());
      expect(new Set(ids).size).toBe(100);
    });

    it("knows nothing of an id that was never used", async () => {
      expect(await makeStore(20).load(newConversationId(LONG_AGO_MS))).toBeNull();
    });

    it("knows nothing of a text that is no id, a key pattern included", async () => {
      const store = makeStore(20);
      await store.append(store.newConversationId(), turnNumber(1));
      for (const id of ["", "nope", "../", "*", `${"a".repeat(9)}-${"b".repeat(22)}/`]) {
        expect(await store.load(id)).toBeNull();
      }
    });

    it("reads turns back oldest first, whatever order they were written in", async () => {
      const store = makeStore(20);
      const id = store.newConversationId();
      for (const n of [2, 3, 1]) await store.append(id, turnNumber(n));
      expect((await store.load(id))?.turns).toEqual([turnNumber(1), turnNumber(2), turnNumber(3)]);
    });

    it("loses none of the turns that are written at the same moment", async () => {
      const store = makeStore(20);
      const id = store.newConversationId();
      const at = new Date(LONG_AGO_MS).toISOString();
      await Promise.all(Array.from({ length: 10 }, (_, n) => store.append(id, turnNumber(n, { at }))));
      const ids = (await store.load(id))?.turns.map((turn) => turn.id).sort();
      expect(ids).toEqual(Array.from({ length: 10 }, (_, n) => `turn-${n}`));
    });

    it("reads back the newest turns only, and the cost of those before them", async () => {
      const store = makeStore(3);
      const id = store.newConversationId();
      for (let n = 1; n <= 5; n++) await store.append(id, turnNumber(n));
      const conversation = await store.load(id);
      expect(conversation?.turns.map((turn) => turn.id)).toEqual(["turn-3", "turn-4", "turn-5"]);
      expect(conversation?.earlierCostUsd).toBe(1 + 2);
      expect(conversation?.earlierTurns).toBe(2);
    });

    it("calls the cost of earlier turns unknown when that of one of them is", async () => {
      const store = makeStore(1);
      const id = store.newConversationId();
      await store.append(id, turnNumber(1, { costUsd: null }));
      await store.append(id, turnNumber(2));
      await store.append(id, turnNumber(3));
      expect((await store.load(id))?.earlierCostUsd).toBeNull();
    });

    it("keeps conversations apart", async () => {
      const store = makeStore(20);
      const [one, other] = [store.newConversationId(), store.newConversationId()];
      await store.append(one, turnNumber(1));
      await store.append(other, turnNumber(2));
      expect((await store.load(one))?.turns).toEqual([turnNumber(1)]);
    });

    it("keeps text as it is, whatever script or marks it has", async () => {
      const store = makeStore(20);
      const id = store.newConversationId();
      const turn = turnNumber(1, {
        question: "超时\u0000 \u202e \ud83d\ude00 </doc>",
        answer: "```\n\"'\\\n```",
        complete: false,
      });
      await store.append(id, turn);
      expect((await store.load(id))?.turns).toEqual([turn]);
    });

    it("forgets a conversation that its holder deletes, and turns that arrive for it later", async () => {
      const store = makeStore(20);
      const id = store.newConversationId();
      await store.append(id, turnNumber(1));
      await store.append(id, turnNumber(2));
      await store.delete(id);
      expect(await store.load(id)).toBeNull();
      await store.append(id, turnNumber(3));
      expect(await store.load(id)).toBeNull();
    });
  });
}

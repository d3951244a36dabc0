import { randomUUID } from "node:crypto";
import type { Conversation, HistoryMessage, HistoryStore } from "../../src/core/ports.ts";

/** Conversations of one run of a command, to be begun with earlier messages. */
export interface MemoryHistory extends HistoryStore {
  /** Makes a conversation of earlier messages, oldest first, and returns its id; `undefined` without messages. */
  begin(messages: readonly HistoryMessage[]): string | undefined;
}

export function memoryHistory(): MemoryHistory {
  const conversations = new Map<string, Conversation>();
  return {
    newConversationId: () => randomUUID(),
    load: async (id) => conversations.get(id) ?? null,
    append: async (id, turn) => {
      const known = conversations.get(id);
      conversations.set(id, { id, turns: [...(known?.turns ?? []), turn] });
    },
    delete: async (id) => void conversations.delete(id),
    begin(messages) {
      const turns = turnsOf(messages);
      if (turns.length === 0) return undefined;
      const id = randomUUID();
      conversations.set(id, { id, turns });
      return id;
    },
  };
}

function turnsOf(messages: readonly HistoryMessage[]): Conversation["turns"] {
  const turns: Conversation["turns"] = [];
  for (const { role, content } of messages) {
    const last = turns.at(-1);
    if (role === "user" || last === undefined) {
      const question = role === "user" ? content : "";
      const answer = role === "user" ? "" : content;
      turns.push({
        id: randomUUID(),
        question,
        answer,
        complete: true,
        costUsd: 0,
        at: new Date(0).toISOString(),
      });
    } else last.answer = content;
  }
  return turns;
}

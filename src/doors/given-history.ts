import type { HistoryStore, Turn } from "../core/ports.ts";
import { newConversationId } from "../core/turn/conversation-id.ts";

/** A store that holds one conversation, and that conversation's id. */
export interface GivenHistory {
  history: HistoryStore;
  conversationId: string;
}

/**
 * The conversation of a protocol whose clients send all of it with every question. What they send is what there is: nothing is stored,
 * so nothing has to be deleted either.
 * @param turns oldest first
 */
export function givenHistory(turns: readonly Turn[]): GivenHistory {
  const conversationId = newConversationId(Date.now());
  const history: HistoryStore = {
    newConversationId: () => newConversationId(Date.now()),
    load: async (id) => (id === conversationId ? { id, turns: [...turns] } : null),
    append: async () => undefined,
    delete: async () => undefined,
  };
  return { history, conversationId };
}

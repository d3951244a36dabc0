import type { Cache, Conversation, HistoryStore, Turn } from "../../../../src/core/ports.ts";
import { newConversationId } from "../../../../src/core/turn/conversation-id.ts";

export class MemoryHistory implements HistoryStore {
  readonly conversations = new Map<string, Turn[]>();

  newConversationId(): string {
    return newConversationId(Date.now());
  }

  async load(conversationId: string): Promise<Conversation | null> {
    const turns = this.conversations.get(conversationId);
    return turns === undefined ? null : { id: conversationId, turns: [...turns] };
  }

  async append(conversationId: string, turn: Turn): Promise<void> {
    this.conversations.set(conversationId, [...(this.conversations.get(conversationId) ?? []), turn]);
  }

  async delete(conversationId: string): Promise<void> {
    this.conversations.delete(conversationId);
  }

  /** Every stored turn, oldest first. */
  get turns(): Turn[] {
    return [...this.conversations.values()].flat();
  }

  /** Starts a conversation with these exchanges. */
  seed(...exchanges: readonly (readonly [question: string, answer: string])[]): string {
    const id = this.newConversationId();
    const at = "2026-11-29T10:00:00.000Z";
    this.conversations.set(
      id,
      exchanges.map(([question, answer], i) => ({
        id: `t${i}`,
        question,
        answer,
        complete: true,
        costUsd: 0.001,
        at,
      })),
    );
    return id;
  }
}

export class MemoryCache implements Cache {
  readonly values = new Map<string, string>();

  async get(key: string): Promise<string | null> {
    return this.values.get(key) ?? null;
  }

  async put(key: string, value: string): Promise<void> {
    this.values.set(key, value);
  }
}

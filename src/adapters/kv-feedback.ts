/**
 * Feedback in Workers KV, one key a turn:
 *
 *     feedback/<time of the conversation counted backwards>-<conversation id>/<turn id>  →  Feedback
 *
 * A listing then gives the newest conversations first, and a conversation can be deleted with what was said of it.
 */
import * as z from "zod/mini";
import { FEEDBACK_REASONS, type Feedback, type FeedbackStore } from "../core/feedback.ts";
import { conversationCreatedMs } from "../core/turn/conversation-id.ts";
import type { KvNamespace } from "./kv-namespace.ts";
import { kvStore, parseJson } from "./kv-store.ts";

const PREFIX = "feedback/";
const TIME_DIGITS = 9;
const LAST_TIME_MS = 36 ** TIME_DIGITS - 1;

export interface KvFeedbackOptions {
  /** From when it was last given. At least 60. */
  ttlSeconds: number;
  /** Told of a stored value that is not what was written; it is then left out. Gets no content. */
  onCorrupt(detail: string): void;
  /** For one operation. @defaultValue that of all stores */
  timeoutMs?: number;
}

const storedFeedback = z.object({
  conversationId: z.string(),
  turnId: z.string(),
  rating: z.enum(["up", "down"]),
  reasons: z.array(z.enum(FEEDBACK_REASONS)),
  note: z.string(),
  question: z.nullable(z.string()),
  answer: z.nullable(z.string()),
  // Earlier releases did not store it.
  corpus: z._default(z.nullable(z.string()), null),
  at: z.string(),
});

/** All methods throw RepoBotError `upstream_unavailable` or `upstream_timeout` when KV fails. */
export function createKvFeedback(namespace: KvNamespace, options: KvFeedbackOptions): FeedbackStore {
  const { reached, pages } = kvStore(namespace, "feedback store", options.timeoutMs);

  function parse(value: string): Feedback[] {
    const parsed = z.safeParse(storedFeedback, parseJson(value));
    if (parsed.success) return [parsed.data];
    options.onCorrupt(`feedback of ${value.length} characters does not match its schema`);
    return [];
  }

  return {
    async save(feedback) {
      const key = conversationPrefix(feedback.conversationId) + feedback.turnId;
      const value = JSON.stringify(feedback);
      await reached("put", () => namespace.put(key, value, { expirationTtl: options.ttlSeconds }));
    },
    async list(limit, cursor) {
      const page = await reached("list", () => namespace.list({ prefix: PREFIX, limit, cursor }));
      // A page whose keys have all expired or been deleted is empty, and others may follow it.
      const next = page.list_complete ? null : (page.cursor ?? null);
      const names = page.keys.map(({ name }) => name);
      if (names.length === 0) return { feedback: [], cursor: next };
      const values = await reached("get", () => namespace.get(names, "text"));
      return { feedback: names.flatMap((name) => parseFound(values.get(name) ?? null)), cursor: next };
    },
    async deleteConversation(conversationId) {
      const prefix = conversationPrefix(conversationId);
      for await (const { keys } of pages(prefix)) {
        await Promise.all(keys.map(({ name }) => reached("delete", () => namespace.delete(name))));
      }
    },
  };

  /** Nothing for a value that expired since it was listed. */
  function parseFound(value: string | null): Feedback[] {
    return value === null ? [] : parse(value);
  }
}

/** @param conversationId must be of our making */
function conversationPrefix(conversationId: string): string {
  const backwards = LAST_TIME_MS - conversationCreatedMs(conversationId);
  return `${PREFIX}${backwards.toString(36).padStart(TIME_DIGITS, "0")}-${conversationId}/`;
}

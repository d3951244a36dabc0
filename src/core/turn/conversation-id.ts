/**
 * Conversation ids: `<creation time>-<128 random bits>`. Knowing the id is what makes someone its holder, so it must not be
 * guessable; the time lets a store tell "too new to be visible yet" from "never seen".
 */

/** What is younger than this may not be visible in every store yet: KV promises a minute, an answer takes its time before. */
export const VISIBILITY_LAG_MS = 180_000;

const TIME_DIGITS = 9;
const RANDOM_BYTES = 16;

/** What an id looks like. A text that does not match was not made by {@link newConversationId}. */
export const CONVERSATION_ID_PATTERN = /^[0-9a-z]{9}-[A-Za-z0-9_-]{22}$/;

/** @param nowMs milliseconds since 1970 */
export function newConversationId(nowMs: number): string {
  const random = crypto.getRandomValues(new Uint8Array(RANDOM_BYTES));
  const text = btoa(String.fromCharCode(...random))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
  return `${nowMs.toString(36).padStart(TIME_DIGITS, "0")}-${text}`;
}

/**
 * A turn's id, of the same form: it says when the turn began.
 * @param nowMs milliseconds since 1970
 */
export const newTurnId: (nowMs: number) => string = newConversationId;

/** When a turn began, in milliseconds since 1970; `null` for a text that is no turn's id of ours. */
export function turnBeganMs(turnId: string): number | null {
  return CONVERSATION_ID_PATTERN.test(turnId) ? conversationCreatedMs(turnId) : null;
}

/** When the id says it was made, in milliseconds since 1970. @param id must match {@link CONVERSATION_ID_PATTERN} */
export function conversationCreatedMs(id: string): number {
  return Number.parseInt(id.slice(0, TIME_DIGITS), 36);
}

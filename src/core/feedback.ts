/** What readers say of answers, kept for the docs team. */

/** Tags for what is wrong with an answer, as public chat services name them. */
export const FEEDBACK_REASONS = [
  "incorrect",
  "not_what_i_asked",
  "slow_or_buggy",
  "style_or_tone",
  "safety_or_legal",
  "other",
] as const;
export type FeedbackReason = (typeof FEEDBACK_REASONS)[number];

export type FeedbackRating = "up" | "down";

/** Longest note, in characters. */
export const MAX_NOTE_CHARS = 2_000;

/** A reader's word on one turn. A later one on the same turn takes its place. */
export interface Feedback {
  conversationId: string;
  turnId: string;
  rating: FeedbackRating;
  reasons: FeedbackReason[];
  /** `""` when the reader left none. */
  note: string;
  /** As they were asked and answered; `null` when the store did not show the turn yet. */
  question: string | null;
  answer: string | null;
  /** Name of the docs that the turn was about; `null` where that is not known. */
  corpus: string | null;
  /** ISO 8601. */
  at: string;
}

export interface FeedbackPage {
  /** Those on the newest conversations first. */
  feedback: Feedback[];
  /** Where the next page begins; `null` at the end. */
  cursor: string | null;
}

export interface FeedbackStore {
  /** Stores it under its turn: storing it twice leaves one. */
  save(feedback: Feedback): Promise<void>;
  /** @param limit 1 to 100 */
  list(limit: number, cursor?: string): Promise<FeedbackPage>;
  /** Removes what was said of a conversation's turns. */
  deleteConversation(conversationId: string): Promise<void>;
}

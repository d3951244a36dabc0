/** What the tokenizer gives out. */

/** A plain word. */
export const WORD = 0;
/** An identifier, path, flag or number as it stands, with its inner punctuation. */
export const WHOLE = 1;
/** A part of an identifier. */
export const PART = 2;
/** Two or three neighbouring characters of a script without spaces, or of a Hangul word. */
export const NGRAM = 3;
export type TokenRole = typeof WORD | typeof WHOLE | typeof PART | typeof NGRAM;

/**
 * Receives the terms of a text in order.
 * @param term as it is indexed
 * @param start of the surface the term came from, in UTF-16 units of the normalized text: terms of one identifier share it
 * @param end past that surface
 */
export type TokenSink = (term: string, role: TokenRole, start: number, end: number) => void;

/** The choices that the emitters of terms need. */
export interface Vocabulary {
  isStopWord(folded: string): boolean;
  stem(folded: string): string;
}

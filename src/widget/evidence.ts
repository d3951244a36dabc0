/** Which checked sentence a citation mark belongs to. */
import type { SentenceCheck } from "../core/events.ts";

/** Fewer letters than these are no sentence's own. */
const MIN_TAIL_CHARS = 12;

/**
 * @param n the mark's number
 * @param before the text of its paragraph up to the mark, without other marks
 * @returns the nearest sentence that cites `n` and ends, or stands, right before the mark; `null` when none does
 */
export function sentenceOfMark(
  n: number,
  before: string,
  sentences: readonly SentenceCheck[],
): SentenceCheck | null {
  const read = letters(before);
  const citing = sentences.filter(({ citations }) => citations.includes(n));
  const ending = citing.filter(({ text }) => text !== "" && read.endsWith(letters(text)));
  if (ending.length > 0) return ending.reduce((a, b) => (b.text.length > a.text.length ? b : a));
  const tail = read.slice(-MIN_TAIL_CHARS);
  if (tail.length < MIN_TAIL_CHARS) return null;
  return citing.find(({ text }) => letters(text).includes(tail)) ?? null;
}

/** Markup and punctuation differ between an answer and what is drawn of it; letters and digits do not. */
function letters(text: string): string {
  return text.replace(/[^\p{L}\p{N}]+/gu, "").toLowerCase();
}

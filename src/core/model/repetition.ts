/**
 * Tells when a model has begun to say the same thing over and over, as small models do until their length limit: such an answer gets no
 * better, and costs tokens and its reader's time until it is stopped.
 */

/** So often the same text stands at the end, one after the other. */
const MIN_REPEATS = 6;
/** Fewer characters are no loop: a list or a table may have rows that are alike. */
const MIN_CHARS = 240;
/** Longest text whose repetition is seen. */
const MAX_PERIOD = 400;
const WINDOW_CHARS = MIN_REPEATS * MAX_PERIOD;
/** The end is looked at again after this many characters more. */
const LOOK_EVERY_CHARS = 200;

/** Watches a streamed text. */
export class RepetitionWatch {
  #tail = "";
  #sinceLook = 0;

  /** @returns true once the text ends in a loop */
  push(piece: string): boolean {
    this.#tail = (this.#tail + piece).slice(-WINDOW_CHARS);
    this.#sinceLook += piece.length;
    if (this.#sinceLook < LOOK_EVERY_CHARS) return false;
    this.#sinceLook = 0;
    return endsInLoop(this.#tail);
  }
}

/**
 * Whether a text ends with one piece of it, letters in it, repeated {@link MIN_REPEATS} times and for {@link MIN_CHARS} characters. Takes
 * time that grows with the text: it finds the longest border of every beginning of the reversed text.
 */
export function endsInLoop(text: string): boolean {
  const reversed = text.split("").reverse();
  const borders = new Uint32Array(reversed.length);
  for (let end = 1, border = 0; end < reversed.length; end++) {
    while (border > 0 && reversed[end] !== reversed[border]) border = borders[border - 1]!;
    if (reversed[end] === reversed[border]) border++;
    borders[end] = border;
    const length = end + 1;
    const period = length - border;
    if (length < MIN_CHARS || period * MIN_REPEATS > length) continue;
    // Rules and empty cells are drawn by repeating what has no letters.
    if (/\p{L}/u.test(text.slice(text.length - period))) return true;
  }
  return false;
}

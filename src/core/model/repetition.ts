/**
 * Holds back what a model says again, and tells when it says it over and over, as small models do until their length limit: such an answer
 * gets no better, and costs tokens and its reader's time until it is stopped.
 */

/** So often the same text stands at the end, one after the other. */
const MIN_REPEATS = 6;
/** Fewer characters are no loop: a list may have items that are alike. */
const MIN_CHARS = 240;
/** The same of what may well be alike for long: rows of a table, lines of code, rules, empty cells and blanks. */
const MIN_DRAWN_CHARS = 2_000;
/** Longest text whose repetition is seen. */
const MAX_PERIOD = 400;
/** Of a text that is repeated within a sentence, so much is shown before the rest is held back: most go on differently. */
const MIN_HELD_CHARS = 24;
/** Text without a boundary of words, as Chinese, may begin to repeat anywhere after so many characters. */
const MAX_WORD_CHARS = 24;
/** A loop is looked for after this many characters more: it is held back all the same. */
const LOOK_EVERY_CHARS = 16;
/** Text that is kept beyond what is compared, before it is thrown away at once. */
const KEPT_CHARS = 4 * MAX_PERIOD;

const LINE_END = 10;
const WORD_CHAR = /[\p{L}\p{N}]/u;
/** Also of a list's item that begins with code. */
const CODE_FENCE = /^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+){0,3}(?:```|~~~)/;
const SENTENCE_END = /[.!?:;。！？；：\]\n]/;

function isBlankCode(code: number): boolean {
  return code < 0x80 ? code === 32 || (code >= 9 && code <= 13) : /\s/.test(String.fromCharCode(code));
}

/** Asked of every character: in ASCII without a regular expression. */
function isWordCode(code: number): boolean {
  if (code >= 0x80) return WORD_CHAR.test(String.fromCharCode(code));
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57);
}

/** A stretch at the end of the text that says again what stands `period` characters before it. */
interface Repeat {
  /** Position of its first character. */
  from: number;
  /** Whether it is held from there: it begins where a sentence does. */
  atSentence: boolean;
}

/** Watches a streamed text. */
export class RepetitionFilter {
  /** The end of the text; its first character has position `#dropped`. */
  #text = "";
  #dropped = 0;
  /** Characters of `#text` that have been looked at: a piece is added as a whole, since single characters make strings that are slow to read. */
  #taken = 0;
  #shown = 0;
  /** Positions at which a repetition may begin, ascending, and whether a sentence does. */
  #starts: { at: number; atSentence: boolean }[] = [];
  /** By period. */
  readonly #repeats = new Map<number, Repeat>();
  #looping = false;
  #inCode = false;
  /** White space at the end, in characters. */
  #blankChars = 0;

  /** True once the text ends in a loop: what was held back is its repetitions, and nothing that comes is looked at any more. */
  get looping(): boolean {
    return this.#looping;
  }

  /** @returns what can be shown now: the text up to where it begins to say again what it just said */
  push(piece: string): string {
    this.#text += piece;
    while (!this.#looping && this.#taken < this.#text.length) this.#take();
    const shown = this.#release(this.#heldFrom());
    if (this.#text.length > 2 * KEPT_CHARS + MIN_DRAWN_CHARS) this.#forget();
    return shown;
  }

  /** The rest, to be called once: what was held back of a text that ended without a loop, but for a long blank at its end. */
  end(): string {
    if (this.#looping) return "";
    return this.#release(this.#blankChars < MIN_CHARS ? this.#end : this.#heldFrom());
  }

  /** Behind the last character that has been looked at. */
  get #end(): number {
    return this.#dropped + this.#taken;
  }

  /** The next UTF-16 unit. */
  #take(): void {
    const at = this.#end;
    const code = this.#text.charCodeAt(this.#taken++);
    if (this.#repeats.size > 0) this.#compare(at, code);
    const isBlank = isBlankCode(code);
    this.#blankChars = isBlank ? this.#blankChars + 1 : 0;
    // A blank has no words that could begin again, so no start and no repeat.
    if (this.#blankChars >= MIN_DRAWN_CHARS) this.#looping = true;
    const start = isBlank ? null : this.#startAt(at, code);
    if (start !== null) this.#begin(start, code);
    if (code === LINE_END) this.#inCode = this.#lineEndsInCode();
  }

  #compare(at: number, code: number): void {
    for (const [period, repeat] of this.#repeats) {
      if (code !== this.#codeAt(at - period)) this.#repeats.delete(period);
      else if (this.#isLoop(period, repeat)) this.#looping = true;
    }
  }

  /** What begins here may be what began at an earlier start. */
  #begin(start: { at: number; atSentence: boolean }, code: number): void {
    while (this.#starts.length > 0 && this.#starts[0]!.at < start.at - MAX_PERIOD) this.#starts.shift();
    for (const earlier of this.#starts) {
      const period = start.at - earlier.at;
      if (this.#codeAt(earlier.at) !== code) continue;
      const atSentence = start.atSentence && earlier.atSentence;
      if (!this.#isCovered(period, atSentence)) this.#repeats.set(period, { from: start.at, atSentence });
    }
    this.#starts.push(start);
  }

  /** Whether it would say no more than a repeat with a period that divides its own: of dots there is one, not hundreds. */
  #isCovered(period: number, atSentence: boolean): boolean {
    for (const [known, repeat] of this.#repeats) {
      if (period === known || (period % known === 0 && (repeat.atSentence || !atSentence))) return true;
    }
    return false;
  }

  /** Not asked for a blank. */
  #startAt(at: number, code: number): { at: number; atSentence: boolean } | null {
    if (this.#taken === 1) return { at, atSentence: true };
    const beforeCode = this.#text.charCodeAt(this.#taken - 2);
    // A line drawn of one mark begins once, as a word does: at each mark, all would be compared with all.
    if (isWordCode(beforeCode) || beforeCode === code) {
      const last = this.#starts.at(-1)?.at ?? -1;
      return at - last > MAX_WORD_CHARS ? { at, atSentence: false } : null;
    }
    const before = this.#text.slice(Math.max(0, this.#taken - 4), this.#taken - 1);
    return { at, atSentence: before.includes("\n") || SENTENCE_END.test(before.trimEnd().at(-1) ?? "") };
  }

  #isLoop(period: number, { from }: Repeat): boolean {
    const length = this.#end - from + period;
    if (length < MIN_CHARS || length < period * MIN_REPEATS || length % LOOK_EVERY_CHARS > 0) return false;
    return length >= MIN_DRAWN_CHARS || !this.#isDrawn(from, period);
  }

  /** What has no letters, or is a table or code: there the same may stand many times. */
  #isDrawn(from: number, period: number): boolean {
    const repeated = this.#text.slice(from - this.#dropped - period, this.#taken);
    if (this.#inCode || !/\p{L}/u.test(repeated.slice(0, period))) return true;
    const lines = repeated.split("\n").slice(1, -1);
    // A table may do without bars at the edges.
    return lines.length > 0 && lines.every((line) => line.includes("|"));
  }

  #lineEndsInCode(): boolean {
    const line = this.#text.slice(this.#text.lastIndexOf("\n", this.#taken - 2) + 1, this.#taken);
    return CODE_FENCE.test(line) ? !this.#inCode : this.#inCode;
  }

  #heldFrom(): number {
    let from = this.#end - Math.max(0, this.#blankChars - MIN_HELD_CHARS);
    for (const repeat of this.#repeats.values()) {
      const length = this.#end - repeat.from;
      if (repeat.atSentence) from = Math.min(from, repeat.from);
      else if (length >= MIN_HELD_CHARS) from = Math.min(from, repeat.from + MIN_HELD_CHARS);
    }
    return from;
  }

  #release(to: number): string {
    if (to <= this.#shown) return "";
    const text = this.#text.slice(this.#shown - this.#dropped, to - this.#dropped);
    this.#shown = to;
    return text;
  }

  /** What is neither compared nor held any more. */
  #forget(): void {
    const held = Math.min(this.#heldFrom(), this.#shown);
    const keep = Math.min(held, this.#end - KEPT_CHARS) - MAX_PERIOD - MIN_HELD_CHARS;
    if (keep <= this.#dropped) return;
    this.#text = this.#text.slice(keep - this.#dropped);
    this.#taken -= keep - this.#dropped;
    this.#dropped = keep;
  }

  #codeAt(position: number): number {
    return this.#text.charCodeAt(position - this.#dropped);
  }
}

/** What has been given out of an answer's prose: spaces, lines and neighbours, so that nothing taken out brings together what stood apart. */

/** Letters that are written without spaces between words. */
export const UNSPACED =
  "\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Hangul}";
const IS_UNSPACED = new RegExp(`[${UNSPACED}、。，．：；！？「」『』（）]`, "u");

/** Whether a text ends in a letter or mark that needs no space after it. */
export function isUnspaced(text: string): boolean {
  return IS_UNSPACED.test(text);
}

const MAX_SPACES = 200;
/** Characters of a line that are kept for recognizing a table. */
const MAX_LINE = 400;

export class ProseOutput {
  #out = "";
  /** Last character given out, ever; a line break before the first. */
  #last = "\n";
  /** Spaces read but not given out yet. */
  #spaces = "";
  /** True after something was taken out and before anything else was given out. */
  #dropped = false;
  /** True while a line has shown nothing but its container marks. */
  #lineHead = true;
  /** Text of the line given out so far. */
  #line = "";
  #previousLineBlank = true;
  #inTable = false;
  /** Numbers of the markers given out last, with nothing but markers since. */
  #recentMarkers: number[] = [];

  get lineHead(): boolean {
    return this.#lineHead;
  }

  get previousLineBlank(): boolean {
    return this.#previousLineBlank;
  }

  get inTable(): boolean {
    return this.#inTable;
  }

  /** The character before what comes next, spaces that wait included. */
  get lastSeen(): string {
    return this.#spaces === "" ? this.#last : " ";
  }

  /** Like {@link lastSeen}, for what stands at the beginning of what is unread. */
  get last(): string {
    return this.#last;
  }

  get hasSpaces(): boolean {
    return this.#spaces !== "";
  }

  /** What was given out since the last call. */
  take(): string {
    const out = this.#out;
    this.#out = "";
    return out;
  }

  /** Something was taken out here. */
  drop(): void {
    this.#dropped = true;
  }

  space(char: string): void {
    if (!this.#dropped || this.#spaces === "") this.#spaces += char;
    if (this.#spaces.length > MAX_SPACES) this.flushSpaces();
  }

  flushSpaces(): void {
    if (this.#spaces === "") return;
    const spaces = this.#spaces;
    this.#spaces = "";
    this.give(spaces);
  }

  /** @returns whether the line that ends shows nothing */
  endLine(): boolean {
    if (this.#dropped) this.#spaces = "";
    this.flushSpaces();
    const blank = /^[\s>]*$/.test(this.#line);
    if (blank) this.#inTable = false;
    else if (this.#line.includes("|") && this.#line.includes("-") && /^[\s>|:-]*$/.test(this.#line))
      this.#inTable = true;
    this.#previousLineBlank = blank;
    this.give("\n");
    this.#line = "";
    this.#dropped = false;
    return blank;
  }

  /** @param prefix container marks of the line */
  beginLine(prefix: string): void {
    this.give(prefix);
    this.#lineHead = true;
  }

  /** A fence has been read by someone else. */
  afterFence(): void {
    this.#last = "`";
    this.#lineHead = false;
    this.#line = "";
    this.#inTable = false;
    this.#recentMarkers = [];
  }

  /** Gives out the markers that do not repeat those just before. */
  emitMarkers(numbers: readonly number[]): void {
    const recent = this.#recentMarkers;
    const fresh = numbers.filter((number) => !recent.includes(number));
    if (fresh.length === 0) {
      if (numbers.length > 0) this.#spaces = "";
      this.drop();
      return;
    }
    this.emit(fresh.map((number) => `[${number}]`).join(""));
    this.#recentMarkers = [...recent, ...fresh];
  }

  /** Shows text as code; never lets two code spans touch. */
  emitCode(text: string): void {
    this.emit(text.includes("`") ? text.replaceAll("`", "'") : `\`${text}\``);
  }

  /** Gives out text after the spaces before it, and keeps apart what only a removal has brought together. */
  emit(text: string): void {
    if (text === "") return;
    if (this.#dropped) {
      const closes = /^(?:[.,;:!?'")}]+|[。，、；：！？）」』]+)$/u.test(text);
      const joins = /[<&]$/.test(this.#last) || (this.#last === "]" && text.startsWith(":"));
      if (closes && !joins) this.#spaces = "";
      else if (this.#spaces === "" && this.#mustPart(text)) this.#spaces = " ";
      this.#dropped = false;
    }
    if (this.#last === "`" && this.#spaces === "" && text.startsWith("`")) this.#spaces = " ";
    // A backslash left alone must not escape what comes next.
    if (this.#last === "\\" && this.#spaces === "" && /^[!-/:-@[-`{-~]/.test(text)) this.#spaces = " ";
    this.flushSpaces();
    this.give(text);
    this.#lineHead = false;
    this.#recentMarkers = [];
  }

  #mustPart(text: string): boolean {
    const next = String.fromCodePoint(text.codePointAt(0)!);
    if (/\s/.test(this.#last) || /[\s*~]/.test(next)) return false;
    if (/[*"'“(]/.test(this.#last) && /[\p{L}\p{N}]/u.test(next)) return false;
    return !(isUnspaced(this.#last) || isUnspaced(next));
  }

  /** Gives out text as it stands. */
  give(text: string): void {
    if (text === "") return;
    this.#out += text;
    this.#last = text[text.length - 1]!;
    if (this.#line.length < MAX_LINE) this.#line += text === "\n" ? "" : text;
  }
}

/**
 * The prose of a streamed answer: citations normalized and checked, addresses that are no passage's removed, code spans
 * left as they are. Decisions never depend on where a delta ends: what is undecided waits, at most some 2,000 characters.
 */
import { type FenceOpening, type LinePrefix, readFenceOpening, readLinePrefix } from "./fence.ts";
import { classifyAngle, readLinkTail, splitWord } from "./links.ts";
import { citationNumbers } from "./markers.ts";

export interface ProseOptions {
  /** Citations are 1 to this. */
  passageCount: number;
  /** Addresses that may be links. */
  allowedUrls: ReadonlySet<string>;
  /** Addresses that may be shown as code, not as links, since a passage's text has them. */
  quotableUrls: ReadonlySet<string>;
}

/** What was taken out of an answer. */
export interface ProseCounts {
  /** In order of appearance, repetitions included. */
  invalidCitations: number[];
  removedLinks: number;
}

const MAX_BRACKET = 300;
const MAX_CODE_SPAN = 1_000;
const MAX_ANGLE = 2_000;
const MAX_WORD = 2_000;

/** Letters that are written without spaces between words. */
const UNSPACED = "\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Hangul}";
/** A run that may hold an address: no white space, no Markdown marks, no CJK. */
const WORD = new RegExp(
  `(?:(?![${UNSPACED}])[\\p{L}\\p{N}\\p{M}]|[_@:/.%+#?=$,;'&-]|\\\\[!-/:-@^-_{-~])+`,
  "uy",
);
const IS_UNSPACED = new RegExp(`[${UNSPACED}、。，．：；！？「」『』（）]`, "u");

/** A bracket as a character reference: shown as a bracket, so read as one. */
const BRACKET_REFERENCE = /&(?:#0*9[13]|#x0*5[bd]|[lr]sqb|[lr]brack);/i;
/** A citation whose brackets are not a plain pair, and its content. */
const MIXED_BRACKETS =
  /\[([^[\]\n\\&]{1,80})(?:\\\]|&(?:#0*93|#x0*5d|rsqb|rbrack);)|\\\[([^[\]\n\\&]{1,80})(?:\]|&(?:#0*93|#x0*5d|rsqb|rbrack);)/iy;

const DANGEROUS_CODE =
  /\]\(|:\/\/|www\.|<\/?(?:a|img|script|iframe|svg|object|embed|form|link|style|base|meta)\b/i;

/** One step of reading: `wait` for more text, or go on, or a fence has opened. */
type Step = "wait" | "done" | { opening: FenceOpening; prefix: LinePrefix };

export class ProseReader {
  readonly #options: ProseOptions;
  readonly #counts: ProseCounts;
  #text = "";
  #position = 0;
  #final = false;
  #out = "";
  /** Last character given out, ever; a line break before the first. */
  #last = "\n";
  /** Spaces read but not given out yet. */
  #spaces = "";
  /** True after something was taken out and before anything else was given out. */
  #dropped = false;
  #atLineStart = true;
  /** True while a line has shown nothing but its container marks. */
  #lineHead = true;
  /** Text of the line given out so far, for recognizing a table. */
  #line = "";
  #previousLineBlank = true;
  #inTable = false;
  /** True between a bracket whose link was let through and its closing one. */
  #linkIsOpen = false;
  /** Numbers of the markers given out last, with nothing but markers since. */
  #recentMarkers: number[] = [];

  constructor(options: ProseOptions, counts: ProseCounts) {
    this.#options = options;
    this.#counts = counts;
  }

  /**
   * Reads on.
   * @param text what is unread
   * @param final true when no more will come
   * @returns what to give out, the unread rest, and the fence that has opened at its beginning, if any
   */
  read(text: string, final: boolean): { out: string; rest: string; fence: Fence | null } {
    this.#text = text;
    this.#position = 0;
    this.#final = final;
    this.#out = "";
    let fence: Fence | null = null;
    while (this.#position < this.#text.length) {
      const step = this.#step();
      if (step === "wait") break;
      if (step !== "done") {
        fence = step;
        break;
      }
    }
    if (final && fence === null && this.#position >= this.#text.length) this.#flushSpaces();
    return { out: this.#out, rest: this.#text.slice(this.#position), fence };
  }

  /** Tells that a fence has been read by someone else and its last line has ended or not. */
  resumeAfterFence(): void {
    this.#last = "`";
    this.#atLineStart = false;
    this.#lineHead = false;
    this.#line = "";
    this.#inTable = false;
    this.#recentMarkers = [];
  }

  #step(): Step {
    if (this.#atLineStart) return this.#readLineStart();
    const char = this.#text[this.#position]!;
    switch (char) {
      case "\n":
        return this.#readLineBreak();
      case " ":
      case "\t":
        if (!this.#dropped || this.#spaces === "") this.#spaces += char;
        this.#position += 1;
        if (this.#spaces.length > 200) this.#flushSpaces();
        return "done";
      case "`":
        return this.#readCodeSpan();
      case "<":
        return this.#readAngle();
      case "[":
      case "［":
      case "【":
      case "〔":
        return this.#readBracket(this.#position, 1);
      case "!":
        return this.#readBang();
      case "]":
        return this.#readClosingBracket();
      case "~":
        return this.#readTildes();
      case "\\":
        return this.#readBackslash();
      default:
        return this.#readWord(char);
    }
  }

  // Lines

  #readLineStart(): Step {
    const prefix = readLinePrefix(this.#text, this.#position, this.#final);
    if (prefix === "wait") return "wait";
    const start = this.#position + prefix.raw.length;
    const char = this.#text[start];
    if (char === "`" || char === "~") {
      const opening = readFenceOpening(this.#text, start, this.#final);
      if (opening === "wait") return "wait";
      if (opening !== null) {
        // After a blank line an indented fence is code in every reading of the indentation.
        if (!this.#previousLineBlank && prefix.raw !== "") this.#give("\n");
        this.#give(`${prefix.raw}${opening.mark.repeat(opening.length)}${opening.info}\n`);
        this.#position = opening.end;
        this.#atLineStart = false;
        return { opening, prefix };
      }
    }
    this.#give(prefix.raw);
    this.#position = start;
    this.#atLineStart = false;
    this.#lineHead = true;
    return "done";
  }

  #readLineBreak(): Step {
    if (this.#dropped) this.#spaces = "";
    this.#flushSpaces();
    const blank = /^[\s>]*$/.test(this.#line);
    if (blank) this.#linkIsOpen = false;
    if (blank) this.#inTable = false;
    else if (this.#line.includes("|") && /^[\s>|:-]*-[\s>|:-]*$/.test(this.#line)) this.#inTable = true;
    this.#previousLineBlank = blank;
    this.#give("\n");
    this.#position += 1;
    this.#atLineStart = true;
    this.#line = "";
    this.#dropped = false;
    return "done";
  }

  // Code

  #readCodeSpan(): Step {
    const start = this.#position;
    let open = start;
    while (this.#text[open] === "`") open += 1;
    if (open >= this.#text.length && !this.#final && open - start < MAX_BRACKET) return "wait";
    const marks = open - start;
    const limit = Math.min(this.#text.length, open + MAX_CODE_SPAN);
    for (let position = open; position < limit; ) {
      const char = this.#text[position]!;
      if (char === "\n") return this.#dropTo(open);
      if (char !== "`") {
        position += 1;
        continue;
      }
      let close = position;
      while (this.#text[close] === "`") close += 1;
      if (close >= this.#text.length && !this.#final) return "wait";
      if (close - position === marks) return this.#giveCodeSpan(start, open, position, close);
      position = close;
    }
    if (limit === this.#text.length && !this.#final && limit - open < MAX_CODE_SPAN) return "wait";
    return this.#dropTo(open);
  }

  #giveCodeSpan(start: number, open: number, close: number, end: number): Step {
    const code = this.#text.slice(open, close);
    // A table cuts its cells before it looks for code.
    const splits =
      /(?<!\\)\|/.test(code) && (DANGEROUS_CODE.test(code) || (this.#inTable && /[<[]/.test(code)));
    if (splits) return this.#dropTo(open);
    this.#emit(this.#text.slice(start, end));
    this.#position = end;
    return "done";
  }

  /** Unmatched marks go: a renderer might match them with marks that are not on this line. */
  #dropTo(position: number): Step {
    this.#position = position;
    this.#dropped = true;
    return "done";
  }

  #readTildes(): Step {
    let end = this.#position;
    while (this.#text[end] === "~") end += 1;
    if (end >= this.#text.length && !this.#final && end - this.#position < MAX_BRACKET) return "wait";
    this.#emit("~".repeat(Math.min(2, end - this.#position)));
    this.#position = end;
    return "done";
  }

  // Tags and autolinks

  #readAngle(): Step {
    const start = this.#position;
    const next = this.#text[start + 1];
    if (next === undefined && !this.#final) return "wait";
    if (next === undefined || !/[A-Za-z/!?&]/.test(next)) return this.#emitAndMove("<", start + 1);
    const limit = Math.min(this.#text.length, start + MAX_ANGLE);
    let end = start + 1;
    while (end < limit && this.#text[end] !== ">" && this.#text[end] !== "<") end += 1;
    if (end >= limit && limit === this.#text.length && !this.#final && limit - start < MAX_ANGLE)
      return "wait";
    const angle = this.#text[end] === ">" ? classifyAngle(this.#text.slice(start + 1, end)) : null;
    // A lone "<" before a letter must not become a tag together with what follows.
    if (angle === null || angle.kind === "text") return this.#emitAndMove("< ", start + 1);
    this.#position = end + 1;
    if (angle.kind === "autolink") this.#giveAddress(angle.address);
    else if (angle.kind === "email") this.#emitCode(angle.address);
    else if (angle.kind === "placeholder")
      this.#emitCode(this.#text.slice(start, end + 1).replace(/\s+/g, " "));
    else {
      if (angle.loads) this.#counts.removedLinks += 1;
      this.#dropped = true;
    }
    return "done";
  }

  #giveAddress(address: string): void {
    const { allowedUrls, quotableUrls } = this.#options;
    if (allowedUrls.has(address) && /^[a-z][a-z0-9+.-]*:[^\s<>]*$/i.test(address)) this.#emit(`<${address}>`);
    else if (quotableUrls.has(address) || quotableUrls.has(address.replace(/\/$/, "")))
      this.#emitCode(address);
    else {
      this.#counts.removedLinks += 1;
      this.#dropped = true;
    }
  }

  /** Shows text as code; never lets two code spans touch. */
  #emitCode(text: string): void {
    this.#emit(text.includes("`") ? text.replaceAll("`", "'") : `\`${text}\``);
  }

  // Brackets

  /**
   * @param start position of the bracket
   * @param width 1, or 2 for an escaped one
   */
  #readBracket(start: number, width: 1 | 2): Step {
    // One of the two brackets escaped or written as a reference: a renderer shows a marker all the same.
    MIXED_BRACKETS.lastIndex = start;
    const mixed = MIXED_BRACKETS.exec(this.#text);
    const mixedNumbers = mixed === null ? null : citationNumbers(mixed[1] ?? mixed[2]!);
    if (mixed !== null && mixedNumbers !== null) {
      const after = start + mixed[0].length;
      if (after >= this.#text.length && !this.#final) return "wait";
      const next = this.#text[after];
      const defines = next === ":" && this.#lineHead;
      this.#giveCitations(mixedNumbers);
      this.#position = defines ? after + 1 : after;
      if (next === "(") this.#emit(" ");
      return "done";
    }
    const close = this.#closingBracket(start + width, width);
    if (close === "wait") return "wait";
    if (close === null) return this.#emitAndMove(this.#text.slice(start, start + width), start + width);
    const content = this.#text.slice(start + width, close);
    const after = close + width;
    if (after >= this.#text.length && !this.#final) return "wait";
    const numbers = citationNumbers(content);
    const opensTail = this.#text[after] === "(" && width === 1;
    const tail = opensTail ? readLinkTail(this.#text, after, this.#final) : null;
    if (tail === "wait") return "wait";
    if (numbers !== null) {
      const atLineHead = this.#lineHead;
      this.#giveCitations(numbers);
      this.#position = after;
      if (tail !== null) {
        this.#position = tail.end;
        if (!this.#options.allowedUrls.has(tail.destination)) this.#counts.removedLinks += 1;
      } else if (this.#text[after] === ":" && atLineHead) {
        // "[1]: …" at the head of a line would define a link.
        this.#position = after + 1;
      } else if (opensTail) this.#emit(" ");
      return "done";
    }
    if (tail !== null) {
      // Links do not nest: the outer one would show its address as text, which renderers link by themselves.
      if (!this.#options.allowedUrls.has(tail.destination) || content.includes("](")) {
        this.#unwrap(start, content, tail.end);
        return "done";
      }
      this.#linkIsOpen = true;
    }
    return this.#emitAndMove(this.#text.slice(start, start + width), start + width);
  }

  /** Position of the bracket that closes the one before `from`, `null` when none does nearby. */
  #closingBracket(from: number, width: 1 | 2): number | "wait" | null {
    const limit = Math.min(this.#text.length, from + MAX_BRACKET);
    let depth = 0;
    for (let position = from; position < limit; position += 1) {
      const char = this.#text[position]!;
      if (char === "\n" && this.#text[position + 1] === "\n") return null;
      if (width === 2) {
        if (char === "\\" && this.#text[position + 1] === "]") return position;
        if (char === "]") return null;
        continue;
      }
      if (char === "\\") position += 1;
      else if (char === "[") depth += 1;
      else if (char === "]" || char === "］" || char === "】" || char === "〕") {
        if (depth === 0) return position;
        depth -= 1;
      }
    }
    return limit === this.#text.length && !this.#final && limit - from < MAX_BRACKET ? "wait" : null;
  }

  #giveCitations(numbers: readonly number[]): void {
    const valid: number[] = [];
    for (const number of numbers) {
      if (number >= 1 && number <= this.#options.passageCount) valid.push(number);
      else this.#counts.invalidCitations.push(number);
    }
    const recent = this.#recentMarkers;
    const fresh = valid.filter((number) => !recent.includes(number));
    if (fresh.length === 0) {
      if (valid.length > 0) this.#spaces = "";
      this.#dropped = true;
      return;
    }
    this.#emit(fresh.map((number) => `[${number}]`).join(""));
    this.#recentMarkers = [...recent, ...fresh];
  }

  /** Takes the link away from its text. The brackets stay where the text could join what stands before it. */
  #unwrap(start: number, content: string, end: number): void {
    this.#counts.removedLinks += 1;
    const before = start > 0 || this.#spaces !== "" ? this.#lastSeen() : this.#last;
    const free = /[\s("'*“‘（「]/.test(before) || IS_UNSPACED.test(before);
    const rest = this.#text.slice(end);
    if (free) this.#text = content + rest;
    else {
      this.#emit("[");
      this.#text = `${content}]${rest}`;
    }
    this.#position = 0;
  }

  #lastSeen(): string {
    return this.#spaces === "" ? this.#last : " ";
  }

  #readBang(): Step {
    const start = this.#position;
    if (start + 1 >= this.#text.length && !this.#final) return "wait";
    if (this.#text[start + 1] !== "[") return this.#emitAndMove("!", start + 1);
    const close = this.#closingBracket(start + 2, 1);
    if (close === "wait" || (close !== null && close + 1 >= this.#text.length && !this.#final)) return "wait";
    if (close !== null && this.#text[close + 1] === "(") {
      const tail = readLinkTail(this.#text, close + 1, this.#final);
      if (tail === "wait") return "wait";
      const content = this.#text.slice(start + 2, close);
      if (tail !== null && citationNumbers(content) === null) {
        // No passage is an image: none is ever shown.
        this.#unwrap(start, content, tail.end);
        return "done";
      }
    }
    return this.#emitAndMove("!", start + 1);
  }

  #readClosingBracket(): Step {
    const next = this.#text[this.#position + 1];
    if (next === undefined && !this.#final) return "wait";
    if (next === ":") return this.#emitAndMove("] ", this.#position + 1);
    if (next !== "(") return this.#emitAndMove("]", this.#position + 1);
    const tail = readLinkTail(this.#text, this.#position + 1, this.#final);
    if (tail === "wait") return "wait";
    if (tail === null) return this.#emitAndMove("] ", this.#position + 1);
    const opened = this.#linkIsOpen;
    this.#linkIsOpen = false;
    if (opened && this.#options.allowedUrls.has(tail.destination) && /^[^\s()<>]+$/.test(tail.destination)) {
      return this.#emitAndMove(`](${tail.destination})`, tail.end);
    }
    this.#counts.removedLinks += 1;
    this.#emit("]");
    this.#position = tail.end;
    this.#dropped = true;
    return "done";
  }

  // Words

  #readBackslash(): Step {
    const next = this.#text[this.#position + 1];
    if (next === undefined && !this.#final) return "wait";
    if (next === "[") return this.#readBracket(this.#position, 2);
    if (next !== undefined && /[`<\]*_~!()\\]/.test(next))
      return this.#emitAndMove(`\\${next}`, this.#position + 2);
    if (next !== undefined && /[!-/:-@^-_{-~]/.test(next)) return this.#readWord("\\");
    return this.#emitAndMove("\\", this.#position + 1);
  }

  #readWord(char: string): Step {
    WORD.lastIndex = this.#position;
    const word = WORD.exec(this.#text)?.[0] ?? "";
    if (word === "") {
      const point = this.#text.codePointAt(this.#position)!;
      const isHighHalf = point >= 0xd800 && point <= 0xdbff;
      if (isHighHalf && !this.#final) return "wait";
      return this.#emitAndMove(
        point > 0xffff ? String.fromCodePoint(point) : char,
        this.#position + (point > 0xffff ? 2 : 1),
      );
    }
    const end = this.#position + word.length;
    const reference = BRACKET_REFERENCE.exec(word);
    if (reference !== null) {
      const at = this.#position + reference.index;
      const bracket = /91|5b|^&l/i.test(reference[0]) ? "\\[" : "\\]";
      this.#text = this.#text.slice(0, at) + bracket + this.#text.slice(at + reference[0].length);
      return "done";
    }
    const cut = word.length >= MAX_WORD;
    const mayGrow = end >= this.#text.length || (end === this.#text.length - 1 && this.#text[end] === "\\");
    if (!cut && mayGrow && !this.#final) return "wait";
    const whole = cut ? word.slice(0, MAX_WORD) : word;
    this.#position += whole.length;
    for (const piece of splitWord(whole)) {
      if (piece.kind === "url") this.#giveAddress(piece.text);
      else if (piece.kind === "email") this.#emitCode(piece.text);
      else this.#emit(piece.text);
    }
    // Two halves of an address that is too long to be looked at must not meet.
    if (cut) this.#emit(" ");
    return "done";
  }

  // Output

  #emitAndMove(text: string, position: number): Step {
    this.#emit(text);
    this.#position = position;
    return "done";
  }

  #flushSpaces(): void {
    if (this.#spaces === "") return;
    const spaces = this.#spaces;
    this.#spaces = "";
    this.#give(spaces);
  }

  /** Gives out text after the spaces before it, and keeps apart what only a removal has brought together. */
  #emit(text: string): void {
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
    this.#flushSpaces();
    this.#give(text);
    this.#lineHead = false;
    this.#recentMarkers = [];
  }

  #mustPart(text: string): boolean {
    const next = String.fromCodePoint(text.codePointAt(0)!);
    if (/\s/.test(this.#last) || /[\s*~]/.test(next)) return false;
    if (/[*"'“(]/.test(this.#last) && /[\p{L}\p{N}]/u.test(next)) return false;
    return !(IS_UNSPACED.test(this.#last) || IS_UNSPACED.test(next));
  }

  #give(text: string): void {
    if (text === "") return;
    this.#out += text;
    this.#last = text[text.length - 1]!;
    if (this.#line.length < 400) this.#line += text === "\n" ? "" : text;
  }
}

/** A fence that has opened, with the marks before it. */
export interface Fence {
  opening: FenceOpening;
  prefix: LinePrefix;
}

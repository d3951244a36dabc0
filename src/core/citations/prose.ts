/**
 * The prose of a streamed answer: citations normalized and checked, addresses that are no passage's removed, code spans
 * left as they are. Decisions never depend on where a delta ends: what is undecided waits, at most some 2,000 characters.
 */
import { type LinePrefix, readFenceOpening, readLinePrefix } from "./fence.ts";
import { classifyAngle, splitWord } from "./links.ts";
import { tagNumber } from "./markers.ts";
import { BracketReader } from "./prose-brackets.ts";
import type { Fence, Step } from "./prose-cursor.ts";
import { UNSPACED } from "./prose-output.ts";
import { findCodeSpan } from "./prose-scan.ts";

const MAX_TILDES = 300;
const MAX_ANGLE = 2_000;
const MAX_WORD = 2_000;

/** A run that may hold an address: no white space, no Markdown marks, no CJK. */
const WORD = new RegExp(
  `(?:(?![${UNSPACED}])[\\p{L}\\p{N}\\p{M}]|[_@:/.%+#?=$,;'&-]|\\\\[!-/:-@^-_{-~])+`,
  "uy",
);

/** A bracket as a character reference: shown as a bracket, so read as one. */
const BRACKET_REFERENCE = /&(?:#0*9[13]|#x0*5[bd]|[lr]sqb|[lr]brack);/i;
const DANGEROUS_CODE =
  /\]\(|:\/\/|www\.|<\/?(?:a|img|script|iframe|svg|object|embed|form|link|style|base|meta)\b/i;

/** What stands behind the marks of a fence, up to the end of its line. */
const LANGUAGE_ALONE = /^[ \t]{0,3}[\w.+#-]{0,20}[ \t]{0,3}\n$/;
/** The word that unclosed code begins with, without the mark of a sentence behind it. */
const FIRST_NAME =
  /^[-@$./]{0,2}[\p{L}\p{N}_](?:[^\s`[\]<>|*]{0,80}[\p{L}\p{N}_)}])?(?![^\s`[\]<>|*.,;:!?])/u;
const MAX_NAME_CHARS = 100;
/** Code that the end of the text cut: one command or expression, and neither a citation nor the end of a sentence. */
const CUT_CODE = /^(?!.*\*\*)[^\s[\]［【〔`|](?:[^\n[\]［【〔`|]{0,58}[^\s[\]［【〔`|.!?。！？])?[ \t]*$/u;

export class ProseReader extends BracketReader {
  #atLineStart = true;
  /** Of the line that is read. */
  #linePrefix: LinePrefix = { raw: "", quote: "", indent: 0 };
  /** True while a run of tildes goes on that has been given out already, since it is too long to wait for. */
  #passesTildes = false;

  /**
   * Reads on.
   * @param text what is unread
   * @param final true when no more will come
   * @returns what to give out, the unread rest, and the fence that has opened at its beginning, if any
   */
  read(text: string, final: boolean): { out: string; rest: string; fence: Fence | null } {
    this.text = text;
    this.position = 0;
    this.final = final;
    let fence: Fence | null = null;
    while (this.position < this.text.length) {
      const step = this.#step();
      if (step === "wait") break;
      if (step !== "done") {
        fence = step;
        break;
      }
    }
    if (final && fence === null && this.position >= this.text.length) this.output.flushSpaces();
    return { out: this.output.take(), rest: this.text.slice(this.position), fence };
  }

  /** Tells that a fence has been read by someone else and its last line has ended or not. */
  resumeAfterFence(): void {
    this.output.afterFence();
    this.#atLineStart = false;
  }

  #step(): Step {
    if (this.#atLineStart) return this.#readLineStart();
    const char = this.text[this.position]!;
    if (this.#passesTildes) {
      this.#passesTildes = char === "~";
      if (this.#passesTildes) return this.#passTildes();
    }
    switch (char) {
      case "\n":
        return this.#readLineBreak();
      case " ":
      case "\t":
        this.output.space(char);
        this.position += 1;
        return "done";
      case "`":
        return this.#readCodeSpan();
      case "<":
        return this.#readAngle();
      case "[":
      case "［":
      case "【":
      case "〔":
        return this.readBracket(this.position, 1);
      case "!":
        return this.readBang();
      case "]":
        return this.readClosingBracket();
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
    const prefix = readLinePrefix(this.text, this.position, this.final);
    if (prefix === "wait") return "wait";
    const start = this.position + prefix.raw.length;
    const char = this.text[start];
    if (char === "`" || char === "~") {
      const opening = readFenceOpening(this.text, start, this.final);
      if (opening === "wait") return "wait";
      if (opening !== null) {
        // After a blank line an indented fence is code in every reading of the indentation.
        if (!this.output.previousLineBlank && prefix.raw !== "") this.output.give("\n");
        this.output.give(`${prefix.raw}${opening.mark.repeat(opening.length)}${opening.info}\n`);
        this.position = opening.end;
        this.#atLineStart = false;
        return { opening, prefix };
      }
    }
    this.output.beginLine(prefix.raw);
    this.#linePrefix = prefix;
    this.position = start;
    this.#atLineStart = false;
    return "done";
  }

  #readLineBreak(): Step {
    if (this.output.endLine()) this.linkIsOpen = false;
    this.position += 1;
    this.#atLineStart = true;
    return "done";
  }

  // Code

  #readCodeSpan(): Step {
    const start = this.position;
    const span = findCodeSpan(this.text, start, this.final);
    if (span === "wait") return "wait";
    if (span.close === null) return this.#readUnclosedCode(start, span.open);
    return this.#giveCodeSpan(start, span.open, span.close, span.end);
  }

  /** Marks without a match: a fence that was begun behind text, code that was cut, or a name whose end was forgotten. */
  #readUnclosedCode(start: number, open: number): Step {
    const opening = open - start < 3 ? null : readFenceOpening(this.text, start, this.final);
    if (opening !== null && opening !== "wait" && LANGUAGE_ALONE.test(this.text.slice(open, opening.end))) {
      const prefix = {
        ...this.#linePrefix,
        raw: this.#linePrefix.quote + " ".repeat(this.#linePrefix.indent),
      };
      this.output.drop();
      this.output.endLine();
      // As where a line begins with one.
      if (prefix.raw !== "") this.output.give("\n");
      this.output.give(`${prefix.raw}${opening.mark.repeat(opening.length)}${opening.info}\n`);
      this.position = opening.end;
      return { opening, prefix };
    }
    const rest = this.final ? this.text.slice(open) : "";
    if (CUT_CODE.test(rest) && !DANGEROUS_CODE.test(rest)) {
      this.output.emitCode(rest.trimEnd());
      this.position = this.text.length;
      return "done";
    }
    const name = FIRST_NAME.exec(this.text.slice(open, open + MAX_NAME_CHARS))?.[0];
    if (name === undefined || DANGEROUS_CODE.test(name)) return this.dropTo(open);
    this.output.emitCode(name);
    this.position = open + name.length;
    return "done";
  }

  #giveCodeSpan(start: number, open: number, close: number, end: number): Step {
    const code = this.text.slice(open, close);
    // A table cuts its cells before it looks for code.
    const splits =
      /(?<!\\)\|/.test(code) && (DANGEROUS_CODE.test(code) || (this.output.inTable && /[<[]/.test(code)));
    if (splits) return this.dropTo(open);
    this.output.emit(this.text.slice(start, end));
    this.position = end;
    return "done";
  }

  #readTildes(): Step {
    const start = this.position;
    const end = this.#tildesEnd();
    if (end >= this.text.length && !this.final && end - start < MAX_TILDES) return "wait";
    this.output.emit("~".repeat(Math.min(2, end - start)));
    return this.#passTildes();
  }

  /** Past the rest of a run, and of what comes of it later. */
  #passTildes(): Step {
    this.position = this.#tildesEnd();
    this.#passesTildes = this.position >= this.text.length;
    return "done";
  }

  #tildesEnd(): number {
    let end = this.position;
    while (this.text[end] === "~") end += 1;
    return end;
  }

  // Tags and autolinks

  #readAngle(): Step {
    const start = this.position;
    const next = this.text[start + 1];
    if (next === undefined && !this.final) return "wait";
    if (next === undefined || !/[A-Za-z/!?&]/.test(next)) return this.emitAndMove("<", start + 1);
    const limit = Math.min(this.text.length, start + MAX_ANGLE);
    let end = start + 1;
    while (end < limit && this.text[end] !== ">" && this.text[end] !== "<") end += 1;
    if (end >= limit && limit === this.text.length && !this.final && limit - start < MAX_ANGLE) return "wait";
    const cited = this.text[end] === ">" ? tagNumber(this.text.slice(start + 1, end)) : null;
    if (cited !== null) {
      this.giveCitations([cited]);
      this.position = end + 1;
      return "done";
    }
    const angle = this.text[end] === ">" ? classifyAngle(this.text.slice(start + 1, end)) : null;
    // A lone "<" before a letter must not become a tag together with what follows.
    if (angle === null || angle.kind === "text") return this.emitAndMove("< ", start + 1);
    this.position = end + 1;
    if (angle.kind === "autolink") this.giveAddress(angle.address);
    else if (angle.kind === "email") this.output.emitCode(angle.address);
    else if (angle.kind === "placeholder")
      this.output.emitCode(this.text.slice(start, end + 1).replace(/\s+/g, " "));
    else {
      if (angle.loads) this.counts.removedLinks += 1;
      this.output.drop();
    }
    return "done";
  }

  // Words

  #readBackslash(): Step {
    const next = this.text[this.position + 1];
    if (next === undefined && !this.final) return "wait";
    if (next === "[") return this.readBracket(this.position, 2);
    if (next !== undefined && /[`<\]*_~!()\\]/.test(next))
      return this.emitAndMove(`\\${next}`, this.position + 2);
    if (next !== undefined && /[!-/:-@^-_{-~]/.test(next)) return this.#readWord("\\");
    return this.emitAndMove("\\", this.position + 1);
  }

  #readWord(char: string): Step {
    WORD.lastIndex = this.position;
    const word = WORD.exec(this.text)?.[0] ?? "";
    if (word === "") {
      const point = this.text.codePointAt(this.position)!;
      const isHighHalf = point >= 0xd800 && point <= 0xdbff;
      if (isHighHalf && !this.final) return "wait";
      return this.emitAndMove(
        point > 0xffff ? String.fromCodePoint(point) : char,
        this.position + (point > 0xffff ? 2 : 1),
      );
    }
    const end = this.position + word.length;
    const reference = BRACKET_REFERENCE.exec(word);
    if (reference !== null) {
      const at = this.position + reference.index;
      const bracket = /91|5b|^&l/i.test(reference[0]) ? "\\[" : "\\]";
      this.text = this.text.slice(0, at) + bracket + this.text.slice(at + reference[0].length);
      return "done";
    }
    const cut = word.length >= MAX_WORD;
    // A word that stops short of a lone backslash, or of half a character, may go on with the next piece.
    const mayGrow =
      end >= this.text.length || (end === this.text.length - 1 && /[\\\ud800-\udbff]/.test(this.text[end]!));
    if (!cut && mayGrow && !this.final) return "wait";
    const whole = cut ? word.slice(0, MAX_WORD) : word;
    this.position += whole.length;
    for (const piece of splitWord(whole)) {
      if (piece.kind === "url") this.giveAddress(piece.text);
      else if (piece.kind === "email") this.output.emitCode(piece.text);
      else this.output.emit(piece.text);
    }
    // Two halves of an address that is too long to be looked at must not meet.
    if (cut) this.output.emit(" ");
    return "done";
  }
}

/** Brackets in a streamed answer's prose: citations, links and images. */
import { readLinkTail } from "./links.ts";
import { citationNumbers } from "./markers.ts";
import { ProseCursor, type Step } from "./prose-cursor.ts";
import { isUnspaced } from "./prose-output.ts";
import { closingBracket } from "./prose-scan.ts";

/** A citation whose brackets are not a plain pair, and its content. */
const MIXED_BRACKETS =
  /\[([^[\]\n\\&]{1,80})(?:\\\]|&(?:#0*93|#x0*5d|rsqb|rbrack);)|\\\[([^[\]\n\\&]{1,80})(?:\]|&(?:#0*93|#x0*5d|rsqb|rbrack);)/iy;

/** What joins a citation to the one that ends its range, and the latter's number. */
const RANGE_END = /([-–—−~～]|--)\[(\d{1,6})\]/y;
/** A text that may still become that. */
const MAYBE_RANGE_END = /(?:[-–—−~～]|--)(?:\[\d{0,6})?$/y;

export class BracketReader extends ProseCursor {
  /** True between a bracket whose link was let through and its closing one. */
  protected linkIsOpen = false;

  /**
   * @param start position of the bracket
   * @param width 1, or 2 for an escaped one
   */
  protected readBracket(start: number, width: 1 | 2): Step {
    // One of the two brackets escaped or written as a reference: a renderer shows a marker all the same.
    MIXED_BRACKETS.lastIndex = start;
    const mixed = MIXED_BRACKETS.exec(this.text);
    const mixedNumbers = mixed === null ? null : citationNumbers(mixed[1] ?? mixed[2]!);
    if (mixed !== null && mixedNumbers !== null) {
      const after = start + mixed[0].length;
      if (after >= this.text.length && !this.final) return "wait";
      const next = this.text[after];
      const defines = next === ":" && this.output.lineHead;
      this.giveCitations(mixedNumbers);
      this.position = defines ? after + 1 : after;
      if (next === "(") this.output.emit(" ");
      return "done";
    }
    const close = closingBracket(this.text, start + width, width, this.final);
    if (close === "wait") return "wait";
    if (close === null) return this.emitAndMove(this.text.slice(start, start + width), start + width);
    const content = this.text.slice(start + width, close);
    const after = close + width;
    if (after >= this.text.length && !this.final) return "wait";
    const numbers = citationNumbers(content);
    const opensTail = this.text[after] === "(" && width === 1;
    const tail = opensTail ? readLinkTail(this.text, after, this.final) : null;
    if (tail === "wait") return "wait";
    if (numbers?.length === 1 && width === 1) {
      const range = this.#rangeFrom(numbers[0]!, after);
      if (range === "wait") return "wait";
      if (range !== null) {
        this.text = `[${numbers[0]}-${range.last}]${this.text.slice(range.end)}`;
        this.position = 0;
        return "done";
      }
    }
    if (numbers !== null) {
      const atLineHead = this.output.lineHead;
      this.giveCitations(numbers);
      this.position = after;
      if (tail !== null) {
        this.position = tail.end;
        if (!this.options.allowedUrls.has(tail.destination)) this.counts.removedLinks += 1;
      } else if (this.text[after] === ":" && atLineHead) {
        // "[1]: …" at the head of a line would define a link.
        this.position = after + 1;
      } else if (opensTail) this.output.emit(" ");
      return "done";
    }
    if (tail !== null) {
      // Links do not nest: the outer one would show its address as text, which renderers link by themselves.
      if (!this.options.allowedUrls.has(tail.destination) || content.includes("](")) {
        this.#unwrap(start, content, tail.end);
        return "done";
      }
      this.linkIsOpen = true;
    }
    return this.emitAndMove(this.text.slice(start, start + width), start + width);
  }

  /** `[1]-[3]` is written for `[1-3]`, where there are such passages. @param after position behind the first bracket */
  #rangeFrom(first: number, after: number): { last: number; end: number } | "wait" | null {
    MAYBE_RANGE_END.lastIndex = after;
    if (!this.final && MAYBE_RANGE_END.test(this.text)) return "wait";
    RANGE_END.lastIndex = after;
    const range = RANGE_END.exec(this.text);
    const last = Number(range?.[2]);
    if (range === null || first < 1 || last <= first || last > this.options.passageCount) return null;
    return { last, end: after + range[0].length };
  }

  protected giveCitations(numbers: readonly number[]): void {
    const valid: number[] = [];
    for (const number of numbers) {
      if (number >= 1 && number <= this.options.passageCount) valid.push(number);
      else this.counts.invalidCitations.push(number);
    }
    this.output.emitMarkers(valid);
  }

  /** Takes the link away from its text. The brackets stay where the text could join what stands before it. */
  #unwrap(start: number, content: string, end: number): void {
    this.counts.removedLinks += 1;
    const before = start > 0 || this.output.hasSpaces ? this.output.lastSeen : this.output.last;
    const free = /[\s("'*“‘（「]/.test(before) || isUnspaced(before);
    const rest = this.text.slice(end);
    if (free) this.text = content + rest;
    else {
      this.output.emit("[");
      this.text = `${content}]${rest}`;
    }
    this.position = 0;
  }

  protected readBang(): Step {
    const start = this.position;
    if (start + 1 >= this.text.length && !this.final) return "wait";
    if (this.text[start + 1] !== "[") return this.emitAndMove("!", start + 1);
    const close = closingBracket(this.text, start + 2, 1, this.final);
    if (close === "wait" || (close !== null && close + 1 >= this.text.length && !this.final)) return "wait";
    if (close !== null && this.text[close + 1] === "(") {
      const tail = readLinkTail(this.text, close + 1, this.final);
      if (tail === "wait") return "wait";
      const content = this.text.slice(start + 2, close);
      if (tail !== null && citationNumbers(content) === null) {
        // No passage is an image: none is ever shown.
        this.#unwrap(start, content, tail.end);
        return "done";
      }
    }
    return this.emitAndMove("!", start + 1);
  }

  protected readClosingBracket(): Step {
    const next = this.text[this.position + 1];
    if (next === undefined && !this.final) return "wait";
    if (next === ":") return this.emitAndMove("] ", this.position + 1);
    if (next !== "(") return this.emitAndMove("]", this.position + 1);
    const tail = readLinkTail(this.text, this.position + 1, this.final);
    if (tail === "wait") return "wait";
    if (tail === null) return this.emitAndMove("] ", this.position + 1);
    const opened = this.linkIsOpen;
    this.linkIsOpen = false;
    if (opened && this.options.allowedUrls.has(tail.destination) && /^[^\s()<>]+$/.test(tail.destination)) {
      return this.emitAndMove(`](${tail.destination})`, tail.end);
    }
    this.counts.removedLinks += 1;
    this.output.emit("]");
    this.position = tail.end;
    this.output.drop();
    return "done";
  }
}

/**
 * A fenced code block of an answer, line by line. Every line is given the container marks and the indentation of the
 * fence's first line, so that a renderer and RepoBot agree on where the code ends, whatever a model wrote.
 */

/** How far into a line a fence may begin, container marks included. */
const MAX_PREFIX = 100;
const MAX_INFO = 200;
const MAX_CLOSING = 300;
/** A longer run of backticks or tildes opens nothing, as a fence or as anything else: it is taken out. */
export const MAX_MARKS = 300;

const PREFIX = /^([ \t]*(?:>[ \t]?)*)([ \t]*)(?:([-*+]|\d{1,9}[.)])([ \t]{1,4}|$|(?=\n)))?/;

/** The container marks before a line's text. */
export interface LinePrefix {
  /** As it stands. */
  raw: string;
  /** Quote marks, e.g. `> > `, normalized. */
  quote: string;
  /** Columns before the text, inside the quotes: indentation, list marker and its space. */
  indent: number;
}

/** Reads what precedes a line's text; `"wait"` while the text has not begun. */
export function readLinePrefix(text: string, start: number, final: boolean): LinePrefix | "wait" {
  const head = text.slice(start, start + MAX_PREFIX + 1);
  const match = PREFIX.exec(head)!;
  const rest = head.slice(match[0].length);
  const open = rest === "" || (/^\d{1,9}[.)]?$/.test(rest) && match[3] === undefined) || /^[-*+]$/.test(rest);
  if (open && !final && head.length <= MAX_PREFIX) return "wait";
  const [raw, quotes = "", spaces = "", marker = "", gap = ""] = match;
  return {
    raw,
    quote: "> ".repeat((quotes.match(/>/g) ?? []).length),
    indent:
      (spaces + marker + gap).replace(/\t/g, "    ").length + (quotes.includes(">") ? 0 : columns(quotes)),
  };
}

function columns(indent: string): number {
  return indent.replace(/\t/g, "    ").length;
}

/** An opening fence. */
export interface FenceOpening {
  /** Position after its line break, or at the end of the text. */
  end: number;
  mark: string;
  /** At least 3. */
  length: number;
  info: string;
}

/** Reads an opening fence at the text of a line. `null`: these marks open none. */
export function readFenceOpening(text: string, start: number, final: boolean): FenceOpening | "wait" | null {
  const mark = text[start]!;
  let end = start;
  while (text[end] === mark && end - start < MAX_MARKS) end += 1;
  // Nobody writes as many, and their end would have to be waited for.
  if (end - start >= MAX_MARKS) return null;
  if (end >= text.length && !final) return "wait";
  if (end - start < 3) return null;
  const newline = text.indexOf("\n", end);
  if (newline < 0 && !final && text.length - end <= MAX_INFO) return "wait";
  const lineEnd = newline < 0 ? text.length : newline;
  const info = text.slice(end, lineEnd);
  if (info.length > MAX_INFO || (mark === "`" && info.includes("`"))) return null;
  return {
    end: newline < 0 ? text.length : newline + 1,
    mark,
    length: end - start,
    // Only the language: the rest of an info string is not shown as code and could hold anything.
    info: /^[\w.+#{}-]*/.exec(info.trim())?.[0] ?? "",
  };
}

/** The fence that is open, and what each further line becomes. */
export class OpenFence {
  readonly #closing: string;
  readonly #quote: string;
  readonly #indent: number;
  readonly #prefix: string;
  /** True between lines. */
  #atLineStart = true;
  /** True once closed. */
  closed = false;

  constructor(opening: FenceOpening, prefix: LinePrefix) {
    this.#closing = opening.mark.repeat(opening.length);
    this.#quote = prefix.quote;
    this.#indent = prefix.indent;
    this.#prefix = prefix.quote + " ".repeat(prefix.indent);
  }

  /** Whether the last line has been ended. */
  get atLineStart(): boolean {
    return this.#atLineStart;
  }

  /** The line that closes it, without a line break. */
  get closingLine(): string {
    return this.#prefix + this.#closing;
  }

  /** Consumes what is certain. Returns the text to emit and the new position; a position that stays means: wait. */
  read(text: string, start: number, final: boolean): { out: string; end: number } {
    if (!this.#atLineStart) {
      const newline = text.indexOf("\n", start);
      const end = newline < 0 ? text.length : newline + 1;
      if (newline >= 0) this.#atLineStart = true;
      return { out: text.slice(start, end), end };
    }
    const body = this.#skipPrefix(text, start);
    if (body >= text.length && !final) return { out: "", end: start };
    const closing = this.#readClosing(text, body, final);
    if (closing === "wait") return { out: "", end: start };
    if (closing !== null) {
      this.closed = true;
      return { out: this.closingLine, end: closing };
    }
    if (text[body] === "\n") return { out: `${this.#quote.trimEnd()}\n`, end: body + 1 };
    this.#atLineStart = false;
    return { out: this.#prefix, end: body };
  }

  /** Position after the container marks and at most the fence's own indentation. */
  #skipPrefix(text: string, start: number): number {
    let position = start;
    for (let depth = this.#quote.length / 2; depth > 0; depth -= 1) {
      const quote = /^ {0,3}> ?/.exec(text.slice(position, position + 5));
      if (quote === null) break;
      position += quote[0].length;
    }
    for (let column = 0; column < this.#indent; column += 1) {
      if (text[position] === "\t") return position + 1;
      if (text[position] !== " ") break;
      position += 1;
    }
    return position;
  }

  /** Position after the closing marks, before the line break; `null` when the line does not close the fence. */
  #readClosing(text: string, body: number, final: boolean): number | "wait" | null {
    const mark = this.#closing[0]!;
    let position = body;
    while (text[position] === " " && position - body < 4) position += 1;
    if (position >= text.length) return final ? null : "wait";
    if (position - body > 3 || text[position] !== mark) return null;
    const from = position;
    while (text[position] === mark && position - from < MAX_CLOSING) position += 1;
    const length = position - from;
    while ((text[position] === " " || text[position] === "\t") && position - from < 2 * MAX_CLOSING)
      position += 1;
    if (position >= text.length && !final) return "wait";
    const ends = position >= text.length || text[position] === "\n" || position - from >= MAX_CLOSING;
    return ends && length >= this.#closing.length ? position : null;
  }
}

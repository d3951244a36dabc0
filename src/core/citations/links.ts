/** Addresses in an answer's prose: where they are, in every spelling that a renderer would turn into a link. */
import { withoutTrailing } from "../trailing.ts";
import { decodeReferences } from "./markers.ts";

/** Longest link destination with its title that is read as one. */
const MAX_LINK_TAIL = 2_100;

/** `(destination "title")` after a closing bracket. */
export interface LinkTail {
  /** Position after the closing parenthesis. */
  end: number;
  /** Without angle brackets, backslash escapes resolved, as the renderer would use it. */
  destination: string;
}

/**
 * Reads a link tail.
 * @param text the unread answer
 * @param open position of `(`
 * @param final true when no more text will come
 * @returns `"wait"` when more text could make it one, `null` when it is none
 */
export function readLinkTail(text: string, open: number, final: boolean): LinkTail | "wait" | null {
  const limit = Math.min(text.length, open + MAX_LINK_TAIL);
  const unfinished = final || text.length >= open + MAX_LINK_TAIL ? null : "wait";
  let position = skipSpace(text, open + 1, limit);
  if (position >= limit) return unfinished;
  let destination = "";
  if (text[position] === "<") {
    const close = text.indexOf(">", position);
    const newline = text.indexOf("\n", position);
    if (newline >= 0 && (close < 0 || newline < close)) return null;
    if (close < 0 || close >= limit) return unfinished;
    destination = text.slice(position + 1, close);
    position = close + 1;
  } else {
    let depth = 0;
    const start = position;
    for (; position < limit; position += 1) {
      const char = text[position]!;
      if (/\s/.test(char)) break;
      if (char === "\\") position += 1;
      else if (char === "(") depth += 1;
      else if (char === ")") {
        if (depth === 0) break;
        depth -= 1;
      }
    }
    if (position >= limit) return unfinished;
    if (depth > 0) return null;
    destination = text.slice(start, position);
  }
  position = skipSpace(text, position, limit);
  if (position >= limit) return unfinished;
  const quote = text[position]!;
  if (quote === '"' || quote === "'" || quote === "(") {
    const closing = quote === "(" ? ")" : quote;
    const close = endOfTitle(text, position + 1, closing, limit);
    if (close < 0) return hasBlankLine(text.slice(position, limit)) ? null : unfinished;
    if (hasBlankLine(text.slice(position, close))) return null;
    position = skipSpace(text, close + 1, limit);
    if (position >= limit) return unfinished;
  }
  if (text[position] !== ")") return null;
  return { end: position + 1, destination: unescapeMarkdown(destination) };
}

/** White space with at most one line break. */
function skipSpace(text: string, from: number, limit: number): number {
  let position = from;
  let breaks = 0;
  for (; position < limit; position += 1) {
    const char = text[position]!;
    if (char === "\n") {
      breaks += 1;
      if (breaks > 1) break;
    } else if (char !== " " && char !== "\t") break;
  }
  return position;
}

function endOfTitle(text: string, from: number, closing: string, limit: number): number {
  for (let position = from; position < limit; position += 1) {
    if (text[position] === "\\") position += 1;
    else if (text[position] === closing) return position;
  }
  return -1;
}

function hasBlankLine(text: string): boolean {
  return /\n[ \t]*\n/.test(text);
}

/** Backslash escapes and character references resolved. */
function unescapeMarkdown(text: string): string {
  return decodeReferences(text.replace(/\\([!-/:-@[-`{-~])/g, "$1"));
}

/** A piece of a word: an address that a renderer may link, or the text around it. */
export interface WordPiece {
  kind: "text" | "url" | "email";
  text: string;
}

const ADDRESS =
  /[a-z][a-z0-9+.-]{0,30}:\/\/[^\s]+|(?<![a-z0-9])www\.[^\s]+|(?<![a-z0-9])(?:javascript|vbscript|data|mailto|xmpp|blob|file):(?=[^\s:])[^\s]+|(?<![a-z0-9.+_-])[a-z0-9.+_-]+@[a-z0-9_-]+(?:\.[a-z0-9_-]+)+/gi;
const MAY_HOLD_ADDRESS = /:\/\/|www\.|@|(?:javascript|vbscript|data|mailto|xmpp|blob|file):/i;

/**
 * Cuts one word (a run without white space) at its addresses. Escapes and character references that would spell an
 * address are resolved first.
 */
export function splitWord(word: string): WordPiece[] {
  const plain = /[\\&]/.test(word) ? unescapeMarkdown(word) : word;
  if (!MAY_HOLD_ADDRESS.test(plain)) return [{ kind: "text", text: word }];
  const pieces: WordPiece[] = [];
  let from = 0;
  for (const match of plain.matchAll(ADDRESS)) {
    const address = withoutTrailing(match[0], /[.,;:!?'"~_*]/);
    // A bare scheme, as in "URLs that begin with https://", is no address.
    if (/^[a-z0-9+.-]+:\/*$/i.test(address) || /^www\.?$/i.test(address)) continue;
    if (match.index > from) pieces.push({ kind: "text", text: plain.slice(from, match.index) });
    const isEmail = address.includes("@") && !/^[a-z0-9+.-]+:/i.test(address) && !/^www\./i.test(address);
    pieces.push({ kind: isEmail ? "email" : "url", text: address });
    from = match.index + address.length;
  }
  if (pieces.length === 0) return [{ kind: "text", text: word }];
  if (from < plain.length) pieces.push({ kind: "text", text: plain.slice(from) });
  return pieces;
}

/** Elements that a browser knows; everything else in angle brackets is a type parameter or a placeholder. */
const ELEMENTS = new Set(
  "a abbr address animate area article aside audio b base bdi bdo big blockquote body br button canvas caption center cite code col colgroup data datalist dd del details dfn dialog div dl dt em embed fieldset figcaption figure font footer foreignobject form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html i iframe image img input ins kbd label legend li link main map mark marquee math menu meta meter nav nobr noscript object ol optgroup option output p param picture plaintext portal pre progress q rp rt ruby s samp script search section select set slot small source span strike strong style sub summary sup svg table tbody td template textarea tfoot th thead time title tr track tt u ul use var video wbr xmp".split(
    " ",
  ),
);

/** What stands between angle brackets. */
export type AngleKind =
  | { kind: "autolink"; address: string }
  | { kind: "email"; address: string }
  /** To be removed; `loads` when it could fetch or lead somewhere. */
  | { kind: "tag"; loads: boolean }
  /** A placeholder or type parameter: shown as code. */
  | { kind: "placeholder" }
  | { kind: "text" };

/** @param content between `<` and `>`, without them */
export function classifyAngle(content: string): AngleKind {
  const plain = unescapeMarkdown(content);
  if (/^[a-z][a-z0-9+.-]{1,31}:[^\s<>]*$/i.test(plain)) return { kind: "autolink", address: plain };
  if (/^[\w.!#$%&'*+/=?^`{|}~-]+@[\w-]+(?:\.[\w-]+)*$/.test(plain)) return { kind: "email", address: plain };
  if (/^!|^\?/.test(content)) return { kind: "tag", loads: false };
  const name = /^\/?\s*([a-z][a-z0-9:-]*)/i.exec(content)?.[1]?.toLowerCase();
  if (name === undefined) return { kind: "text" };
  const loads =
    /\b(?:href|src|srcset|action|formaction|data|poster|background|style|xlink:href|on\w+)\s*=/i.test(
      content,
    );
  if (ELEMENTS.has(name) || loads || /=/.test(content) || content.startsWith("/") || content.endsWith("/")) {
    return { kind: "tag", loads: loads || name === "script" || name === "style" };
  }
  return /^[\w.,\s|?[\]-]{1,80}$/.test(content) && !/[[\]]\d|\]\(/.test(content)
    ? { kind: "placeholder" }
    : { kind: "tag", loads: false };
}

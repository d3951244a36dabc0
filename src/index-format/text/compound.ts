import { classOf, DIGIT, LETTER, UNDERSCORE } from "./characters.ts";
import { foldWord } from "./normalize.ts";
import { PART, type TokenRole, type TokenSink, type Vocabulary, WHOLE, WORD } from "./tokens.ts";

/** Longer terms are cut here: nobody types more, and hostile input stays small. */
export const MAX_TERM_UNITS = 64;
/** An identifier of more segments (a deep path, a URL) is indexed by its segments only. */
const MAX_WHOLE_SEGMENTS = 6;

const DASH = 0x2d;
const SLASH = 0x2f;
const DOT = 0x2e;

/** @param kind as `classOf` gives it */
export function isWordClass(kind: number): boolean {
  return kind === LETTER || kind === DIGIT || kind === UNDERSCORE;
}

/** True for a code unit that continues a spaced word or identifier. NaN, past the end of a text, is none. */
export function isWordCode(code: number): boolean {
  return code >= 0 && isWordClass(classOf(code));
}

function isUpper(code: number): boolean {
  return code >= 0x41 && code <= 0x5a;
}

function isLower(code: number): boolean {
  return code >= 0x61 && code <= 0x7a;
}

function isLetterAt(text: string, at: number): boolean {
  return classOf(text.charCodeAt(at)) === LETTER;
}

/** True when an identifier written in camel case has a new part at `at`: `fooBar`, `HTTPTransport`, `http2`, not `URLs`. */
function isPartBoundary(text: string, at: number, end: number): boolean {
  const before = text.charCodeAt(at - 1);
  const here = text.charCodeAt(at);
  const wasDigit = classOf(before) === DIGIT;
  if (wasDigit !== (classOf(here) === DIGIT)) return true;
  if (!isUpper(here)) return false;
  if (!isUpper(before)) return !wasDigit;
  return at + 2 < end && isLower(text.charCodeAt(at + 1)) && isLower(text.charCodeAt(at + 2));
}

/**
 * Emits the terms of one compound: `text[start, end)`, of which `text[start, body)` is a prefix such as `--`.
 * The whole comes first, then its segments at `/ : . @ + # \`, then their parts at `-`, `_` and changes of case.
 */
export function emitCompound(
  text: string,
  start: number,
  body: number,
  end: number,
  vocabulary: Vocabulary,
  sink: TokenSink,
): void {
  let allLetters = true;
  let allDigits = true;
  let hasBoundary = false;
  let segments = 1;
  let lastSlash = -1;
  for (let at = body; at < end; at++) {
    const kind = classOf(text.charCodeAt(at));
    if (kind !== LETTER) allLetters = false;
    if (kind !== DIGIT) allDigits = false;
    if (!isWordClass(kind)) {
      const code = text.charCodeAt(at);
      if (code === SLASH) lastSlash = at;
      if (code !== DASH) segments++;
    } else if (at > body && isWordCode(text.charCodeAt(at - 1)) && !hasBoundary) {
      hasBoundary = isPartBoundary(text, at, end);
    }
  }
  const term = (word: string) => vocabulary.stem(word);
  /** One term of letters only, or a literal; nothing for a stop word. */
  function emitPiece(from: number, to: number, role: TokenRole, lettersOnly: boolean): void {
    const folded = foldWord(text.slice(from, Math.min(to, from + MAX_TERM_UNITS)));
    if (folded === "" || (role !== WHOLE && vocabulary.isStopWord(folded))) return;
    sink(lettersOnly ? term(folded) : folded, role, start, end);
  }

  if (start === body && (allDigits || (allLetters && !hasBoundary))) {
    emitPiece(body, end, WORD, allLetters);
    return;
  }
  if (segments <= MAX_WHOLE_SEGMENTS && end - start <= MAX_TERM_UNITS) {
    const joined = start === body ? joinedForm(text, body, end) : null;
    if (joined !== null) sink(joined, WHOLE, start, end);
    else if (hasContent(text, body, end)) emitPiece(start, end, WHOLE, start === body && allLetters);
  }
  // A file's name is asked for without its folders.
  if (lastSlash > 0 && text.slice(lastSlash + 1, end).includes("."))
    emitPiece(lastSlash + 1, end, PART, false);
  let from = body;
  for (let at = body; at <= end; at++) {
    const code = at < end ? text.charCodeAt(at) : DOT;
    if (code === DASH || isWordCode(code)) continue;
    if (at > from) emitSegment(text, from, at, from === start && at === end, emitPiece);
    from = at + 1;
  }
}

type EmitPiece = (from: number, to: number, role: TokenRole, lettersOnly: boolean) => void;

/** Emits one segment, unless it is the whole, and its parts. Numbers alone and single letters say nothing as parts. */
function emitSegment(text: string, from: number, to: number, isWhole: boolean, emitPiece: EmitPiece): void {
  const parts: number[] = [];
  let letters = 0;
  let hasSingleLetter = false;
  let partStart = from;
  const close = (at: number) => {
    if (at > partStart && classOf(text.charCodeAt(partStart)) === LETTER) {
      parts.push(partStart, at);
      if (at - partStart === 1) hasSingleLetter = true;
    }
  };
  for (let at = from; at < to; at++) {
    const kind = classOf(text.charCodeAt(at));
    if (kind === LETTER) letters++;
    if (kind === UNDERSCORE || text.charCodeAt(at) === DASH) {
      close(at);
      partStart = at + 1;
    } else if (at > partStart && isPartBoundary(text, at, to)) {
      close(at);
      partStart = at;
    }
  }
  close(to);
  if (letters === 0) return;
  const lettersOnly = letters === to - from;
  if (!isWhole && to - from > 1) emitPiece(from, to, PART, lettersOnly);
  let stemEnd = to;
  while (stemEnd > from && classOf(text.charCodeAt(stemEnd - 1)) === DIGIT) stemEnd--;
  // OAuth2, http2, utf8: the name without its number.
  if (stemEnd < to && letters === stemEnd - from && letters > 1) {
    emitPiece(from, stemEnd, PART, true);
    if (parts.length <= 2) return;
  }
  const isCamel =
    parts.length > 2 && !text.slice(from, to).includes("_") && !text.slice(from, to).includes("-");
  // iPhone, IPv4: not two words.
  if (isCamel && hasSingleLetter) return;
  for (let at = 0; at < parts.length; at += 2) {
    const [partFrom, partTo] = [parts[at]!, parts[at + 1]!];
    if (partTo - partFrom > 1 && !(partFrom === from && partTo === to))
      emitPiece(partFrom, partTo, PART, true);
  }
}

function hasContent(text: string, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (classOf(text.charCodeAt(at)) !== UNDERSCORE) return true;
  return false;
}

/** `HTTP/2`, `utf-8`, `SHA-256` as they are also written: `http2`, `utf8`, `sha256`. Null for anything else. */
function joinedForm(text: string, from: number, to: number): string | null {
  let at = from;
  while (at < to && isLetterAt(text, at)) at++;
  const code = text.charCodeAt(at);
  if (at === from || at + 1 >= to || to - at > 5 || (code !== DASH && code !== SLASH)) return null;
  for (let digit = at + 1; digit < to; digit++) {
    if (classOf(text.charCodeAt(digit)) !== DIGIT) return null;
  }
  return foldWord(text.slice(from, at)) + text.slice(at + 1, to);
}

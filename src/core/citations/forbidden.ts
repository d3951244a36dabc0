/**
 * Keeps text that must not leave (the system prompt's lines) out of an answer: a long run of the same letters and digits
 * is replaced by an ellipsis, whatever its punctuation, case and line breaks.
 */
import { offTopicSentences, refusalSentences } from "../model/refusal.ts";

/** Letters and digits per compared window. Shorter agreement is everyday language. */
const WINDOW = 16;
/** Letters and digits in one run, from which it counts as leaked; about 60 characters of prose. */
const LIMIT = 48;
/** A CJK character says as much as several Latin letters. */
const CJK_WEIGHT = 2;

const ELLIPSIS = "…";

const LETTER = /[\p{L}\p{N}]/u;
const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/** A window's hash slides over the text with one multiplication a letter: only what may be forbidden is looked up as a string. */
const HASH_BASE = 0x01000193;
const HASH_OF_FIRST = power(HASH_BASE, WINDOW - 1);

interface Windows {
  texts: Set<string>;
  hashes: Set<number>;
}

/** Prompts are the same for all readers of a language, and cutting one into windows costs more than filtering an answer. */
const known = new Map<string, Windows>();
const MAX_KNOWN = 16;

function windowsOf(texts: readonly string[]): Windows {
  const key = texts.join("\0");
  let windows = known.get(key);
  if (windows === undefined) {
    const cut = cutWindows(texts);
    windows = { texts: cut, hashes: new Set([...cut].map(hashOf)) };
    if (known.size >= MAX_KNOWN) known.clear();
    known.set(key, windows);
  }
  return windows;
}

function hashOf(window: string): number {
  let hash = 0;
  for (let at = 0; at < window.length; at++) hash = (Math.imul(hash, HASH_BASE) + window.charCodeAt(at)) | 0;
  return hash;
}

function power(base: number, exponent: number): number {
  let product = 1;
  for (let factor = 0; factor < exponent; factor++) product = Math.imul(product, base);
  return product;
}

/** All windows of the forbidden text. RepoBot's own fixed sentences, which prompts quote, stay allowed. */
function cutWindows(texts: readonly string[]): Set<string> {
  const allowed = [...refusalSentences(), ...offTopicSentences()].map(lettersOf);
  const windows = new Set<string>();
  for (const text of texts) {
    for (const part of splitAtAny(lettersOf(text), allowed)) {
      for (let start = 0; start + WINDOW <= part.length; start += 1)
        windows.add(part.slice(start, start + WINDOW));
    }
  }
  return windows;
}

function lettersOf(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");
}

function splitAtAny(text: string, separators: readonly string[]): string[] {
  let parts = [text];
  for (const separator of separators) parts = parts.flatMap((part) => part.split(separator));
  return parts;
}

function isLetter(char: string): boolean {
  const code = char.charCodeAt(0);
  if (code >= 0x80) return LETTER.test(char);
  return (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a) || (code >= 0x30 && code <= 0x39);
}

/** The last `WINDOW` letters, lower case, and their hash. */
class RecentLetters {
  readonly #units = new Uint16Array(WINDOW);
  #oldest = 0;
  #count = 0;
  #hash = 0;

  add(letters: string): void {
    for (let at = 0; at < letters.length; at++) {
      const unit = letters.charCodeAt(at);
      const rest = (this.#hash - Math.imul(this.#units[this.#oldest]!, HASH_OF_FIRST)) | 0;
      this.#hash = (Math.imul(rest, HASH_BASE) + unit) | 0;
      this.#units[this.#oldest] = unit;
      this.#oldest = (this.#oldest + 1) % WINDOW;
      this.#count += 1;
    }
  }

  isOneOf({ texts, hashes }: Windows): boolean {
    if (this.#count < WINDOW || !hashes.has(this.#hash)) return false;
    const units = Array.from(this.#units, (_, at) => this.#units[(this.#oldest + at) % WINDOW]!);
    return texts.has(String.fromCharCode(...units));
  }
}

/** A filter over a stream of text. Linear in its length; holds back at most one run below the limit. */
export class ForbiddenFilter {
  readonly #windows: Windows;
  readonly #recent = new RecentLetters();
  /** Text of the run that is going on and may still be let through. */
  #held = "";
  /** Weight of the run that is going on; 0 when none is. */
  #run = 0;
  /** True once the run has been found too long: its letters are dropped as they come. */
  #dropping = false;
  #limit = LIMIT;
  /** Inside a dropped run: whether its present stretch has been marked, and whether its line has only begun. */
  #ellipsisGiven = false;
  #atLineStart = false;

  constructor(texts: readonly string[]) {
    this.#windows = windowsOf(texts);
  }

  push(text: string): string {
    if (this.#windows.texts.size === 0) return text;
    let out = "";
    for (const char of text) out += this.#take(char);
    return out;
  }

  end(): string {
    const rest = this.#held;
    this.#reset();
    return rest;
  }

  #take(char: string): string {
    if (!isLetter(char)) return this.#pass(char);
    this.#recent.add(char.toLowerCase());
    if (!this.#recent.isOneOf(this.#windows)) {
      if (this.#run === 0) return char;
      const rest = this.#held;
      this.#reset();
      return rest + char;
    }
    const weight = CJK.test(char) ? CJK_WEIGHT : 1;
    this.#run = this.#run === 0 ? WINDOW * weight : this.#run + weight;
    if (!this.#dropping && this.#run < this.#limit) {
      this.#held += char;
      return "";
    }
    let kept = "";
    if (!this.#dropping) {
      this.#dropping = true;
      // After a first leak shorter runs are no coincidence any more.
      this.#limit = WINDOW + 1;
      for (const heldChar of this.#held) kept += this.#drop(heldChar);
      this.#held = "";
    }
    return kept + this.#drop(char);
  }

  /** Punctuation and white space: part of a run without adding to it. */
  #pass(char: string): string {
    if (this.#run === 0) return char;
    if (this.#dropping) return this.#drop(char);
    this.#held += char;
    return "";
  }

  /** What is left of a dropped character: nothing, an ellipsis for a stretch, or itself where it carries structure. */
  #drop(char: string): string {
    if (char === "\n" || char === "`" || char === "~" || char === ">") {
      this.#atLineStart = char === "\n" || (char === ">" && this.#atLineStart);
      this.#ellipsisGiven = false;
      return char;
    }
    if (/\s/.test(char)) return this.#atLineStart ? char : "";
    this.#atLineStart = false;
    if (this.#ellipsisGiven || !LETTER.test(char)) return "";
    this.#ellipsisGiven = true;
    return ELLIPSIS;
  }

  #reset(): void {
    this.#held = "";
    this.#run = 0;
    this.#dropping = false;
    this.#ellipsisGiven = false;
    this.#atLineStart = false;
  }
}

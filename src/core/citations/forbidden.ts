/**
 * Keeps text that must not leave (the system prompt's lines) out of an answer: a long run of the same letters and digits
 * is replaced by an ellipsis, whatever its punctuation, case and line breaks.
 */
import { offTopicSentences, refusalSentences } from "../refusal.ts";

/** Letters and digits per compared window. Shorter agreement is everyday language. */
const WINDOW = 16;
/** Letters and digits in one run, from which it counts as leaked; about 60 characters of prose. */
const LIMIT = 48;
/** A CJK character says as much as several Latin letters. */
const CJK_WEIGHT = 2;

const ELLIPSIS = "…";

const LETTER = /[\p{L}\p{N}]/u;
const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/** All windows of the forbidden text. RepoBot's own fixed sentences, which prompts quote, stay allowed. */
function windowsOf(texts: readonly string[]): Set<string> {
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

/** A filter over a stream of text. Linear in its length; holds back at most one run below the limit. */
export class ForbiddenFilter {
  readonly #windows: Set<string>;
  /** The last `WINDOW` letters, lower case. */
  #recent = "";
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
    if (this.#windows.size === 0) return text;
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
    if (!LETTER.test(char)) return this.#pass(char);
    this.#recent = (this.#recent + char.toLowerCase()).slice(-WINDOW);
    if (this.#recent.length < WINDOW || !this.#windows.has(this.#recent)) {
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

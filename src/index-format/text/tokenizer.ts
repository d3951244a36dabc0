import { classOf, DIGIT, LETTER, SEPARATOR, UNDERSCORE } from "./characters.ts";
import { emitCompound, isWordClass, isWordCode } from "./compound.ts";
import { stemmerFor } from "./light-stemmers.ts";
import { normalizeText } from "./normalize.ts";
import { stopWordsFor } from "./stop-words.ts";
import type { TokenSink, Vocabulary } from "./tokens.ts";
import { emitRun } from "./unspaced.ts";

/** Raised whenever the same text would give other terms: an index made with another version is refused. */
export const TOKENIZER_VERSION = 1;

/** What the analysis of a corpus depends on beside the tokenizer's version; kept in the manifest. */
export interface AnalysisOptions {
  /** Language of the docs, BCP 47: selects stop words and the stemmer of Latin words. */
  language: string;
}

/** Cuts texts into terms; the same at build and at query time. Keeps nothing of what it has seen. */
export interface Tokenizer {
  /** The text that surfaces point into. */
  normalize(text: string): string;
  /** @param normalized as {@link normalize} returns it */
  tokenize(normalized: string, sink: TokenSink): void;
}

const DASH = 0x2d;
const DOT = 0x2e;
const APOSTROPHE = 0x27;
const TYPOGRAPHIC_APOSTROPHE = 0x2019;

/** What a reader writes after an apostrophe; the word before it is what counts. */
const CLITICS = new Set(["s", "re", "ve", "ll", "d", "m"]);

/** Characters that join two word characters into one compound: . - / : @ + # \ */
function isConnector(code: number): boolean {
  return (
    code === DOT ||
    code === DASH ||
    code === 0x2f ||
    code === 0x3a ||
    code === 0x40 ||
    code === 0x2b ||
    code === 0x23 ||
    code === 0x5c
  );
}

/** Length of the punctuation that belongs to the identifier it precedes: `--flag`, `-f`, `.ip`, `@scope`, `$ref`; else 0. */
function prefixLength(text: string, at: number): number {
  const code = text.charCodeAt(at);
  if (code !== DASH && code !== DOT && code !== 0x40 && code !== 0x24) return 0;
  const next = classOf(text.charCodeAt(at + 1) || 0);
  const previous = at > 0 ? text.charCodeAt(at - 1) : 0x20;
  if (previous === code || isWordCode(previous)) return 0;
  if (code !== DASH) return next === LETTER || next === UNDERSCORE ? 1 : 0;
  if (next === LETTER) return 1;
  return text.charCodeAt(at + 1) === DASH && classOf(text.charCodeAt(at + 2) || 0) === LETTER ? 2 : 0;
}

/** Where the compound that starts at `at` ends, apostrophes aside. */
function compoundEnd(text: string, at: number): number {
  let end = at;
  while (end < text.length) {
    const code = text.charCodeAt(end);
    if (isWordCode(code)) {
      end++;
    } else if (isConnector(code) && isWordCode(text.charCodeAt(end + 1))) {
      end += 2;
    } else if (code === 0x3a && text.charCodeAt(end + 1) === 0x3a && isWordCode(text.charCodeAt(end + 2))) {
      end += 3;
    } else {
      break;
    }
  }
  if (end === at + 1 && classOf(text.charCodeAt(at)) === LETTER) {
    // C++, C#, F#: a language's name, not a sum or a fragment.
    if (text.startsWith("++", end)) return end + 2;
    if (text.charCodeAt(end) === 0x23 && !isWordCode(text.charCodeAt(end + 1))) return end + 1;
  }
  return end;
}

/** End of the letters that follow an apostrophe at `at`; `at` itself when there is no such apostrophe. */
function cliticEnd(text: string, at: number): number {
  const code = text.charCodeAt(at);
  if (code !== APOSTROPHE && code !== TYPOGRAPHIC_APOSTROPHE) return at;
  let end = at + 1;
  while (end < text.length && end < at + 4 && classOf(text.charCodeAt(end)) === LETTER) end++;
  return end === at + 1 || isWordCode(text.charCodeAt(end)) ? at : end;
}

/** @see AnalysisOptions */
export function createTokenizer(options: AnalysisOptions): Tokenizer {
  const stopWords = stopWordsFor(options.language);
  const vocabulary: Vocabulary = {
    isStopWord: (folded) => stopWords.has(folded),
    stem: stemmerFor(options.language),
  };

  function tokenize(text: string, sink: TokenSink): void {
    let at = 0;
    while (at < text.length) {
      const kind = classOf(text.charCodeAt(at));
      if (kind === SEPARATOR) {
        const prefix = prefixLength(text, at);
        if (prefix === 0) {
          at++;
          continue;
        }
        const end = compoundEnd(text, at + prefix);
        emitCompound(text, at, at + prefix, end, vocabulary, sink);
        at = end;
      } else if (kind === LETTER || kind === DIGIT || kind === UNDERSCORE) {
        at = wordAt(text, at, sink);
      } else {
        at = emitRun(text, at, kind, vocabulary, sink);
      }
    }
  }

  /** Emits the compound at `at` and returns where to go on. */
  function wordAt(text: string, at: number, sink: TokenSink): number {
    const end = compoundEnd(text, at);
    const afterClitic = cliticEnd(text, end);
    if (afterClitic > end) {
      const clitic = text.slice(end + 1, afterClitic).toLowerCase();
      // Negated auxiliaries: no topic in any of them.
      if (clitic === "t" && (text[end - 1] === "n" || text[end - 1] === "N")) return afterClitic;
      if (CLITICS.has(clitic)) {
        emitCompound(text, at, at, end, vocabulary, sink);
        return afterClitic;
      }
    }
    const next = text.charCodeAt(end);
    const elided = (next === APOSTROPHE || next === TYPOGRAPHIC_APOSTROPHE) && end - at <= 2;
    // l'index, d'un, O'Reilly: what follows the apostrophe is the word.
    if (elided && isWordClass(classOf(text.charCodeAt(end + 1) || 0))) return end + 1;
    emitCompound(text, at, at, end, vocabulary, sink);
    return end;
  }

  return { normalize: normalizeText, tokenize };
}

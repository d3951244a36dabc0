import { classOf, HANGUL, IDEOGRAPH, KATAKANA, UNSPACED } from "./characters.ts";
import { MAX_TERM_UNITS } from "./compound.ts";
import { NGRAM, type TokenSink, type Vocabulary, WORD } from "./tokens.ts";

const PROLONGED_MARK = "ー";

/** Low surrogates follow their high surrogate into its class. */
function classInRun(text: string, at: number): number {
  const code = text.charCodeAt(at);
  const isLowSurrogate = code >= 0xdc00 && code <= 0xdfff;
  return classOf(isLowSurrogate && at > 0 ? text.charCodeAt(at - 1) : code);
}

function characterLength(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code >= 0xd800 && code <= 0xdbff && at + 1 < text.length ? 2 : 1;
}

/** Every `size` neighbouring characters of `text[from, to)`; the whole of it when it is shorter. */
function emitNgrams(
  text: string,
  from: number,
  to: number,
  size: number,
  vocabulary: Vocabulary,
  sink: TokenSink,
): void {
  let start = from;
  let end = from;
  for (let count = 0; count < size && end < to; count++) end += characterLength(text, end);
  for (;;) {
    const ngram = text.slice(start, end);
    if (!vocabulary.isStopWord(ngram)) sink(ngram, NGRAM, start, end);
    if (end >= to) return;
    start += characterLength(text, start);
    end += characterLength(text, end);
  }
}

/**
 * Emits the terms of the run of one class that starts at `at`, and returns its end.
 * Han and Hiragana: bigrams. Katakana: the word, and bigrams, since compounds are written without a space.
 * Hangul: the word as it stands, and bigrams, which see past the particles. Thai and its like: trigrams.
 */
export function emitRun(
  text: string,
  at: number,
  kind: number,
  vocabulary: Vocabulary,
  sink: TokenSink,
): number {
  let end = at + characterLength(text, at);
  while (end < text.length && classInRun(text, end) === kind) end++;
  if (kind === IDEOGRAPH) {
    emitNgrams(text, at, end, 2, vocabulary, sink);
  } else if (kind === UNSPACED) {
    emitNgrams(text, at, end, 3, vocabulary, sink);
  } else if (kind === KATAKANA || kind === HANGUL) {
    const wordEnd = kind === KATAKANA && end - at > 3 && text[end - 1] === PROLONGED_MARK ? end - 1 : end;
    if (wordEnd - at > 2) sink(text.slice(at, Math.min(wordEnd, at + MAX_TERM_UNITS)), WORD, at, end);
    emitNgrams(text, at, wordEnd, 2, vocabulary, sink);
  }
  return end;
}

/** English words for a question in another language, for the lexical ranking of English docs. */

import type { CorpusInfo } from "../ports.ts";
import { COMPUTING_TERMS } from "./computing-terms.ts";
import { englishWordsFor, findConcepts } from "./glossary.ts";
import { detectLanguage, isFunctionWord } from "./language.ts";
import { primaryLanguage } from "./language-name.ts";

/** Longest term of a script without spaces, in UTF-16 units. */
const MAX_UNSPACED = 12;
/** Shortest beginning that names a German word. */
const MIN_PREFIX = 3;

interface Terms {
  words: Map<string, string[]>;
  prefixes: Map<string, string[]>;
  unspaced: Map<string, string[]>;
}

let loaded: Terms | null = null;

function terms(): Terms {
  if (loaded !== null) return loaded;
  const made: Terms = { words: new Map(), prefixes: new Map(), unspaced: new Map() };
  for (const line of COMPUTING_TERMS.trim().split("\n")) {
    const [english = "", german = "", chinese = "", japanese = ""] = line.split("|");
    const into = (map: Map<string, string[]>, key: string) => {
      const known = map.get(key) ?? [];
      map.set(key, [...known, ...english.split(" ").filter((word) => !known.includes(word))]);
    };
    for (const word of german.split(" ").filter(Boolean)) {
      if (word.endsWith("*")) into(made.prefixes, word.slice(0, -1));
      else into(made.words, word.replaceAll("_", " "));
    }
    for (const word of `${chinese} ${japanese}`.split(" ")) {
      if (/[^\x20-\x7e]/.test(word)) into(made.unspaced, word);
    }
  }
  loaded = made;
  return made;
}

/**
 * What the lexical ranking is asked: the text and, where it is in another language than the docs, English words for what it names. Words
 * of the reader's own language find nothing in such docs, apart from names and loanwords.
 */
export function lexicalQuery(
  text: string,
  { language, languages }: Pick<CorpusInfo, "language" | "languages">,
): string {
  const docs = primaryLanguage(language);
  if (docs !== "en") return text;
  const own = detectLanguage(text, docs);
  if (own === docs || languages.some((other) => primaryLanguage(other) === own)) return text;
  // In Japanese a way of doing something; a method of an object is a メソッド.
  const asked = own === "ja" ? text.replaceAll("方法", "、") : text;
  const words = new Set([...englishWordsFor(asked, own), ...englishTerms(asked, own)]);
  return words.size === 0 ? text : `${text} ${[...words].join(" ")}`;
}

/** @returns English words, each once, in the order of the text */
function englishTerms(text: string, language: string): string[] {
  const found = new Set<string>();
  const lower = text.toLowerCase();
  const add = (words: readonly string[]) => {
    for (const word of words) found.add(word);
  };
  if (language === "de") {
    for (const [word] of lower.matchAll(/\p{Script=Latin}[\p{Script=Latin}\p{M}]*/gu)) {
      if (!isFunctionWord(word, language)) add(germanParts(word));
    }
  }
  for (const { start, end } of unspacedTerms(lower)) add(terms().unspaced.get(lower.slice(start, end))!);
  return [...found];
}

/** Terms of scripts without spaces, the longest at each place. */
function unspacedTerms(lower: string): { start: number; end: number }[] {
  const found: { start: number; end: number }[] = [];
  for (let at = 0; at < lower.length; ) {
    let length = lower.charCodeAt(at) < 0x2e80 ? 0 : Math.min(MAX_UNSPACED, lower.length - at);
    while (length > 0 && !terms().unspaced.has(lower.slice(at, at + length))) length -= 1;
    if (length > 0) found.push({ start: at, end: at + length });
    at += Math.max(1, length);
  }
  return found;
}

/** How much of a text in another language could be translated, 0 to 1: the share of its letters, function words aside. */
export function translatedShare(text: string, language: string): number {
  const lower = text.toLowerCase();
  const known = [...findConcepts(lower, language), ...unspacedTerms(lower)];
  let letters = 0;
  let translated = 0;
  for (const match of lower.matchAll(/\p{Script=Latin}[\p{Script=Latin}\p{M}]*|\p{L}/gu)) {
    const [word] = match;
    if (isFunctionWord(word, language)) continue;
    letters += word.length;
    const isKnown = known.some(({ start, end }) => start <= match.index && match.index < end);
    if (isKnown || (language === "de" && germanParts(word).length > 0)) translated += word.length;
  }
  return letters === 0 ? 0 : translated / letters;
}

/** English words for a German word: for the whole of it, else for each part of a compound that begins like a known word. */
function germanParts(word: string): string[] {
  const { words, prefixes } = terms();
  const whole = words.get(word);
  if (whole !== undefined) return whole;
  for (let length = word.length; length >= MIN_PREFIX; length -= 1) {
    const found = prefixes.get(word.slice(0, length));
    if (found === undefined) continue;
    const rest = word.slice(length).replace(/^(?:ungs?|e?s|e?n|er)(?=.{4})/u, "");
    return [...found, ...(rest.length > MIN_PREFIX ? germanParts(rest) : [])];
  }
  return [];
}

/**
 * Words that technical docs use, in English, German, Chinese and Japanese. Serves two ends: comparing a sentence with a
 * passage in another language, and searching English docs with the words of another language when no model translates.
 */
import { stemEnglish } from "../../index-format/text/english-stemmer.ts";
import { CONCEPTS } from "./concepts.ts";

/** A word's concept with its pole: 1 and -1 for the two of a pair, 0 for a concept without an opposite. */
export interface ConceptRef {
  concept: string;
  pole: 1 | -1 | 0;
}

/** A concept found in a text. */
export interface ConceptMatch extends ConceptRef {
  /** Half-open range of UTF-16 units. */
  start: number;
  end: number;
}

/** Words ready for looking up; {@link loadGlossary} makes it. */
export interface Glossary {
  /** English words and phrases as they stand above: "container" is not "contain". */
  exact: Map<string, ConceptRef[]>;
  /** English stems, phrases of stems, and German words. */
  words: Map<string, ConceptRef[]>;
  /** First words of phrases, by their keys. */
  phraseStarts: Set<string>;
  /** German beginnings. */
  prefixes: Map<string, ConceptRef[]>;
  /** Chinese and Japanese strings. */
  unspaced: Map<string, ConceptRef[]>;
  /** Concept with its sign to its first English words. */
  english: Map<string, string[]>;
}

const MAX_UNSPACED = 12;
const MAX_PHRASE_WORDS = 4;
/** Shortest beginning that names a German word. */
const MIN_PREFIX = 3;

let loaded: Glossary | null = null;

function glossary(): Glossary {
  loaded ??= loadGlossary(CONCEPTS);
  return loaded;
}

/** Reads lines in the form of {@link CONCEPTS}. */
export function loadGlossary(lines: string): Glossary {
  const made: Glossary = {
    exact: new Map(),
    words: new Map(),
    phraseStarts: new Set(),
    prefixes: new Map(),
    unspaced: new Map(),
    english: new Map(),
  };
  for (const line of lines.trim().split("\n")) {
    const [name = "", english = "", german = "", chinese = "", japanese = ""] = line.split("|");
    const pole = name.startsWith("+") ? 1 : name.startsWith("-") ? -1 : 0;
    const ref: ConceptRef = { concept: name.replace(/^[+-]/, ""), pole };
    const englishWords = split(english);
    made.english.set(name, englishWords);
    for (const phrase of englishWords) {
      add(made.exact, phrase, ref);
      add(made.words, phrase.split(" ").map(wordKey).join(" "), ref);
    }
    for (const word of split(german)) {
      if (word.endsWith("*")) add(made.prefixes, word.slice(0, -1), ref);
      else add(made.words, word, ref);
    }
    for (const word of [...split(chinese), ...split(japanese)]) {
      if (/^[\x20-\x7e]+$/.test(word)) add(made.words, word, ref);
      else add(made.unspaced, word, ref);
    }
  }
  for (const key of made.words.keys())
    if (key.includes(" ")) made.phraseStarts.add(wordKey(key.split(" ", 1)[0]!));
  return made;
}

function split(words: string): string[] {
  return words
    .split(" ")
    .filter(Boolean)
    .map((word) => word.replaceAll("_", " "));
}

function add(map: Map<string, ConceptRef[]>, key: string, ref: ConceptRef): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, [ref]);
  else if (!known.some((other) => other.concept === ref.concept && other.pole === ref.pole)) known.push(ref);
}

/** Stems of the words seen last; texts repeat their words. */
const keys = new Map<string, string>();
const MAX_KEYS = 4_096;

function wordKey(word: string): string {
  let key = keys.get(word);
  if (key === undefined) {
    key = /^[a-z]+$/.test(word) ? stemEnglish(word) : word;
    if (keys.size >= MAX_KEYS) keys.clear();
    keys.set(word, key);
  }
  return key;
}

/**
 * Concepts of a text in any of the four languages, in order of appearance, longest phrases first.
 * @param known where they are looked up. @defaultValue those that docs are searched by
 */
export function findConcepts(text: string, language: string, known: Glossary = glossary()): ConceptMatch[] {
  const found: ConceptMatch[] = [];
  const lower = text.toLowerCase();
  const words = [...lower.matchAll(/\p{Script=Latin}[\p{Script=Latin}\p{M}'’-]*/gu)];
  const bare = words.map((match) => match[0]);
  for (let at = 0; at < words.length; ) {
    const taken = conceptOfWords(bare, at, language, known);
    if (taken === null) at += 1;
    else {
      const last = words[at + taken.count - 1]!;
      const end = last.index + last[0].length;
      for (const ref of taken.refs) found.push({ ...ref, start: words[at]!.index, end });
      at += taken.count;
    }
  }
  findUnspaced(lower, found, known);
  return found.sort((a, b) => a.start - b.start);
}

function conceptOfWords(
  words: readonly string[],
  at: number,
  language: string,
  { exact, words: known, prefixes, phraseStarts }: Glossary,
): { refs: ConceptRef[]; count: number } | null {
  const first = words[at]!;
  const parts = first.includes("-") ? first.split("-") : null;
  const firstKey = wordKey(parts === null ? first : parts[0]!);
  const longest =
    parts !== null || phraseStarts.has(firstKey) ? Math.min(MAX_PHRASE_WORDS, words.length - at) : 1;
  for (let count = longest; count > 0; count -= 1) {
    const slice =
      count === 1 && parts === null ? null : words.slice(at, at + count).flatMap((word) => word.split("-"));
    const phrase = slice === null ? first : slice.join(" ");
    const key = slice === null ? firstKey : slice.map(wordKey).join(" ");
    const refs = exact.get(phrase) ?? known.get(key) ?? known.get(phrase);
    if (refs !== undefined) return { refs, count };
  }
  if (language !== "de") return null;
  for (let length = first.length; length >= MIN_PREFIX; length -= 1) {
    const refs = prefixes.get(first.slice(0, length));
    if (refs !== undefined) return { refs, count: 1 };
  }
  return null;
}

function findUnspaced(text: string, found: ConceptMatch[], { unspaced }: Glossary): void {
  for (let at = 0; at < text.length; ) {
    if (text.charCodeAt(at) < 0x2e80) {
      at += 1;
      continue;
    }
    let length = Math.min(MAX_UNSPACED, text.length - at);
    while (length > 0 && !unspaced.has(text.slice(at, at + length))) length -= 1;
    if (length === 0) at += 1;
    else {
      for (const ref of unspaced.get(text.slice(at, at + length))!)
        found.push({ ...ref, start: at, end: at + length });
      at += length;
    }
  }
}

/**
 * English words for the concepts of a question in another language, for searching English docs. Common verbs that name
 * no feature are left out.
 */
export function englishWordsFor(text: string, language: string): string[] {
  const { english } = glossary();
  const words: string[] = [];
  for (const { concept, pole } of findConcepts(text, language)) {
    const name = `${pole === 1 ? "+" : pole === -1 ? "-" : ""}${concept}`;
    if (VAGUE.has(name)) continue;
    const word = english.get(name)?.[0];
    if (word !== undefined && !words.includes(word)) words.push(word);
  }
  return words;
}

/** Concepts that nearly every question holds in some form. */
const VAGUE = new Set([
  "+once",
  "-once",
  "+inorder",
  "-inorder",
  "possible",
  "-optional",
  "before",
  "after",
  "all",
  "only",
  "+more",
  "-more",
  "other",
  "value",
  "name",
  "type",
  "call",
  "number",
  "attempt",
  "return",
]);

/** Other English words for the concepts of an English word, the commonest first; none for a word that names no concept. */
export function synonymsFor(word: string): string[] {
  const { english } = glossary();
  const synonyms: string[] = [];
  for (const { concept, pole } of findConcepts(word, "en")) {
    for (const other of english.get(`${pole === 1 ? "+" : pole === -1 ? "-" : ""}${concept}`) ?? []) {
      if (other !== word.toLowerCase() && !other.includes(" ") && !synonyms.includes(other))
        synonyms.push(other);
    }
  }
  return synonyms;
}

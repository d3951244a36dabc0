/** How much of a sentence each window of the cited passages holds. */
import { identifierIn, numberIn, type PassageView } from "./evidence.ts";
import type { Facts } from "./facts.ts";
import type { TermFact } from "./terms.ts";
import type { Window, WindowSize } from "./windows.ts";

/** Beside a plain word's 1. */
export const WEIGHTS = { number: 1.5, identifier: 2, name: 1.5, quoted: 1.5 };

/** What a term that only the headings hold is worth. */
const TOPIC_SHARE = 0.7;
/** A term that every sentence of the passage holds tells no place from another. */
const MIN_RARITY = 0.4;

/** Part of its weight that an everyday word counts where it is not found. */
export const EVERYDAY_SHARE = 0.3;

export interface WindowMatch {
  view: PassageView;
  window: Window;
  /** Part of the sentence's weight that the window holds, 0 to 1. */
  share: number;
}

export interface MatchOptions {
  /** @defaultValue all sizes */
  sizes?: readonly WindowSize[];
  /** Weighs terms by how few sentences of the passage hold them: for finding the place that speaks of something. @defaultValue false */
  byRarity?: boolean;
  /** @defaultValue true */
  numbers?: boolean;
  /** Identifiers to leave out, by position. */
  without?: ReadonlySet<number>;
}

/** Terms that can be looked for: of a sentence in another language than the passages only concepts and words that carry over. */
export function comparableTerms(facts: Facts, views: readonly PassageView[], foreign: boolean): TermFact[] {
  if (!foreign) return facts.terms;
  return facts.terms.filter(
    (term) => term.key.startsWith("#") || views.some((view) => view.keys.has(term.key)),
  );
}

/** The rules ask for the same matches again and again, and weighing all windows is what a judgement costs most. */
const known = new WeakMap<Facts, Map<string, readonly WindowMatch[]>>();

/**
 * Windows that hold any of a sentence, best first; of equals the shorter. What was asked of the same facts before is kept:
 * the views of one `n` are taken to be the same.
 */
export function matchWindows(
  facts: Facts,
  views: readonly PassageView[],
  foreign: boolean,
  options: MatchOptions = {},
): readonly WindowMatch[] {
  const { sizes, byRarity, numbers, without } = options;
  const key = [
    foreign,
    sizes,
    byRarity,
    numbers,
    ...(without ?? []),
    "of",
    ...views.map(({ source }) => source.n),
  ].join();
  let matches = known.get(facts);
  if (matches === undefined) {
    matches = new Map();
    known.set(facts, matches);
  }
  let found = matches.get(key);
  if (found === undefined) {
    found = weighWindows(facts, views, foreign, options);
    matches.set(key, found);
  }
  return found;
}

function weighWindows(
  facts: Facts,
  views: readonly PassageView[],
  foreign: boolean,
  options: MatchOptions,
): WindowMatch[] {
  const terms = comparableTerms(facts, views, foreign);
  const matches: WindowMatch[] = [];
  for (const view of views) {
    const words = weighedWords(terms, view, options);
    for (const window of view.windows) {
      if (options.sizes !== undefined && !options.sizes.includes(window.size)) continue;
      const share = shareOf(facts, words, window, options);
      if (share > 0) matches.push({ view, window, share });
    }
  }
  return matches.sort((a, b) => b.share - a.share || a.window.text.length - b.window.text.length);
}

/** One of the concepts that a word may name, as it counts in any window of a passage. */
interface WeighedTerm {
  key: string;
  /** Where the window has it, or the headings do. */
  held: number;
  /** Where neither does. */
  missed: number;
  isTopic: boolean;
}

/** The terms of each word: a word that may name several concepts is held when one of them is. */
function weighedWords(
  terms: readonly TermFact[],
  view: PassageView,
  { byRarity }: MatchOptions,
): WeighedTerm[][] {
  const words: WeighedTerm[][] = [];
  let start = -1;
  for (const term of terms) {
    const held = byRarity === true ? term.weight * rarity(term.key, view) : term.weight;
    const missed = term.isEveryday ? held * EVERYDAY_SHARE : held;
    if (term.start !== start) words.push([]);
    start = term.start;
    words.at(-1)!.push({ key: term.key, held, missed, isTopic: view.topic.has(term.key) });
  }
  return words;
}

function shareOf(
  facts: Facts,
  words: readonly (readonly WeighedTerm[])[],
  window: Window,
  options: MatchOptions,
): number {
  let total = 0;
  let held = 0;
  const count = (weight: number, match: number) => {
    total += weight;
    held += weight * match;
  };
  for (const word of words) {
    let weight = 0;
    let best = 0;
    for (const term of word) {
      const match = window.signs.has(term.key) ? 1 : term.isTopic ? TOPIC_SHARE : 0;
      const weighed = match === 0 ? term.missed : term.held;
      if (match > best || (match === best && weighed > weight)) {
        best = match;
        weight = weighed;
      }
    }
    count(weight, best);
  }
  if (options.numbers !== false) {
    for (const number of facts.numbers) count(WEIGHTS.number, numberIn(number, window.numbers) ? 1 : 0);
  }
  for (const [position, identifier] of facts.identifiers.entries()) {
    if (options.without?.has(position)) continue;
    const weight = identifier.isCode ? WEIGHTS.identifier : WEIGHTS.name;
    count(weight, identifierIn(identifier, window.words) ? 1 : 0);
  }
  for (const quoted of facts.quoted) count(WEIGHTS.quoted, includesLoosely(window.text, quoted) ? 1 : 0);
  return total === 0 ? 0 : held / total;
}

function rarity(key: string, view: PassageView): number {
  const freq = view.sentenceFreq.get(key) ?? 1;
  const scale = Math.log(1 + view.sentenceCount / freq) / Math.log(1 + view.sentenceCount);
  return Math.max(MIN_RARITY, scale);
}

function includesLoosely(text: string, quoted: string): boolean {
  const bare = (value: string) => value.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");
  return bare(text).includes(bare(quoted));
}

/**
 * What contradicts a sentence in the passages that it cites: the place that speaks of the same thing gives another number
 * or name, says the opposite, or has the two sides of a comparison the other way round.
 */
import { contrastDenied, defaultElsewhere } from "./contrast.ts";
import { identifierIn, numberIn, type PassageView } from "./evidence.ts";
import type { Facts, TermFact } from "./facts.ts";
import { comparableTerms, type MatchOptions, matchWindows, type WindowMatch } from "./match.ts";
import { reversedRelation } from "./relation.ts";
import type { Window, WindowSize } from "./windows.ts";

/** Sentences within this share of the best count as places that speak of the same. */
const NEARLY_BEST = 0.85;
/** A place must hold this much of the rest of a sentence before it can contradict it. */
const SAME_MATTER = 0.5;
/** Part of a sentence that one clause must hold before its negation denies the whole. */
const DENIED_SHARE = 0.7;
/** Weight of opposite predicates among all that the two share. */
const OPPOSITE_SHARE = 0.5;

/** What contradicts the sentence, in words for evaluation, or `null`. */
export function contradictionOf(
  facts: Facts,
  { sentence, language }: { sentence: string; language: string },
  views: readonly PassageView[],
  foreign: boolean,
): string | null {
  return (
    otherDefault(facts, sentence, views, foreign) ??
    otherNumber(facts, views, foreign) ??
    otherName(facts, views, foreign) ??
    oppositePredicate(facts, views, foreign) ??
    deniedAltogether(facts, sentence, views, foreign) ??
    contrastDenied(facts, sentence, views, foreign) ??
    defaultElsewhere(facts, sentence, views, foreign) ??
    reversedRelation(sentence, language, views)
  );
}

/** The sentences that speak of what is left of a sentence. */
function placesOf(
  facts: Facts,
  views: readonly PassageView[],
  foreign: boolean,
  options: MatchOptions,
): WindowMatch[] {
  const matches = matchWindows(facts, views, foreign, { byRarity: true, sizes: ["sentence"], ...options });
  const top = matches[0]?.share ?? 0;
  return matches.filter(({ share }) => share >= top * NEARLY_BEST);
}

/** The part of a place that speaks of it most; the place itself where no part stands out. */
function focusOf(
  place: WindowMatch,
  facts: Facts,
  foreign: boolean,
  size: WindowSize,
  options: MatchOptions,
): Window {
  const parts = matchWindows(facts, [place.view], foreign, {
    byRarity: true,
    ...options,
    sizes: [size],
  }).filter(({ window }) => window.sentence === place.window.sentence);
  const [first, second] = parts;
  if (first === undefined || (second !== undefined && second.share > first.share * 0.9)) return place.window;
  return first.share >= place.share * 0.5 ? first.window : place.window;
}

/** "The default is X" where the place that names the default names another. */
function otherDefault(
  facts: Facts,
  sentence: string,
  views: readonly PassageView[],
  foreign: boolean,
): string | null {
  if (!facts.terms.some(({ key }) => key === "#default") || facts.numbers.length > 0) return null;
  const named = facts.identifiers.filter(({ isCode, name }) => isCode && /^[\w.-]+$/.test(name));
  if (named.length !== 1 || isOption(named[0]!.start, named[0]!.name, sentence)) return null;
  const value = named[0]!.name;
  const without = new Set(facts.identifiers.keys());
  for (const { window } of placesOf(facts, views, foreign, { numbers: false, without })) {
    const stated = defaultIn(window);
    if (stated !== null) return stated === value ? null : `default ${value} against ${stated}`;
  }
  return null;
}

/** Whether a sentence about a default names the option there rather than the value. */
function isOption(start: number, name: string, sentence: string): boolean {
  if (name.startsWith("-")) return true;
  const before = sentence.slice(0, start);
  const after = sentence.slice(start + name.length).replace(/^`/, "");
  if (/(?:\b(?:of|for|von|für|bei)|の|的)\s*`?$/i.test(before)) return true;
  return /^\s*(?:(?:is|are|ist|sind)\s+)?(?:by default|default|standardmäßig|的默认|默认|の既定|は既定)/i.test(
    after,
  );
}

const DEFAULT_VALUE =
  /(?:defaults? (?:to|is|are|value is)|by default|standardmäßig|默认(?:值)?(?:为|是)?|既定(?:値)?は)[^.。`]{0,30}`([^`]+)`/i;

/** The code value that a window calls the default. */
function defaultIn({ text }: Window): string | null {
  return DEFAULT_VALUE.exec(text)?.[1] ?? null;
}

/** Where a sentence sets one thing against another. */
const TURNS = /\b(?:but|while|whereas|aber|sondern|während)\b|而|但|(?<=が)、/iu;

function otherNumber(facts: Facts, views: readonly PassageView[], foreign: boolean): string | null {
  const options = { numbers: false };
  for (const number of facts.numbers) {
    const places = placesOf(facts, views, foreign, options);
    if ((places[0]?.share ?? 0) < SAME_MATTER) continue;
    let other: string | null = null;
    for (const place of places) {
      const focus = focusOf(place, facts, foreign, "part", options);
      if (numberIn(number, focus.numbers)) {
        other = null;
        break;
      }
      const there = focus.numbers.find(
        (stated) => stated.dimension === number.dimension && !numberIn(stated, facts.numbers),
      );
      if (there !== undefined) other ??= `${number.surface} against ${there.surface}`;
      else if (
        TURNS.test(place.window.text) &&
        focus !== place.window &&
        numberIn(number, place.window.numbers)
      ) {
        other ??= `${number.surface} is said of something else`;
      }
    }
    if (other !== null) return other;
    const apart = apartFrom(number, facts, views, foreign);
    if (apart !== null) return apart;
  }
  return null;
}

/** Concepts that compare a number with a bound: they belong to the number, not to what it is said of. */
const COMPARING: ReadonlySet<string> = new Set(["#more", "#max", "#size"]);

/** A word that few sentences hold stands only beside other numbers, the number only without the word. */
function apartFrom(
  number: Facts["numbers"][number],
  facts: Facts,
  views: readonly PassageView[],
  foreign: boolean,
): string | null {
  for (const view of views) {
    const sentences = view.windows.filter(({ size }) => size === "sentence");
    const holders = sentences.filter(({ numbers }) => numberIn(number, numbers));
    if (holders.length === 0) continue;
    for (const term of comparableTerms(facts, views, foreign)) {
      const freq = view.sentenceFreq.get(term.key) ?? 0;
      if (freq === 0 || freq > 2 || term.weight < 1 || view.topic.has(term.key)) continue;
      if (COMPARING.has(term.key)) continue;
      if (holders.some(({ signs }) => signs.has(term.key))) continue;
      const beside = sentences.filter(({ signs }) => signs.has(term.key)).flatMap(({ numbers }) => numbers);
      const other = beside.find((stated) => !numberIn(stated, facts.numbers));
      if (other !== undefined)
        return `${number.surface} stands apart from ${term.key}, which has ${other.surface}`;
    }
  }
  return null;
}

/** Weight of words, numbers and further names. */
const MIN_REST = 1;

function otherName(facts: Facts, views: readonly PassageView[], foreign: boolean): string | null {
  for (const [position, identifier] of facts.identifiers.entries()) {
    if (!identifier.isCode || restOf(facts, views, foreign) < MIN_REST) continue;
    const options = { without: new Set([position]) };
    const places = placesOf(facts, views, foreign, options);
    const best = places[0];
    if (best === undefined || best.share < SAME_MATTER + 0.1) continue;
    const focuses = places.map((place) => focusOf(place, facts, foreign, "part", options));
    if (focuses.some(({ words }) => identifierIn(identifier, words))) continue;
    // Without a name of its own the place may go on about another sentence.
    const other = focuses[0]!.identifiers.find(({ isCode, name }) => isCode && !namedIn(name, facts));
    if (other !== undefined) return `${identifier.name} against ${other.name}`;
  }
  return null;
}

/** What a sentence says beside one of its names: where it says nothing, no place speaks of the same. */
function restOf(facts: Facts, views: readonly PassageView[], foreign: boolean): number {
  const words = comparableTerms(facts, views, foreign).reduce((sum, { weight }) => sum + weight, 0);
  return words + facts.numbers.length + facts.identifiers.length - 1;
}

function namedIn(name: string, facts: Facts): boolean {
  return facts.identifiers.some((identifier) => identifier.name === name);
}

/** The clause that speaks of the same says the opposite, in every place that speaks of it. */
function oppositePredicate(facts: Facts, views: readonly PassageView[], foreign: boolean): string | null {
  const options = { numbers: false };
  const places = placesOf(facts, views, foreign, options);
  const all = comparableTerms(facts, views, foreign);
  // What a sentence says both ways of different things cannot be compared as one.
  const terms = all.filter(
    ({ isPredicate, key, sign }) =>
      isPredicate && !all.some((other) => other.key === key && other.sign !== sign),
  );
  let found: string | null = null;
  for (const place of places) {
    if (place.share < SAME_MATTER * 0.8) continue;
    let against = 0;
    let agreeing = 0;
    let opposite = "";
    for (const term of terms) {
      const signs = signsIn(term, place, facts, foreign);
      if (signs === null) continue;
      const weight = term.polar ? 1.5 : 1;
      if (signs.has(term.sign)) agreeing += weight;
      else {
        against += weight;
        if (term.polar) opposite ||= term.key;
        else if (opposite === "") opposite = term.key;
      }
    }
    const isPolar = terms.some(({ key, polar }) => polar && key === opposite);
    if (against === 0 || (!isPolar && against / (against + agreeing) < OPPOSITE_SHARE)) return null;
    found = `opposite ${opposite}`;
  }
  return found;
}

/** Words that deny without a negation. */
const DENYING =
  /\b(?:without|unless|except|only|until|refuse\w*|prevent\w*|avoid\w*|ignore\w*|stop\w*|lack\w*|instead|ohne|außer|nur|sofern|statt|verhinder\w*)\b|除非|只|仅|以外|のみ|だけ|しか|限り/iu;

/** "It cannot be changed, only read" denies as much without its end. */
const ONLY_THAT = /[,;]\s*(?:but |sondern )?(?:only|nur)\s[^,;.]*/iu;

/** The clause that holds nearly all of the sentence is negated, the sentence is not; or the other way round. */
function deniedAltogether(
  facts: Facts,
  sentence: string,
  views: readonly PassageView[],
  foreign: boolean,
): string | null {
  const terms = comparableTerms(facts, views, foreign);
  if (terms.length < 2 || DENYING.test(sentence) || terms.some(({ polar, sign }) => polar && sign === -1))
    return null;
  const signOf = (term: TermFact) => (term.polar ? null : term.sign);
  const claimed = new Set(terms.map(signOf).filter((sign) => sign !== null));
  if (claimed.size !== 1) return null;
  const [claim] = claimed;
  const clauses = matchWindows(facts, views, foreign, {
    byRarity: true,
    numbers: false,
    sizes: ["clause", "sentence"],
  });
  const top = clauses[0]?.share ?? 0;
  if (top < DENIED_SHARE) return null;
  const near = clauses.filter(({ share }) => share >= top * NEARLY_BEST);
  const opposite = near.every(({ window }) => {
    if (DENYING.test(window.text.replace(ONLY_THAT, ""))) return false;
    const signs = terms
      .filter(({ polar }) => !polar)
      .flatMap(({ key }) => [...(window.signs.get(key) ?? [])]);
    return signs.length > 1 && signs.every((sign) => sign !== claim);
  });
  return opposite ? `denied: ${near[0]!.window.text}` : null;
}

/** Signs of a term in that clause of a place which has the term and most of the rest. */
function signsIn(
  term: TermFact,
  place: WindowMatch,
  facts: Facts,
  foreign: boolean,
): ReadonlySet<1 | -1> | null {
  const clauses = matchWindows(facts, [place.view], foreign, {
    byRarity: true,
    numbers: false,
    sizes: ["clause"],
  }).filter(({ window }) => window.sentence === place.window.sentence && window.signs.has(term.key));
  const best = clauses[0];
  if (best === undefined) return place.window.signs.get(term.key) ?? null;
  return best.window.signs.get(term.key)!;
}

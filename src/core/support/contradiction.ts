/**
 * What contradicts a sentence in the passages that it cites: the place that speaks of the same thing gives another number
 * or name, says the opposite, or has the two sides of a comparison the other way round.
 */
import { otherBound } from "./bound.ts";
import { type Clause, statingClauses } from "./clauses.ts";
import { contrastDenied, contrastTurned, defaultElsewhere } from "./contrast.ts";
import { countsAnother } from "./counted.ts";
import { crossedSides } from "./crossed.ts";
import { deniedOrObliged } from "./denied-or-obliged.ts";
import { bothOfOne, everyCase } from "./every-case.ts";
import { identifierIn, numberIn, type PassageView } from "./evidence.ts";
import type { Facts } from "./facts.ts";
import { comparableTerms, matchWindows } from "./match.ts";
import { kindAs } from "./name-kind.ts";
import { onlyDenied } from "./only-denied.ts";
import { onlyThat } from "./only-that.ts";
import { focusOf, placesOf } from "./places.ts";
import { reversedRelation } from "./relation.ts";
import type { Window } from "./windows.ts";

/** A place must hold this much of the rest of a sentence before it can contradict it. */
const SAME_MATTER = 0.5;
/** What contradicts the sentence, in words for evaluation, or `null`. */
export function contradictionOf(
  facts: Facts,
  { sentence, language }: { sentence: string; language: string },
  views: readonly PassageView[],
  foreign: boolean,
): string | null {
  const clauses = statingClauses(facts, sentence, language);
  // Across languages only concepts and names find a place, and two clauses share too many of them: most alarms were false.
  const isPlaceable = !foreign || clauses.length < 2;
  return (
    otherDefault(facts, sentence, views, foreign) ??
    (isPlaceable ? otherValue(facts, clauses, sentence, views, foreign) : null) ??
    deniedOrObliged(facts, clauses, { sentence, language }, views, foreign) ??
    countsAnother(facts, { sentence, language }, views, foreign) ??
    unlimited(facts, views, foreign) ??
    onlyThat(facts, sentence, views, foreign) ??
    onlyDenied(facts, sentence, views, foreign) ??
    contrastTurned(facts, { sentence, language }, views, foreign) ??
    contrastDenied(facts, sentence, views, foreign) ??
    defaultElsewhere(facts, sentence, views, foreign) ??
    reversedRelation(facts, sentence, views) ??
    crossedSides(facts, sentence, views) ??
    otherBound(facts, sentence, views) ??
    everyCase(facts, sentence, views, foreign) ??
    bothOfOne(facts, sentence, views, foreign)
  );
}

/** Part of a clause's rest that a place must hold to name another thing there. */
const SAME_CLAUSE = 0.85;
/** Words that the rest of such a clause must have. */
const MIN_CLAUSE_WORDS = 3;

/** Another number or name where the passage speaks of the same: for the sentence as a whole, or for one of several clauses. */
function otherValue(
  facts: Facts,
  clauses: readonly Clause[],
  sentence: string,
  views: readonly PassageView[],
  foreign: boolean,
): string | null {
  const whole = otherNumber(facts, sentence, views, foreign) ?? otherName(facts, sentence, views, foreign);
  if (whole !== null) return whole;
  if (clauses.length < 2) return null;
  for (const { facts: part } of clauses) {
    if (part.terms.filter(({ weight }) => weight >= 0.5).length < MIN_CLAUSE_WORDS) continue;
    const other =
      otherNumber(part, sentence, views, foreign, SAME_CLAUSE) ??
      otherName(part, sentence, views, foreign, SAME_CLAUSE);
    if (other !== null) return other;
  }
  return null;
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

/** Part of what the best place holds by which another sentence with the number may be the one that is meant. */
const NEARLY_AS_GOOD = 0.7;

function isSaidElsewhere(
  number: Facts["numbers"][number],
  facts: Facts,
  top: number,
  views: readonly PassageView[],
  foreign: boolean,
): boolean {
  if (!foreign) return false;
  return matchWindows(facts, views, foreign, { byRarity: true, sizes: ["sentence"], numbers: false }).some(
    ({ window, share }) => share >= top * NEARLY_AS_GOOD && numberIn(number, window.numbers),
  );
}

/** "The three protocols" counts what no single place does. */
function isOfAll({ digits, start, end }: Facts["numbers"][number], sentence: string): boolean {
  const before = sentence.slice(Math.max(0, start - 12), start);
  const after = sentence.slice(end, end + 4);
  return (
    !digits &&
    (/\b(?:the|these|those|all|die|der|den|alle[nr]?|diese[nr]?)\s$/iu.test(before) ||
      /^(?:者|つとも|种都|个都)/u.test(after))
  );
}

function otherNumber(
  facts: Facts,
  sentence: string,
  views: readonly PassageView[],
  foreign: boolean,
  minShare = SAME_MATTER,
): string | null {
  const options = { numbers: false };
  for (const number of facts.numbers) {
    const places = placesOf(facts, views, foreign, options);
    if ((places[0]?.share ?? 0) < minShare) continue;
    if (isSaidElsewhere(number, facts, places[0]!.share, views, foreign)) continue;
    let other: string | null = null;
    for (const place of places) {
      const focus = focusOf(place, facts, foreign, "part", options);
      if (numberIn(number, focus.numbers)) {
        other = null;
        break;
      }
      const there = focus.numbers.find(
        (stated) =>
          stated.dimension === number.dimension &&
          !(stated.dimension === "plain" && isOfAll(number, sentence)) &&
          !numberIn(stated, facts.numbers),
      );
      if (there !== undefined) other ??= `${number.surface} against ${there.surface}`;
      else if (
        number.digits &&
        TURNS.test(place.window.text) &&
        focus !== place.window &&
        numberIn(number, place.window.numbers)
      ) {
        other ??= `${number.surface} is said of something else`;
      }
    }
    if (other !== null) return other;
  }
  return null;
}

/** Weight of words, numbers and further names. */
const MIN_REST = 1;

/** UTF-16 units before a name in which its "unless" stands. */
const REACH = 80;

const ONLY = /\b(?:only|nur)\b|只有|のみ|だけ/iu;

/** What would make it otherwise is not what is said. */
const UNLESS_BEFORE = /\b(?:unless|es sei denn)\b[^,;]*$|除非[^，；]*$/iu;

function otherName(
  facts: Facts,
  sentence: string,
  views: readonly PassageView[],
  foreign: boolean,
  minShare = SAME_MATTER + 0.1,
): string | null {
  for (const [position, identifier] of facts.identifiers.entries()) {
    if (!identifier.isCode || restOf(facts, views, foreign) < MIN_REST) continue;
    if (UNLESS_BEFORE.test(sentence.slice(Math.max(0, identifier.start - REACH), identifier.start))) continue;
    const options = { without: new Set([position]) };
    const places = placesOf(facts, views, foreign, options);
    const best = places[0];
    if (best === undefined || best.share < minShare) continue;
    // "Only X does" agrees with "Y does not".
    if (facts.terms.some(({ sign, polar }) => sign === -1 && !polar) && ONLY.test(best.window.text)) continue;
    const focuses = places.map((place) => focusOf(place, facts, foreign, "part", options));
    if (focuses.some(({ words }) => identifierIn(identifier, words))) continue;
    // "`x` rejects A but accepts B" says both of `x`.
    if (
      /^(?:but|aber|sondern)\s/i.test(focuses[0]!.text) &&
      best.window.text.startsWith(`\`${identifier.name}\``)
    )
      continue;
    const { compact } = best.view.words;
    // Without a name of its own the place may go on about another sentence.
    const other = focuses[0]!.identifiers.find(
      ({ isCode, name }) =>
        isCode && !namedIn(name, facts) && kindAs(name, compact) === kindAs(identifier.name, compact),
    );
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

/** "Any number of X" where the place that speaks of X has a bound. */
function unlimited(facts: Facts, views: readonly PassageView[], foreign: boolean): string | null {
  const terms = comparableTerms(facts, views, foreign);
  if (!terms.some(({ key, sign }) => key === "#limit" && sign === -1)) return null;
  for (const { window, share } of placesOf(facts, views, foreign, {})) {
    if (share < SAME_MATTER * 0.8) break;
    if (window.signs.get("#limit")?.has(-1)) return null;
    if (window.signs.get("#max")?.has(1) || window.signs.get("#limit")?.has(1))
      return "no limit against a limit";
  }
  return null;
}

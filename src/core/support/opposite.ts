/** A cited passage says the opposite of a sentence: another pole, or the same under a negation. */
import { isDenying, isExcepting, isNarrowing } from "./denying.ts";
import type { PassageView } from "./evidence.ts";
import { type Facts, findFacts } from "./facts.ts";
import { comparableTerms, matchWindows, type WindowMatch } from "./match.ts";
import { NEARLY_BEST, placesOf } from "./places.ts";
import type { TermFact } from "./terms.ts";
import type { Window } from "./windows.ts";

/** Part of a sentence that a place must hold before a predicate of it can be the opposite. */
const SAME_STATEMENT = 0.6;
/** Part of a sentence that one clause must hold before its negation denies the whole. */
const DENIED_SHARE = 0.7;
/** Weight of opposite predicates among all that the two share. */
const OPPOSITE_SHARE = 0.5;
/** Part of what the best clause holds that a clause must hold to be compared. */
const MIN_CLAUSE_SHARE = 0.5;

/** The clause that speaks of the same says the opposite, in every place that speaks of it. */
export function oppositePredicate(
  facts: Facts,
  views: readonly PassageView[],
  foreign: boolean,
): string | null {
  const options = { numbers: false };
  const places = placesOf(facts, views, foreign, options);
  const all = comparableTerms(facts, views, foreign);
  // What a sentence says both ways of different things cannot be compared as one.
  const terms = all.filter(
    ({ isPredicate, key, sign }) =>
      isPredicate && !all.some((other) => other.key === key && other.sign !== sign && !other.isCondition),
  );
  // A word that may name several concepts is held when one of them is.
  const isHeldOtherwise = (term: TermFact, { signs }: Window) =>
    all.some(
      ({ key, sign, polar, start }) =>
        start === term.start && key !== term.key && !polar && signs.get(key)?.has(sign) === true,
    );
  let found: string | null = null;
  for (const place of places) {
    if (place.share < SAME_STATEMENT || isExempt(all, place.window, place.view.source.language)) continue;
    let against = 0;
    let agreeing = 0;
    let opposite = "";
    for (const term of terms) {
      const signs = signsIn(term, place, facts, foreign);
      if (signs === null) continue;
      const weight = term.polar ? 1.5 : 1;
      if (signs.has(term.sign)) agreeing += MODIFIERS.has(term.key) ? 0 : weight;
      else if (!isHeldOtherwise(term, place.window) && !isMadeUpFor(term, all, place.window)) {
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

/** Concepts whose negative pole undoes what is said beside it. */
const UNDOING: ReadonlySet<string> = new Set(["#enable", "#allow", "#advise"]);
/** Concepts with an opposite that are done, and so may be denied by a word: "changes are blocked". */
const ACTIONS: ReadonlySet<string> = new Set(["#change", "#start", "#open", "#keep", "#add"]);
/** Concepts that more often tell which thing is spoken of than what is said of it: "failed jobs", "the first run". */
const MODIFIERS: ReadonlySet<string> = new Set([
  "#success",
  "#first",
  "#newest",
  "#once",
  "#max",
  "#internal",
  "#local",
]);

/** "Nothing is logged" against "logging is disabled": one side denies by a negation, the other by a word. */
function isMadeUpFor(
  { key: compared, polar, sign: own }: TermFact,
  claimed: readonly TermFact[],
  { terms, text }: Window,
): boolean {
  // "Only if X" is "never unless X".
  if (isExcepting(text) && claimed.some(({ key }) => key === "#only")) return true;
  if (polar && !ACTIONS.has(compared)) return false;
  const undoes = (some: readonly TermFact[], other: readonly TermFact[]) =>
    some.some(
      ({ key, sign }) =>
        sign === -1 && key !== compared && UNDOING.has(key) && !other.some((one) => one.key === key),
    );
  // "Only X may" says that others may not.
  if (undoes(claimed, terms) || undoes(terms, claimed)) return true;
  return !polar && own === -1 && isNarrowing(text);
}

/** "Ends all others but not this one": of what stands last the sentence says the opposite of the rest. */
const BUT_NOT = /\b(?:but|and|aber|und) (?:not|nicht) ([^,;.]{3,60})/iu;

function isExempt(claimed: readonly TermFact[], { text }: Window, language: string): boolean {
  const rest = BUT_NOT.exec(text)?.[1];
  if (rest === undefined) return false;
  const exempt = new Set(findFacts(rest, language).terms.map(({ key }) => key));
  return claimed.some(({ key }) => exempt.has(key));
}

/** "It cannot be changed, only read" denies as much without its end. */
const ONLY_THAT = /[,;]\s*(?:but |sondern )?(?:only|nur)\s[^,;.]*/iu;

/** The clause that holds nearly all of the sentence is negated, the sentence is not; or the other way round. */
export function deniedAltogether(
  facts: Facts,
  sentence: string,
  views: readonly PassageView[],
  foreign: boolean,
): string | null {
  const terms = comparableTerms(facts, views, foreign);
  const isDenial = ({ key, polar, sign, isCondition }: TermFact) =>
    polar && sign === -1 && !isCondition && !MODIFIERS.has(key);
  if (terms.length < 2 || isDenying(sentence) || terms.some(isDenial)) return null;
  const signOf = (term: TermFact) => (term.polar || term.isCondition ? null : term.sign);
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
  const best = clauses.filter(({ share }) => share >= top * NEARLY_BEST);
  // A sentence with such a clause adds only what else it says.
  const parted = new Set(
    best.filter(({ window }) => window.size === "clause").map(({ window }) => window.sentence),
  );
  const near = best.filter(({ window }) => window.size === "clause" || !parted.has(window.sentence));
  const opposite = near.every(({ window }) => {
    if (isDenying(window.text.replace(ONLY_THAT, ""))) return false;
    if (window.terms.some(({ key, sign }) => sign === -1 && UNDOING.has(key))) return false;
    const signs = terms
      .filter(({ polar, isCondition }) => !polar && !isCondition)
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
  }).filter(({ window }) => window.sentence === place.window.sentence);
  // What stands in a condition ("even if retries are set") is not what is said.
  const holding = clauses.filter(({ window }) => window.signs.has(term.key));
  const stating = holding.filter(
    ({ window: { terms } }) =>
      terms.every(({ key }) => key !== term.key) ||
      terms.some(({ key, isCondition }) => key === term.key && !isCondition),
  );
  const best = stating[0];
  if (best === undefined && holding.length > 0) return null;
  if (best === undefined) return place.window.signs.get(term.key) ?? null;
  // "X is limited, all others are not": the other clause speaks of something else.
  if (best.share < clauses[0]!.share * MIN_CLAUSE_SHARE) return null;
  const equal = stating.filter(({ share }) => share === best.share);
  return new Set(equal.flatMap(({ window }) => [...window.signs.get(term.key)!]));
}

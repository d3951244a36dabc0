/** A sentence affirms what its passages only ever deny. */
import { isDenying } from "./denying.ts";
import type { PassageView } from "./evidence.ts";
import type { Facts } from "./facts.ts";
import { comparableTerms, matchWindows } from "./match.ts";
import type { TermFact } from "./terms.ts";
import type { Window } from "./windows.ts";

/** A word that more sentences hold is what the passage is about: one of them may deny something else of it. */
const MAX_SENTENCES = 2;
/** Part of a sentence that the place which denies a word of it must hold. */
const SAME_MATTER = 0.5;
/** The same of a clause, for a word that is no predicate. */
const SAME_CLAUSE = 0.7;

/** @returns what decided, or `null` */
export function onlyDenied(
  facts: Facts,
  sentence: string,
  views: readonly PassageView[],
  foreign: boolean,
): string | null {
  const terms = comparableTerms(facts, views, foreign);
  if (isDenying(sentence) || terms.some(({ polar, sign }) => polar && sign === -1)) return null;
  if (terms.some(({ sign }) => sign === -1)) return null;
  const held = matchWindows(facts, views, foreign, {
    byRarity: true,
    numbers: false,
    sizes: ["sentence", "clause"],
  });
  // A clause that denies a predicate of the sentence as well, and has a third word of it.
  const deniesMore = ({ signs }: Window) =>
    terms.filter(({ key }) => signs.has(key)).length >= 3 &&
    terms.some(({ key, sign, isPredicate }) => isPredicate && signs.has(key) && !signs.get(key)!.has(sign));
  for (const term of terms) {
    if (term.weight < 0.5 || term.polar) continue;
    const clauses = clausesWith(term, views);
    if (clauses.length === 0) continue;
    const denying = clauses.every(({ window }) => {
      const signs = window.terms.filter(({ key }) => key === term.key).map(({ sign }) => sign);
      return signs.every((sign) => sign === -1) && !isDenying(window.text);
    });
    if (!denying) continue;
    const isSame = clauses.some(({ window, view }) =>
      held.some(
        (match) =>
          match.view === view &&
          match.window.sentence === window.sentence &&
          (term.isPredicate
            ? match.share >= SAME_MATTER
            : match.window === window && (match.share >= SAME_CLAUSE || deniesMore(match.window))),
      ),
    );
    if (isSame) return `${term.key} is only denied: ${clauses[0]!.window.text}`;
  }
  return null;
}

/** The smallest windows that hold a word of their own; none where too many do or a heading has it. */
function clausesWith(
  { key }: TermFact,
  views: readonly PassageView[],
): { window: Window; view: PassageView }[] {
  const found: { window: Window; view: PassageView }[] = [];
  for (const view of views) {
    if (view.topic.has(key)) return [];
    if ((view.sentenceFreq.get(key) ?? 0) > MAX_SENTENCES) return [];
    const own = view.windows.filter(
      ({ size, terms }) => size !== "wide" && terms.some((term) => term.key === key),
    );
    const clauses = own.filter(({ size }) => size === "clause");
    const parted = new Set(clauses.map(({ sentence }) => sentence));
    for (const window of own) {
      if (window.size === "clause" || (window.size === "sentence" && !parted.has(window.sentence)))
        found.push({ window, view });
    }
  }
  return found;
}

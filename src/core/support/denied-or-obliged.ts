/** A sentence denies, affirms or demands what its passage does not. */
import type { Clause } from "./clauses.ts";
import { deniedPart } from "./denied-part.ts";
import { notByItself, notObliged } from "./every-case.ts";
import type { PassageView } from "./evidence.ts";
import type { Facts } from "./facts.ts";
import { matchWindows } from "./match.ts";
import { nearVerbatim } from "./near-verbatim.ts";
import { deniedAltogether, oppositePredicate } from "./opposite.ts";

/**
 * What a sentence says against its passage by denying, affirming or obliging. In a sentence of several clauses one of them
 * must go against the passage by itself: what it says of one thing is nothing against what the passage says of another.
 *
 * @returns what decided, or `null`
 */
export function deniedOrObliged(
  facts: Facts,
  clauses: readonly Clause[],
  { sentence, language }: { sentence: string; language: string },
  views: readonly PassageView[],
  foreign: boolean,
): string | null {
  const whole = oppositePredicate(facts, views, foreign) ?? deniedAltogether(facts, sentence, views, foreign);
  if (clauses.length < 2) return whole ?? deniedOrObligedIn({ text: sentence, facts }, views, foreign);
  for (const clause of clauses) {
    const against =
      (whole === null ? null : oppositePredicate(clause.facts, views, foreign)) ??
      deniedWordForWord(clause, language, views, foreign) ??
      deniedOrObligedIn(clause, views, foreign);
    if (against !== null) return against;
  }
  return null;
}

/** Part of a clause that a place must hold to be compared word for word. */
const MIN_NEAR_SHARE = 0.6;

function deniedWordForWord(
  { text, facts }: Clause,
  language: string,
  views: readonly PassageView[],
  foreign: boolean,
): string | null {
  if (foreign) return null;
  const places = matchWindows(facts, views, foreign, { sizes: ["sentence", "clause"] });
  if ((places[0]?.share ?? 0) < MIN_NEAR_SHARE) return null;
  const near = nearVerbatim(text, language, places);
  return near?.isDenied === true ? `denied word for word: ${near.window.window.text}` : null;
}

function deniedOrObligedIn(
  { text, facts }: Clause,
  views: readonly PassageView[],
  foreign: boolean,
): string | null {
  return (
    deniedPart(facts, text, views, foreign) ??
    notByItself(facts, text, views, foreign) ??
    notObliged(facts, views, foreign)
  );
}

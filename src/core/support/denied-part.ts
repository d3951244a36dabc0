/**
 * A passage denies of one thing in a part of a sentence what it says of others: "guests can read but cannot write", "tiles
 * carry a tag; styles do not". The subject stands in another part, so that no part holds the whole.
 */
import { isDenying } from "./denying.ts";
import type { PassageView } from "./evidence.ts";
import type { Facts } from "./facts.ts";
import { comparableTerms, matchWindows, type WindowMatch } from "./match.ts";
import type { TermFact } from "./terms.ts";
import type { Window } from "./windows.ts";

/** Part of the claim that the whole sentence must hold. */
const SAME_MATTER = 0.7;
/** Part of the best place's share that a place must have to be asked. */
const NEARLY_BEST = 0.9;
/** A part that only denies: "styles do not." */
const ELLIPTIC =
  /(?:\b(?:do|does|did|is|are|was|were|can|will|may|has|have) not|n['’]t|\b(?:aber|jedoch|dagegen) nicht|\bnicht|[也则]?不(?:会|能|是|行|可以|支持)?|(?:は|も)?(?:しません|できません|ありません|ない))\s*[.。;；]?\s*$/iu;
/** Words that an elliptic part may have. */
const MAX_ELLIPTIC_TERMS = 4;

/** @returns what decided, or `null` */
export function deniedPart(
  facts: Facts,
  sentence: string,
  views: readonly PassageView[],
  foreign: boolean,
): string | null {
  const terms = comparableTerms(facts, views, foreign).filter(({ weight }) => weight >= 0.5);
  if (isDenying(sentence) || terms.length < 2 || terms.some(({ sign, polar }) => sign === -1 && !polar))
    return null;
  const places = matchWindows(facts, views, foreign, { numbers: false, sizes: ["sentence"] });
  const top = places[0]?.share ?? 0;
  if (top < SAME_MATTER) return null;
  let found: string | null = null;
  for (const place of places) {
    if (place.share < top * NEARLY_BEST) break;
    const denied = deniedIn(place, terms);
    if (denied === null) return null;
    found = denied;
  }
  return found;
}

function deniedIn({ view, window }: WindowMatch, terms: readonly TermFact[]): string | null {
  const parts = view.windows.filter(
    ({ size, sentence }) => size === "clause" && sentence === window.sentence,
  );
  for (const part of parts) {
    if (isDenying(part.text)) continue;
    const others = parts.filter((other) => other !== part);
    const own = terms.filter(
      ({ key, isCondition }) => !isCondition && !others.some((other) => holds(other, key)),
    );
    const inPart = own.filter(({ key }) => holds(part, key));
    if (inPart.length === 0 || !inPart.every((term) => isDenied(part, term))) continue;
    const isElliptic =
      ELLIPTIC.test(part.text) &&
      part.terms.filter(({ weight }) => weight >= 0.5).length <= MAX_ELLIPTIC_TERMS;
    if (isElliptic || inPart.length >= 2 || inPart.some(({ isPredicate }) => isPredicate))
      return `denied in a part: ${part.text}`;
  }
  return null;
}

function holds({ terms }: Window, key: string): boolean {
  return terms.some((term) => term.key === key);
}

function isDenied(part: Window, { key, sign }: TermFact): boolean {
  return part.terms.every((term) => term.key !== key || (term.sign !== sign && !term.isCondition));
}

/** A sentence says of every case what its passage says of some, naming an exception beside it. */
import type { PassageView } from "./evidence.ts";
import type { Facts } from "./facts.ts";
import { placesOf } from "./places.ts";

/** Part of the sentence that the place with the exception must hold. */
const SAME_MATTER = 0.5;

const EVERY =
  /\b(?:every(?:one|body)?|all|any(?:one|body)?|always|whatever|no matter|regardless|however they|jede[rsnm]?|alle[rsnm]?|immer|unabhängig|egal)\b|所有|任何|每个|一律|无论|总是|都(?!市)|すべて|全て|どの|いつでも|常に/iu;
const EXCEPTION =
  /\b(?:except|apart from|other than|only|unless|elsewhere|everywhere else|other \p{L}+ (?:are|do|is|does) not|others (?:are|do) not|not all|außer|nur|sofern nicht|es sei denn|ausgenommen)\b|除了|除非|以外|例外|其他.{0,8}不|只有|仅|のみ|だけ|ほかの?.{0,8}(?:ません|ない)/iu;

/** @returns what decided, or `null` */
export function everyCase(
  facts: Facts,
  sentence: string,
  views: readonly PassageView[],
  foreign: boolean,
): string | null {
  if (!EVERY.test(sentence) || EXCEPTION.test(sentence)) return null;
  if (facts.terms.some(({ sign, polar }) => sign === -1 && !polar)) return null;
  const places = placesOf(facts, views, foreign, { numbers: false });
  if ((places[0]?.share ?? 0) < SAME_MATTER) return null;
  const excepting = places.every(
    ({ window }) =>
      EXCEPTION.test(window.text) && !EVERY.test(window.text.replace(/\bnot all\b|everywhere else/giu, "")),
  );
  return excepting ? `not in every case: ${places[0]!.window.text}` : null;
}

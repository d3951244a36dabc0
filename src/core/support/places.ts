/** Where cited passages speak of the same as a sentence. */
import type { PassageView } from "./evidence.ts";
import type { Facts } from "./facts.ts";
import { type MatchOptions, matchWindows, type WindowMatch } from "./match.ts";
import type { Window, WindowSize } from "./windows.ts";

/** Sentences within this share of the best count as places that speak of the same. */
export const NEARLY_BEST = 0.85;

/** The sentences that speak of what is left of a sentence. */
export function placesOf(
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
export function focusOf(
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

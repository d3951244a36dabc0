/**
 * Two ways in which a passage says of a sentence's own words that they belong to something else: "X, not Y" denies the Y, and
 * what is the default in one sentence is not what only the next one names.
 */
import { identifierIn, type PassageView } from "./evidence.ts";
import { type Facts, findFacts } from "./facts.ts";
import { comparableTerms, matchWindows } from "./match.ts";
import type { Window } from "./windows.ts";

/** What is denied in "X, not Y", up to the next mark. Each little word stands here once: of two ways to read it, a row of them has 2ⁿ. */
const NOT_THIS =
  /(?:,\s*(?:and |but )?(?:not|never)|\s(?:and|but) not|,\s*(?:und |aber )?(?:nicht|nie))\s+(?:(?:to|for|by|in|on|at|when|if|with|from|as|an?|the|per|für|bei|auf|wenn|von|zu|als|ein\w*|de[rsnm]|die|das|pro)\s+){0,8}([^.;,:!?\n]{3,80})/giu;
/** Part of the denied words that a sentence must hold to be the one that is denied, and of its words that the place must hold. */
const DENIED_SHARE = 0.6;
const SAME_PLACE_SHARE = 0.7;
/** Part of a sentence about a default that the place which names the default must hold. */
const SAME_DEFAULT_SHARE = 0.4;

/** What is denied in "X rather than Y" and its like. */
const RATHER_THAN =
  /(?:\b(?:rather than|instead of|as opposed to|anstatt|statt|anstelle von|plutôt que|en lugar de)\s|而不是|而非|(?=の(?:では|じゃ)なく))(?:(?:to|for|by|in|on|at|with|from|an?|the|de[rsnm]|die|das)\s+){0,8}([^.;,:!?。；，\n]{2,80})/iu;

/** "X rather than Y" where the passage has "Y, not X". */
export function contrastTurned(
  facts: Facts,
  { sentence, language }: { sentence: string; language: string },
  views: readonly PassageView[],
  foreign: boolean,
): string | null {
  const match = RATHER_THAN.exec(sentence);
  if (match === null) return null;
  const claimedNot = keysOf(match[1]!, language);
  const claimed = keysOf(sentence.slice(0, match.index), language);
  for (const key of [...claimed]) if (claimedNot.delete(key)) claimed.delete(key);
  if (claimed.size === 0 || claimedNot.size === 0) return null;
  for (const { window, view, share } of matchWindows(facts, views, foreign, { sizes: ["sentence"] })) {
    if (share < SAME_PLACE_SHARE) break;
    for (const stated of [...window.text.matchAll(NOT_THIS), RATHER_THAN.exec(window.text)]) {
      if (stated === null) continue;
      const denied = keysOf(stated[1]!, view.source.language);
      const affirmed = keysOf(window.text.slice(0, stated.index), view.source.language);
      for (const key of [...affirmed]) if (denied.delete(key)) affirmed.delete(key);
      const count = (a: ReadonlySet<string>, b: ReadonlySet<string>) =>
        [...a].filter((key) => b.has(key)).length;
      const crossed = count(claimed, denied) * count(claimedNot, affirmed);
      if (crossed > count(claimed, affirmed) * count(claimedNot, denied)) return `turned: not ${stated[1]!}`;
    }
  }
  return null;
}

function keysOf(text: string, language: string): Set<string> {
  const { terms, identifiers } = findFacts(text, language);
  return new Set([...terms.map(({ key }) => key), ...identifiers.map(({ name }) => name)]);
}

/** The sentence affirms what "X, not Y" denies. */
export function contrastDenied(
  facts: Facts,
  sentence: string,
  views: readonly PassageView[],
  foreign: boolean,
): string | null {
  const terms = comparableTerms(facts, views, foreign);
  if (terms.length < 2 || terms.some(({ polar, sign }) => sign === -1 && !polar) || hasContrast(sentence))
    return null;
  const claimed = new Set(terms.map(({ key }) => key));
  for (const view of views) {
    for (const window of view.windows) {
      if (window.size !== "sentence") continue;
      const inPlace = terms.filter(({ key }) => window.signs.has(key) || view.topic.has(key)).length;
      if (inPlace / terms.length < SAME_PLACE_SHARE) continue;
      if (facts.identifiers.some((identifier) => !identifierIn(identifier, window.words))) continue;
      for (const match of window.text.matchAll(NOT_THIS)) {
        const denied = findFacts(match[1]!, view.source.language);
        const affirmed = findFacts(window.text.slice(0, match.index), view.source.language);
        const keys = new Set(denied.terms.map(({ key }) => key));
        // What both sides hold tells them not apart.
        for (const { key } of affirmed.terms) keys.delete(key);
        const held = [...keys].filter((key) => claimed.has(key)).length;
        if (keys.size === 0 || held / keys.size < DENIED_SHARE) continue;
        const shared = affirmed.terms.some(({ key }) => claimed.has(key));
        if (shared) return `denied: not ${match[1]!}`;
      }
    }
  }
  return null;
}

function hasContrast(sentence: string): boolean {
  return /\b(?:not|only|instead|rather|nicht|nur|sondern|statt)\b|不|而|只|ない|なく|のみ|だけ/iu.test(
    sentence,
  );
}

/** The sentence calls a default what stands only in a sentence that speaks of no default, beside one that does. */
export function defaultElsewhere(
  facts: Facts,
  sentence: string,
  views: readonly PassageView[],
  foreign: boolean,
): string | null {
  const terms = comparableTerms(facts, views, foreign);
  // A sentence of several parts may say more than what the default is.
  if (!terms.some(({ key }) => key === "#default") || /[,;:，；、]/.test(sentence)) return null;
  const said = terms.filter(({ key, weight }) => key !== "#default" && weight >= 1);
  const size = said.length + facts.identifiers.length;
  if (size < 2) return null;
  for (const view of views) {
    const sentences = view.windows.filter((window) => window.size === "sentence");
    const defaults = sentences.filter(({ signs }) => signs.has("#default"));
    const heldIn = (window: Window) =>
      said.filter(({ key }) => window.signs.has(key)).length +
      facts.identifiers.filter((identifier) => identifierIn(identifier, window.words)).length;
    const best = Math.max(0, ...defaults.map(heldIn));
    if (best / size < SAME_DEFAULT_SHARE || best === size) continue;
    const place = defaults.find((window) => heldIn(window) === best)!;
    const others = sentences.filter((window) => !defaults.includes(window));
    const stray =
      said.find(
        ({ key }) =>
          !defaults.some(({ signs }) => signs.has(key)) &&
          !view.topic.has(key) &&
          others.some(({ signs }) => signs.has(key)),
      )?.key ??
      facts.identifiers.find(
        (identifier) =>
          identifier.isCode &&
          !defaults.some(({ words }) => identifierIn(identifier, words)) &&
          others.some(({ words }) => identifierIn(identifier, words)),
      )?.name;
    if (stray !== undefined) return `${stray} is no part of the default: ${place.text}`;
  }
  return null;
}

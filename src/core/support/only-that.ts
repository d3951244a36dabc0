/** A passage says "only X", the sentence says it of something else or of everything. */
import type { PassageView } from "./evidence.ts";
import type { Facts } from "./facts.ts";
import { comparableTerms, matchWindows } from "./match.ts";
import type { TermFact } from "./terms.ts";
import type { Window } from "./windows.ts";

/** Part of the sentence that the place which says "only" must hold. */
const SAME_MATTER = 0.5;
/** UTF-16 units in which the word stands that a sentence speaks of. */
const FIRST_WORDS = 6;
/** UTF-16 units in which the word stands that "only" belongs to. */
const REACH = 32;

const ONLY =
  /\b(?:only|solely|exclusively|nur|ausschließlich|lediglich)\b|(?:只有|只能由|只|仅由|仅)|(?:にのみ|のみ|だけ|にしか|しか)/giu;
const HAS_ONLY =
  /\b(?:only|solely|exclusively|just|nur|ausschließlich|lediglich|except|other than|außer)\b|只|仅|除|のみ|だけ|しか|以外/iu;
/** "Not only" narrows nothing, and "only if", "only once" narrow when, not what. */
const NOT_ONLY = /\b(?:not|nicht)\s+$/i;
const ONLY_WHEN =
  /^\s*(?:if|when|once|after|before|until|while|in case|wenn|falls|dann|einmal|nach|bei|für|at most|noch|mit|with|by|per|in|on|at|from|to)\b/i;
const EVERYTHING = new Set(["#all", "#public", "#multiple"]);

/** @returns what decided, or `null` */
export function onlyThat(
  facts: Facts,
  sentence: string,
  views: readonly PassageView[],
  foreign: boolean,
): string | null {
  if (HAS_ONLY.test(sentence)) return null;
  const terms = comparableTerms(facts, views, foreign);
  if (terms.length < 2 || terms.some(({ sign, polar }) => sign === -1 && !polar)) return null;
  const places = matchWindows(facts, views, foreign, { byRarity: true, sizes: ["sentence"] });
  for (const { window, view, share } of places) {
    if (share < SAME_MATTER) break;
    const here = new Set(window.terms.map(({ key }) => key));
    const isOfAll = terms.some(({ key }) => EVERYTHING.has(key) && !here.has(key));
    const isOfAnother = terms.some(
      ({ key, weight, start }) =>
        weight >= 1 && start <= FIRST_WORDS && !here.has(key) && !view.topic.has(key) && view.keys.has(key),
    );
    for (const narrowed of narrowedBy(window, view.source.language)) {
      const at = terms.findIndex(({ key }) => key === narrowed.key);
      // "On all devices" where the passage has "on this device only".
      const isWidened = at > 0 && EVERYTHING.has(terms[at - 1]!.key);
      if (isWidened || (at < 0 && (isOfAll || isOfAnother))) return `only ${narrowed.key}: ${window.text}`;
    }
  }
  return null;
}

/** The word that each "only" of a sentence belongs to: the next one, in Japanese and before a mark the last one. */
function narrowedBy({ text, terms }: Window, language: string): TermFact[] {
  const words = terms.filter(({ key, weight }) => key !== "#only" && weight >= 1);
  return [...text.matchAll(ONLY)].flatMap((match) => {
    const end = match.index + match[0].length;
    const after = text.slice(end);
    if (NOT_ONLY.test(text.slice(0, match.index)) || ONLY_WHEN.test(after)) return [];
    const isAfter = language === "ja" || /^\s*[.,;:)。，；]/.test(after);
    const near = isAfter
      ? words.findLast(({ start }) => start < match.index && start >= match.index - REACH)
      : words.find(({ start }) => start >= end && start < end + REACH);
    return near === undefined ? [] : [near];
  });
}

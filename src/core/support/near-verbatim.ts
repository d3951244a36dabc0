/**
 * A sentence that stands in a passage nearly word for word: what it adds and leaves out decides. Function words and added
 * words change nothing; a negation on one side only turns the statement around.
 */
import { isFunctionWord } from "../question/language.ts";
import { isDenying } from "./denying.ts";
import type { WindowMatch } from "./match.ts";
import type { Window } from "./windows.ts";

/** Part of the sentence's words that must stand in the passage's sentence in the same order. */
const SAME_WORDS = 0.8;
const SAME_CJK = 0.85;
/** Words of the place that may be left out, to one of the sentence. */
const MAX_OMITTED = 0.3;
/** Fewer words than this may agree by chance. */
const MIN_WORDS = 4;
const MIN_CJK = 10;
/** Longer texts than this are compared by their terms only: the cost is the product of both lengths. */
const MAX_WORDS = 80;
/** Places that are compared, best first. */
const MAX_PLACES = 3;

export interface NearVerbatim {
  window: WindowMatch;
  /** Whether one side denies what the other says. */
  isDenied: boolean;
}

/** The place that holds a sentence nearly word for word, or `null`. @param places sentences of the passages, best first */
export function nearVerbatim(
  sentence: string,
  language: string,
  places: readonly WindowMatch[],
): NearVerbatim | null {
  const claimed = wordsOf(sentence, language);
  const isCjk = language === "zh" || language === "ja";
  if (claimed.length < (isCjk ? MIN_CJK : MIN_WORDS) || claimed.length > MAX_WORDS) return null;
  let denied: NearVerbatim | null = null;
  let compared = 0;
  for (const place of places) {
    if (place.view.source.language !== language || compared >= MAX_PLACES) continue;
    compared += 1;
    const difference = differenceOf(claimed, stated(place.window, language));
    if (difference === null || difference.same / claimed.length < (isCjk ? SAME_CJK : SAME_WORDS)) continue;
    // What skips a good part of its place joins the beginning of one statement to the end of another.
    if (difference.omitted.length > Math.max(2, claimed.length * MAX_OMITTED)) continue;
    if (!isHarmless(difference)) continue;
    const negations = (words: readonly string[]) => words.filter((word) => word === NOT).length;
    const isDenied = (negations(difference.added) + negations(difference.omitted)) % 2 === 1;
    if (!isDenied) return { window: place, isDenied };
    // "It cannot be changed, only read" keeps its denial when the end is left out.
    if (!isDenying(sentence) && !isDenying(place.window.text)) denied ??= { window: place, isDenied };
  }
  return denied;
}

const statedWords = new WeakMap<Window, readonly string[]>();

function stated(window: Window, language: string): readonly string[] {
  let words = statedWords.get(window);
  if (words === undefined) {
    words = wordsOf(window.text, language);
    statedWords.set(window, words);
  }
  return words;
}

/** Words before and after the common ones that may still belong to them. */
const NEAR = 2;

const NOT = "¬";
/** What may be added or left out when it changes neither what is said nor of how many. */
const DECISIVE =
  /^(?:¬|\d.*|only|solely|just|all|every|each|any|both|either|neither|most|some|many|few|several|always|sometimes|usually|often|unless|except|until|before|after|without|instead|rather|first|last|then|must|may|twice|once|least|nur|alle.?|jede.?|beide.?|einige.?|meist.*|manche.?|viele.?|immer|manchmal|außer|erst|bevor|nach|vor|bis|ohne|statt|zuerst|zuletzt|muss|kann|[不没未无非只仅全都每前后先再才大小多少又必须可]|[以除外最内])$/u;

interface Difference {
  /** Words that both have in the same order. */
  same: number;
  /** Words of the sentence alone, and words of the passage alone between the first and the last common one. */
  added: string[];
  omitted: string[];
  /** Whether words of one side stand where the other has different ones. */
  isReplaced: boolean;
}

function isHarmless({ added, omitted, isReplaced }: Difference): boolean {
  if (isReplaced) return false;
  const here = new Set(omitted);
  // A word that both have in another place may have changed sides.
  if (added.some((word) => word !== NOT && here.has(word))) return false;
  return [...added, ...omitted].every((word) => word === NOT || !DECISIVE.test(word));
}

/** Words by which two texts are compared: without function words, in forms that say the same. */
function wordsOf(text: string, language: string): string[] {
  const plain = text
    .toLowerCase()
    .replace(/\bcan(?:not|['’]t)\b/gu, "can not")
    .replace(/\b(\w+)n['’]t\b/gu, "$1 not")
    .replace(/\b(?:has|have|need|needs) to\b|\b(?:is|are) required to\b|\bmüssen\b/gu, "must")
    .replace(/\b(?:is|are) (?:able|allowed) to\b|\bcan\b|\bcould\b/gu, "may")
    .replace(/\bkönnen\b/gu, "kann")
    .replace(/なければ(?:なりません|ならない)/gu, "必須")
    .replace(/ません(?:でした)?|(?<!少)ない|なく(?!な)|ず(?=に|、|。|$)/gu, "未")
    .replace(/(?:ます|です|る)(?=[。、）\s]|$)/gu, "");
  const words: string[] = [];
  for (const [word] of plain.matchAll(
    /[\p{Script=Latin}\p{N}_]+|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]/gu,
  )) {
    if (/^(?:not|no|never|nicht|nie|niemals|kein\p{L}{0,2}|不|没|未|ぬ)$/u.test(word)) words.push(NOT);
    else if (word.length === 1 ? /[\p{L}\p{N}]/u.test(word) && !/^[a-z]$/.test(word) : true) {
      if (word.length > 1 && isFunctionWord(word, language) && !DECISIVE.test(word)) continue;
      words.push(word.length > 3 && !DECISIVE.test(word) ? word.replace(/s$/, "") : word);
    }
  }
  return words;
}

/** The longest common run in order, and what stands beside it. */
function differenceOf(claimed: readonly string[], passage: readonly string[]): Difference | null {
  const [rows, columns] = [claimed.length, passage.length];
  if (columns === 0 || columns > MAX_WORDS * 2) return null;
  const width = columns + 1;
  const lengths = new Uint8Array((rows + 1) * width);
  for (let row = rows - 1; row >= 0; row -= 1) {
    for (let column = columns - 1; column >= 0; column -= 1) {
      lengths[row * width + column] =
        claimed[row] === passage[column]
          ? lengths[(row + 1) * width + column + 1]! + 1
          : Math.max(lengths[(row + 1) * width + column]!, lengths[row * width + column + 1]!);
    }
  }
  const same = lengths[0]!;
  const added: string[] = [];
  const omitted: string[] = [];
  let isReplaced = false;
  let [row, column, matched, first] = [0, 0, 0, 0];
  let gap = { added: 0, omitted: 0 };
  while (row < rows && matched < same) {
    if (claimed[row] === passage[column]) {
      isReplaced ||= gap.added > 0 && (gap.omitted > 0 || (matched === 0 && column > 0));
      gap = { added: 0, omitted: 0 };
      [row, column, matched] = [row + 1, column + 1, matched + 1];
    } else if (lengths[(row + 1) * width + column]! >= lengths[row * width + column + 1]!) {
      added.push(claimed[row]!);
      if (claimed[row] !== NOT) gap.added += 1;
      row += 1;
    } else {
      if (matched > 0) {
        omitted.push(passage[column]!);
        if (passage[column] !== NOT) gap.omitted += 1;
      }
      column += 1;
      if (matched === 0) first = column;
    }
  }
  isReplaced ||= row < rows && column < columns;
  added.push(...claimed.slice(row));
  // Farther off another statement may stand.
  omitted.push(...passage.slice(Math.max(0, first - NEAR), first));
  const isOpen = passage.slice(column, column + NEAR).some((word) => DECISIVE.test(word));
  return { same, added, omitted, isReplaced: isReplaced || isOpen };
}

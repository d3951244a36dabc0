/**
 * A number that a passage does not have may be a case of a bound that it states: "a 30 MB message is rejected" where larger
 * ones than 25 MB are. Such a number is no wrong one, but a sentence that states a bound of its own needs the passage's.
 */
import type { PassageView } from "./evidence.ts";
import type { Facts } from "./facts.ts";
import { conditions } from "./negation.ts";
import { type NumberFact, sameQuantity } from "./numbers.ts";

/** UTF-16 units beside a number in which its bound stands. */
const REACH = 28;

const OVER_BEFORE =
  /(?:\b(?:larger|bigger|greater|higher|wider|taller|longer|older|more|heavier|later) than|\b(?:over|above|beyond|exceed(?:s|ing)?|from|at least|minimum(?: of)?)|\b(?:über|mehr als|\p{L}+er als|ab|mindestens)|超过|大于|超出|高于|至少|plus de|más de|mais de)\s*$/iu;
const OVER_AFTER = /^\s?(?:を超え|より(?:大き|長|多)|以上|or more\b|oder mehr\b|and (?:more|up)\b)/iu;
const UNDER_BEFORE =
  /(?:\b(?:at most|up to|(?:no|not) (?:more|longer|larger) than|less than|fewer than|(?:smaller|shorter|lower|younger) than|below|under|within|for|until|maximum(?: of)?|limit(?:ed to)?(?: of)?)|\b(?:bis zu|höchstens|maximal|unter|innerhalb(?: von)?|weniger als|binnen)|最多|至多|不超过|小于|低于|不到|jusqu'à|hasta|até)\s*$/iu;
const UNDER_AFTER = /^\s?(?:以内|以下|未満|まで|之内|内|or (?:less|fewer)\b|oder weniger\b)/iu;
/** Turns "more than" into a bound from above. */
const DENIED_BEFORE = /(?:\b(?:never|not|no|cannot|nicht|nie|kein\p{L}?)\b|不)[^.;。]{0,24}$/iu;
/** Says what holds on the other side of a bound as well. */
const OTHER_SIDE =
  /\b(?:smaller|shorter|larger|longer|lower|higher|others?|otherwise|else|kleinere|größere|kürzere|längere|andere|sonst)\b|其他|其余|否则|それ以外|それより|ほかの/iu;
/** A sentence with more numbers is a table or a dump, and each is held against all of the passages. */
const MAX_NUMBERS = 12;

/** Facts without the numbers that are a case of a bound of a cited passage. */
export function withoutInstances(facts: Facts, sentence: string, views: readonly PassageView[]): Facts {
  if (facts.numbers.length === 0 || facts.numbers.length > MAX_NUMBERS) return facts;
  const isCondition = conditions(sentence);
  const numbers = facts.numbers.filter((number) => {
    const isSupposed = isCondition(number.start) || isAttribute(number, sentence);
    return !isSupposed || !isCaseOf(number, facts, views);
  });
  return numbers.length === facts.numbers.length ? facts : { ...facts, numbers };
}

/** "A 30 MB message", "10 KB 的对象": the number belongs to a thing that is supposed. */
function isAttribute({ start, end }: NumberFact, text: string): boolean {
  return (
    /(?:^|[^\p{L}])(?:an?|eine?[mnrs]?)\s(?:\p{L}+\s)?$/iu.test(
      text.slice(Math.max(0, start - REACH), start),
    ) || /^\s?[\p{Script=Han}\p{Script=Katakana}ー]{0,5}[的の]/u.test(text.slice(end, end + REACH))
  );
}

function isCaseOf(number: NumberFact, facts: Facts, views: readonly PassageView[]): boolean {
  const isDenied = facts.terms.some(({ sign, polar }) => sign === -1 && !polar);
  for (const { windows } of views) {
    for (const { size, text, numbers } of windows) {
      if (size !== "sentence") continue;
      for (const stated of numbers) {
        if (sameQuantity(stated, number)) return false;
        if (stated.dimension !== number.dimension) continue;
        const bound = boundOf(stated, text);
        if (bound === null) continue;
        const isWithin = bound === "over" ? number.value > stated.value : number.value < stated.value;
        if (isWithin || isDenied || tellsOtherSide(stated, text)) return true;
      }
    }
  }
  return false;
}

/** Beside the bound's own words. */
function tellsOtherSide({ start, end }: NumberFact, text: string): boolean {
  return OTHER_SIDE.test(text.slice(0, Math.max(0, start - REACH))) || OTHER_SIDE.test(text.slice(end));
}

function boundOf({ start, end }: NumberFact, text: string): "over" | "under" | null {
  const before = text.slice(Math.max(0, start - REACH), start);
  const after = text.slice(end, end + REACH);
  if (UNDER_BEFORE.test(before) || UNDER_AFTER.test(after)) return "under";
  if (!OVER_BEFORE.test(before) && !OVER_AFTER.test(after)) return null;
  return DENIED_BEFORE.test(before) ? "under" : "over";
}

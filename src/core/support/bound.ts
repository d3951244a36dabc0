/** A lower bound is no upper bound: "at least 5" is not backed by "at most 5". */
import type { PassageView } from "./evidence.ts";
import type { Facts } from "./facts.ts";
import { type NumberFact, sameQuantity } from "./numbers.ts";

/** UTF-16 units beside a number in which its bound stands. */
const REACH = 14;

const LEAST_BEFORE =
  /(?:\bat least|\bno (?:less|fewer) than|\ba minimum of|\bminimum(?: is| of)?|\bmindestens|\bwenigstens|至少|不少于|最少|最低|少なくとも)\s*$/iu;
const MOST_BEFORE =
  /(?:\bat most|\bup to|\bno more than|\bnot more than|\ba maximum of|\bmaximum(?: is| of)?|\bhöchstens|\bmaximal|\bbis zu|最多|至多|不超过|不得超过|不能超过|最大で?|最長で?|上限は?)\s*$/iu;
const LEAST_AFTER = /^\s?(?:[個件回文字秒分日つ枚本人台]{0,2}以上|or more\b|oder mehr\b)/iu;
const MOST_AFTER =
  /^\s?(?:[個件回文字秒分日つ枚本人台]{0,2}(?:以下|以内|まで)|or (?:less|fewer)\b|oder weniger\b)/iu;

/** @returns what decided, or `null` */
export function otherBound(facts: Facts, sentence: string, views: readonly PassageView[]): string | null {
  for (const number of facts.numbers) {
    const claimed = boundOf(number, sentence);
    if (claimed === null) continue;
    const stated = views.flatMap(({ windows }) =>
      windows
        .filter(({ size }) => size === "sentence")
        .flatMap(({ numbers, text }) =>
          numbers.filter((one) => sameQuantity(one, number)).map((one) => boundOf(one, text)),
        ),
    );
    const isOther = stated.every((bound) => bound !== null && bound !== claimed);
    if (stated.length > 0 && isOther) return `${number.surface} is a bound of the other side`;
  }
  return null;
}

function boundOf({ start, end }: NumberFact, text: string): "least" | "most" | null {
  const before = text.slice(Math.max(0, start - REACH), start);
  const after = text.slice(end, end + REACH);
  if (LEAST_BEFORE.test(before) || LEAST_AFTER.test(after)) return "least";
  return MOST_BEFORE.test(before) || MOST_AFTER.test(after) ? "most" : null;
}

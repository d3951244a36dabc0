/** What a number counts: "two shards" is not backed by "one shard and two replicas". */
import type { PassageView } from "./evidence.ts";
import type { Facts } from "./facts.ts";
import { comparableTerms } from "./match.ts";
import { type NumberFact, sameQuantity } from "./numbers.ts";
import type { TermFact } from "./terms.ts";

/** UTF-16 units that the counted words may take. */
const REACH = 32;
/** Up to two words after a number, or a counter and the characters after it. */
const COUNTED =
  /^(?:\s(?!(?:an?|the|each|every|je|and|or|of|in|on|at|by|to|for|from|per|is|are|was|were|und|oder|von|pro|für|bei|in|ist|sind|wird)\b)\p{Script=Latin}[\p{Script=Latin}\p{M}'’-]*){1,2}|^\s?[个個件条台人名份本枚つ]?の?[\p{Script=Han}\p{Script=Katakana}ー]{1,6}/u;

/** What bears a number as its name. */
const NUMBERED =
  /(?:第|version|release|step|port|status|code|level|schritt|stufe|版本|バージョン|状态码|ステータス)\s*$/iu;

/** A number of the sentence counts one thing, and every place with that number counts another. */
export function countsAnother(
  facts: Facts,
  { sentence, language }: { sentence: string; language: string },
  views: readonly PassageView[],
  foreign: boolean,
): string | null {
  // Of a German compound only the beginning is known: "Logdateien" counts files, not logs.
  if (foreign && language === "de") return null;
  const terms = comparableTerms(facts, views, foreign);
  for (const number of facts.numbers) {
    const counted = countedKeys(number, sentence, terms, foreign);
    if (counted.size === 0) continue;
    if (![...counted].some((key) => views.some((view) => view.keys.has(key) && !view.topic.has(key))))
      continue;
    const found = views.flatMap(({ windows }) =>
      windows
        .filter(({ size }) => size === "sentence")
        .flatMap(({ text, terms: own, numbers }) =>
          numbers
            .filter((stated) => stated.value === number.value)
            .map((stated) => ({ stated, keys: countedKeys(stated, text, own, foreign) })),
        ),
    );
    const isOther = found.every(
      ({ stated, keys }) =>
        sameQuantity(stated, number) && keys.size > 0 && ![...keys].some((key) => counted.has(key)),
    );
    if (found.length > 0 && isOther) return `${number.surface} counts ${[...found[0]!.keys][0]!}`;
  }
  return null;
}

function countedKeys(
  { dimension, start: at, end }: NumberFact,
  text: string,
  terms: readonly TermFact[],
  foreign: boolean,
): ReadonlySet<string> {
  const keys = new Set<string>();
  if (dimension !== "plain" || NUMBERED.test(text.slice(Math.max(0, at - 12), at))) return keys;
  const length = COUNTED.exec(text.slice(end, end + REACH))?.[0].length ?? 0;
  for (const { key, start, weight } of terms) {
    if (start < end || start >= end + length || weight < 0.5) continue;
    if (!foreign || key.startsWith("#")) keys.add(key);
  }
  return keys;
}

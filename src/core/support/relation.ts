/**
 * Statements with two sides that must not change places: "A wins over B" is not "B wins over A", and "A before B" is
 * neither "A after B" nor "B before A".
 */
import type { PassageView } from "./evidence.ts";
import type { Facts } from "./facts.ts";
import type { Window } from "./windows.ts";

/** A relation word: whether the side before it comes first. `fronted`: languages that put the word after its own side. */
interface RelationWord {
  pattern: RegExp;
  /** 1: what stands before the word is the winner, or the earlier. -1: what stands after it. */
  direction: 1 | -1;
  kind: "rank" | "time" | "until";
  /** True where the word has two parts, and its first side stands between them: "zuerst A, dann B". */
  isSplit?: boolean;
}

const RELATIONS: readonly RelationWord[] = [
  {
    pattern:
      /\b(?:wins? over|beats?|takes? (?:precedence|priority) over|overrides?|overrules?|prevails? over)\b|\b(?:hat|haben) vorrang vor\b|\büberschreib\w+|优先于|覆盖/iu,
    direction: 1,
    kind: "rank",
  },
  {
    pattern:
      /\b(?:(?:more|higher|larger|longer|faster|better) than|(?:as|times as) (?:much|many|often|fast|long) as)\b|\b\p{L}+er als\b|高于|多于|大于/iu,
    direction: 1,
    kind: "rank",
  },
  {
    pattern: /\b(?:(?:less|lower|fewer|smaller|shorter|slower|worse) than|loses? against)\b|低于|少于|小于/iu,
    direction: -1,
    kind: "rank",
  },
  {
    pattern: /\bfirst,? and\b|\b(?:and|,) (?:then|afterwards)\b|followed by|precedes?|てから|してから/iu,
    direction: 1,
    kind: "time",
  },
  {
    pattern:
      /\b(?:zuerst|zunächst|erst)\b.{1,60}?\b(?:dann|danach|anschließend)\b|先.{1,24}?(?:再|然后)|まず.{1,40}?(?:その後|それから|次に)/iu,
    direction: 1,
    kind: "time",
    isSplit: true,
  },
  { pattern: /\b(?:before|prior to|bevor|vor)\b/iu, direction: 1, kind: "time" },
  { pattern: /\b(?:after|nachdem|nach)\b/iu, direction: -1, kind: "time" },
  { pattern: /\b(?:until|bis)\b|直到/iu, direction: 1, kind: "until" },
  // Chinese and Japanese say "A 之后 B": what stands before the word is what it goes with.
  { pattern: /之后|以后|(?<![日天分秒間周月年])の?後に/u, direction: 1, kind: "time" },
  { pattern: /之前|以前|(?<![日天分秒間周月年])の?前に/u, direction: -1, kind: "time" },
];

/** Concepts of the relation words themselves. */
const RELATION_KEYS = new Set(["#before", "#after", "#override", "#more", "#fast"]);

/** Part of a side's words that must stand on the other side. */
const SAME_SIDE = 0.4;

interface Sides {
  kind: "rank" | "time" | "until";
  first: Set<string>;
  second: Set<string>;
}

/** A relation of the sentence that a cited passage states the other way round, and nowhere as the sentence does. */
export function reversedRelation(
  facts: Facts,
  sentence: string,
  views: readonly PassageView[],
): string | null {
  const claimed = sidesOf(sentence, facts);
  if (claimed === null) return null;
  let best = 0;
  let reversed: string | null = null;
  for (const view of views) {
    for (const window of view.windows) {
      const { text, size } = window;
      if (size === "wide") continue;
      const stated = sidesOf(text, window, window.offset);
      if (stated === null || stated.kind !== claimed.kind) continue;
      const straight = shared(claimed.first, stated.first) * shared(claimed.second, stated.second);
      const crossings = [shared(claimed.first, stated.second), shared(claimed.second, stated.first)] as const;
      // "Masked after it is sent" where it is masked before it leaves: the same is done at the other end.
      const isTurned =
        claimed.kind === "time" &&
        straight === 0 &&
        isDoneBothTimes(claimed, stated) &&
        crossings[0] + crossings[1] > 0;
      if (isTurned && best === 0) reversed ??= `at the other end: ${text}`;
      // Two words that cross by chance reverse nothing.
      const isCrossed =
        crossings[0] >= claimed.first.size * SAME_SIDE && crossings[1] >= claimed.second.size * SAME_SIDE;
      const crossed = isCrossed ? crossings[0] * crossings[1] : 0;
      // "X is a part of Y" where the passage has something else as a part of X.
      const namesCrossed = names(claimed.first).some((name) => stated.second.has(name)) && straight === 0;
      if (namesCrossed && best === 0 && !names(claimed.second).some((name) => stated.second.has(name))) {
        reversed = `the other way round: ${text}`;
      }
      if (Math.max(straight, crossed) <= best) continue;
      best = Math.max(straight, crossed);
      reversed = crossed > straight ? `the other way round: ${text}` : null;
    }
  }
  return reversed;
}

/** Whether what comes first in one comes second in the other, and is most of its side. */
function isDoneBothTimes(claimed: Sides, stated: Sides): boolean {
  return (
    shared(claimed.second, stated.first) >= Math.max(1, claimed.second.size * MOST_OF_SIDE) ||
    shared(claimed.first, stated.second) >= Math.max(1, claimed.first.size * MOST_OF_SIDE)
  );
}

/** Part of a side's words that must stand on the other side where nothing of the second side does. */
const MOST_OF_SIDE = 0.6;

function sidesOf(
  text: string,
  { terms: words, identifiers }: Pick<Window, "terms" | "identifiers">,
  offset = 0,
): Sides | null {
  const matches: (Pick<RelationWord, "direction" | "kind" | "isSplit"> & { start: number; end: number })[] =
    [];
  for (const { pattern, direction, kind, isSplit = false } of RELATIONS) {
    const match = pattern.exec(text);
    if (match === null) continue;
    const [start, end] = [match.index, match.index + match[0].length];
    // "hat Vorrang vor" holds a "vor" that is no relation of its own.
    if (matches.every((other) => end <= other.start || start >= other.end))
      matches.push({ direction, kind, isSplit, start, end });
  }
  const relation = matches[0];
  if (relation === undefined || matches.length > 1) return null;
  // "The later one" and "the earlier one" are two sides although they are one concept.
  const inCode = (at: number) =>
    identifiers.some(({ isCode, name, start }) => isCode && at >= start && at < start + name.length);
  const signed = words
    .filter(({ start }) => !inCode(start))
    .map(({ key, polar, sign, start }) => ({
      key: polar && sign === -1 ? `-${key}` : key,
      start,
    }));
  const terms = [...signed, ...identifiers.map(({ name, start }) => ({ key: name, start }))];
  const keysIn = (from: number, to: number) =>
    new Set(
      terms
        .filter(
          ({ start, key }) =>
            start - offset >= from && start - offset < to && !RELATION_KEYS.has(key.replace(/^-/, "")),
        )
        .map(({ key }) => key),
    );
  let before = relation.isSplit ? keysIn(relation.start, relation.end) : keysIn(0, relation.start);
  let after = keysIn(relation.end, text.length);
  const comma = text.indexOf(",", relation.end);
  if (before.size === 0 && comma > 0) {
    // "After X, Y."
    before = keysIn(comma, text.length);
    after = keysIn(relation.end, comma);
  }
  for (const key of [...before]) {
    if (!after.has(key)) continue;
    before.delete(key);
    after.delete(key);
  }
  if (before.size === 0 || after.size === 0) return null;
  const { kind } = relation;
  return relation.direction === 1
    ? { kind, first: before, second: after }
    : { kind, first: after, second: before };
}

/** Code names among the keys: those that are no stems. */
function names(keys: ReadonlySet<string>): string[] {
  return [...keys].filter((key) => /[A-Z_.()]/.test(key));
}

function shared(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  return [...a].filter((key) => b.has(key)).length;
}

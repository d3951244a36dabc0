/** Two things that a passage tells apart have changed places: "A is x, while B is y" against "A is y, while B is x". */
import type { PassageView } from "./evidence.ts";
import { findFacts } from "./facts.ts";
import type { Window } from "./windows.ts";

/** Where a text may turn from one thing to the other. */
const TURNS =
  /[,;]?\s(?:while|whereas|but|and|aber|und|während|sondern)\s|[,;:]\s|[，；：]|(?<=が|で|は|し|れ|り)、/giu;
/** Part of the sentence's keys that the two places must hold. */
const SAME_MATTER = 0.5;
/** Turns of a text that are tried: a list of a hundred items sets no two things apart. */
const MAX_TURNS = 8;

interface Positioned {
  key: string;
  start: number;
}

/** One way to cut a text in two: what only the left and only the right part holds. */
interface Halves {
  left: ReadonlySet<string>;
  right: ReadonlySet<string>;
}

/** @returns what decided, or `null` */
export function crossedSides(
  sentence: string,
  language: string,
  views: readonly PassageView[],
): string | null {
  const facts = findFacts(sentence, language);
  const claims = halvesOf(sentence, positioned(facts)).filter(
    ({ left, right }) => left.size >= 2 && right.size >= 2,
  );
  if (claims.length === 0) return null;
  let found: { total: number; text: string; isCrossed: boolean } | null = null;
  for (const { windows } of views) {
    const sentences = windows.filter(({ size }) => size === "sentence");
    for (const [at, window] of sentences.entries()) {
      const next = sentences[at + 1];
      const places = halvesOf(window.text, positioned(window));
      if (next !== undefined) places.push(partedFrom(window, next));
      for (const claim of claims) {
        for (const place of places) {
          const judged = compare(claim, place);
          if (judged === null || judged.total < (found?.total ?? 0)) continue;
          // Of equals the one that agrees counts.
          if (found?.total === judged.total && !found.isCrossed) continue;
          found = { ...judged, text: window.text };
        }
      }
    }
  }
  return found?.isCrossed === true ? `changed places: ${found.text}` : null;
}

/** How much of both sides stands in a place, and whether each side holds what the place says of the other. */
function compare(claim: Halves, place: Halves): { total: number; isCrossed: boolean } | null {
  const same = [shared(claim.left, place.left), shared(claim.right, place.right)] as const;
  const other = [shared(claim.left, place.right), shared(claim.right, place.left)] as const;
  const total = same[0] + same[1] + other[0] + other[1];
  if (total < 4 || total < (claim.left.size + claim.right.size) * SAME_MATTER) return null;
  const isCrossed = [...same, ...other].every((count) => count > 0);
  const isStraight = [same, other].some((pair) => pair[0] > 0 && pair[1] > 0);
  // A place with all of it on one side does not tell the two apart.
  return isCrossed || isStraight ? { total, isCrossed } : null;
}

function positioned({
  terms,
  identifiers,
  numbers,
}: Pick<Window, "terms" | "identifiers" | "numbers">): Positioned[] {
  return [
    ...terms
      .filter(({ weight }) => weight >= 0.5)
      .map(({ key, polar, sign, start }) => ({ key: polar && sign === -1 ? `-${key}` : key, start })),
    ...identifiers.map(({ name, start }) => ({ key: `\`${name}`, start })),
    ...numbers.map(({ value, start }) => ({ key: String(value), start })),
  ];
}

function halvesOf(text: string, keys: readonly Positioned[]): Halves[] {
  return [...text.matchAll(TURNS)].slice(0, MAX_TURNS).map(({ index }) =>
    apart(
      keys.filter(({ start }) => start < index),
      keys.filter(({ start }) => start >= index),
    ),
  );
}

function partedFrom(first: Window, second: Window): Halves {
  return apart(positioned(first), positioned(second));
}

/** What both parts hold tells them not apart. */
function apart(before: readonly Positioned[], after: readonly Positioned[]): Halves {
  const left = new Set(before.map(({ key }) => key));
  const right = new Set(after.map(({ key }) => key));
  for (const key of [...left]) {
    if (!right.has(key)) continue;
    left.delete(key);
    right.delete(key);
  }
  return { left, right };
}

function shared(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  return [...a].filter((key) => b.has(key)).length;
}

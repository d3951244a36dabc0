/** Two things that a passage tells apart have changed places: "A is x, while B is y" against "A is y, while B is x". */
import type { PassageView } from "./evidence.ts";
import type { Facts } from "./facts.ts";
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
  /** Two rows, which have changed places only where their names or numbers have. */
  isRows?: boolean;
}

/** @returns what decided, or `null` */
export function crossedSides(facts: Facts, sentence: string, views: readonly PassageView[]): string | null {
  const claims = halvesOf(sentence, positioned(facts)).filter(
    ({ left, right }) => left.size >= 2 && right.size >= 2,
  );
  if (claims.length === 0) return null;
  const names = facts.identifiers.map(({ name }) => name);
  let found: { total: number; text: string; isCrossed: boolean } | null = null;
  for (const { windows } of views) {
    const sentences = windows.filter(({ size }) => size === "sentence");
    const apartFrom = rowsApart(sentences, claims, names);
    for (const window of sentences) {
      const places = [
        ...halvesOf(window.text, positionedIn(window, names)),
        ...(apartFrom.get(window) ?? []),
      ];
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
  if (isCrossed && place.isRows === true) {
    const isNamedApart =
      (isNamed(claim.left, place.left) && isNamed(claim.right, place.right)) ||
      (isNamed(claim.left, place.right) && isNamed(claim.right, place.left));
    if (!isNamedApart) return null;
  }
  const isStraight = [same, other].some((pair) => pair[0] > 0 && pair[1] > 0);
  // A place with all of it on one side does not tell the two apart.
  return isCrossed || isStraight ? { total, isCrossed } : null;
}

/** Whether the two share a name or a number. */
function isNamed(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return [...a].some((key) => /^[`\d]/.test(key) && b.has(key));
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

/** The window's keys, and names of the sentence that it has outside code marks: a key of sample code. */
function positionedIn(window: Window, names: readonly string[]): Positioned[] {
  const spelled = names.flatMap((name) => {
    if (!window.words.tokens.has(name)) return [];
    return [{ key: `\`${name}`, start: window.text.indexOf(name) }];
  });
  return [...positioned(window), ...spelled];
}

/** Sentences, rows and lines that are compared with one another. */
const MAX_ROWS = 6;

/** Pairs of sentences, rows and lines that each hold something of the claim. */
function rowsApart(
  sentences: readonly Window[],
  claims: readonly Halves[],
  names: readonly string[],
): Map<Window, Halves[]> {
  const keys = new Set(claims.flatMap(({ left, right }) => [...left, ...right]));
  const rows = sentences
    .map((window) => ({ window, keys: positionedIn(window, names) }))
    .map((row) => ({
      ...row,
      held: new Set(row.keys.map(({ key }) => key).filter((key) => keys.has(key))).size,
    }))
    .filter(({ held }) => held >= 2)
    .sort((a, b) => b.held - a.held)
    .slice(0, MAX_ROWS);
  const found = new Map<Window, Halves[]>();
  for (const [at, first] of rows.entries()) {
    const pairs = rows.slice(at + 1).map((second) => ({ ...apart(first.keys, second.keys), isRows: true }));
    found.set(first.window, pairs);
  }
  return found;
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

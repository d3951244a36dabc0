/**
 * A sentence pairs a name with what its passages say of another name of the same kind: the row, the item or the half of a
 * sentence that holds the word holds the other name.
 */
import { identifierIn, type PassageView } from "./evidence.ts";
import type { Facts, IdentifierFact } from "./facts.ts";
import { comparableTerms } from "./match.ts";
import type { Window } from "./windows.ts";

/** A word that more statements hold belongs to none of them. */
const MAX_STATEMENTS = 2;

/** What can be said of any name. */
const GENERIC: ReadonlySet<string> = new Set(
  "default response return request run use option value call add success error"
    .split(" ")
    .map((concept) => `#${concept}`),
);

export type NameKind = "call" | "flag" | "error" | "name";

/** A call is no option, an option no file: one does not stand in the place of the other. */
function kindOf(name: string): NameKind {
  if (name.endsWith(")")) return "call";
  if (name.startsWith("-")) return "flag";
  return /(?:Error|Exception)$/.test(name) ? "error" : "name";
}

/** A sentence may name a call without its brackets. @param compact a passage without white space and code marks */
export function kindAs(name: string, compact: string): NameKind {
  return compact.includes(`${name}(`) ? "call" : kindOf(name);
}

/** @returns what decided, or `null` */
export function saidOfAnother(facts: Facts, views: readonly PassageView[], foreign: boolean): string | null {
  const names = facts.identifiers.filter(({ isCode }) => isCode);
  if (names.length !== 1) return null;
  const name = names[0]!;
  const terms = comparableTerms(facts, views, foreign);
  for (const view of views) {
    const statements = statementsOf(view);
    const own = statements.filter((window) => identifierIn(name, window.words));
    if (own.length === 0) continue;
    for (const { key, weight, sign, polar, start } of terms) {
      const isHeldOtherwise = terms.some(
        (other) =>
          other.start === start && other.key !== key && own.some(({ signs }) => signs.has(other.key)),
      );
      if (isHeldOtherwise || weight < 1 || GENERIC.has(key) || view.topic.has(key)) continue;
      const holders = statements.filter(({ signs }) => signs.has(key));
      if (holders.length === 0 || holders.length > MAX_STATEMENTS) continue;
      if (holders.some((window) => own.includes(window) && (!polar || window.signs.get(key)!.has(sign))))
        continue;
      const others = holders.map((window) => anotherName(window, name, view, facts));
      if (others.every((other) => other !== null)) return `${key} is said of ${others[0]!}`;
    }
  }
  return null;
}

/** Halves of sentences where there are any, else sentences, rows and items. */
function statementsOf(view: PassageView): Window[] {
  const halved = new Set(view.windows.filter(({ size }) => size === "part").map(({ sentence }) => sentence));
  return view.windows.filter(
    ({ size, sentence }) => size === "part" || (size === "sentence" && !halved.has(sentence)),
  );
}

function anotherName(window: Window, name: IdentifierFact, view: PassageView, facts: Facts): string | null {
  if (identifierIn(name, window.words)) return null;
  const { compact } = view.words;
  const other = window.identifiers.find(
    (one) =>
      one.isCode &&
      kindAs(one.name, compact) === kindAs(name.name, compact) &&
      facts.identifiers.every((claimed) => claimed.name !== one.name),
  );
  return other?.name ?? null;
}

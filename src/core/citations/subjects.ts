/**
 * A sentence says of one thing what its passages say of its sibling: "editors may delete pages" where editors may write them
 * and owners delete them.
 */
import type { PassageView } from "./evidence.ts";
import type { Facts } from "./facts.ts";
import { comparableTerms } from "./match.ts";
import type { TermFact } from "./terms.ts";
import type { Window } from "./windows.ts";

/** A word that more clauses hold belongs to none of them. */
const MAX_CLAUSES = 2;
/** Rank among a clause's words up to which one counts as what the clause is about. */
const SUBJECT_WORDS = 2;

/** @returns what decided, or `null` */
export function saidOfSibling(
  facts: Facts,
  sentence: string,
  views: readonly PassageView[],
  foreign: boolean,
): string | null {
  // A sentence of several parts may sum up several of its passage.
  if (facts.identifiers.some(({ isCode }) => isCode) || /[,;:，；：、]/.test(sentence)) return null;
  const terms = comparableTerms(facts, views, foreign);
  const claimed = new Set(terms.map(({ key }) => key));
  for (const view of views) {
    const isOwn = ({ key, weight }: TermFact) => weight >= 1 && !view.topic.has(key);
    const said = terms.filter(isOwn);
    const subject = said[0];
    if (
      subject === undefined ||
      subject.polar ||
      subject.isPredicate ||
      said.length < 2 ||
      !view.keys.has(subject.key)
    )
      continue;
    const clauses = clausesOf(view).map((window) => ({ window, own: window.terms.filter(isOwn) }));
    const about = clauses.filter(({ own }) =>
      own.slice(0, SUBJECT_WORDS).some(({ key }) => key === subject.key),
    );
    if (about.length === 0 || about.length > MAX_CLAUSES) continue;
    for (const { key, start } of said.slice(1)) {
      if (start === subject.start || key === subject.key || key === "#max") continue;
      const holders = clauses.filter(({ window }) => window.signs.has(key));
      if (holders.length === 0 || holders.length > MAX_CLAUSES) continue;
      const sibling = holders.map(({ window, own }) => {
        const other = own[0];
        if (other === undefined || claimed.has(other.key) || other.isPredicate) return null;
        if (window.signs.has(subject.key)) return null;
        return about.some((one) => one.window.sentence === window.sentence) ? other.key : null;
      });
      if (sibling.every((one) => one !== null))
        return `${key} is said of ${sibling[0]!}, not of ${subject.key}`;
    }
  }
  return null;
}

function clausesOf(view: PassageView): Window[] {
  const halved = new Set(
    view.windows.filter(({ size }) => size === "clause").map(({ sentence }) => sentence),
  );
  return view.windows.filter(
    ({ size, sentence }) => size === "clause" || (size === "sentence" && !halved.has(sentence)),
  );
}

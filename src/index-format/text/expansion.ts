import type { Dictionary, TermEntry } from "../dictionary.ts";

/** A word that the index lacks needs this many characters before something like it is looked for. */
const MIN_EXPANDED_LENGTH = 4;
/** From this length on two slips are forgiven instead of one. */
const TWO_EDITS_LENGTH = 8;
/** Index terms that stand in for one unknown word. */
export const MAX_EXPANSIONS = 4;
/** Query weight of a term that the word is a prefix of. */
const PREFIX_WEIGHT = 0.5;
/** Query weight of a term so many slips away. */
export const EDIT_WEIGHTS = [1, 0.5, 0.25] as const;
/** Longest rest that a prefix match may add: `auth` is not asking for every word that begins so. */
const MAX_PREFIX_REST = 8;

/** More edits than are ever forgiven. */
const MANY = 99;

/** An index term in place of an unknown word. */
export interface Expansion {
  term: string;
  entry: TermEntry;
  queryWeight: number;
}

function isDigit(byte: number): boolean {
  return byte >= 0x30 && byte <= 0x39;
}

/**
 * Index terms like `word`: those it is a prefix of, and those one or two slips away (a letter changed, added, dropped, or two
 * neighbours swapped; digits must be the same). One walk over the dictionary, for words the index lacks only.
 * @returns at most {@link MAX_EXPANSIONS}, heaviest first, then most frequent, then in dictionary order
 */
export function expandTerm(dictionary: Dictionary, word: string): Expansion[] {
  const bytes = new TextEncoder().encode(word);
  const length = bytes.length;
  if (length !== word.length || length < MIN_EXPANDED_LENGTH) return [];
  const maxEdits = length >= TWO_EDITS_LENGTH ? 2 : 1;
  const found: Expansion[] = [];
  // rows[d][i]: edits between the first d bytes of the term and the first i of the word.
  const rows: Uint8Array[] = [Uint8Array.from({ length: length + 1 }, (_, at) => at)];
  for (let depth = 1; depth <= length + maxEdits; depth++) rows.push(new Uint8Array(length + 1));
  /** Rows up to this depth belong to the current term. */
  let filled = 0;
  dictionary.walk((shared, termLength, entry) => {
    filled = Math.min(filled, shared);
    const term = dictionary.currentBytes();
    const deepest = Math.min(termLength, length + maxEdits);
    while (filled < deepest) {
      filled++;
      // No continuation of these letters can come close any more.
      if (fillRow(rows, filled, term, bytes, maxEdits) > maxEdits) return filled;
    }
    const isAsLong = Math.abs(termLength - length) <= maxEdits;
    const edits = isAsLong ? rows[termLength]![length]! : MANY;
    if (edits <= maxEdits) {
      found.push({
        term: dictionary.currentTerm(termLength),
        entry: { ...entry },
        queryWeight: EDIT_WEIGHTS[edits]!,
      });
    } else if (termLength > length && termLength <= length + MAX_PREFIX_REST && rows[length]![length] === 0) {
      found.push({
        term: dictionary.currentTerm(termLength),
        entry: { ...entry },
        queryWeight: PREFIX_WEIGHT,
      });
    }
    return 0;
  });
  found.sort(
    (a, b) =>
      b.queryWeight - a.queryWeight || b.entry.docFreq - a.entry.docFreq || a.entry.termId - b.entry.termId,
  );
  return found.slice(0, MAX_EXPANSIONS);
}

/**
 * Fills one row of the edit table (optimal string alignment) and returns its least entry. Entries further from the diagonal than
 * `maxEdits` cannot be that small, and are not worked out.
 */
function fillRow(
  rows: readonly Uint8Array[],
  depth: number,
  term: Uint8Array,
  word: Uint8Array,
  maxEdits: number,
): number {
  const row = rows[depth]!;
  const above = rows[depth - 1]!;
  const here = term[depth - 1]!;
  const hereCost = isDigit(here) ? 9 : 1;
  const from = Math.max(1, depth - maxEdits);
  const to = Math.min(word.length, depth + maxEdits);
  row[from - 1] = from === 1 ? Math.min(above[0]! + hereCost, MANY) : MANY;
  let least = row[from - 1]!;
  for (let at = from; at <= to; at++) {
    const other = word[at - 1]!;
    let edits: number;
    if (here === other) {
      edits = above[at - 1]!;
    } else {
      const otherCost = isDigit(other) ? 9 : 1;
      const bothCost = Math.max(hereCost, otherCost);
      edits = Math.min(above[at - 1]! + bothCost, above[at]! + hereCost, row[at - 1]! + otherCost);
      if (at > 1 && depth > 1 && here === word[at - 2] && term[depth - 2] === other) {
        edits = Math.min(edits, rows[depth - 2]![at - 2]! + bothCost);
      }
    }
    row[at] = Math.min(edits, MANY);
    if (row[at]! < least) least = row[at]!;
  }
  if (to < word.length) row[to + 1] = MANY;
  return least;
}

import type { Dictionary, TermEntry } from "./dictionary.ts";

/** A word that the index lacks needs this many characters before something like it is looked for. */
export const MIN_EXPANDED_LENGTH = 4;
/** From this length on two slips are forgiven instead of one. */
export const TWO_EDITS_LENGTH = 8;
/** Index terms that stand in for one unknown word. */
export const MAX_EXPANSIONS = 4;
/** Query weight of a term that the word is a prefix of. */
export const PREFIX_WEIGHT = 0.5;
/** Query weight of a term so many slips away. */
export const EDIT_WEIGHTS = [1, 0.5, 0.25] as const;
/** Longest rest that a prefix match may add: `auth` is not asking for every word that begins so. */
export const MAX_PREFIX_REST = 8;

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
  /** Depth at which no continuation can come close any more; past it rows are not computed. */
  let dead = Number.POSITIVE_INFINITY;
  dictionary.walk(0, dictionary.blockCount, (shared, termLength, entry) => {
    filled = Math.min(filled, shared);
    if (dead > shared) dead = Number.POSITIVE_INFINITY;
    const term = dictionary.currentBytes();
    const deepest = Math.min(termLength, length + maxEdits);
    while (filled < deepest && dead === Number.POSITIVE_INFINITY) {
      const depth = filled + 1;
      if (fillRow(rows, depth, term, bytes) > maxEdits) dead = depth;
      filled = depth;
    }
    if (dead !== Number.POSITIVE_INFINITY) return true;
    const edits = termLength <= length + maxEdits ? rows[termLength]![length]! : maxEdits + 1;
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
    return true;
  });
  found.sort(
    (a, b) =>
      b.queryWeight - a.queryWeight || b.entry.docFreq - a.entry.docFreq || a.entry.termId - b.entry.termId,
  );
  return found.slice(0, MAX_EXPANSIONS);
}

/** Fills one row of the edit table (optimal string alignment) and returns its least entry. */
function fillRow(rows: readonly Uint8Array[], depth: number, term: Uint8Array, word: Uint8Array): number {
  const row = rows[depth]!;
  const above = rows[depth - 1]!;
  const here = term[depth - 1]!;
  const hereCost = isDigit(here) ? 9 : 1;
  row[0] = Math.min(above[0]! + hereCost, 99);
  let least = row[0]!;
  for (let at = 1; at <= word.length; at++) {
    const other = word[at - 1]!;
    const otherCost = isDigit(other) ? 9 : 1;
    let edits: number;
    if (here === other) {
      edits = above[at - 1]!;
    } else {
      edits = Math.min(
        above[at - 1]! + Math.max(hereCost, otherCost),
        above[at]! + hereCost,
        row[at - 1]! + otherCost,
      );
      if (at > 1 && depth > 1 && here === word[at - 2] && term[depth - 2] === other) {
        edits = Math.min(edits, rows[depth - 2]![at - 2]! + Math.max(hereCost, otherCost));
      }
    }
    row[at] = Math.min(edits, 99);
    if (row[at]! < least) least = row[at]!;
  }
  return least;
}

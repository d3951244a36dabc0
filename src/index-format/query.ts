import type { QueryTerm } from "../core/ports.ts";
import { inverseDocumentFrequency, type WeightedTerm } from "./bm25f.ts";
import type { Dictionary, TermEntry } from "./dictionary.ts";
import { type Expansion, expandTerm } from "./expansion.ts";
import type { Tokenizer } from "./tokenizer.ts";
import { NGRAM, PART, type TokenRole, WHOLE, WORD } from "./tokens.ts";

/** Query weights by role: how much each way of matching counts. */
export interface RoleWeights {
  word: number;
  whole: number;
  part: number;
  ngram: number;
}

export const DEFAULT_ROLE_WEIGHTS: RoleWeights = { word: 1, whole: 1, part: 1, ngram: 1 };

/** Query text past this many characters is ignored. */
export const MAX_QUERY_UNITS = 8_000;
/** Distinct terms past this many are ignored. */
export const MAX_QUERY_TERMS = 256;

/** A query, looked up. */
export interface QueryPlan {
  /** What to score, each index term once, in query order. */
  scored: (WeightedTerm & { term: string })[];
  /** What the query is about, for the gate and the coverage check. */
  terms: QueryTerm[];
}

interface QueryToken {
  term: string;
  role: TokenRole;
  start: number;
  end: number;
  entry: TermEntry | null;
}

/** Looks a query up in a dictionary. */
export function planQuery(
  query: string,
  tokenizer: Tokenizer,
  dictionary: Dictionary,
  chunkCount: number,
  weights: RoleWeights,
): QueryPlan {
  const text = tokenizer.normalize(query.slice(0, MAX_QUERY_UNITS));
  const tokens: QueryToken[] = [];
  const entries = new Map<string, TermEntry | null>();
  tokenizer.tokenize(text, (term, role, start, end) => {
    let entry = entries.get(term);
    if (entry === undefined) {
      if (entries.size >= MAX_QUERY_TERMS) return;
      entry = dictionary.find(term);
      entries.set(term, entry);
    }
    tokens.push({ term, role, start, end, entry });
  });
  const plan: QueryPlan = { scored: [], terms: [] };
  const scoredIds = new Map<number, number>();
  const score = (term: string, entry: TermEntry, queryWeight: number) => {
    const at = scoredIds.get(entry.termId);
    if (at === undefined) scoredIds.set(entry.termId, plan.scored.push({ ...entry, term, queryWeight }) - 1);
    else plan.scored[at]!.queryWeight = Math.max(plan.scored[at]!.queryWeight, queryWeight);
  };
  const seen = new Set<string>();
  const report = (surface: string, terms: string[], docFreq: number, isIdentifier: boolean) => {
    const key = terms.join(" ");
    if (seen.has(key)) return;
    seen.add(key);
    plan.terms.push({
      surface,
      terms,
      docFreq,
      idf: inverseDocumentFrequency(docFreq, chunkCount),
      isIdentifier,
    });
  };
  const roleWeights = [weights.word, weights.whole, weights.part, weights.ngram];
  const expansions = new Map<string, Expansion[]>();
  const expand = (term: string) => {
    let found = expansions.get(term);
    if (found === undefined) {
      found = expandTerm(dictionary, term);
      expansions.set(term, found);
    }
    return found;
  };
  /** Scores and reports what stands in for an unknown token; false when nothing does. */
  const addExpanded = (token: QueryToken, surface: string, isIdentifier: boolean): boolean => {
    const found = expand(token.term);
    for (const { term, entry, queryWeight } of found) {
      score(term, entry, queryWeight * roleWeights[token.role]!);
    }
    if (found.length === 0) return false;
    const docFreq = Math.max(...found.map(({ entry }) => entry.docFreq));
    report(
      surface,
      found.map(({ term }) => term),
      docFreq,
      isIdentifier,
    );
    return true;
  };

  let coveredTo = -1;
  for (let from = 0; from < tokens.length; ) {
    const first = tokens[from]!;
    let to = from + 1;
    while (to < tokens.length && tokens[to]!.start === first.start && tokens[to]!.end === first.end) to++;
    const group = tokens.slice(from, to);
    from = to;
    const surface = text.slice(first.start, first.end);
    const isIdentifier = looksLikeIdentifier(text, first.start, first.end);
    for (const { term, role, entry } of group) if (entry !== null) score(term, entry, roleWeights[role]!);
    if (first.role === NGRAM) {
      // Inside a run whose word was found, the characters add nothing to what the query is about.
      if (first.start >= coveredTo) report(surface, [first.term], first.entry?.docFreq ?? 0, false);
    } else if (first.entry !== null) {
      report(surface, [first.term], first.entry.docFreq, isIdentifier);
      coveredTo = first.end;
    } else if (first.role === WORD) {
      const isSpelledOut = group.length > 1 || (tokens[to]?.role === NGRAM && tokens[to]!.start < first.end);
      if (!addExpanded(first, surface, isIdentifier) && !isSpelledOut) {
        report(surface, [first.term], 0, isIdentifier);
      }
    } else {
      reportCompound(group, surface, isIdentifier);
    }
  }
  return plan;

  /** An identifier that the index lacks: its parts, then what is spelled like it. */
  function reportCompound(group: readonly QueryToken[], surface: string, isIdentifier: boolean): void {
    const whole = group.find((token) => token.role === WHOLE);
    const parts = group.filter((token) => token.role === PART);
    const known = parts.filter((token) => token.entry !== null);
    const standsIn =
      whole !== undefined &&
      (isIdentifier || known.length === 0) &&
      addExpanded(whole, surface, isIdentifier);
    if (whole !== undefined && !standsIn && isIdentifier) report(surface, [whole.term], 0, true);
    for (const part of parts) {
      if (part.entry !== null) report(part.term, [part.term], part.entry.docFreq, false);
      else if (known.length === 0 && !standsIn && !addExpanded(part, part.term, false)) {
        report(part.term, [part.term], 0, false);
      }
    }
  }
}

/** True for what a reader copied rather than phrased: inner punctuation, digits, inner capitals, a call, inline code. */
export function looksLikeIdentifier(text: string, start: number, end: number): boolean {
  if (text[end] === "(" || (text[start - 1] === "`" && text[end] === "`")) return true;
  let hadLower = false;
  let hadDash = false;
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at);
    if (code >= 0x61 && code <= 0x7a) hadLower = true;
    else if (code >= 0x41 && code <= 0x5a) {
      if (hadLower && !hadDash) return true;
    } else if (code === 0x2d) {
      if (at === start) return true;
      hadDash = true;
    } else if (code < 0x80) {
      return true;
    }
  }
  return false;
}

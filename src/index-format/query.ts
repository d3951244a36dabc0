import type { QueryTerm } from "../core/ports.ts";
import { inverseDocumentFrequency, type QueryConcept } from "./bm25f.ts";
import type { Dictionary, TermEntry } from "./dictionary.ts";
import { QueryConcepts } from "./query-concepts.ts";
import type { Tokenizer } from "./text/tokenizer.ts";
import { NGRAM, PART, type TokenRole, WHOLE, WORD } from "./text/tokens.ts";

/** Query weights by role: how much each way of matching counts. */
export interface RoleWeights {
  word: number;
  whole: number;
  part: number;
  ngram: number;
}

export const DEFAULT_ROLE_WEIGHTS: RoleWeights = { word: 1, whole: 1, part: 1, ngram: 1 };

/** Query text past this many characters is ignored. */
const MAX_QUERY_UNITS = 8_000;
/** Distinct terms past this many are ignored. */
const MAX_QUERY_TERMS = 256;

/** A query, looked up. */
export interface QueryPlan {
  /** What to score, each index term once. */
  readonly concepts: QueryConcept[];
  /** What the query is about, for the gate and the coverage check. */
  terms: QueryTerm[];
}

/** What a query is looked up in, and how. */
export interface QueryAnalysis {
  tokenizer: Tokenizer;
  dictionary: Dictionary;
  chunkCount: number;
  /** Of the docs, BCP 47: light words and synonyms are known for English. */
  language: string;
  weights: RoleWeights;
}

interface QueryToken {
  term: string;
  role: TokenRole;
  start: number;
  end: number;
  entry: TermEntry | null;
}

/** Looks a query up in a dictionary. */
export function planQuery(query: string, analysis: QueryAnalysis): QueryPlan {
  const { tokenizer, dictionary, chunkCount, language, weights } = analysis;
  const text = tokenizer.normalize(query.slice(0, MAX_QUERY_UNITS));
  const concepts = new QueryConcepts(dictionary, /^en\b/i.test(language));
  const roleWeights = [weights.word, weights.whole, weights.part, weights.ngram];
  const tokens: QueryToken[] = [];
  const distinct = new Set<string>();
  tokenizer.tokenize(text, (term, role, start, end) => {
    if (distinct.size >= MAX_QUERY_TERMS && !distinct.has(term)) return;
    distinct.add(term);
    tokens.push({ term, role, start, end, entry: concepts.find(term) });
  });
  const terms: QueryTerm[] = [];
  const seen = new Set<string>();
  const report = (surface: string, found: string[], docFreq: number, isIdentifier: boolean) => {
    const key = found.join(" ");
    if (seen.has(key)) return;
    seen.add(key);
    terms.push({
      surface,
      terms: found,
      docFreq,
      idf: inverseDocumentFrequency(docFreq, chunkCount),
      isIdentifier,
    });
  };
  /** Scores and reports what stands in for an unknown token; false when nothing does. */
  const addStandIn = (token: QueryToken, surface: string, isIdentifier: boolean): boolean => {
    const standIn = concepts.addStandIn(token.term, roleWeights[token.role]!);
    if (standIn !== null) report(surface, standIn.terms, standIn.docFreq, isIdentifier);
    return standIn !== null;
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
    for (const { term, role, entry } of group) {
      if (entry !== null) concepts.addOwn(term, entry, roleWeights[role]!);
    }
    if (first.role === NGRAM) {
      // Inside a run whose word was found, the characters add nothing to what the query is about.
      if (first.start >= coveredTo) report(surface, [first.term], first.entry?.docFreq ?? 0, false);
    } else if (first.entry !== null) {
      report(surface, [first.term], first.entry.docFreq, isIdentifier);
      coveredTo = first.end;
    } else if (first.role === WORD) {
      const isSpelledOut = group.length > 1 || (tokens[to]?.role === NGRAM && tokens[to]!.start < first.end);
      if (!addStandIn(first, surface, isIdentifier) && !isSpelledOut) {
        report(surface, [first.term], 0, isIdentifier);
      }
    } else {
      reportCompound(group, surface, isIdentifier);
    }
  }
  let finished: QueryConcept[] | null = null;
  return {
    terms,
    // A text that is only analysed, as an answer's sentences are, needs no synonyms.
    get concepts() {
      finished ??= concepts.finish();
      return finished;
    },
  };

  /** An identifier that the index lacks: its parts, then what is spelled like it. */
  function reportCompound(group: readonly QueryToken[], surface: string, isIdentifier: boolean): void {
    const whole = group.find((token) => token.role === WHOLE);
    const parts = group.filter((token) => token.role === PART);
    const known = parts.filter((token) => token.entry !== null);
    const standsIn =
      whole !== undefined && (isIdentifier || known.length === 0) && addStandIn(whole, surface, isIdentifier);
    if (whole !== undefined && !standsIn && isIdentifier) report(surface, [whole.term], 0, true);
    for (const part of parts) {
      if (part.entry !== null) report(part.term, [part.term], part.entry.docFreq, false);
      else if (known.length === 0 && !standsIn && !addStandIn(part, part.term, false)) {
        report(part.term, [part.term], 0, false);
      }
    }
  }
}

/** True for what a reader copied rather than phrased: inner punctuation, digits, inner capitals, a call, inline code. */
function looksLikeIdentifier(text: string, start: number, end: number): boolean {
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

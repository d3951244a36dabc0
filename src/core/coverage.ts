/**
 * Whether retrieved passages cover a question: the share of its informative terms that the best passages hold, each term
 * weighing its inverse document frequency. Terms that no passage of the index holds count against.
 */
import type { PassageIndex, QueryTerm } from "./ports.ts";

/** How well passages cover a question. */
export interface Coverage {
  /** Share of the question's term weight that the best chunk holds, 0 to 1. */
  best: number;
  /** Share that the chunks given hold together, 0 to 1. */
  together: number;
  /** Weight of terms unknown to the index, as a share of the whole, 0 to 1. */
  unknown: number;
  /** Terms that carry information, unknown ones included. */
  terms: readonly QueryTerm[];
  /** The verdict: false means that the honest answer is the refusal. */
  covered: boolean;
}

/** Weight given to a term: rare terms and identifiers say most, unknown words as much as the rarest known. */
export function termWeight(term: QueryTerm): number {
  return term.isIdentifier ? term.idf * 1.3 : term.idf;
}

/**
 * Measures coverage of a question by chunks, best first.
 * @param chunks positions in the index
 */
export function measureCoverage(question: string, chunks: readonly number[], index: PassageIndex): Coverage {
  const terms = index.analyzeQuery(question);
  let total = 0;
  let unknown = 0;
  let together = 0;
  const byChunk = chunks.map(() => 0);
  for (const term of terms) {
    const weight = termWeight(term);
    total += weight;
    if (term.docFreq === 0) {
      unknown += weight;
      continue;
    }
    let held = false;
    for (const [position, chunk] of chunks.entries()) {
      if (!index.chunkHasTerm(chunk, term.terms)) continue;
      held = true;
      byChunk[position] = (byChunk[position] ?? 0) + weight;
    }
    if (held) together += weight;
  }
  if (total === 0) return { best: 0, together: 0, unknown: 0, terms, covered: false };
  const best = Math.max(0, ...byChunk) / total;
  return {
    best,
    together: together / total,
    unknown: unknown / total,
    terms,
    covered: together / total >= 0.5 && best >= 0.3,
  };
}

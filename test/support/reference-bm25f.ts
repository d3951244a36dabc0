/** BM25F as its definition reads: maps, no index, no shortcuts. */
import type { Chunk } from "../../src/core/passage.ts";
import type { Bm25fParameters } from "../../src/index-format/bm25f.ts";
import { chunkFields } from "../../src/index-format/fields.ts";
import { createTokenizer } from "../../src/index-format/text/tokenizer.ts";

/** What is scored: terms whose occurrences count together, each by its share. */
export interface ReferenceConcept {
  terms: readonly { term: string; share: number }[];
  docFreq: number;
  queryWeight: number;
}

export function referenceBm25f(chunks: readonly Chunk[], language: string, parameters: Bm25fParameters) {
  const tokenizer = createTokenizer({ language });
  const termsOf = (text: string) => {
    const terms: string[] = [];
    tokenizer.tokenize(tokenizer.normalize(text), (term) => terms.push(term));
    return terms;
  };
  const fields = chunks.map((chunk) => chunkFields(chunk).map(termsOf));
  const averageLength = [0, 1, 2, 3].map(
    (field) => fields.reduce((sum, chunk) => sum + chunk[field]!.length, 0) / chunks.length,
  );
  const docFreq = new Map<string, number>();
  for (const chunk of fields) {
    for (const term of new Set(chunk.flat())) docFreq.set(term, (docFreq.get(term) ?? 0) + 1);
  }

  function frequencyOf(term: string, chunk: string[][]): number {
    let tf = 0;
    chunk.forEach((terms, field) => {
      const frequency = terms.filter((other) => other === term).length;
      if (frequency === 0) return;
      const b = parameters.b[field]!;
      const normalization = 1 - b + (b * terms.length) / averageLength[field]!;
      tf += (parameters.weights[field]! * frequency) / normalization;
    });
    return tf;
  }

  function bm25Score(chunk: string[][], concepts: readonly ReferenceConcept[]): number {
    let score = 0;
    for (const { terms, docFreq: n, queryWeight } of concepts) {
      const idf = Math.log(1 + (chunks.length - n + 0.5) / (n + 0.5));
      const tf = terms.reduce((sum, { term, share }) => sum + share * frequencyOf(term, chunk), 0);
      score += (queryWeight * idf * tf * (parameters.k1 + 1)) / (tf + parameters.k1);
    }
    return score;
  }

  return {
    docFreq,
    /** The distinct terms of a query that some chunk holds, each a concept of weight 1. */
    knownTerms: (query: string): ReferenceConcept[] =>
      [...new Set(termsOf(query))]
        .filter((term) => docFreq.has(term))
        .map((term) => ({ terms: [{ term, share: 1 }], docFreq: docFreq.get(term)!, queryWeight: 1 })),
    /** bm25Score of every chunk, in chunk order; 0 where nothing matches. */
    scores: (concepts: readonly ReferenceConcept[]) => fields.map((chunk) => bm25Score(chunk, concepts)),
  };
}

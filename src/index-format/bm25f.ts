import type { FieldStatistics } from "./field-lengths.ts";
import type { HitCollector } from "./top-k.ts";

/**
 * Parameters of BM25F. A term's frequency in a chunk is
 * `tf = Σ over fields of weight × frequency / (1 - b + b × fieldLength / averageFieldLength)`,
 * a concept's is `Σ over its terms of share × tf`, and what a concept adds to the chunk's bm25Score is
 * `queryWeight × idf × tf × (k1 + 1) / (tf + k1)`.
 * @see Robertson, Zaragoza: The Probabilistic Relevance Framework, 2009, section 3.6
 */
export interface Bm25fParameters {
  /** Saturation: how soon further occurrences stop counting. Above 0. */
  k1: number;
  /** Weight a field, in the order of `FIELD_NAMES`: title, heading, text, code. At least 0. */
  weights: readonly [number, number, number, number];
  /** Length normalization a field, 0 (none) to 1 (full). */
  b: readonly [number, number, number, number];
}

export const DEFAULT_BM25F: Bm25fParameters = {
  k1: 1.2,
  weights: [1, 2, 1, 1],
  b: [0.5, 0.5, 0.5, 0.75],
};

/** ln(1 + (N - docFreq + 0.5) / (docFreq + 0.5)): never negative. */
export function inverseDocumentFrequency(docFreq: number, chunkCount: number): number {
  return Math.log(1 + (chunkCount - docFreq + 0.5) / (docFreq + 0.5));
}

/** An index term of a concept, and where its postings lie. */
export interface ConceptTerm {
  term: string;
  postingsStart: number;
  postingsEnd: number;
  /** What one occurrence counts for, above 0, at most 1: the word itself 1, a synonym less. */
  share: number;
}

/** One thing that a query asks for. Its terms saturate together, so that the synonyms of one word never outvote another word. */
export interface QueryConcept {
  /** At least one: the word of the query first, or what stands in for it. */
  terms: readonly ConceptTerm[];
  /** Number of chunks that its inverse document frequency is computed from. */
  docFreq: number;
  /** 1 for a word that says what the query is about, less for others and for what resembles a word that the index lacks. */
  queryWeight: number;
}

/** What a concept's saturated frequency is multiplied by: idf × queryWeight × (k1 + 1). */
export function conceptFactor(
  { docFreq, queryWeight }: QueryConcept,
  chunkCount: number,
  k1: number,
): number {
  return inverseDocumentFrequency(docFreq, chunkCount) * queryWeight * (k1 + 1);
}

/** Weighted length normalization by field and field length: what one occurrence counts for. */
export class FieldNorms {
  /** Numbers a field: one for every length up to that of the longest field of any kind. */
  readonly tableLength: number;
  private readonly averages: readonly number[];
  private readonly longest: readonly number[];
  private readonly b: Bm25fParameters["b"];

  constructor({ chunkCount, longest, totals }: FieldStatistics, b: Bm25fParameters["b"]) {
    this.averages = totals.map((total) => total / chunkCount);
    this.b = b;
    this.longest = longest;
    this.tableLength = Math.max(...longest) + 1;
  }

  /** @param tables one a field, of {@link tableLength} numbers each */
  fill(tables: readonly Float64Array[], weights: Bm25fParameters["weights"]): void {
    tables.forEach((norms, field) => {
      const average = this.averages[field]!;
      const b = this.b[field]!;
      for (let length = 0; length <= this.longest[field]!; length++) {
        const relative = average > 0 ? length / average : 1;
        const norm = weights[field]! / (1 - b + b * relative);
        // Infinite for an empty field with full normalization, where nothing occurs.
        norms[length] = Number.isFinite(norm) ? norm : 0;
      }
    });
  }
}

/** Whether a concept needs its frequencies summed up before they saturate. */
export function isCompound({ terms }: QueryConcept): boolean {
  return terms.length > 1 || terms[0]!.share !== 1;
}

/** Scores concepts over postings. Not reentrant: the scores of the last query are kept in one array. */
export interface ConceptScorer {
  /**
   * Offers the chunks that hold a term of the concepts, or of them no fewer than can be among the best.
   * @param allowed 1 for each chunk that may be offered; null for all
   * @param weights of this query's fields. @defaultValue those of the parameters
   * @throws RepoBotError `index_corrupt`
   */
  rank(
    concepts: readonly QueryConcept[],
    best: HitCollector,
    allowed: Uint8Array | null,
    weights?: Bm25fParameters["weights"],
  ): void;
}

/** Added and taken away again, it leaves of a score a multiple of 2^-36, as the last bit of a number of its size is worth so much. */
const ROUNDING = 1.5 * 2 ** 16;

/** What a scorer adds of a term: sums of such numbers are the same in whatever order they are added. */
export function roundedScore(bm25Score: number): number {
  return bm25Score + ROUNDING - ROUNDING;
}

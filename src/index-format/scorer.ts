import {
  type Bm25fParameters,
  type ConceptScorer,
  type ConceptTerm,
  conceptFactor,
  FieldNorms,
  type QueryConcept,
} from "./bm25f.ts";
import type { FieldStatistics } from "./field-lengths.ts";
import type { HitCollector } from "./top-k.ts";

/** Marks are bytes, and 0 marks nothing. */
const LAST_MARK = 255;

/**
 * The terms of a concept in the order in which they are added: what two of them add to a score depends on it in the last bits. The
 * longest comes last, as it is the one that a ranking may do without.
 */
export function inOrder({ terms }: QueryConcept): readonly ConceptTerm[] {
  if (terms.length === 1) return terms;
  return [...terms].sort((a, b) => byteLengthOf(a) - byteLengthOf(b) || a.postingsStart - b.postingsStart);
}

/** Bytes of a term's postings. */
export function byteLengthOf(term: ConceptTerm): number {
  return term.postingsEnd - term.postingsStart;
}

/** What the scorer in WebAssembly and the one in JavaScript have in common: all but the loops over postings and chunks. */
export abstract class PostingsScorer implements ConceptScorer {
  /** Rows that are scored: chunks, where each has its own. */
  protected readonly rowCount: number;
  /** What inverse document frequencies are relative to. */
  private readonly chunkCount: number;
  protected readonly k1: number;
  protected readonly fieldNorms: FieldNorms;
  private readonly ownWeights: Bm25fParameters["weights"];
  private weights: Bm25fParameters["weights"] | null = null;
  /**
   * Marks the chunks that hold a term of the concept at hand, so that the sums of the one before need no clearing, which would cost
   * more than most concepts.
   */
  private lastMark = 0;

  constructor(statistics: FieldStatistics, parameters: Bm25fParameters) {
    this.rowCount = statistics.lengths[0]!.length;
    this.chunkCount = statistics.chunkCount;
    this.k1 = parameters.k1;
    this.ownWeights = parameters.weights;
    this.fieldNorms = new FieldNorms(statistics, parameters.b);
  }

  protected setWeights(weights: Bm25fParameters["weights"] = this.ownWeights): void {
    if (this.weights !== null && weights.every((weight, field) => weight === this.weights![field])) return;
    this.weights = weights;
    this.fillNorms(weights);
  }

  protected factorOf(concept: QueryConcept): number {
    return conceptFactor(concept, this.chunkCount, this.k1);
  }

  protected nextMark(): number {
    if (this.lastMark === LAST_MARK) {
      this.clearMarks();
      this.lastMark = 0;
    }
    return ++this.lastMark;
  }

  abstract rank(
    concepts: readonly QueryConcept[],
    best: HitCollector,
    allowed: Uint8Array | null,
    weights?: Bm25fParameters["weights"],
  ): void;
  protected abstract clearMarks(): void;
  protected abstract fillNorms(weights: Bm25fParameters["weights"]): void;
}

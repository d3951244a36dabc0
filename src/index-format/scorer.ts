import {
  type Bm25fParameters,
  type ConceptScorer,
  type ConceptTerm,
  conceptFactor,
  FieldNorms,
  isCompound,
  type QueryConcept,
} from "./bm25f.ts";
import type { FieldStatistics } from "./field-lengths.ts";
import type { HitCollector } from "./top-k.ts";

/** Marks are bytes, and 0 marks nothing. */
const LAST_MARK = 255;

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
  private mark = 0;

  constructor(statistics: FieldStatistics, parameters: Bm25fParameters) {
    this.rowCount = statistics.lengths[0]!.length;
    this.chunkCount = statistics.chunkCount;
    this.k1 = parameters.k1;
    this.ownWeights = parameters.weights;
    this.fieldNorms = new FieldNorms(statistics, parameters.b);
  }

  begin(weights: Bm25fParameters["weights"] = this.ownWeights): void {
    this.clearScores();
    if (this.weights !== null && weights.every((weight, field) => weight === this.weights![field])) return;
    this.weights = weights;
    this.fillNorms(weights);
  }

  add(concept: QueryConcept): void {
    const factor = conceptFactor(concept, this.chunkCount, this.k1);
    const mark = isCompound(concept) ? this.nextMark() : 0;
    for (const term of concept.terms) this.addTerm(term, factor, mark);
  }

  private nextMark(): number {
    if (this.mark === LAST_MARK) {
      this.clearMarks();
      this.mark = 0;
    }
    return ++this.mark;
  }

  abstract offerTo(best: HitCollector, allowed: Uint8Array | null): void;
  protected abstract clearScores(): void;
  protected abstract clearMarks(): void;
  protected abstract fillNorms(weights: Bm25fParameters["weights"]): void;
  /** @param mark of a concept whose terms saturate together; 0 for a term that is a concept by itself */
  protected abstract addTerm(term: ConceptTerm, factor: number, mark: number): void;
}

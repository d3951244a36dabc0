import { type Bm25fParameters, type ConceptTerm, FieldNorms } from "./bm25f.ts";
import type { FieldStatistics } from "./field-lengths.ts";
import { FIELD_COUNT } from "./fields.ts";
import { eachBlock, type KernelMemory } from "./kernel.ts";
import { corrupt } from "./layout.ts";
import { PostingsScorer } from "./scorer.ts";
import type { HitCollector } from "./top-k.ts";

/** The kernel keeps field lengths as u16. */
const LONGEST_FIELD = 0xffff;
/** The kernel reads a byte more than it uses. */
const SPARE_BYTES = 8;

/** Whether {@link KernelConceptScorer} can take these fields: none of more than 65,535 tokens. */
export function fitsKernel(statistics: FieldStatistics): boolean {
  return new FieldNorms(statistics, [0, 0, 0, 0]).tableLength <= LONGEST_FIELD + 1;
}

/** Scores concepts over postings in WebAssembly. The same sums as `PlainConceptScorer`, to the last bit. */
export class KernelConceptScorer extends PostingsScorer {
  private readonly memory: KernelMemory;
  private readonly postings: Uint8Array;
  private readonly scores: number;
  private readonly sums: number;
  private readonly marks: number;
  private readonly lengths: number;
  private readonly norms: number;
  private readonly normBytes: number;
  private readonly allowed: number;

  /** @param postings read where they are: those of a query's terms are copied into the kernel's memory, a hundredth of the work */
  constructor(
    memory: KernelMemory,
    postings: Uint8Array,
    statistics: FieldStatistics,
    parameters: Bm25fParameters,
  ) {
    super(statistics, parameters);
    const { rowCount } = this;
    this.memory = memory;
    this.postings = postings;
    this.normBytes = this.fieldNorms.tableLength * 8;
    this.scores = memory.take(rowCount * 8);
    this.sums = memory.take(rowCount * 8);
    this.marks = memory.take(rowCount);
    this.allowed = memory.take(rowCount);
    this.norms = memory.take(FIELD_COUNT * this.normBytes);
    this.lengths = memory.take(FIELD_COUNT * rowCount * 2);
    const lengths = new Uint16Array(memory.buffer, this.lengths, FIELD_COUNT * rowCount);
    statistics.lengths.forEach((fieldLengths, field) => {
      lengths.set(fieldLengths, field * rowCount);
    });
  }

  protected fillNorms(weights: Bm25fParameters["weights"]): void {
    const tables = Array.from({ length: FIELD_COUNT }, (_, field) => {
      return new Float64Array(this.memory.buffer, this.norms + field * this.normBytes, this.normBytes / 8);
    });
    this.fieldNorms.fill(tables, weights);
  }

  protected clearScores(): void {
    new Float64Array(this.memory.buffer, this.scores, this.rowCount).fill(0);
  }

  protected clearMarks(): void {
    new Uint8Array(this.memory.buffer, this.marks, this.rowCount).fill(0);
  }

  protected addTerm(term: ConceptTerm, factor: number, mark: number): void {
    const { memory } = this;
    const postings = this.postings.subarray(term.postingsStart, term.postingsEnd);
    const address = memory.scratch(postings.length + SPARE_BYTES);
    memory.write(address, postings);
    let outcome: number;
    try {
      outcome = memory.kernel.addTerm(
        address,
        address + postings.length,
        this.scores,
        this.rowCount,
        this.lengths,
        this.norms,
        this.normBytes,
        factor,
        this.k1,
        term.share,
        mark === 0 ? 0 : this.sums,
        this.marks,
        mark,
      );
    } catch (error) {
      // A number that runs past the end of the memory.
      throw corrupt("postings", error);
    }
    if (outcome !== 0) throw corrupt("a posting beyond the last row");
  }

  offerTo(best: HitCollector, allowed: Uint8Array | null): void {
    const { memory, scores } = this;
    if (allowed !== null) memory.write(this.allowed, allowed);
    eachBlock(this.rowCount, (first, count) => {
      const threshold = Math.max(0, best.threshold);
      const allowedAt = allowed === null ? 0 : this.allowed + first;
      memory.offerHits(first, best, (hits) =>
        memory.kernel.collect(scores + first * 8, count, allowedAt, threshold, hits),
      );
    });
  }
}

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
import { FIELD_COUNT } from "./fields.ts";
import type { KernelMemory } from "./kernel.ts";
import { corrupt } from "./layout.ts";
import type { HitCollector } from "./top-k.ts";

/** The kernel keeps field lengths as u16. */
const LONGEST_FIELD = 0xffff;

/** Whether {@link KernelConceptScorer} can take these fields: none of more than 65,535 tokens. */
export function fitsKernel(statistics: FieldStatistics): boolean {
  return new FieldNorms(statistics, [0, 0, 0, 0]).tableLength <= LONGEST_FIELD + 1;
}

/** Memory that {@link KernelConceptScorer} takes beside the postings, with room for alignment. */
export function scorerMemoryBytes(statistics: FieldStatistics): number {
  const count = statistics.lengths[0]!.length;
  const normBytes = new FieldNorms(statistics, [0, 0, 0, 0]).tableLength * 8;
  return count * 16 + FIELD_COUNT * (count * 2 + normBytes) + count + 5 * 64;
}

/** Scores concepts over postings in WebAssembly, where the memory holds them. The same sums as `PlainConceptScorer`, to the last bit. */
export class KernelConceptScorer implements ConceptScorer {
  private readonly memory: KernelMemory;
  private readonly postings: Uint8Array;
  private readonly parameters: Bm25fParameters;
  private readonly chunkCount: number;
  private readonly fieldNorms: FieldNorms;
  private weights: Bm25fParameters["weights"];
  private readonly scores: number;
  /** Frequencies of a concept of several terms. */
  private readonly sums: number;
  private readonly lengths: number;
  private readonly norms: number;
  private readonly normBytes: number;
  private readonly allowed: number;

  /** @param postings in the kernel's memory */
  constructor(
    memory: KernelMemory,
    postings: Uint8Array,
    statistics: FieldStatistics,
    parameters: Bm25fParameters,
  ) {
    this.memory = memory;
    this.postings = postings;
    this.parameters = parameters;
    this.chunkCount = statistics.lengths[0]!.length;
    this.fieldNorms = new FieldNorms(statistics, parameters.b);
    this.normBytes = this.fieldNorms.tableLength * 8;
    this.scores = memory.take(this.chunkCount * 8);
    this.sums = memory.take(this.chunkCount * 8);
    this.lengths = memory.take(FIELD_COUNT * this.chunkCount * 2);
    this.norms = memory.take(FIELD_COUNT * this.normBytes);
    this.allowed = memory.take(this.chunkCount);
    const lengths = new Uint16Array(memory.buffer, this.lengths, FIELD_COUNT * this.chunkCount);
    statistics.lengths.forEach((fieldLengths, field) => {
      lengths.set(fieldLengths, field * this.chunkCount);
    });
    this.weights = parameters.weights;
    this.fillNorms();
  }

  private fillNorms(): void {
    const tables = Array.from({ length: FIELD_COUNT }, (_, field) => {
      return new Float64Array(this.memory.buffer, this.norms + field * this.normBytes, this.normBytes / 8);
    });
    this.fieldNorms.fill(tables, this.weights);
  }

  begin(weights: Bm25fParameters["weights"] = this.parameters.weights): void {
    new Float64Array(this.memory.buffer, this.scores, this.chunkCount).fill(0);
    if (weights.every((weight, field) => weight === this.weights[field])) return;
    this.weights = weights;
    this.fillNorms();
  }

  add(concept: QueryConcept): void {
    const factor = conceptFactor(concept, this.chunkCount, this.parameters.k1);
    const sums = isCompound(concept) ? this.sums : 0;
    if (sums !== 0) new Float64Array(this.memory.buffer, sums, this.chunkCount).fill(0);
    for (const term of concept.terms) this.addTerm(term, factor, sums);
  }

  private addTerm(term: ConceptTerm, factor: number, sums: number): void {
    const { postings, chunkCount } = this;
    let outcome: number;
    try {
      outcome = this.memory.kernel.addTerm(
        postings.byteOffset + term.postingsStart,
        postings.byteOffset + Math.min(term.postingsEnd, postings.length),
        this.scores,
        chunkCount,
        this.lengths,
        this.norms,
        this.normBytes,
        factor,
        this.parameters.k1,
        sums,
        term.share,
      );
    } catch (error) {
      // A number that runs past the end of the memory.
      throw corrupt("postings", error);
    }
    if (outcome !== 0) throw corrupt("a posting beyond the last chunk");
  }

  offerTo(best: HitCollector, allowed: Uint8Array | null): void {
    const { memory } = this;
    if (allowed !== null) new Uint8Array(memory.buffer, this.allowed, allowed.length).set(allowed);
    memory.offerRows(0, this.chunkCount, best, (first, count, threshold, hits) =>
      memory.kernel.collect(
        this.scores + first * 8,
        count,
        allowed === null ? 0 : this.allowed + first,
        Math.max(0, threshold),
        hits,
      ),
    );
  }
}

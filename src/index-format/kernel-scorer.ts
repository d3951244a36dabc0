import { type Bm25fParameters, type ConceptTerm, FieldNorms, type QueryConcept } from "./bm25f.ts";
import type { FieldStatistics } from "./field-lengths.ts";
import { FIELD_COUNT } from "./fields.ts";
import { KeptPostings, type ReadPostings } from "./kept-postings.ts";
import type { KernelMemory } from "./kernel.ts";
import { PostingReader } from "./posting-reader.ts";
import { byteLengthOf, PostingsScorer } from "./scorer.ts";
import { boundsFrom, type OpenConcept, openConcept, type TermStep, termSteps } from "./term-steps.ts";
import { collectBest, type HitCollector } from "./top-k.ts";

/** The kernel keeps field lengths as u16. */
const LONGEST_FIELD = 0xffff;
/** Rows of which the kernel keeps the greatest score. */
const GROUP_ROWS = 16;
/** Need of a step that is added to every chunk that is allowed: no score is below, and those of the others are. */
const NO_NEED = -1;
/** Chunks for each result asked for, below which all terms are added to all chunks. */
const MIN_ROWS_A_HIT = 64;
/** Bytes of postings of all terms of a query, below which adding all of them takes less than finding out which matter. */
const PRUNED_FROM_BYTES = 65_536;
/** A look at what the best scores have reached costs about as much as so many bytes of postings for each group of rows. */
const LOOK_BYTES_A_GROUP = 0.2;
/** Scores are multiples of twice this: who is above a score less this has reached it. */
const HALF_STEP = 2 ** -37;
/** A candidate's posting is found in about the time in which so many are passed over. */
const POSTINGS_A_PICK = 24;
/** Chunks up to which it pays to finish those first that lead. */
const MANY_LEADERS = 64;
/** Candidates up to which it pays to see what their scores have come to. */
const MANY_CANDIDATES = 4_096;

/** Whether {@link KernelConceptScorer} can take these fields: none of more than 65,535 tokens. */
export function fitsKernel(statistics: FieldStatistics): boolean {
  return new FieldNorms(statistics, [0, 0, 0, 0]).tableLength <= LONGEST_FIELD + 1;
}

/**
 * Scores concepts over postings in WebAssembly. The same sums as `PlainConceptScorer`, of which it leaves out what cannot change the
 * best: once the best scores so far are above everything that the terms left over could add, these are added only to chunks that they
 * could still bring among the best (MaxScore, a term at a time).
 * @see Turtle, Flood: Query Evaluation: Strategies and Optimizations, 1995
 */
export class KernelConceptScorer extends PostingsScorer {
  private readonly memory: KernelMemory;
  private readonly scores: number;
  private readonly maxima: number;
  private readonly sums: number;
  private readonly marks: number;
  private readonly lengths: number;
  private readonly norms: number;
  private readonly normBytes: number;
  private readonly numbers: number;
  private readonly prunedFromBytes: number;
  private readonly kept: KeptPostings;
  private readonly reader: PostingReader;
  /** The concept whose sums and marks stand in memory. */
  private summed: OpenConcept | null = null;
  private mark = 0;

  /**
   * @param postings see {@link PostingReader}
   * @param prunedFromBytes bytes of postings from which a query leaves out what cannot change the best
   */
  constructor(
    memory: KernelMemory,
    postings: Uint8Array,
    statistics: FieldStatistics,
    parameters: Bm25fParameters,
    prunedFromBytes = PRUNED_FROM_BYTES,
  ) {
    super(statistics, parameters);
    const { rowCount } = this;
    this.prunedFromBytes = prunedFromBytes;
    this.memory = memory;
    this.normBytes = this.fieldNorms.tableLength * 8;
    this.scores = memory.take(this.groupCount * GROUP_ROWS * 8);
    this.maxima = memory.take(this.groupCount * 8);
    this.sums = memory.take(rowCount * 8);
    this.marks = memory.take(rowCount);
    // The kernel writes a number before it knows whether to keep it.
    this.numbers = memory.take((rowCount + 1) * 4);
    this.kept = new KeptPostings(memory, rowCount);
    this.norms = memory.take(FIELD_COUNT * this.normBytes);
    this.lengths = memory.take(FIELD_COUNT * rowCount * 2);
    const tables = { lengths: this.lengths, norms: this.norms, normBytes: this.normBytes };
    this.reader = new PostingReader(memory, postings, rowCount, tables, this.numbers);
    const lengths = new Uint16Array(memory.buffer, this.lengths, FIELD_COUNT * rowCount);
    statistics.lengths.forEach((fieldLengths, field) => {
      lengths.set(fieldLengths, field * rowCount);
    });
  }

  private get groupCount(): number {
    return Math.ceil(this.rowCount / GROUP_ROWS);
  }

  protected fillNorms(weights: Bm25fParameters["weights"]): void {
    this.kept.clear();
    const tables = Array.from({ length: FIELD_COUNT }, (_, field) => {
      return new Float64Array(this.memory.buffer, this.norms + field * this.normBytes, this.normBytes / 8);
    });
    this.fieldNorms.fill(tables, weights);
  }

  protected clearMarks(): void {
    this.memory.bytes.fill(0, this.marks, this.marks + this.rowCount);
  }

  rank(
    concepts: readonly QueryConcept[],
    best: HitCollector,
    allowed: Uint8Array | null,
    weights?: Bm25fParameters["weights"],
  ): void {
    this.setWeights(weights);
    this.clearScores(allowed);
    this.summed = null;
    if (this.mayPrune(concepts, best.limit)) this.rankPruned(concepts, best);
    else this.rankWhole(concepts, best);
  }

  private mayPrune(concepts: readonly QueryConcept[], limit: number): boolean {
    let byteLength = 0;
    for (const { terms } of concepts) for (const term of terms) byteLength += byteLengthOf(term);
    return byteLength >= this.prunedFromBytes && limit * MIN_ROWS_A_HIT <= this.rowCount;
  }

  private rankWhole(concepts: readonly QueryConcept[], best: HitCollector): void {
    for (const each of concepts) {
      const concept = openConcept(each, this.factorOf(each));
      for (const term of concept.terms) this.add(concept, term, NO_NEED, null);
    }
    this.offerAll(best);
  }

  private rankPruned(concepts: readonly QueryConcept[], best: HitCollector): void {
    const steps = termSteps(
      concepts.map((concept) => openConcept(concept, this.factorOf(concept))),
      this.k1,
      (term) => this.kept.greatestTf(term),
    );
    const bounds = boundsFrom(steps);
    for (let at = 0; at < steps.length; at++) {
      const { concept, term } = steps[at]!;
      const isLong = byteLengthOf(term) > this.groupCount * LOOK_BYTES_A_GROUP;
      if (isLong && bounds[0]! > 2 * bounds[at]!) {
        const reached = this.reachedBy(best.limit);
        if (reached > bounds[at]!) {
          this.finish(steps, bounds, at, reached, best);
          return;
        }
      }
      this.add(concept, term, NO_NEED, null);
    }
    this.offerAll(best);
  }

  /** Chunks that are not allowed begin so low that nothing is added to them. */
  private clearScores(allowed: Uint8Array | null): void {
    const { float64s } = this.memory;
    const first = this.scores >> 3;
    float64s.fill(0, first, first + this.groupCount * GROUP_ROWS);
    float64s.fill(0, this.maxima >> 3, (this.maxima >> 3) + this.groupCount);
    if (allowed === null) return;
    for (let chunk = 0; chunk < allowed.length; chunk++) {
      if (allowed[chunk] === 0) float64s[first + chunk] = Number.NEGATIVE_INFINITY;
    }
  }

  /** A score that `limit` chunks have reached; 0 where too few have any. */
  private reachedBy(limit: number): number {
    const { float64s } = this.memory;
    const first = this.maxima >> 3;
    const best = collectBest(limit, this.groupCount);
    let threshold = 0;
    for (let group = 0; group < this.groupCount; group++) {
      const greatest = float64s[first + group]!;
      if (greatest <= threshold) continue;
      best.offer(group, greatest);
      threshold = Math.max(0, best.threshold);
    }
    return threshold;
  }

  /** Adds the steps from `first` on to the chunks that may still be among the best, and offers these. */
  private finish(
    steps: readonly TermStep[],
    bounds: Float64Array,
    first: number,
    reached: number,
    best: HitCollector,
  ): void {
    const { rowCount, scores, numbers } = this;
    const { kernel } = this.memory;
    let threshold = Math.max(reached, this.finishFirst(steps, first, reached, best));
    let noted = this.noteAbove(0, this.groupCount, threshold - bounds[first]!);
    for (let at = first; at < steps.length; at++) {
      const { concept, term } = steps[at]!;
      const need = threshold - bounds[at]!;
      if (at > first) noted = kernel.keepAbove(scores, numbers, noted, need);
      this.add(concept, term, need, noted);
      if (noted <= MANY_CANDIDATES && at + 1 < steps.length) {
        const soFar = collectBest(best.limit, rowCount);
        this.offer(noted, soFar);
        threshold = Math.max(threshold, soFar.threshold);
      }
    }
    this.offer(noted, best);
  }

  /**
   * Adds the steps from `first` on to the few chunks that lead by now, offers these and takes them out of the scores: what they come to
   * in the end is mostly what it takes to be among the best, and shows of most other chunks that they cannot be.
   * @returns the score that as many chunks as are wanted have reached; less than any where they are too many to pay
   */
  private finishFirst(
    steps: readonly TermStep[],
    first: number,
    reached: number,
    best: HitCollector,
  ): number {
    const { numbers } = this;
    const need = reached - HALF_STEP;
    const noted = this.noteAbove(0, this.groupCount, need);
    if (noted > MANY_LEADERS) return Number.NEGATIVE_INFINITY;
    const added = steps.map(({ concept }) => concept.addedCount);
    for (let at = first; at < steps.length; at++) this.add(steps[at]!.concept, steps[at]!.term, need, noted);
    steps.forEach(({ concept }, at) => {
      concept.addedCount = added[at]!;
    });
    // The sums in memory are of these chunks alone.
    this.summed = null;
    this.offer(noted, best);
    const { words, float64s } = this.memory;
    for (let at = 0; at < noted; at++) {
      float64s[(this.scores >> 3) + words[(numbers >> 2) + at]!] = Number.NEGATIVE_INFINITY;
    }
    return best.threshold;
  }

  private offer(noted: number, best: HitCollector): void {
    const { words, float64s } = this.memory;
    const scores = this.scores >> 3;
    const end = (this.numbers >> 2) + noted;
    let { threshold } = best;
    for (let at = this.numbers >> 2; at < end; at++) {
      const chunk = words[at]!;
      const score = float64s[scores + chunk]!;
      // Of equal scores the first chunk ranks higher, and those that led were offered before.
      if (score < threshold) continue;
      best.offer(chunk, score);
      threshold = best.threshold;
    }
  }

  /** Offers all that may be among the best: of most chunks the greatest score of their group says that they are not. */
  private offerAll(best: HitCollector): void {
    const reached = best.limit < this.groupCount ? this.reachedBy(best.limit) : 0;
    this.offer(this.noteAbove(0, this.groupCount, Math.max(0, reached - HALF_STEP)), best);
  }

  private noteAbove(group: number, groupEnd: number, threshold: number): number {
    const { kernel } = this.memory;
    return kernel.noteAbove(this.scores, this.maxima, group, groupEnd, threshold, this.numbers);
  }

  /**
   * Adds a term to the chunks whose score is at least `need`.
   * @param noted how many these are, where they were noted; else null
   */
  private add(concept: OpenConcept, term: ConceptTerm, need: number, noted: number | null): void {
    if (concept.isCompound && this.summed !== concept) {
      this.summed = concept;
      this.mark = this.nextMark();
      // Another concept has been summed up since: what this one had comes back, and adds nothing again.
      const { addedCount } = concept;
      for (const before of concept.terms.slice(0, addedCount)) this.addTerm(before, concept, 0, need, noted);
    }
    this.addTerm(term, concept, concept.factor, need, noted);
    concept.addedCount++;
  }

  private addTerm(
    term: ConceptTerm,
    concept: OpenConcept,
    factor: number,
    need: number,
    noted: number | null,
  ): void {
    const kept = this.kept.find(term);
    if (kept !== null) {
      const isPicked = noted !== null && noted * POSTINGS_A_PICK < kept.count;
      this.addPostings(isPicked ? this.reader.pick(kept, noted) : kept, term, concept, factor, need);
      return;
    }
    for (const run of this.reader.runsOf(term, noted)) {
      const read = this.reader.read(run);
      if (byteLengthOf(term) === run.end - run.start) this.kept.offer(term, read);
      this.addPostings(read, term, concept, factor, need);
    }
  }

  private addPostings(
    { chunks, tfs, count }: ReadPostings,
    { share }: ConceptTerm,
    { isCompound }: OpenConcept,
    factor: number,
    need: number,
  ): void {
    this.memory.kernel.addTerm(
      chunks,
      tfs,
      count,
      this.scores,
      this.maxima,
      factor,
      this.k1,
      share,
      isCompound ? this.sums : 0,
      this.marks,
      isCompound ? this.mark : 0,
      need,
    );
  }
}

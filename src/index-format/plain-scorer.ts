import {
  type Bm25fParameters,
  type ConceptTerm,
  isCompound,
  type QueryConcept,
  roundedScore,
} from "./bm25f.ts";
import type { FieldLengths, FieldStatistics } from "./field-lengths.ts";
import { CODE_FIELD, FIELD_COUNT, HEADING_FIELD, TEXT_FIELD } from "./fields.ts";
import { corrupt } from "./layout.ts";
import {
  CODE_BITS,
  CODE_ONCE,
  CODE_TWICE,
  HEADING_ONCE,
  MIXED,
  TEXT_OFTEN,
  TEXT_ONCE,
  TEXT_TWICE,
} from "./postings.ts";
import { inOrder, PostingsScorer } from "./scorer.ts";
import type { HitCollector } from "./top-k.ts";

/** Scores concepts over postings read in place, in JavaScript: where no WebAssembly can be had. Some four times slower. */
export class PlainConceptScorer extends PostingsScorer {
  private readonly postings: Uint8Array;
  private readonly lengths: readonly FieldLengths[];
  private readonly norms: readonly Float64Array[];
  /** bm25Score of each chunk for the concepts added since `begin`; 0 when it holds none. */
  private readonly bm25Scores: Float64Array;
  /** Frequencies of a concept of several terms, in the chunks whose mark is the concept's. */
  private readonly sums: Float64Array;
  private readonly marks: Uint8Array;

  constructor(postings: Uint8Array, statistics: FieldStatistics, parameters: Bm25fParameters) {
    super(statistics, parameters);
    this.postings = postings;
    this.lengths = statistics.lengths;
    this.bm25Scores = new Float64Array(this.rowCount);
    this.sums = new Float64Array(this.rowCount);
    this.marks = new Uint8Array(this.rowCount);
    this.norms = statistics.lengths.map(() => new Float64Array(this.fieldNorms.tableLength));
  }

  protected fillNorms(weights: Bm25fParameters["weights"]): void {
    this.fieldNorms.fill(this.norms, weights);
  }

  protected clearMarks(): void {
    this.marks.fill(0);
  }

  rank(
    concepts: readonly QueryConcept[],
    best: HitCollector,
    allowed: Uint8Array | null,
    weights?: Bm25fParameters["weights"],
  ): void {
    const { bm25Scores } = this;
    bm25Scores.fill(0);
    this.setWeights(weights);
    for (const concept of concepts) {
      const factor = this.factorOf(concept);
      const mark = isCompound(concept) ? this.nextMark() : 0;
      for (const term of inOrder(concept)) this.addTerm(term, factor, mark);
    }
    let threshold = 0;
    for (let chunk = 0; chunk < bm25Scores.length; chunk++) {
      const bm25Score = bm25Scores[chunk]!;
      if (bm25Score <= threshold || (allowed !== null && allowed[chunk] === 0)) continue;
      best.offer(chunk, bm25Score);
      threshold = Math.max(0, best.threshold);
    }
  }

  /** @param mark of a concept whose terms saturate together; 0 for a term that is a concept by itself */
  private addTerm(term: ConceptTerm, factor: number, mark: number): void {
    const { postings, bm25Scores, rowCount, sums, marks, k1 } = this;
    const textLengths = this.lengths[TEXT_FIELD]!;
    const textNorms = this.norms[TEXT_FIELD]!;
    const codeLengths = this.lengths[CODE_FIELD]!;
    const codeNorms = this.norms[CODE_FIELD]!;
    const headingLengths = this.lengths[HEADING_FIELD]!;
    const headingNorms = this.norms[HEADING_FIELD]!;
    const end = term.postingsEnd;
    let at = term.postingsStart;
    let chunk = -1;
    while (at < end) {
      let head = postings[at++]!;
      if (head >= 0x80) {
        head &= 0x7f;
        for (let shift = 7; ; shift += 7) {
          const byte = postings[at++]!;
          head |= (byte & 0x7f) << shift;
          if (!(byte >= 0x80)) break;
        }
      }
      chunk += (head >>> CODE_BITS) + 1;
      if (chunk >= rowCount) throw corrupt("a posting beyond the last row");
      const code = head & MIXED;
      let tf: number;
      if (code === TEXT_ONCE) {
        tf = textNorms[textLengths[chunk]!]!;
      } else if (code === CODE_ONCE) {
        tf = codeNorms[codeLengths[chunk]!]!;
      } else if (code === TEXT_TWICE) {
        tf = 2 * textNorms[textLengths[chunk]!]!;
      } else if (code === CODE_TWICE) {
        tf = 2 * codeNorms[codeLengths[chunk]!]!;
      } else if (code === HEADING_ONCE) {
        tf = headingNorms[headingLengths[chunk]!]!;
      } else if (code === MIXED) {
        const mask = postings[at++]!;
        tf = 0;
        for (let field = 0; field < FIELD_COUNT; field++) {
          if ((mask & (1 << field)) === 0) continue;
          let frequency = 1;
          if (mask & (16 << field)) {
            let byte = postings[at++]!;
            let rest = byte & 0x7f;
            for (let shift = 7; byte >= 0x80; shift += 7) {
              byte = postings[at++]!;
              rest |= (byte & 0x7f) << shift;
            }
            frequency = rest + 2;
          }
          tf += frequency * this.norms[field]![this.lengths[field]![chunk]!]!;
        }
      } else {
        let byte = postings[at++]!;
        let rest = byte & 0x7f;
        for (let shift = 7; byte >= 0x80; shift += 7) {
          byte = postings[at++]!;
          rest |= (byte & 0x7f) << shift;
        }
        const norm = code === TEXT_OFTEN ? textNorms[textLengths[chunk]!]! : codeNorms[codeLengths[chunk]!]!;
        tf = (rest + 3) * norm;
      }
      let saturated: number | null = null;
      if (mark !== 0) {
        tf *= term.share;
        if (marks[chunk] === mark) {
          const sum = sums[chunk]!;
          sums[chunk] = sum + tf;
          saturated = (k1 * tf) / ((sum + tf + k1) * (sum + k1));
        } else {
          marks[chunk] = mark;
          sums[chunk] = tf;
        }
      }
      bm25Scores[chunk]! += roundedScore(factor * (saturated ?? tf / (tf + k1)));
    }
  }
}

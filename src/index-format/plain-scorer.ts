import {
  type Bm25fParameters,
  type ConceptScorer,
  type ConceptTerm,
  conceptFactor,
  FieldNorms,
  isCompound,
  type QueryConcept,
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
import type { HitCollector } from "./top-k.ts";

/** Scores concepts over postings read in place, in JavaScript: where no WebAssembly can be had. Two to three times slower. */
export class PlainConceptScorer implements ConceptScorer {
  private readonly postings: Uint8Array;
  private readonly chunkCount: number;
  private readonly parameters: Bm25fParameters;
  private readonly lengths: readonly FieldLengths[];
  private readonly fieldNorms: FieldNorms;
  private readonly norms: readonly Float64Array[];
  private weights: Bm25fParameters["weights"];
  /** bm25Score of each chunk for the concepts added since {@link begin}; 0 when it holds none. */
  private readonly bm25Scores: Float64Array;
  /** Frequencies of a concept of several terms. */
  private readonly sums: Float64Array;

  constructor(postings: Uint8Array, statistics: FieldStatistics, parameters: Bm25fParameters) {
    this.postings = postings;
    this.lengths = statistics.lengths;
    this.chunkCount = statistics.lengths[0]!.length;
    this.parameters = parameters;
    this.bm25Scores = new Float64Array(this.chunkCount);
    this.sums = new Float64Array(this.chunkCount);
    this.fieldNorms = new FieldNorms(statistics, parameters.b);
    this.norms = statistics.lengths.map(() => new Float64Array(this.fieldNorms.tableLength));
    this.weights = parameters.weights;
    this.fieldNorms.fill(this.norms, this.weights);
  }

  begin(weights: Bm25fParameters["weights"] = this.parameters.weights): void {
    this.bm25Scores.fill(0);
    if (weights.every((weight, field) => weight === this.weights[field])) return;
    this.weights = weights;
    this.fieldNorms.fill(this.norms, weights);
  }

  offerTo(best: HitCollector, allowed: Uint8Array | null): void {
    const { bm25Scores } = this;
    let threshold = 0;
    for (let chunk = 0; chunk < bm25Scores.length; chunk++) {
      const bm25Score = bm25Scores[chunk]!;
      if (bm25Score <= threshold || (allowed !== null && allowed[chunk] === 0)) continue;
      best.offer(chunk, bm25Score);
      threshold = Math.max(0, best.threshold);
    }
  }

  add(concept: QueryConcept): void {
    const factor = conceptFactor(concept, this.chunkCount, this.parameters.k1);
    const sums = isCompound(concept) ? this.sums.fill(0) : null;
    for (const term of concept.terms) this.addTerm(term, factor, sums);
  }

  private addTerm(term: ConceptTerm, factor: number, sums: Float64Array | null): void {
    const { postings, bm25Scores, chunkCount } = this;
    const { k1 } = this.parameters;
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
      if (chunk >= chunkCount) throw corrupt("a posting beyond the last chunk");
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
      let before = 0;
      if (sums !== null) {
        before = sums[chunk]!;
        tf = before + term.share * tf;
        sums[chunk] = tf;
        before = (factor * before) / (before + k1);
      }
      bm25Scores[chunk]! += (factor * tf) / (tf + k1) - before;
    }
  }
}

import type { FieldLengths } from "./field-lengths.ts";
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

/**
 * Parameters of BM25F. A term's frequency in a chunk is
 * `tf = Σ over fields of weight × frequency / (1 - b + b × fieldLength / averageFieldLength)`,
 * its share of the chunk's bm25Score is `idf × tf × (k1 + 1) / (tf + k1)`.
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
  b: [0.5, 0.5, 0.75, 0.75],
};

/** ln(1 + (N - docFreq + 0.5) / (docFreq + 0.5)): never negative. */
export function inverseDocumentFrequency(docFreq: number, chunkCount: number): number {
  return Math.log(1 + (chunkCount - docFreq + 0.5) / (docFreq + 0.5));
}

/** A term to score, its postings and the weight the query gives it. */
export interface WeightedTerm {
  docFreq: number;
  postingsStart: number;
  postingsEnd: number;
  /** 1 for a word as typed, less for what it was expanded to. */
  queryWeight: number;
}

/** Scores terms over postings read in place. Not reentrant: the sums of the last query are kept in one array. */
export class Bm25fScorer {
  private readonly postings: Uint8Array;
  private readonly chunkCount: number;
  private readonly parameters: Bm25fParameters;
  private readonly averages: readonly number[];
  private readonly lengths: FieldLengths[];
  /** Weighted normalization by field and field length. */
  private norms: Float64Array[] = [];
  private weights: Bm25fParameters["weights"];
  /** bm25Score of each chunk for the terms scored since {@link begin}; 0 when it holds none. */
  readonly bm25Scores: Float64Array;

  /** @param lengths tokens a chunk, an array a field; @param totals their sums */
  constructor(
    postings: Uint8Array,
    lengths: FieldLengths[],
    totals: readonly number[],
    parameters: Bm25fParameters,
  ) {
    this.postings = postings;
    this.lengths = lengths;
    this.chunkCount = lengths[0]!.length;
    this.parameters = parameters;
    this.averages = totals.map((total) => total / this.chunkCount);
    this.weights = parameters.weights;
    this.bm25Scores = new Float64Array(this.chunkCount);
    this.computeNorms();
  }

  private computeNorms(): void {
    this.norms = this.lengths.map((fieldLengths, field) => {
      let longest = 0;
      for (let chunk = 0; chunk < fieldLengths.length; chunk++) {
        if (fieldLengths[chunk]! > longest) longest = fieldLengths[chunk]!;
      }
      const average = this.averages[field]!;
      const b = this.parameters.b[field]!;
      const norms = new Float64Array(longest + 1);
      for (let length = 0; length <= longest; length++) {
        const relative = average > 0 ? length / average : 1;
        norms[length] = this.weights[field]! / (1 - b + b * relative);
      }
      return norms;
    });
  }

  /** Forgets the last query. @param weights of this query's fields. @defaultValue those of the parameters */
  begin(weights: Bm25fParameters["weights"] = this.parameters.weights): void {
    this.bm25Scores.fill(0);
    if (weights.every((weight, field) => weight === this.weights[field])) return;
    this.weights = weights;
    this.computeNorms();
  }

  /** Adds one term's share to every chunk that holds it. @throws RepoBotError `index_corrupt` */
  add(term: WeightedTerm): void {
    const { postings, bm25Scores, chunkCount } = this;
    const { k1 } = this.parameters;
    const factor = inverseDocumentFrequency(term.docFreq, chunkCount) * term.queryWeight * (k1 + 1);
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
      bm25Scores[chunk]! += (factor * tf) / (tf + k1);
    }
  }
}

/** An index of JavaScript objects that ranks as the binary one does, and as a variant wants it otherwise. */
import type { Chunk, Passage } from "../../src/core/passage.ts";
import type {
  CorpusInfo,
  PassageFilter,
  PassageIndex,
  QueryTerm,
  RankedChunk,
} from "../../src/core/ports.ts";
import { inverseDocumentFrequency } from "../../src/index-format/bm25f.ts";
import { planQuery, type QueryPlan } from "../../src/index-format/query.ts";
import type { Inverted, TermPosting } from "./invert.ts";
import type { Ranking } from "./variant.ts";

/** @see Ranking */
export class MemoryIndex implements PassageIndex {
  readonly hash = "ablation";
  readonly embedding = null;
  readonly chunkCount: number;
  readonly corpus: CorpusInfo;
  readonly inverted: Inverted;
  private readonly ranking: Ranking;

  constructor(inverted: Inverted, corpus: CorpusInfo, ranking: Ranking) {
    this.inverted = inverted;
    this.corpus = corpus;
    this.ranking = ranking;
    this.chunkCount = inverted.chunks.length;
  }

  plan(query: string): QueryPlan {
    const { roleWeights, rewritePlan, planLanguage } = this.ranking;
    const plan = planQuery(query, {
      tokenizer: this.inverted.tokenizer,
      dictionary: this.inverted.dictionary,
      chunkCount: this.chunkCount,
      language: planLanguage ?? this.corpus.language,
      weights: roleWeights,
    });
    return rewritePlan === undefined ? plan : rewritePlan({ query, plan, index: this });
  }

  lexicalRanking(query: string, limit: number, filter?: PassageFilter): RankedChunk[] {
    const plan = this.plan(query);
    const ranked = rankingOf(this.bm25Scores(plan), (chunk) => this.isAllowed(chunk, filter));
    const adjusted = this.ranking.adjust?.({ query, plan, index: this, ranked }) ?? ranked;
    return adjusted.slice(0, limit);
  }

  /** By chunk. */
  bm25Scores(plan: QueryPlan): Float64Array {
    const { k1 } = this.ranking.bm25f;
    const scores = new Float64Array(this.chunkCount);
    for (const { terms, docFreq, queryWeight } of plan.concepts) {
      const frequencies = new Map<number, number>();
      for (const { term, share } of terms) {
        for (const posting of this.inverted.postings.get(term) ?? []) {
          const tf = share * this.frequency(posting);
          frequencies.set(posting.chunk, (frequencies.get(posting.chunk) ?? 0) + tf);
        }
      }
      const factor = inverseDocumentFrequency(docFreq, this.chunkCount) * queryWeight * (k1 + 1);
      for (const [chunk, tf] of frequencies) scores[chunk]! += (factor * tf) / (tf + k1);
    }
    return scores;
  }

  /** Of one term in one chunk, over its fields. */
  private frequency({ chunk, frequencies }: TermPosting): number {
    const { weights, b } = this.ranking.bm25f;
    const { lengths, averages } = this.inverted;
    let tf = 0;
    frequencies.forEach((frequency, field) => {
      if (frequency === 0) return;
      const relative = averages[field]! > 0 ? lengths[field]![chunk]! / averages[field]! : 1;
      tf += (weights[field]! * frequency) / (1 - b[field]! + b[field]! * relative);
    });
    return tf;
  }

  /** Languages aside: what a variant claims of them is not in the chunks. */
  private isAllowed(chunk: number, filter: PassageFilter | undefined): boolean {
    const { version, kind, source } = this.inverted.chunks[chunk]!;
    return (
      (filter?.version?.includes(version) ?? true) &&
      (filter?.kind?.includes(kind) ?? true) &&
      (filter?.source?.includes(source) ?? true)
    );
  }

  vectorRanking(): RankedChunk[] {
    return [];
  }

  analyzeQuery(query: string): QueryTerm[] {
    return this.plan(query).terms;
  }

  chunkHasTerm(chunk: number, terms: readonly string[]): boolean {
    return terms.some((term) => this.inverted.postings.get(term)?.some((posting) => posting.chunk === chunk));
  }

  async passages(chunks: readonly number[]): Promise<Passage[]> {
    return chunks.map((chunk) => this.chunk(chunk));
  }

  chunk(chunk: number): Chunk {
    return this.inverted.chunks[chunk]!;
  }

  chunksOfFile(file: string): number[] {
    return this.inverted.chunks.flatMap((chunk, at) => (chunk.file === file ? [at] : []));
  }
}

/** Chunks with a score, best first, ties by position. */
export function rankingOf(
  scores: ArrayLike<number>,
  isAllowed: (chunk: number) => boolean = () => true,
): RankedChunk[] {
  const ranked: RankedChunk[] = [];
  for (let chunk = 0; chunk < scores.length; chunk++) {
    if (scores[chunk]! > 0 && isAllowed(chunk)) ranked.push({ chunk, value: scores[chunk]! });
  }
  return sortRanking(ranked);
}

/** Best first, ties by position; in place. */
export function sortRanking(ranked: RankedChunk[]): RankedChunk[] {
  return ranked.sort((a, b) => b.value - a.value || a.chunk - b.chunk);
}

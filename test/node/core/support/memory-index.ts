import type { Passage } from "../../../../src/core/passage.ts";
import type {
  CorpusInfo,
  EmbeddingInfo,
  PassageFilter,
  PassageIndex,
  QueryTerm,
  RankedChunk,
} from "../../../../src/core/ports.ts";

const STOP_WORDS = new Set(
  "a an and are at be but by can do does for from how i if in is it my of on or that the to what when which why with you your".split(
    " ",
  ),
);
const BM25_K1 = 1.2;
const BM25_B = 0.75;

export interface MemoryIndexOptions {
  passages: readonly Passage[];
  corpus?: Partial<CorpusInfo>;
  /** One vector a passage, of unit length. */
  vectors?: readonly Float32Array[];
  embedding?: EmbeddingInfo;
}

/** A small index of plain words in memory, ranked by BM25 over title, headings and text. */
export class MemoryIndex implements PassageIndex {
  readonly hash = "memory-index";
  readonly chunkCount: number;
  readonly corpus: CorpusInfo;
  readonly embedding: EmbeddingInfo | null;
  readonly #passages: readonly Passage[];
  readonly #words: string[][];
  readonly #vectors: readonly Float32Array[];

  constructor({ passages, corpus, vectors, embedding }: MemoryIndexOptions) {
    this.#passages = passages;
    this.#words = passages.map(({ title, headingPath, text }) =>
      wordsOf([title, ...headingPath, text].join(" ")),
    );
    this.#vectors = vectors ?? [];
    this.chunkCount = passages.length;
    this.embedding = embedding ?? null;
    this.corpus = {
      name: "Brewbot",
      description: "a coffee machine with an HTTP API",
      language: "en",
      versions: [],
      languages: ["en"],
      documentCount: new Set(passages.map(({ file }) => file)).size,
      questions: [],
      revision: "2026-11-29",
      ...corpus,
    };
  }

  lexicalRanking(query: string, limit: number, filter: PassageFilter = {}): RankedChunk[] {
    const terms = this.analyzeQuery(query).filter((term) => term.docFreq > 0);
    const averageLength = this.#words.reduce((sum, words) => sum + words.length, 0) / this.chunkCount;
    const value = (words: readonly string[]) =>
      terms.reduce((sum, { terms: [word], idf }) => {
        const frequency = words.filter((other) => other === word).length;
        const norm = BM25_K1 * (1 - BM25_B + (BM25_B * words.length) / averageLength);
        return sum + (idf * frequency * (BM25_K1 + 1)) / (frequency + norm);
      }, 0);
    return this.#rank(limit, filter, (chunk) => value(this.#words[chunk]!));
  }

  vectorRanking(queryVector: Float32Array, limit: number, filter: PassageFilter = {}): RankedChunk[] {
    if (this.#vectors.length === 0) return [];
    return this.#rank(limit, filter, (chunk) =>
      this.#vectors[chunk]!.reduce((sum, entry, i) => sum + entry * queryVector[i]!, 0),
    );
  }

  analyzeQuery(query: string): QueryTerm[] {
    return [...new Set(wordsOf(query))]
      .filter((word) => !STOP_WORDS.has(word))
      .map((word) => {
        const docFreq = this.#words.filter((words) => words.includes(word)).length;
        const idf = Math.log(1 + (this.chunkCount - docFreq + 0.5) / (docFreq + 0.5));
        return { surface: word, terms: [word], docFreq, idf, isIdentifier: /_|\d/.test(word) };
      });
  }

  chunkHasTerm(chunk: number, terms: readonly string[]): boolean {
    return terms.some((term) => this.#words[chunk]!.includes(term));
  }

  async passages(chunks: readonly number[]): Promise<Passage[]> {
    return chunks.map((chunk) => this.#passages[chunk]!);
  }

  chunksOfFile(file: string): number[] {
    return this.#passages.flatMap((passage, chunk) => (passage.file === file ? [chunk] : []));
  }

  #rank(limit: number, filter: PassageFilter, measure: (chunk: number) => number): RankedChunk[] {
    return this.#passages
      .map((passage, chunk) => ({ passage, chunk, value: measure(chunk) }))
      .filter(({ passage, value }) => value > 0 && matches(passage, filter))
      .sort((a, b) => b.value - a.value || a.chunk - b.chunk)
      .slice(0, limit)
      .map(({ chunk, value }) => ({ chunk, value }));
  }
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];
}

function matches(passage: Passage, filter: PassageFilter): boolean {
  return (["version", "language", "kind", "source"] as const).every(
    (field) => filter[field] === undefined || filter[field].includes(passage[field]),
  );
}

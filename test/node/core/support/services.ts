import { RepoBotError } from "../../../../src/core/errors.ts";
import type { Embedder, EmbeddingInfo, EmbedResult, Reranker } from "../../../../src/core/ports.ts";

/** What {@link WordEmbedder} makes: one dimension a word of its list. */
const VOCABULARY = ["brew", "idle", "sleep", "grind", "clean", "proxy", "retry", "error", "async", "water"];

export const EMBEDDING: EmbeddingInfo = {
  model: "words-1",
  dimensions: VOCABULARY.length,
  queryPrefix: "",
  passagePrefix: "",
};

/** Unit vector by the words that a text has of a short list; words are matched as beginnings. */
export function wordVector(text: string): Float32Array {
  const lower = text.toLowerCase();
  const vector = Float32Array.from(VOCABULARY, (word) => lower.split(word).length - 1);
  const norm = Math.hypot(...vector) || 1;
  return vector.map((entry) => entry / norm);
}

export class WordEmbedder implements Embedder {
  readonly model: string;
  readonly queryPrefix: string;
  readonly calls: string[][] = [];
  readonly #embed: ((texts: readonly string[]) => Promise<EmbedResult>) | undefined;

  constructor(
    embed?: (texts: readonly string[]) => Promise<EmbedResult>,
    { model, queryPrefix }: Pick<EmbeddingInfo, "model" | "queryPrefix"> = EMBEDDING,
  ) {
    this.#embed = embed;
    this.model = model;
    this.queryPrefix = queryPrefix;
  }

  async embed(texts: readonly string[]): Promise<EmbedResult> {
    this.calls.push([...texts]);
    return this.#embed?.(texts) ?? { vectors: texts.map(wordVector), inputTokens: 7 * texts.length };
  }
}

/** Scores a text by what a function says of it. */
export class FunctionReranker implements Reranker {
  readonly model = "rerank-1";
  readonly calls: { query: string; texts: string[] }[] = [];
  readonly #score: (text: string, i: number) => number;

  constructor(score: (text: string, i: number) => number) {
    this.#score = score;
  }

  async rerank(query: string, texts: readonly string[]): Promise<number[]> {
    this.calls.push({ query, texts: [...texts] });
    return texts.map((text, i) => this.#score(text, i));
  }
}

export function serviceDown(): RepoBotError {
  return new RepoBotError("upstream_unavailable", "The service cannot be reached.", {
    internalMessage: "503",
  });
}

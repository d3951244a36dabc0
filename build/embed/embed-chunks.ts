/** Vectors of all chunks, from the cache where it has them and from the embedding service where not. */
import { RepoBotError } from "../../src/core/errors.ts";
import type { Chunk } from "../../src/core/passage.ts";
import type { Embedder } from "../../src/core/ports.ts";
import { embeddedText } from "./embedded-text.ts";
import { VectorCache, vectorKey } from "./vector-cache.ts";

/** Text Embeddings Inference takes at most 32 texts a request unless told otherwise. */
export const DEFAULT_BATCH_SIZE = 32;
export const DEFAULT_CONCURRENCY = 2;

export interface EmbedOptions {
  /** Where vectors are kept from build to build. */
  cacheDir: string;
  /** The prefix that the embedder adds to passages: part of the key. */
  passagePrefix: string;
  /** Texts a request. @defaultValue {@link DEFAULT_BATCH_SIZE} */
  batchSize?: number;
  /** Requests at once. @defaultValue {@link DEFAULT_CONCURRENCY} */
  concurrency?: number;
  /** Called with the texts that have their vector, of all that must have one. */
  onProgress?: (done: number, total: number) => void;
  signal?: AbortSignal;
}

export interface EmbeddedChunks {
  /** `count × dimensions`, row by row in the order of the chunks. */
  vectors: Float32Array;
  /** 0 when there are no chunks. */
  dimensions: number;
  /** Texts that were embedded now; equal texts count once. */
  computed: number;
  /** Texts whose vectors were on disk. */
  cached: number;
  /** Requests that were answered; retries are the embedder's. */
  requests: number;
}

/** A text that has no vector yet. */
interface Wanted {
  key: string;
  text: string;
}

/**
 * Embeds chunks in batches. Every batch is on disk as soon as it is answered, so a build that dies goes on where it was.
 * @throws RepoBotError what the embedder throws, after the batches under way are stored; `upstream_malformed` when the service
 * changes its dimensions on the way
 */
export async function embedChunks(
  chunks: readonly Chunk[],
  embedder: Embedder,
  options: EmbedOptions,
): Promise<EmbeddedChunks> {
  const cache = await VectorCache.open(options.cacheDir, embedder.model);
  const texts = chunks.map(embeddedText);
  const keys = texts.map((text) => vectorKey(embedder.model, options.passagePrefix, text));
  const textByKey = new Map(keys.map((key, i) => [key, texts[i]!]));

  const wanted = [...textByKey]
    .filter(([key]) => cache.get(key) === undefined)
    .map(([key, text]) => ({ key, text }));
  const run = new EmbedRun(cache, embedder, options, textByKey.size);
  await run.embed(wanted);
  if (run.dimensions !== null) {
    // The same model name may come to stand for another model. What the service says now is right.
    const isStale = (key: string) => cache.get(key)?.length !== run.dimensions;
    await run.embed([...textByKey].filter(([key]) => isStale(key)).map(([key, text]) => ({ key, text })));
  }

  const rows = keys.map((key) => cache.get(key)!);
  const dimensions = rows[0]?.length ?? 0;
  const vectors = new Float32Array(rows.length * dimensions);
  rows.forEach((row, i) => {
    if (row.length !== dimensions) throw mixedDimensions(row.length, dimensions);
    vectors.set(row, i * dimensions);
  });
  return {
    vectors,
    dimensions,
    computed: run.computed,
    cached: textByKey.size - run.computed,
    requests: run.requests,
  };
}

class EmbedRun {
  readonly #cache: VectorCache;
  readonly #embedder: Embedder;
  readonly #options: EmbedOptions;
  readonly #total: number;
  computed = 0;
  requests = 0;
  /** As the service gives them; `null` before its first answer. */
  dimensions: number | null = null;

  constructor(cache: VectorCache, embedder: Embedder, options: EmbedOptions, total: number) {
    this.#cache = cache;
    this.#embedder = embedder;
    this.#options = options;
    this.#total = total;
  }

  async embed(wanted: readonly Wanted[]): Promise<void> {
    const { batchSize = DEFAULT_BATCH_SIZE, concurrency = DEFAULT_CONCURRENCY, onProgress } = this.#options;
    // Near lengths together: a service pads a batch to its longest text.
    const byLength = [...wanted].sort((a, b) => a.text.length - b.text.length || (a.key < b.key ? -1 : 1));
    const batches: Wanted[][] = [];
    for (let at = 0; at < byLength.length; at += batchSize) batches.push(byLength.slice(at, at + batchSize));

    let left = wanted.length;
    onProgress?.(this.#total - left, this.#total);
    let next = 0;
    const failures: unknown[] = [];
    const worker = async () => {
      while (next < batches.length && failures.length === 0) {
        const batch = batches[next++]!;
        try {
          await this.#embedBatch(batch);
        } catch (failure) {
          failures.push(failure);
          return;
        }
        left -= batch.length;
        onProgress?.(this.#total - left, this.#total);
      }
    };
    await Promise.all(Array.from({ length: concurrency }, worker));
    if (failures.length > 0) throw failures[0];
  }

  async #embedBatch(batch: readonly Wanted[]): Promise<void> {
    const texts = batch.map(({ text }) => text);
    const { vectors } = await this.#embedder.embed(texts, "passage", this.#options.signal);
    for (const vector of vectors) {
      this.dimensions ??= vector.length;
      if (vector.length !== this.dimensions) throw mixedDimensions(vector.length, this.dimensions);
    }
    await this.#cache.add(new Map(batch.map(({ key }, i) => [key, vectors[i]!])));
    this.requests += 1;
    this.computed += batch.length;
  }
}

function mixedDimensions(found: number, expected: number): RepoBotError {
  return new RepoBotError(
    "upstream_malformed",
    `The embedding service gave vectors of ${found} and of ${expected} dimensions. Check that EMBEDDING_URL serves one model.`,
  );
}

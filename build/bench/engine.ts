/** What the bench asks of an engine. */
import type { BenchInput } from "./bench-input.ts";

export const ENGINE_NAMES = ["repobot", "orama", "minisearch", "flexsearch"] as const;
export type EngineName = (typeof ENGINE_NAMES)[number];

/** Results a query is asked for. */
export const TOP = 20;

/** An index that answers. Counts of results are returned so that no work is left out. */
export interface LoadedEngine {
  lexical(query: string): number | Promise<number>;
  vector?(vector: Float32Array): number | Promise<number>;
  /** Bytes of vectors that all vector queries so far have read; absent where it is not known. */
  vectorBytesRead?(): number;
  hybrid?(query: string, vector: Float32Array): number | Promise<number>;
  /** Reads the texts of a lexical query's best five, as an answer does. */
  texts?(query: string): Promise<number>;
}

export interface Engine {
  /** Builds the index and returns the files that would be deployed; null when it cannot be written to files. */
  build(input: BenchInput): Promise<Map<string, Uint8Array> | null>;
  /**
   * Makes the index from its files' bytes.
   * @param files as {@link build} made them; an engine may take bytes out of the map when it needs them no more
   */
  load(files: Map<string, Uint8Array>): Promise<LoadedEngine>;
  /** Makes the index in memory, where {@link build} gives null. */
  loadBuilt?(input: BenchInput): Promise<LoadedEngine>;
}

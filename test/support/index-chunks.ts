/** Chunks, vectors and open indexes for the tests of the index. */
import type { Chunk } from "../../src/core/passage.ts";
import type { CorpusInfo } from "../../src/core/ports.ts";
import type { BinaryPassageIndex, OpenIndexOptions } from "../../src/index-format/passage-index.ts";
import { openIndex } from "../../src/index-format/reader.ts";
import { type WrittenIndex, writeIndex } from "../../src/index-format/writer.ts";

export const CORPUS: CorpusInfo = {
  name: "Test docs",
  description: "Docs of a test",
  language: "en",
  versions: ["2.0", "1.0"],
  languages: ["en"],
  documentCount: 1,
  questions: [],
  revision: "",
};

/** A chunk of `text`; everything else follows from its place. */
export function chunkOf(text: string, place: Partial<Chunk> & { n?: number } = {}): Chunk {
  const { n = 0, ...rest } = place;
  const file = rest.file ?? "page.md";
  const anchor = rest.anchor ?? `part-${n}`;
  return {
    id: `${file}#${n}`,
    file,
    url: `/docs/${file.replace(/\.md$/, "")}${anchor === "" ? "" : `#${anchor}`}`,
    anchor,
    title: "Page",
    headingPath: ["Page"],
    headings: [],
    text,
    tokens: text.split(/\s+/).length,
    kind: "docs",
    version: "2.0",
    language: "en",
    source: "docs",
    ...rest,
  };
}

/** Numbers between -1 and 1 that only depend on the seed. */
export function seededNumbers(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    return state / 2 ** 31;
  };
}

/** `count × dimensions` numbers in clusters, as embeddings are. */
export function clusteredVectors(count: number, dimensions: number, seed = 1): Float32Array {
  const next = seededNumbers(seed);
  const centres = Array.from({ length: Math.ceil(count / 20) }, () =>
    Float32Array.from({ length: dimensions }, next),
  );
  const vectors = new Float32Array(count * dimensions);
  for (let row = 0; row < count; row++) {
    const centre = centres[row % centres.length]!;
    for (let at = 0; at < dimensions; at++) vectors[row * dimensions + at] = centre[at]! + 0.6 * next();
  }
  return vectors;
}

export function embeddingOf(dimensions: number) {
  return { model: "test-model", dimensions, queryPrefix: "query: ", passagePrefix: "passage: " };
}

/** Serves the files of a written index, and counts how often each was asked for. */
export function fileServer(written: WrittenIndex) {
  const requests: string[] = [];
  const fetchPart = async (name: string): Promise<ArrayBuffer> => {
    requests.push(name);
    const file = written.files.find((candidate) => candidate.name === name);
    if (file === undefined) throw new Error(`no file ${name}`);
    return file.bytes.slice().buffer;
  };
  return { fetchPart, requests };
}

/** Writes and opens in one go; the manifest passes through JSON, as it does on disk. */
export async function openWritten(
  written: WrittenIndex,
  options?: OpenIndexOptions,
): Promise<BinaryPassageIndex> {
  return openIndex(JSON.parse(JSON.stringify(written.manifest)), fileServer(written).fetchPart, options);
}

export async function indexOf(
  chunks: readonly Chunk[],
  options?: OpenIndexOptions,
): Promise<BinaryPassageIndex> {
  return openWritten(await writeIndex({ corpus: CORPUS, embedding: null, chunks, vectors: null }), options);
}

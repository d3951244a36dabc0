import type { Chunk, Passage } from "../../../../src/core/passage.ts";
import type { CorpusInfo, EmbeddingInfo, PassageIndex } from "../../../../src/core/ports.ts";
import { openIndex } from "../../../../src/index-format/reader.ts";
import { writeIndex } from "../../../../src/index-format/writer.ts";

export interface TestIndexOptions {
  passages: readonly Passage[];
  corpus?: Partial<CorpusInfo>;
  /** One vector a passage. */
  vectors?: readonly Float32Array[];
  embedding?: EmbeddingInfo;
}

/** The product's own index over a few passages, written and opened in memory. */
export async function openTestIndex(options: TestIndexOptions): Promise<PassageIndex> {
  const { passages, vectors, embedding = null } = options;
  const { manifest, files } = await writeIndex({
    corpus: {
      name: "Brewbot",
      description: "a coffee machine with an HTTP API",
      language: "en",
      versions: [],
      languages: ["en"],
      documentCount: new Set(passages.map(({ file }) => file)).size,
      questions: [],
      revision: "2026-11-29",
      ...options.corpus,
    },
    embedding,
    chunks: passages.map(chunkOf),
    vectors: vectors ? Float32Array.from(vectors.flatMap((vector) => [...vector])) : null,
  });
  return openIndex(manifest, async (name) => files.find((file) => file.name === name)!.bytes.buffer);
}

function chunkOf(passage: Passage): Chunk {
  const heading = passage.headingPath.at(-1) ?? passage.title;
  return { ...passage, headings: [{ text: heading, anchor: passage.anchor }], tokens: passage.text.length };
}

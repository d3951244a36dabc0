import type { CorpusInfo, PassageIndex } from "../../src/core/ports.ts";

/** The facts of an index over nothing, for tests of what stands around it. */
export function emptyIndex(
  changes: Partial<PassageIndex> = {},
  corpus: Partial<CorpusInfo> = {},
): PassageIndex {
  return {
    hash: "0123456789abcdef",
    chunkCount: 12,
    embedding: null,
    corpus: {
      name: "Acme",
      description: "Docs of Acme.",
      language: "en",
      versions: ["v2", "v1"],
      languages: ["en"],
      documentCount: 3,
      questions: ["How do I start?"],
      revision: "",
      ...corpus,
    },
    lexicalRanking: () => [],
    vectorRanking: () => [],
    analyzeQuery: () => [],
    chunkHasTerm: () => false,
    passages: async () => [],
    chunksOfFile: () => [],
    ...changes,
  };
}

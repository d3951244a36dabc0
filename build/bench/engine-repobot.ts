import { oramaPassageIndex } from "../../src/adapters/orama/open-index.ts";
import type { CorpusInfo } from "../../src/core/ports.ts";
import { reciprocalRankFusion } from "../../src/core/retrieval/fusion.ts";
import { compileKernel } from "../../src/index-format/kernel.ts";
import { openIndex } from "../../src/index-format/reader.ts";
import { warmUp } from "../../src/index-format/warm-up.ts";
import { writeIndex } from "../../src/index-format/writer.ts";
import { DIMENSIONS } from "./bench-vectors.ts";
import { type Engine, TOP } from "./engine.ts";

const CORPUS: CorpusInfo = {
  name: "Bench",
  description: "Docs to measure with",
  language: "en",
  versions: [],
  languages: ["en"],
  documentCount: 0,
  questions: [],
  revision: "",
};
const EMBEDDING = { model: "synthetic", dimensions: DIMENSIONS, queryPrefix: "", passagePrefix: "" };

const MANIFEST = "manifest.json";

/** Compiled and warm, as a Worker has it before its first request. */
const kernel = compileKernel();
await warmUp(kernel, oramaPassageIndex);

export const repobot: Engine = {
  async build({ chunks, vectors }) {
    const { manifest, files } = await writeIndex({ corpus: CORPUS, embedding: EMBEDDING, chunks, vectors });
    const written = new Map<string, Uint8Array>(files.map(({ name, bytes }) => [name, bytes]));
    return written.set(MANIFEST, new TextEncoder().encode(JSON.stringify(manifest)));
  },

  async load(files) {
    const manifest: unknown = JSON.parse(new TextDecoder().decode(files.get(MANIFEST)));
    // As the Worker has it: a part's bytes are an ArrayBuffer of their own, held by the index alone.
    const opened = await openIndex(
      manifest,
      async (name) => {
        const bytes = files.get(name)!;
        files.delete(name);
        return bytes.buffer as ArrayBuffer;
      },
      { kernel },
    );
    const index = oramaPassageIndex(opened);
    return {
      lexical: (query) => index.lexicalRanking(query, TOP).length,
      vector: (vector) => index.vectorRanking(vector, TOP).length,
      vectorBytesRead: () => opened.vectorBytesRead,
      hybrid(query, vector) {
        const rankings = [index.lexicalRanking(query, TOP), index.vectorRanking(vector, TOP)];
        return reciprocalRankFusion(rankings.map((ranking) => ({ ranking, weight: 1 }))).slice(0, TOP).length;
      },
      async texts(query) {
        const passages = await index.passages(index.lexicalRanking(query, 5).map(({ chunk }) => chunk));
        return passages.reduce((sum, { text }) => sum + text.length, 0);
      },
    };
  },
};

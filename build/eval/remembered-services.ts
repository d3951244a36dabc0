/** Services that are asked once for the same: an evaluation searches for one question several times. */
import type { Embedder, Reranker } from "../../src/core/ports.ts";

/** Tokens are those of the texts that had no vector yet. */
export function rememberedEmbedder(embedder: Embedder): Embedder {
  const known = new Map<string, Float32Array>();
  return {
    model: embedder.model,
    queryPrefix: embedder.queryPrefix,
    async embed(texts, role, signal) {
      const wanted = texts.filter((text) => !known.has(`${role} ${text}`));
      const made =
        wanted.length === 0 ? { vectors: [], inputTokens: 0 } : await embedder.embed(wanted, role, signal);
      wanted.forEach((text, i) => void known.set(`${role} ${text}`, made.vectors[i]!));
      return { ...made, vectors: texts.map((text) => known.get(`${role} ${text}`)!) };
    },
  };
}

export function rememberedReranker(reranker: Reranker): Reranker {
  const known = new Map<string, number[]>();
  return {
    model: reranker.model,
    async rerank(query, texts, signal) {
      const key = JSON.stringify([query, ...texts]);
      const scores = known.get(key) ?? (await reranker.rerank(query, texts, signal));
      known.set(key, scores);
      return scores;
    },
  };
}

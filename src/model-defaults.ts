/** What is known of a few model families, so that naming the model is enough to use it well. */

/** Texts that a model wants before what it embeds. */
export interface EmbeddingPrefixes {
  query: string;
  passage: string;
}

const NO_PREFIXES: EmbeddingPrefixes = { query: "", passage: "" };

/** First match wins; names are matched in lower case. */
const PREFIX_FAMILIES: readonly (readonly [RegExp, EmbeddingPrefixes])[] = [
  [
    /e5-.*instruct/,
    {
      query: "Instruct: Given a question, retrieve documentation passages that answer it\nQuery: ",
      passage: "",
    },
  ],
  [/(^|\/)(multilingual-)?e5-/, { query: "query: ", passage: "passage: " }],
  [/nomic-embed-text/, { query: "search_query: ", passage: "search_document: " }],
  [
    /bge-(small|base|large)-en/,
    { query: "Represent this sentence for searching relevant passages: ", passage: "" },
  ],
];

/** The prefixes that the model's family was trained with; empty when none is known. */
export function defaultPrefixes(model: string): EmbeddingPrefixes {
  const name = model.toLowerCase();
  return PREFIX_FAMILIES.find(([pattern]) => pattern.test(name))?.[1] ?? NO_PREFIXES;
}

/** Weights of the two rankings in reciprocal rank fusion. */
export interface FusionWeights {
  lexical: number;
  vector: number;
}

/** Used for an embedder that has no weights of its own. */
export const DEFAULT_FUSION_WEIGHTS: FusionWeights = { lexical: 1, vector: 1 };

/**
 * Weights set by evaluation for an embedding model. A weak encoder lowers quality at equal weights, so a model earns its weight
 * by measurement: `npm run eval:models`. Half a vote for multilingual-e5-small was level or better on the sets measured on 2026-11-30,
 * in English, Chinese, Japanese and German (weights 4 bits wide), while a full vote cost fastify 0.04 MRR.
 */
export const FUSION_WEIGHTS_BY_MODEL: Readonly<Record<string, FusionWeights>> = {
  "intfloat/multilingual-e5-small": { lexical: 1, vector: 0.5 },
};

/**
 * Fields that a chat service wants beside the common ones. DeepSeek's models think before they answer unless told not to, which
 * costs seconds and output tokens that a rewrite or an answer from given passages does not need.
 */
export function defaultChatExtraBody(baseUrl: string): Record<string, unknown> {
  return new URL(baseUrl).hostname.endsWith("deepseek.com") ? { thinking: { type: "disabled" } } : {};
}

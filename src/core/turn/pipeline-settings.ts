import { BUILT_IN_PRICES, type PriceTable } from "../spend/prices.ts";

/** How rankings are made, fused and cut. */
export interface RetrievalSettings {
  /** Passages given to the model and listed to the reader. */
  topK: number;
  /** Entries taken from each ranking before fusion. */
  candidates: number;
  /** Smoothing of reciprocal rank fusion. */
  rrfK: number;
  /** Weights of the two rankings; a weight of 0 turns a leg off. */
  lexicalWeight: number;
  vectorWeight: number;
  /** Weight of the reader's own words beside the rewrite, 0 to 1. */
  originalWeight: number;
  /** Best passages of the original question that always keep a place among the `topK`, whatever the rewrite found. */
  originalReserved: number;
  /** Fused entries that the reranker sees. */
  rerankCandidates: number;
  /** At most this many passages of one file among the `topK`, as long as others are left; `null` for no limit. */
  maxPassagesPerFile: number | null;
  /** Share by which the rrfScore of each further passage of a page falls. 0 turns it off. */
  repeatedPageDiscount: number;
  /** Share by which the rrfScore of a passage rises when it stands on the page that the reader is on. 0 turns it off. */
  pageBoost: number;
  /** Share by which the rrfScore of a passage rises whose own heading says what the question says. 0 turns it off. */
  headingBoost: number;
}

/** Time limits in milliseconds. Adapters have their own per attempt; these hold for the whole step. */
export interface TimeBudgets {
  historyMs: number;
  rewriteMs: number;
  embedMs: number;
  rerankMs: number;
  /** From the answer call to its first text. */
  firstTokenMs: number;
  /** Between two pieces of the answer. */
  idleMs: number;
  /** For one whole answer call. */
  answerMs: number;
  /** A second chance is only taken while the turn is younger than this. */
  secondChanceMs: number;
  /** For the whole turn, from its question to its stored answer: no other budget reaches past it. */
  turnMs: number;
  /** For storing the turn; longer and it goes on after the reader has been told `historySaved: false`. */
  saveMs: number;
}

export interface PipelineSettings {
  retrieval: RetrievalSettings;
  /** Whether a request that does not say is reranked. */
  rerank: boolean;
  /** Whether a refusal is preceded by one more retrieval with another query. */
  secondChance: boolean;
  /** Passages of the first attempt that keep a place in the second. */
  carriedPassages: number;
  maxQuestionChars: number;
  /** Upper bound of an answer, in output tokens. */
  maxAnswerTokens: number;
  /** Upper bound of the gate and rewrite call, in output tokens. */
  maxRewriteTokens: number;
  rewriteCacheTtlSeconds: number;
  budgets: TimeBudgets;
  prices: PriceTable;
}

/**
 * What holds where the configuration says nothing. The retrieval figures are those of the project's first evaluation (k = 60,
 * 5 passages); rerank is off because it gained 0.01 MRR for a second of latency.
 *
 * `originalWeight` and `originalReserved` were measured with lexical retrieval, MRR / hit@5 (w weight, r reserved):
 *
 * |                                                     | w 0, r 0     | w 1, r 0     | w 0.5, r 1   | w 0.5, r 2   |
 * | 20 zh, ja, de questions, right English rewrites     | 0.825 / 0.95 | 0.817 / 1.00 | 0.846 / 1.00 | 0.846 / 1.00 |
 * | 20 English questions, rewrites of other questions   | 0.067 / 0.15 | 0.328 / 0.55 | 0.355 / 0.80 | 0.382 / 0.85 |
 * | 30 fastify questions, rewrites of other questions   | 0.078 / 0.20 | 0.434 / 0.73 | 0.353 / 0.80 | 0.376 / 0.83 |
 * | the two last, drifted rewrites dropped as they are  | 0.705 / 0.84 | 0.737 / 0.92 | 0.737 / 0.92 | 0.739 / 0.92 |
 */
export const DEFAULT_PIPELINE_SETTINGS: PipelineSettings = {
  retrieval: {
    topK: 5,
    candidates: 50,
    rrfK: 60,
    lexicalWeight: 1,
    vectorWeight: 1,
    originalWeight: 0.5,
    originalReserved: 2,
    rerankCandidates: 20,
    maxPassagesPerFile: null,
    repeatedPageDiscount: 0.03,
    pageBoost: 0.1,
    headingBoost: 0.3,
  },
  rerank: false,
  secondChance: true,
  carriedPassages: 2,
  maxQuestionChars: 2_000,
  maxAnswerTokens: 1_200,
  maxRewriteTokens: 200,
  rewriteCacheTtlSeconds: 30 * 86_400,
  budgets: {
    historyMs: 5_000,
    rewriteMs: 8_000,
    embedMs: 8_000,
    rerankMs: 8_000,
    firstTokenMs: 20_000,
    idleMs: 15_000,
    answerMs: 90_000,
    secondChanceMs: 45_000,
    turnMs: 120_000,
    saveMs: 5_000,
  },
  prices: BUILT_IN_PRICES,
};

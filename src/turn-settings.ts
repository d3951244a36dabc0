import { DEFAULT_PIPELINE_SETTINGS, type PipelineSettings } from "./core/turn/pipeline-settings.ts";
import type { Settings } from "./settings.ts";

/** Time for the retries of a call beside its first attempt. */
const ATTEMPTS_IN_BUDGET = 2;

/** What the configuration says about one turn, in the core's terms: the same for the Worker, the evaluation and the chat. */
export function pipelineSettings(settings: Settings): PipelineSettings {
  const defaults = DEFAULT_PIPELINE_SETTINGS;
  const { chat, embedding, rerank, fusion } = settings;
  return {
    ...defaults,
    retrieval: { ...defaults.retrieval, lexicalWeight: fusion.lexical, vectorWeight: fusion.vector },
    rerank: settings.rerankByDefault,
    maxAnswerTokens: chat?.maxAnswerTokens ?? defaults.maxAnswerTokens,
    rewriteCacheTtlSeconds: settings.rewriteCacheTtlSeconds,
    prices: settings.prices,
    budgets: {
      ...defaults.budgets,
      turnMs: settings.turnTimeoutMs,
      historyMs: settings.kvTimeoutMs,
      saveMs: settings.kvTimeoutMs,
      rewriteMs: chat?.rewriteTimeoutMs ?? defaults.budgets.rewriteMs,
      firstTokenMs: chat?.firstTokenTimeoutMs ?? defaults.budgets.firstTokenMs,
      idleMs: chat?.idleTimeoutMs ?? defaults.budgets.idleMs,
      answerMs: chat?.answerTimeoutMs ?? defaults.budgets.answerMs,
      embedMs: embedding === null ? defaults.budgets.embedMs : embedding.timeoutMs * ATTEMPTS_IN_BUDGET,
      rerankMs: rerank === null ? defaults.budgets.rerankMs : rerank.timeoutMs * ATTEMPTS_IN_BUDGET,
    },
  };
}

/** Asks every question of a set as a turn would, and looks where the first relevant passage stands. */
import type { Providers } from "../../src/adapters/providers.ts";
import type { Chunk } from "../../src/core/passage.ts";
import type { Cache, PassageIndex } from "../../src/core/ports.ts";
import { bareQuestion, smallTalkLanguage } from "../../src/core/question/small-talk.ts";
import {
  type RankedPassage,
  type Retrieval,
  type RetrieveRequest,
  retrieve,
} from "../../src/core/retrieval/retrieve.ts";
import { type Rewrite, rewriteQuestion } from "../../src/core/rewrite/rewrite.ts";
import { CostLedger } from "../../src/core/spend/cost.ts";
import { docsFilter } from "../../src/core/turn/attempt.ts";
import type { NoticeCode } from "../../src/core/turn/notices.ts";
import type { PipelineSettings } from "../../src/core/turn/pipeline-settings.ts";
import { questionLanguage } from "../../src/core/turn/turn.ts";
import { type FirstHitRank, firstRank } from "./metrics.ts";
import type { EvalRow } from "./questions.ts";
import { holdsRelevantSection, isFromRelevantFile } from "./relevance.ts";
import { rememberedEmbedder, rememberedReranker } from "./remembered-services.ts";

/** Passages looked at for each question. */
const EVAL_DEPTH = 10;

export interface EvalDeps {
  index: PassageIndex;
  /** Those of the index: passages do not carry every heading. */
  chunks: readonly Chunk[];
  providers: Providers;
  settings: PipelineSettings;
  /** Whether every question is reranked. */
  rerank: boolean;
  /** Of rewrites. */
  cache: Cache;
  onProgress?: (done: number, total: number) => void;
}

/** What one question came to. */
export interface EvalOutcome {
  row: EvalRow;
  /** What was searched for; `null` when the gate held the question to be off topic. */
  query: string | null;
  rewrittenBy: Rewrite["rewrittenBy"];
  /** At most {@link EVAL_DEPTH}: those that a reader gets, then what comes next, each best first. */
  passages: RankedPassage[];
  /** Of the first passage from a relevant file. */
  rank: FirstHitRank;
  /** Of the first passage that holds a relevant section. */
  headingRank: FirstHitRank;
  vector: "on" | "off";
  /** Services that failed on the way. */
  notices: NoticeCode[];
}

export interface EvalRun {
  /** Questions with a relevant file, in the order of the set. */
  outcomes: EvalOutcome[];
  /** Questions that no file answers: left out, since nothing can be ranked right for them. */
  unanswerable: number;
  /** USD of all model calls; `null` when a price is unknown. */
  costUsd: number | null;
}

/** One question after the other, so that a run can be repeated. */
export async function evaluateRetrieval(rows: readonly EvalRow[], deps: EvalDeps): Promise<EvalRun> {
  const answerable = rows.filter(({ relevant }) => relevant.length > 0);
  const ledger = new CostLedger(deps.settings.prices, new Date());
  const chunkById = new Map(deps.chunks.map((chunk) => [chunk.id, chunk]));
  const outcomes: EvalOutcome[] = [];
  for (const row of answerable) {
    outcomes.push(await evaluateRow(row, deps, ledger, chunkById));
    deps.onProgress?.(outcomes.length, answerable.length);
  }
  return { outcomes, unanswerable: rows.length - answerable.length, costUsd: ledger.costUsd };
}

async function evaluateRow(
  row: EvalRow,
  deps: EvalDeps,
  ledger: CostLedger,
  chunkById: ReadonlyMap<string, Chunk>,
): Promise<EvalOutcome> {
  const { index, providers, settings, cache } = deps;
  const pending: Promise<unknown>[] = [];
  const waitUntil = (work: Promise<unknown>) => void pending.push(work);
  // As a turn sees it: the set's own label would know more than a turn does.
  const language = questionLanguage(row.question, row.history, index);
  const rewrite = await rewriteQuestion(
    { index, chat: providers.rewriteChat, cache, settings, ledger, waitUntil },
    {
      question: bareQuestion(row.question, index.corpus.name),
      history: row.history,
      language,
      signal: undefined,
    },
  );
  await Promise.all(pending);
  const base = { row, rewrittenBy: rewrite.rewrittenBy };
  if (rewrite.offTopic || smallTalkLanguage(row.question, index.corpus.name) !== null) {
    const none = { query: null, passages: [], rank: null, headingRank: null, vector: "off" } as const;
    return { ...base, ...none, passages: [], notices: rewrite.notices };
  }
  const { passages, vector, notices, embedded } = await retrieveDeep(deps, {
    query: rewrite.query,
    original: rewrite.original,
    filter: docsFilter(index, language, index.corpus.versions[0] ?? ""),
    rerank: deps.rerank,
  });
  if (embedded && providers.embedder) ledger.addEmbedding(providers.embedder.model, embedded.inputTokens);
  const holds = ({ passage }: RankedPassage) => {
    const chunk = chunkById.get(passage.id);
    return chunk !== undefined && holdsRelevantSection(chunk, row.relevant);
  };
  return {
    ...base,
    query: rewrite.query,
    passages,
    rank: firstRank(passages, ({ passage }) => isFromRelevantFile(passage.file, row.relevant)),
    headingRank: firstRank(passages, holds),
    vector,
    notices: [...rewrite.notices, ...notices],
  };
}

/**
 * What a reader gets, then what a longer result holds besides. A longer result alone would not do: how many passages are wanted decides
 * which of them take reserved places.
 */
async function retrieveDeep(
  { index, providers, settings }: EvalDeps,
  request: RetrieveRequest,
): Promise<Retrieval> {
  const services = {
    embedder: providers.embedder && rememberedEmbedder(providers.embedder),
    reranker: providers.reranker && rememberedReranker(providers.reranker),
  };
  const search = (topK: number) =>
    retrieve(
      {
        index,
        ...services,
        settings: { ...settings.retrieval, topK },
        budgets: settings.budgets,
        clock: { now: () => performance.now() },
      },
      request,
    );
  const shown = await search(settings.retrieval.topK);
  if (settings.retrieval.topK >= EVAL_DEPTH)
    return { ...shown, passages: shown.passages.slice(0, EVAL_DEPTH) };
  const chunks = new Set(shown.passages.map(({ chunk }) => chunk));
  const rest = (await search(EVAL_DEPTH)).passages.filter(({ chunk }) => !chunks.has(chunk));
  const passages = [...shown.passages, ...rest].slice(0, EVAL_DEPTH);
  return { ...shown, passages: passages.map((passage, i) => ({ ...passage, n: i + 1 })) };
}

/** The search of one attempt, timed and paid for: in one version of the docs, or in both that a question compares. */
import { withinBudget } from "../deadline.ts";
import type { PassageFilter } from "../ports.ts";
import {
  embedRequest,
  type RankedPassage,
  type Retrieval,
  type RetrieveDeps,
  type RetrieveRequest,
  retrieve,
} from "../retrieval/retrieve.ts";
import { budgetsLeft, type OpenTurn } from "./turn.ts";

export interface SearchPlan {
  query: string;
  filter: PassageFilter;
  /** Searched for as well. */
  original?: string;
  /** Passages of the first attempt: not searched for again, the best of them keep a place. */
  known?: readonly RankedPassage[];
}

/**
 * Searches, and adds times, tokens and calls to those of the turn. Two versions are searched one after the other, each within what the
 * turn has left, with the vectors of one request.
 * @throws RepoBotError `aborted`, `upstream_timeout` when the texts do not come in time
 */
export async function searchForTurn(turn: OpenTurn, plan: SearchPlan): Promise<Retrieval> {
  const { deps, ledger, stopwatch } = turn;
  const { embedder, reranker } = deps;
  const { topK } = deps.settings.retrieval;
  const retrieval =
    turn.comparedVersion === null
      ? await searchOnce(turn, plan, plan.filter, topK)
      : await searchBoth(turn, plan, turn.comparedVersion);
  const { retrieveMs, embedMs, rerankMs } = retrieval.timings;
  stopwatch.add("retrieve", retrieveMs);
  if (embedMs !== undefined) stopwatch.add("embed", embedMs);
  if (rerankMs !== undefined) stopwatch.add("rerank", rerankMs);
  if (retrieval.embedded && embedder) ledger.addEmbedding(embedder.model, retrieval.embedded.inputTokens);
  if (rerankMs !== undefined && reranker) ledger.addRerank(reranker.model);
  return retrieval;
}

async function searchBoth(turn: OpenTurn, plan: SearchPlan, compared: string): Promise<Retrieval> {
  const { topK } = turn.deps.settings.retrieval;
  const { query, original } = plan;
  const embedding = embedRequest(retrieveDeps(turn), { query, original, signal: turn.request.signal });
  // If a search ends before it, nobody waits for it any more.
  embedding.catch(() => undefined);
  const first = await searchOnce(turn, plan, plan.filter, Math.ceil(topK / 2), embedding);
  const filter = { ...plan.filter, version: [compared] };
  return bothVersions(first, await searchOnce(turn, plan, filter, Math.floor(topK / 2), embedding));
}

function searchOnce(
  turn: OpenTurn,
  { query, original, known }: SearchPlan,
  filter: PassageFilter,
  topK: number,
  embedding?: RetrieveRequest["embedding"],
): Promise<Retrieval> {
  const { deps, request } = turn;
  // The services have budgets of their own; this one holds for the texts, which a large index fetches.
  return withinBudget("docs index", budgetsLeft(turn).turnMs, request.signal, (signal) =>
    retrieve(retrieveDeps(turn, topK), {
      query,
      original,
      filter,
      rerank: request.rerank ?? deps.settings.rerank,
      page: request.page,
      exclude: new Set(known?.map(({ chunk }) => chunk)),
      embedding,
      signal,
    }),
  );
}

/** With what is left of the turn's budgets now. */
function retrieveDeps(turn: OpenTurn, topK = turn.deps.settings.retrieval.topK): RetrieveDeps {
  const { deps } = turn;
  const { index, embedder, reranker, settings, clock } = deps;
  return {
    index,
    embedder,
    reranker,
    settings: { ...settings.retrieval, topK },
    budgets: budgetsLeft(turn),
    clock,
    reportFault: (fault, where) => deps.reportFault?.(fault, where),
  };
}

/** The passages of two versions, in turn; a chunk that both have stands once. Both searches had the vectors of one request. */
function bothVersions(first: Retrieval, second: Retrieval): Retrieval {
  const seen = new Set(first.passages.map(({ chunk }) => chunk));
  const others = second.passages.filter(({ chunk }) => !seen.has(chunk));
  const passages: RankedPassage[] = [];
  for (let at = 0; at < Math.max(first.passages.length, others.length); at += 1)
    passages.push(...[first.passages[at], others[at]].filter((passage) => passage !== undefined));
  const rerankMs = [first, second].flatMap(({ timings }) => timings.rerankMs ?? []);
  return {
    ...first,
    passages: passages.map((passage, i) => ({ ...passage, n: i + 1 })),
    rerank: first.rerank === "on" || second.rerank === "on" ? "on" : "off",
    notices: [...new Set([...first.notices, ...second.notices])],
    timings: {
      retrieveMs: first.timings.retrieveMs + second.timings.retrieveMs,
      embedMs: first.timings.embedMs,
      rerankMs: rerankMs.length === 0 ? undefined : rerankMs.reduce((sum, ms) => sum + ms, 0),
    },
  };
}

import type { ChunkKind, Passage } from "../passage.ts";
import type { Embedder, PassageFilter, PassageIndex, RankedChunk, Reranker } from "../ports.ts";
import { lexicalQuery } from "../question/translation.ts";
import type { NoticeCode } from "../turn/notices.ts";
import type { RetrievalSettings, TimeBudgets } from "../turn/pipeline-settings.ts";
import type { Clock } from "../turn/timings.ts";
import { docsFirst, type KindOrder, kindsApart } from "./docs-first.ts";
import { fuseQueries, keepReserved, type QueryRankings } from "./fuse-queries.ts";
import type { FusedChunk } from "./fusion.ts";
import { preferHeadings } from "./heading-preference.ts";
import { boostPage, limitPerFile, repeatedLast, spreadPages } from "./page-preference.ts";
import { type EmbeddedQueries, embedQueries, rerankPassages } from "./retrieval-services.ts";

/** A passage with its number and how it was ranked. */
export interface RankedPassage {
  passage: Passage;
  /** Position of the chunk in the index, 0-based. */
  chunk: number;
  /** 1-based place: the number by which an answer cites it. */
  n: number;
  rrfScore: number;
  /** 1-based ranks, the better one where two queries were searched for; `null` where that retriever did not rank it. */
  lexicalRank: number | null;
  vectorRank: number | null;
  /** In the ranking that the rank beside it comes from. */
  bm25Score: number | null;
  cosineSimilarity: number | null;
  rerankScore: number | null;
}

export interface RetrieveDeps {
  index: PassageIndex;
  embedder: Embedder | null;
  reranker: Reranker | null;
  settings: RetrievalSettings;
  budgets: Pick<TimeBudgets, "embedMs" | "rerankMs">;
  clock: Clock;
  /** Told of service failures that cost a leg. */
  reportFault?(fault: unknown, where: string): void;
}

export interface RetrieveRequest {
  /** What is searched for. */
  query: string;
  /** The reader's own question, fused in beside a rewrite. Absent, or equal to `query`: one query is searched for. */
  original?: string;
  filter?: PassageFilter;
  /** @defaultValue false */
  rerank?: boolean;
  /** Address of the page that the reader is on. */
  page?: string;
  /** Chunks left out of the result. */
  exclude?: ReadonlySet<number>;
  /** Of these queries, see {@link embedRequest}, where several searches share one. Absent: made by this one. */
  embedding?: Promise<EmbeddedQueries>;
  signal?: AbortSignal;
}

export interface Retrieval {
  /** Best first, at most `topK`. */
  passages: RankedPassage[];
  vector: "on" | "off";
  rerank: "on" | "off";
  notices: NoticeCode[];
  /** Tokens that the embedding request was billed, `null` when unknown; absent when no request was answered. */
  embedded?: { inputTokens: number | null };
  /**
   * Milliseconds. `retrieveMs` holds the rankings, the fusion and the fetching of texts; the services are timed apart and absent when
   * they were not called.
   */
  timings: { retrieveMs: number; embedMs?: number; rerankMs?: number };
}

/** Fused entries whose texts are fetched when more than the first `topK` are looked at. */
const LOOKED_AT = 20;
/** Entries past the first `topK` that may come forward when pages are spread. */
const SPREAD_REACH = 8;

/**
 * Hybrid retrieval: the lexical ranking is made while the embedding request runs, the two are fused by reciprocal rank fusion, and
 * the best are reranked when asked. A service that fails costs its leg, never the search: `notices` says so.
 *
 * @throws RepoBotError `aborted`, or what the index throws when texts cannot be fetched
 */
export async function retrieve(deps: RetrieveDeps, request: RetrieveRequest): Promise<Retrieval> {
  const { index, settings, clock } = deps;
  const { filter } = request;
  const startedAt = clock.now();
  const queries = queriesOf(request);
  const limit = settings.candidates + (request.exclude?.size ?? 0);

  const embedding = request.embedding ?? embedRequest(deps, request);
  // If the lexical leg throws, nobody waits for the embedding any more.
  embedding.catch(() => undefined);
  const kinds = kindsApart(index, filter);
  const scopes: (PassageFilter | undefined)[] = kinds?.map((kind) => ({ ...filter, kind: [kind] })) ?? [
    filter,
  ];
  const lexical = scopes.map((scope) =>
    queries.map((text) =>
      settings.lexicalWeight > 0 ? index.lexicalRanking(lexicalQuery(text, index.corpus), limit, scope) : [],
    ),
  );
  const lexicalMs = clock.now() - startedAt;
  const { vectors, embedded, embedMs, notices } = await embedding;

  const embeddedAt = clock.now();
  const orders: (KindOrder<RankedPassage> & { reserved: number[] })[] = [];
  for (const [at, scope] of scopes.entries()) {
    const rankings = queries.map((_, i): QueryRankings => {
      const vector = vectors[i];
      const allowed = ({ chunk }: RankedChunk) => !request.exclude?.has(chunk);
      return {
        lexical: lexical[at]![i]!.filter(allowed),
        vector: vector ? index.vectorRanking(vector, limit, scope).filter(allowed) : [],
      };
    });
    orders.push(await orderOf(index, rankings, request, settings));
  }
  const ordered = joined(orders);
  const retrieveMs = lexicalMs + clock.now() - embeddedAt;

  const rerank = request.rerank ? await rerankOrder(deps, request, ordered) : { order: null, notices: [] };
  const { order: reranked } = rerank;
  const order =
    reranked === null
      ? joined(orders.map((one) => spread(one, settings)))
      : kinds === null
        ? reranked
        : joined(kinds.map((kind) => rerankedKind(reranked, kind)));
  const limited = limitPerFile(repeatedLast(order), settings.maxPassagesPerFile);
  const chosen = keepReserved(limited, rerank.order ? [] : orders[0]!.reserved, settings.topK);
  return {
    passages: chosen.map((passage, i) => ({ ...passage, n: i + 1 })),
    vector: vectors.length > 0 ? "on" : "off",
    rerank: rerank.order ? "on" : "off",
    notices: [...notices, ...rerank.notices],
    embedded,
    timings: { retrieveMs, embedMs, rerankMs: rerank.rerankMs },
  };
}

/** What is searched for: the query, and beside it the reader's own question where it is another. */
function queriesOf({ query, original }: Pick<RetrieveRequest, "query" | "original">): string[] {
  return original === undefined || original === query ? [query] : [query, original];
}

/**
 * The vectors of a search, in one request, for {@link RetrieveRequest.embedding}.
 * @throws RepoBotError `aborted`
 */
export function embedRequest(
  { index, embedder, settings, budgets, clock, reportFault }: RetrieveDeps,
  request: Pick<RetrieveRequest, "query" | "original" | "signal">,
): Promise<EmbeddedQueries> {
  return embedQueries({
    queries: queriesOf(request),
    embedder: settings.vectorWeight > 0 ? embedder : null,
    expected: index.embedding,
    budgetMs: budgets.embedMs,
    clock,
    signal: request.signal,
    reportFault,
  });
}

/** The order of the one kind, or both with docs first. */
function joined([first, second]: readonly KindOrder<RankedPassage>[]): readonly RankedPassage[] {
  return second === undefined ? first!.passages : docsFirst(first!, second);
}

/** What a reranker made of one kind. Scores that may be negative are put between 0 and 1, so that their ratio says something. */
function rerankedKind(order: readonly RankedPassage[], kind: ChunkKind): KindOrder<RankedPassage> {
  const isSigned = order.some(({ rerankScore }) => rerankScore! < 0);
  const passages = order.filter(({ passage }) => passage.kind === kind);
  return {
    passages,
    strengths: passages.map(({ rerankScore }) =>
      isSigned ? 1 / (1 + Math.exp(-rerankScore!)) : rerankScore!,
    ),
  };
}

function spread(order: KindOrder<RankedPassage>, settings: RetrievalSettings): KindOrder<RankedPassage> {
  return { ...order, passages: spreadPages(order.passages, settings.repeatedPageDiscount) };
}

/** One order, from the rankings of each query. */
async function orderOf(
  index: PassageIndex,
  rankings: readonly QueryRankings[],
  request: RetrieveRequest,
  settings: RetrievalSettings,
): Promise<KindOrder<RankedPassage> & { reserved: number[] }> {
  const { fused, reserved } = fuseQueries(rankings[0]!, rankings[1] ?? null, settings);
  const lookedAt = wantedTexts(fused, reserved, request, settings);
  const described = describe(await index.passages(lookedAt.map(({ chunk }) => chunk)), lookedAt, rankings);
  const headed = preferHeadings(described, request.original ?? request.query, index, settings.headingBoost);
  const { lexical, vector } = rankings[0]!;
  return {
    passages: boostPage(headed, request.page, settings.pageBoost),
    // Cosines only where no word was found: the two do not compare.
    strengths: (lexical.length > 0 ? lexical : vector).map(({ value }) => value),
    reserved,
  };
}

/** Entries whose texts are needed: the first `topK`, more of them when something may still reorder them, and the reserved ones. */
function wantedTexts(
  fused: readonly FusedChunk[],
  reserved: readonly number[],
  request: RetrieveRequest,
  settings: RetrievalSettings,
): FusedChunk[] {
  const reorders = request.page !== undefined || settings.maxPassagesPerFile !== null;
  const count = Math.max(
    settings.topK + (settings.repeatedPageDiscount > 0 ? SPREAD_REACH : 0),
    reorders ? LOOKED_AT : 0,
    request.rerank ? settings.rerankCandidates : 0,
  );
  return fused.filter(({ chunk }, i) => i < count || reserved.includes(chunk));
}

function describe(
  passages: readonly Passage[],
  entries: readonly FusedChunk[],
  rankings: readonly QueryRankings[],
): RankedPassage[] {
  return entries.map(({ chunk, rrfScore }, i): RankedPassage => {
    const lexical = bestPlace(
      rankings.map((ranking) => ranking.lexical),
      chunk,
    );
    const vector = bestPlace(
      rankings.map((ranking) => ranking.vector),
      chunk,
    );
    return {
      passage: passages[i]!,
      chunk,
      n: i + 1,
      rrfScore,
      lexicalRank: lexical?.rank ?? null,
      vectorRank: vector?.rank ?? null,
      bm25Score: lexical?.value ?? null,
      cosineSimilarity: vector?.value ?? null,
      rerankScore: null,
    };
  });
}

function bestPlace(
  rankings: readonly (readonly RankedChunk[])[],
  chunk: number,
): { rank: number; value: number } | null {
  let best: { rank: number; value: number } | null = null;
  for (const ranking of rankings) {
    const i = ranking.findIndex((entry) => entry.chunk === chunk);
    if (i >= 0 && (best === null || i + 1 < best.rank)) best = { rank: i + 1, value: ranking[i]!.value };
  }
  return best;
}

async function rerankOrder(
  deps: RetrieveDeps,
  request: RetrieveRequest,
  ordered: readonly RankedPassage[],
): Promise<{ order: RankedPassage[] | null; notices: NoticeCode[]; rerankMs?: number }> {
  const { scores, notices, rerankMs } = await rerankPassages({
    query: request.query,
    passages: ordered.map(({ passage }) => passage),
    reranker: deps.reranker,
    budgetMs: deps.budgets.rerankMs,
    clock: deps.clock,
    signal: request.signal,
    reportFault: deps.reportFault,
  });
  if (scores === null) return { order: null, notices, rerankMs };
  const scored = ordered.map((entry, i) => ({ ...entry, rerankScore: scores[i]! }));
  // A stable sort: passages that the reranker holds equal stay in the order of the fusion.
  return { order: scored.sort((a, b) => b.rerankScore - a.rerankScore), notices, rerankMs };
}

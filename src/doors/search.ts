/** `GET /v1/search`: what the docs say about a query, without an answer. */
import type { Context } from "hono";
import { detectLanguage } from "../core/language.ts";
import { noticeText } from "../core/notices.ts";
import type { CorpusInfo, PassageFilter } from "../core/ports.ts";
import type { RankedPassage } from "../core/retrieve.ts";
import type { AppDependencies } from "./dependencies.ts";
import { requireVersion } from "./known-version.ts";
import { readQuery } from "./read-request.ts";
import { type SearchHit, type SearchQuery, type SearchResult, searchQuerySchema } from "./search-request.ts";
import { serverTiming } from "./server-timing.ts";

export async function search(c: Context, deps: AppDependencies): Promise<Response> {
  const query = readQuery(c.req.raw, searchQuerySchema);
  const index = await deps.index.get((promise) => c.executionCtx.waitUntil(promise));
  requireVersion(index.corpus, query.version);
  const request = {
    query: query.q,
    filter: filterOf(query, index.corpus),
    rerank: query.rerank ?? deps.services.rerankByDefault,
    signal: c.req.raw.signal,
  };
  const found = await deps.retrieve(index, request, query.limit);
  const notice = noticeText(found.notices, detectLanguage(query.q, index.corpus.language));
  const { retrieveMs: retrieve, embedMs: embed, rerankMs: rerank } = found.timings;
  const timings = {
    retrieve,
    ...(embed !== undefined && { embed }),
    ...(rerank !== undefined && { rerank }),
  };
  const result: SearchResult = {
    query: query.q,
    passages: found.passages.map(hitOf),
    lexical: "on",
    vector: found.vector,
    rerank: found.rerank,
    ...(notice !== undefined && { notice }),
    timings,
  };
  return Response.json(result, {
    headers: { "Cache-Control": "no-store", "Server-Timing": serverTiming(timings) },
  });
}

/** Without a version asked for, the default one: old and new pages side by side contradict each other. */
function filterOf({ version, language, kind }: SearchQuery, corpus: CorpusInfo): PassageFilter {
  const wanted = version ?? corpus.versions[0];
  return {
    // Pages without a version belong to every one.
    ...(wanted !== undefined && { version: [wanted, ""] }),
    ...(language !== undefined && { language: [language] }),
    ...(kind !== undefined && { kind: [kind] }),
  };
}

function hitOf({ passage, chunk: _, ...ranks }: RankedPassage): SearchHit {
  const { id, url, title, headingPath, file, version, kind, language, text } = passage;
  return { id, url, title, headingPath, file, version, kind, language, text, ...ranks };
}

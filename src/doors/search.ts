/** `GET /v1/search`: what the docs say about a query, without an answer. */
import type { Context } from "hono";
import type { PassageFilter } from "../core/ports.ts";
import { detectLanguage } from "../core/question/language.ts";
import { bareQuestion } from "../core/question/small-talk.ts";
import type { RankedPassage } from "../core/retrieval/retrieve.ts";
import { noticeText } from "../core/turn/notices.ts";
import { countDoor } from "./counted.ts";
import type { AppDependencies } from "./dependencies.ts";
import { requireVersion } from "./known-version.ts";
import { HttpError } from "./problem.ts";
import { readQuery } from "./read-request.ts";
import { type SearchHit, type SearchQuery, type SearchResult, searchQuerySchema } from "./search-request.ts";
import { serverTiming } from "./server-timing.ts";
import { keepAlive } from "./start-turn.ts";

export async function search(c: Context, deps: AppDependencies): Promise<Response> {
  const query = readQuery(c.req.raw, searchQuerySchema);
  const result = await searchDocs(c, deps, query, c.req.raw.signal);
  return Response.json(result, {
    headers: { "Cache-Control": "no-store", "Server-Timing": serverTiming(result.timings) },
  });
}

/**
 * Searches on behalf of a request: the one way in which every door does.
 * @throws HttpError 400 naming `version`, `language` or `kind` when the corpus has no passage of it
 */
export async function searchDocs(
  c: Context,
  deps: AppDependencies,
  query: SearchQuery,
  signal: AbortSignal,
): Promise<SearchResult> {
  const index = await deps.index.get(keepAlive(c));
  const version = requireVersion(index.corpus, query.version);
  requirePresent("language", query.language, index.corpus.languages);
  requirePresent("kind", query.kind, index.corpus.kinds ?? ["docs"]);
  const request = {
    query: bareQuestion(query.q, index.corpus.name),
    filter: filterOf(query, version),
    rerank: query.rerank ?? deps.services.rerankByDefault,
    signal,
  };
  const found = await deps.retrieve(index, request, query.limit, keepAlive(c));
  countDoor(c, deps, found.passages.length > 0 ? "found" : "nothing_found", null);
  const notice = noticeText(found.notices, detectLanguage(query.q, index.corpus.language));
  const { retrieveMs: retrieve, embedMs: embed, rerankMs: rerank } = found.timings;
  return {
    query: query.q,
    passages: found.passages.map(hitOf),
    lexical: "on",
    vector: found.vector,
    rerank: found.rerank,
    ...(notice !== undefined && { notice }),
    timings: {
      retrieve,
      ...(embed !== undefined && { embed }),
      ...(rerank !== undefined && { rerank }),
    },
  };
}

/** A search that can find nothing says why, as it does for a version. @throws HttpError 400 that lists what there is */
function requirePresent(
  field: "language" | "kind",
  wanted: string | undefined,
  present: readonly string[],
): void {
  if (wanted === undefined || present.includes(wanted)) return;
  const known = present.length === 0 ? "these docs have none" : `one of ${present.join(", ")}`;
  throw new HttpError(400, `No passage of these docs has this \`${field}\`: ${known}.`, { field });
}

/** Without a version asked for, the default one: old and new pages side by side contradict each other. */
function filterOf({ language, kind }: SearchQuery, version: string | undefined): PassageFilter {
  return {
    // Pages without a version belong to every one.
    ...(version !== undefined && { version: [version, ""] }),
    ...(language !== undefined && { language: [language] }),
    ...(kind !== undefined && { kind: [kind] }),
  };
}

function hitOf({ passage, chunk: _, ...ranks }: RankedPassage): SearchHit {
  const { id, url, title, headingPath, file, version, kind, language, text } = passage;
  return { id, url, title, headingPath, file, version, kind, language, text, ...ranks };
}

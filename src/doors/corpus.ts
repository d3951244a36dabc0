/** `GET /v1/corpus`: which docs are asked here, with suggested first questions. */
import type { Context } from "hono";
import type { CorpusInfo } from "../core/ports.ts";
import type { AppDependencies } from "./dependencies.ts";
import { keepAlive } from "./start-turn.ts";

/** What is told of a corpus. */
export interface CorpusResult extends Omit<CorpusInfo, "versionAliases" | "kinds"> {
  /** What answers where no version is asked for; `""` when the docs have none. */
  defaultVersion: string;
  /** Other names that the docs' owner gave to versions, each with the version that it means. */
  versionAliases: Record<string, string>;
  /** Content hash of the index. */
  indexHash: string;
}

export async function corpus(c: Context, deps: AppDependencies): Promise<Response> {
  const { corpus, hash } = await deps.index.get(keepAlive(c));
  const { name, description, language, languages, versions, versionAliases = {} } = corpus;
  const { documentCount, questions, revision } = corpus;
  const result: CorpusResult = {
    name,
    description,
    language,
    languages,
    versions,
    defaultVersion: versions[0] ?? "",
    versionAliases,
    documentCount,
    questions,
    revision,
    indexHash: hash,
  };
  return Response.json(result, { headers: { "Cache-Control": "public, max-age=300" } });
}

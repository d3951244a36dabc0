import type { CorpusInfo } from "../core/ports.ts";
import { resolveVersion } from "../core/versions/versions.ts";
import { HttpError } from "./problem.ts";

/**
 * The version that a request asks for, by its name or an alias; the default version when it names none, `undefined` when there are none.
 * @throws HttpError 400 naming `version` when the corpus has no such version; its message lists those it has
 */
export function requireVersion(corpus: CorpusInfo, version: string | undefined): string | undefined {
  if (version === undefined) return corpus.versions[0];
  const found = resolveVersion(version, corpus);
  if (found !== null) return found;
  const known =
    corpus.versions.length === 0 ? "these docs have none" : `one of ${corpus.versions.join(", ")}`;
  throw new HttpError(400, `\`version\` is not known: ${known}.`, { field: "version" });
}

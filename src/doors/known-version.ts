import type { CorpusInfo } from "../core/ports.ts";
import { HttpError } from "./problem.ts";

/** @throws HttpError 400 naming `version` when the corpus has no such version; its message lists those it has */
export function requireVersion(corpus: CorpusInfo, version: string | undefined): void {
  if (version === undefined || corpus.versions.includes(version)) return;
  const known =
    corpus.versions.length === 0 ? "these docs have none" : `one of ${corpus.versions.join(", ")}`;
  throw new HttpError(400, `\`version\` is not known: ${known}.`, { field: "version" });
}

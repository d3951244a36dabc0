/** What an index of docs must not have. */
import { DEFAULT_CHUNK_SIZES } from "../chunk/chunk-document.ts";
import type { CorpusConfig } from "../config.ts";
import type { ReadCorpus } from "../corpus.ts";
import { renderPages } from "../pages/render-pages.ts";
import { listFiles } from "../sources/list-files.ts";
import { missingAnchors } from "./anchors.ts";
import { type Problem, repeatedLines, residueIn } from "./residue.ts";
import { writtenTags } from "./written-tags.ts";

/** Problems of docs by the name of their kind; kinds without any are there as well. */
export interface CheckedCorpus {
  /** Readable files of the sources. */
  files: number;
  /** Those of them that the index holds. */
  indexed: number;
  checks: [kind: string, problems: Problem[]][];
}

/** @param read what a build reads of `config` */
export async function checkCorpus(config: CorpusConfig, read: ReadCorpus): Promise<CheckedCorpus> {
  const listings = await Promise.all(
    config.sources.map((source) => listFiles(source.folder, source.include, source.exclude)),
  );
  const files = listings.flatMap(({ pages }) => pages);
  const told = new Set([...read.warnings, ...read.skipped].map(({ file }) => file));
  const indexed = new Set(read.chunks.map(({ file }) => file));
  const lost: Problem[] = files
    .filter((file) => !indexed.has(file) && !told.has(file))
    .map((file) => ({ file, what: "neither indexed nor named in a warning" }));
  const oversized = read.chunks
    .filter(({ tokens, text }) => tokens > DEFAULT_CHUNK_SIZES.maxTokens || text.trim() === "")
    .map(({ file, tokens }) => ({ file, what: `a chunk of ${tokens} tokens` }));
  const pages = renderPages(read.documents, config);
  return {
    files: files.length,
    indexed: indexed.size,
    checks: [
      ["pages lost", lost],
      ["leftovers in chunks", residueIn(read.chunks, writtenTags(config.sources))],
      ["lines of every page", repeatedLines(read.chunks)],
      ["anchors that are not there", missingAnchors(read.documents, read.chunks, pages)],
      ["chunks of a wrong size", oversized],
    ],
  };
}

/**
 * Docs and source code in one result: docs answer first, code what they leave out.
 *
 * Each kind is ranked for itself, with its own word statistics, and the two orders are then merged by how strongly they match. Measured on
 * fastify's docs and source, lexical retrieval, hit@5 / MRR of 30 questions that the docs answer, and hit@5 of 30 that only the source
 * does (development half | half held out): docs alone 0.97 / 0.879, 0; one ranking over all 0.90 / 0.785, 0.83 of all; merged
 * as here 0.97 / 0.879, 0.80 | 0.93 (MRR 0.404). Of 43 more docs questions, 40 are answered by the docs alone, 39 as here, 38 when two
 * docs passages lead always; code that leads only when it matches twice as strongly as the docs has an MRR of 0.330.
 */
import type { ChunkKind } from "../passage.ts";
import type { PassageFilter, PassageIndex } from "../ports.ts";

/** Docs passages that stand before any code: where the docs answer, it is mostly in these. */
const LEADING_DOCS = 2;
/** The same where code does not match nearly as well: one place of the first five is enough for it then. */
const LEADING_DOCS_AHEAD = 4;
/** Docs are ahead when the best of the code matches less than this many times as strongly as theirs. */
const DOCS_AHEAD_FACTOR = 0.9;
/** What code is worth beside docs that match as strongly: from 1.1 on, it takes places from docs that answer; at 0.8 it gets too few. */
const CODE_FACTOR = 0.9;
/** Code that matches this many times as strongly as the best of the docs comes first: the docs do not speak of the matter. */
const CODE_ALONE_FACTOR = 1.5;

/** An order of passages of one kind. */
export interface KindOrder<T> {
  /** Best first. */
  passages: readonly T[];
  /** How strongly the best, the second best and so on match, falling; comparable between kinds. */
  strengths: readonly number[];
}

/** The kinds to rank apart: both where the index has both and the filter leaves both open, else `null` for all together. */
export function kindsApart(
  index: Pick<PassageIndex, "corpus">,
  filter: PassageFilter | undefined,
): ChunkKind[] | null {
  const present = index.corpus.kinds ?? ["docs"];
  const open = filter?.kind === undefined ? present : present.filter((kind) => filter.kind!.includes(kind));
  return open.length > 1 ? open : null;
}

/** Merges the two orders; each keeps its own. */
export function docsFirst<T>(docs: KindOrder<T>, code: KindOrder<T>): T[] {
  const docsStrength = (at: number) => docs.strengths[at] ?? 0;
  const codeStrength = (at: number) => code.strengths[at] ?? 0;
  const isCodeAlone = codeStrength(0) >= docsStrength(0) * CODE_ALONE_FACTOR && codeStrength(0) > 0;
  const areDocsAhead = codeStrength(0) < docsStrength(0) * DOCS_AHEAD_FACTOR;
  const leading = isCodeAlone ? 0 : areDocsAhead ? LEADING_DOCS_AHEAD : LEADING_DOCS;
  const merged: T[] = docs.passages.slice(0, leading);
  let nextDocs = merged.length;
  let nextCode = 0;
  while (nextDocs < docs.passages.length || nextCode < code.passages.length) {
    const takesCode =
      nextDocs >= docs.passages.length ||
      (nextCode < code.passages.length && codeStrength(nextCode) * CODE_FACTOR > docsStrength(nextDocs));
    merged.push(takesCode ? code.passages[nextCode++]! : docs.passages[nextDocs++]!);
  }
  return merged;
}

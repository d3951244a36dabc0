import { defaultsAskedFor, findDisagreements } from "../extractive/disagreements.ts";
import type { PassageFilter, PassageIndex } from "../ports.ts";
import { kindsApart } from "./docs-first.ts";
import type { RankedPassage } from "./retrieve.ts";

/** Pieces of code looked at for each default that a question asks about. */
const LOOKED_AT = 4;

/**
 * Passages with the code added that contradicts a default which the docs among them state, where the question asks about it: the code need not be
 * among the best passages to show that the docs are out of date.
 * @returns the passages as they are when there is none
 */
export async function withContradictingCode(
  index: PassageIndex,
  passages: readonly RankedPassage[],
  question: string,
  filter: PassageFilter,
): Promise<RankedPassage[]> {
  if (kindsApart(index, filter) === null) return [...passages];
  const added: RankedPassage[] = [];
  for (const { name } of defaultsAskedFor(
    passages.map(({ passage }) => passage),
    question,
  )) {
    const known = new Set([...passages, ...added].map(({ chunk }) => chunk));
    const ranking = index
      .lexicalRanking(`${name} default`, LOOKED_AT, { ...filter, kind: ["code"] })
      .filter(({ chunk }) => !known.has(chunk));
    const found = await index.passages(ranking.map(({ chunk }) => chunk));
    for (const [at, passage] of found.entries()) {
      const all = [...passages, ...added].map((one) => one.passage);
      const before = findDisagreements(all, question).length;
      if (findDisagreements([...all, passage], question).length <= before) continue;
      const { chunk, value } = ranking[at]!;
      const n = passages.length + added.length + 1;
      const ranks = { lexicalRank: at + 1, vectorRank: null, bm25Score: value };
      added.push({ passage, chunk, n, rrfScore: 0, ...ranks, cosineSimilarity: null, rerankScore: null });
      break;
    }
  }
  return [...passages, ...added];
}

import type { RankedChunk } from "../ports.ts";
import type { RetrievalSettings } from "../turn/pipeline-settings.ts";
import { type FusedChunk, reciprocalRankFusion } from "./fusion.ts";

/** What the two retrievers made of one query; empty where a leg is off. */
export interface QueryRankings {
  lexical: readonly RankedChunk[];
  vector: readonly RankedChunk[];
}

export interface FusedQueries {
  /** Best first. */
  fused: FusedChunk[];
  /** Best chunks of the original question, which keep a place whatever the rewrite found; empty when there is one query. */
  reserved: number[];
}

type Settings = Pick<
  RetrievalSettings,
  "rrfK" | "lexicalWeight" | "vectorWeight" | "originalWeight" | "originalReserved"
>;

/**
 * Fuses the rankings of a query, and of the original question beside it. The legs of each query are fused first and the two
 * results then: one query is one voice, however many legs ran. The original speaks with `originalWeight`, which is too little to
 * push a good rewrite aside and, ranks being what they are, too little to save a question from a bad one. Therefore its best
 * `originalReserved` chunks are named apart.
 */
export function fuseQueries(
  query: QueryRankings,
  original: QueryRankings | null,
  settings: Settings,
): FusedQueries {
  const main = fuseLegs(query, settings);
  if (original === null) return { fused: main, reserved: [] };
  const second = fuseLegs(original, settings);
  const fused = reciprocalRankFusion(
    [
      { ranking: main, weight: 1 },
      { ranking: second, weight: settings.originalWeight },
    ],
    settings.rrfK,
  );
  return { fused, reserved: second.slice(0, settings.originalReserved).map(({ chunk }) => chunk) };
}

function fuseLegs({ lexical, vector }: QueryRankings, settings: Settings): FusedChunk[] {
  return reciprocalRankFusion(
    [
      { ranking: lexical, weight: settings.lexicalWeight },
      { ranking: vector, weight: settings.vectorWeight },
    ],
    settings.rrfK,
  );
}

/**
 * The first `count` entries, with the reserved ones among them: those that are missing take the last places of others.
 * @param ordered best first, each chunk once
 */
export function keepReserved<T extends { chunk: number }>(
  ordered: readonly T[],
  reserved: readonly number[],
  count: number,
): T[] {
  const top = ordered.slice(0, count);
  const missing = ordered
    .slice(count)
    .filter(({ chunk }) => reserved.includes(chunk))
    .slice(0, count);
  const kept = [...top];
  for (let i = kept.length - 1; i >= 0 && kept.length + missing.length > count; i--) {
    if (!reserved.includes(kept[i]!.chunk)) kept.splice(i, 1);
  }
  return [...kept, ...missing].slice(0, count);
}

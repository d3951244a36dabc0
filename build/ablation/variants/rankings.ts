/** Reorderings that were tried and dropped. */
import type { RankedChunk } from "../../../src/core/ports.ts";
import { inverseDocumentFrequency, type QueryConcept } from "../../../src/index-format/bm25f.ts";
import { type MemoryIndex, rankingOf, sortRanking } from "../memory-index.ts";
import type { Ranking, Variant } from "../variant.ts";
import { blocksOf } from "./blocks.ts";

type Adjust = NonNullable<Ranking["adjust"]>;

/** Idf and weight of a concept. */
function worth({ docFreq, queryWeight }: QueryConcept, index: MemoryIndex): number {
  return inverseDocumentFrequency(docFreq, index.chunkCount) * queryWeight;
}

function rescore(ranked: readonly RankedChunk[], value: (entry: RankedChunk) => number): RankedChunk[] {
  return sortRanking(ranked.map((entry) => ({ chunk: entry.chunk, value: value(entry) })));
}

/** Share of the query's worth that each group of chunks holds. */
function heldShares<K>(
  concepts: readonly QueryConcept[],
  index: MemoryIndex,
  groupOf: (chunk: number) => K,
): Map<K, number> {
  const shares = new Map<K, number>();
  const total = concepts.reduce((sum, concept) => sum + worth(concept, index), 0);
  for (const concept of concepts) {
    const best = new Map<K, number>();
    for (const { term, share } of concept.terms) {
      for (const { chunk } of index.inverted.postings.get(term) ?? []) {
        const group = groupOf(chunk);
        best.set(group, Math.max(best.get(group) ?? 0, share));
      }
    }
    for (const [group, share] of best) {
      shares.set(group, (shares.get(group) ?? 0) + (share * worth(concept, index)) / total);
    }
  }
  return shares;
}

/** A chunk loses up to `weight` of its score for what it lacks of the query. */
function coordination(weight: number): Adjust {
  return ({ plan, index, ranked }) => {
    const shares = heldShares(plan.concepts, index, (chunk) => chunk);
    return rescore(ranked, ({ chunk, value }) => value * (1 - weight + weight * (shares.get(chunk) ?? 0)));
  };
}

/** A chunk gains up to `weight` of its score for what its page holds of the query. */
function pageHolds(weight: number): Adjust {
  return ({ plan, index, ranked }) => {
    const fileOf = (chunk: number) => index.chunk(chunk).file;
    const shares = heldShares(plan.concepts, index, fileOf);
    return rescore(ranked, ({ chunk, value }) => value * (1 + weight * (shares.get(fileOf(chunk)) ?? 0)));
  };
}

/** Adds a share of the scores of the page's two other best chunks. */
function pagePool(weight: number): Adjust {
  return ({ index, ranked }) => {
    const byFile = Map.groupBy(ranked, ({ chunk }) => index.chunk(chunk).file);
    return rescore(ranked, (entry) => {
      const others = byFile.get(index.chunk(entry.chunk).file)!.filter(({ chunk }) => chunk !== entry.chunk);
      return entry.value + weight * others.slice(0, 2).reduce((sum, { value }) => sum + value, 0);
    });
  };
}

const LOOKED_AT = 20;

/** Among the first 20, adds a share of what two neighbouring blocks of the chunk hold of the query: proximity by paragraph. */
function nearTogether(weight: number): Adjust {
  const counted = new Map<string, Map<string, number>[]>();
  return ({ plan, index, ranked }) => {
    const head = rescore(ranked.slice(0, LOOKED_AT), ({ chunk, value }) => {
      const { id, text } = index.chunk(chunk);
      const blocks = counted.get(id) ?? blocksOf(text).map((block) => termCounts(block, index));
      counted.set(id, blocks);
      const best = blocks.map((block, i) => {
        const pair = [block, blocks[i + 1] ?? new Map<string, number>()];
        return plan.concepts.reduce((sum, concept) => {
          const tf = concept.terms.reduce(
            (count, { term, share }) => count + share * pair.reduce((n, one) => n + (one.get(term) ?? 0), 0),
            0,
          );
          return sum + (worth(concept, index) * tf * 1.5) / (tf + 0.5);
        }, 0);
      });
      return value + weight * Math.max(0, ...best);
    });
    return [...head, ...ranked.slice(LOOKED_AT)];
  };
}

function termCounts(text: string, { inverted: { tokenizer } }: MemoryIndex): Map<string, number> {
  const counts = new Map<string, number>();
  tokenizer.tokenize(tokenizer.normalize(text), (term) => counts.set(term, (counts.get(term) ?? 0) + 1));
  return counts;
}

/** Adds a share of the rarer word's worth where two neighbours of the query stand side by side. */
function sideBySide(weight: number): Adjust {
  return ({ query, plan, index, ranked }) => {
    const known = new Map(plan.concepts.map((concept) => [concept.terms[0]!.term, worth(concept, index)]));
    const pairs = neighbours(query, index).filter(([a, b]) => a !== b && known.has(a) && known.has(b));
    const bonus = new Map<number, number>();
    for (const [a, b] of pairs) {
      const second = new Map(index.inverted.postings.get(b)!.map((posting) => [posting.chunk, posting]));
      for (const { chunk, positions } of index.inverted.postings.get(a)!) {
        const follows = second
          .get(chunk)
          ?.positions.some((places, field) => places.some((place) => positions[field]!.includes(place - 1)));
        if (follows) {
          const gain = Math.min(known.get(a)!, known.get(b)!);
          bonus.set(chunk, (bonus.get(chunk) ?? 0) + gain);
        }
      }
    }
    return rescore(ranked, ({ chunk, value }) => value + weight * (bonus.get(chunk) ?? 0));
  };
}

/** Neighbouring words of a query, the whole of an identifier standing for it. */
function neighbours(query: string, { inverted: { tokenizer } }: MemoryIndex): [string, string][] {
  const words: string[] = [];
  let lastStart = -1;
  tokenizer.tokenize(tokenizer.normalize(query), (term, _role, start) => {
    if (start !== lastStart) words.push(term);
    lastStart = start;
  });
  return words.slice(1).map((word, i) => [words[i]!, word]);
}

/** Searches again with telling terms of the first results added (RM3). */
function feedback(documents: number, termCount: number, weight: number): Adjust {
  return ({ plan, index, ranked }) => {
    const shares = new Map(
      ranked.slice(0, documents).map(({ chunk, value }) => [chunk, value / ranked[0]!.value]),
    );
    const asked = new Set(plan.concepts.flatMap(({ terms }) => terms.map(({ term }) => term)));
    const gains: { term: string; docFreq: number; gain: number }[] = [];
    for (const [term, postings] of index.inverted.postings) {
      const docFreq = postings.length;
      if (asked.has(term) || docFreq < 2 || docFreq > index.chunkCount * 0.1) continue;
      const gain = postings.reduce((sum, { chunk, frequencies }) => {
        const tf = frequencies.reduce((count, frequency) => count + frequency, 0);
        return sum + ((shares.get(chunk) ?? 0) * tf) / (tf + 2);
      }, 0);
      if (gain > 0)
        gains.push({ term, docFreq, gain: gain * inverseDocumentFrequency(docFreq, index.chunkCount) });
    }
    gains.sort((a, b) => b.gain - a.gain);
    const added = gains.slice(0, termCount).map(({ term, docFreq, gain }): QueryConcept => {
      const place = index.inverted.dictionary.find(term)!;
      return {
        terms: [{ ...place, term, share: 1 }],
        docFreq,
        queryWeight: (weight * gain) / gains[0]!.gain,
      };
    });
    const again = rankingOf(index.bm25Scores({ ...plan, concepts: [...plan.concepts, ...added] }));
    const found = new Set(ranked.map(({ chunk }) => chunk));
    return again.filter(({ chunk }) => found.has(chunk));
  };
}

/** A chunk gains up to `weight` of its score for the part of its own heading that the query asks for. */
function ownHeading(weight: number): Adjust {
  return ({ plan, index, ranked }) => {
    const asked = new Set(plan.concepts.flatMap(({ terms }) => terms.map(({ term }) => term)));
    return rescore(ranked, ({ chunk, value }) => {
      const { headingPath, title } = index.chunk(chunk);
      let all = 0;
      let held = 0;
      for (const term of termCounts(headingPath.at(-1) ?? title, index).keys()) {
        const docFreq = index.inverted.postings.get(term)?.length ?? 0;
        const idf = inverseDocumentFrequency(docFreq, index.chunkCount);
        all += idf;
        if (asked.has(term)) held += idf;
      }
      return value * (1 + (all === 0 ? 0 : (weight * held) / all));
    });
  };
}

function dropped(name: string, adjust: Adjust): Variant {
  return { name, verdict: "dropped", ranking: { adjust } };
}

export const RANKING_VARIANTS: readonly Variant[] = [
  dropped("coordination: 0.2 of the score for what is matched", coordination(0.2)),
  dropped("coordination: 0.4", coordination(0.4)),
  dropped("what the page holds of the question, 0.2", pageHolds(0.2)),
  dropped("a page's other chunks pooled, 0.1", pagePool(0.1)),
  dropped("words near together in a paragraph, 0.3", nearTogether(0.3)),
  dropped("words near together in a paragraph, 0.5", nearTogether(0.5)),
  dropped("words side by side, 0.5", sideBySide(0.5)),
  dropped("terms of the first 3 results added (RM3)", feedback(3, 5, 0.1)),
  dropped("terms of the first 10 results added (RM3)", feedback(10, 10, 0.2)),
  dropped("the chunk's own heading asked for, 0.2", ownHeading(0.2)),
];

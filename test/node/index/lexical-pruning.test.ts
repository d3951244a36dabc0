import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type ConceptScorer, DEFAULT_BM25F, type QueryConcept } from "../../../src/index-format/bm25f.ts";
import { ByteWriter } from "../../../src/index-format/byte-writer.ts";
import { decodeFieldLengths, encodeFieldLengths } from "../../../src/index-format/field-lengths.ts";
import { compileKernel, KernelMemory } from "../../../src/index-format/kernel.ts";
import { KernelConceptScorer } from "../../../src/index-format/kernel-scorer.ts";
import { PlainConceptScorer } from "../../../src/index-format/plain-scorer.ts";
import { outlinePostings, runsHolding } from "../../../src/index-format/posting-blocks.ts";
import { decodeRows, encodePostings } from "../../../src/index-format/postings.ts";
import { collectBest } from "../../../src/index-format/top-k.ts";
import { seededNumbers } from "../../support/index-chunks.ts";

const CHUNKS = 3_000;
/** Share of the chunks that hold each term, from words that stand nearly everywhere to one that is in two chunks. */
const SHARES = [0.9, 0.6, 0.5, 0.3, 0.3, 0.1, 0.1, 0.05, 0.02, 0.01, 0.003, 2 / CHUNKS];

interface Written {
  start: number;
  end: number;
  docFreq: number;
}

/** Postings as docs have them: some chunks are alike, so that their scores are equal, and some terms come often in one field. */
function randomPostings(seed: number) {
  const next = seededNumbers(seed);
  const random = () => Math.abs(next());
  const writer = new ByteWriter();
  const terms: Written[] = SHARES.map((share) => {
    const chunks: number[] = [];
    const frequencies: number[] = [];
    for (let chunk = 0; chunk < CHUNKS; chunk++) {
      if (random() >= share) continue;
      const row: number[] = Array.from({ length: 4 }, () =>
        random() < 0.3 ? Math.ceil(random() ** 4 * 200) : 0,
      );
      if (!row.some((frequency) => frequency > 0)) row[2] = 1;
      chunks.push(chunk);
      frequencies.push(...row);
    }
    const start = writer.length;
    encodePostings(writer, chunks, frequencies);
    return { start, end: writer.length, docFreq: chunks.length };
  });
  const lengths = Array.from({ length: 4 }, () =>
    Uint32Array.from({ length: CHUNKS }, () => (random() < 0.5 ? 20 : Math.floor(random() * 300))),
  );
  const statistics = decodeFieldLengths(
    new Uint8Array(encodeFieldLengths(lengths, new Uint32Array(CHUNKS).fill(1))),
    CHUNKS,
    CHUNKS,
  );
  return { postings: writer.take(), terms, statistics };
}

const conceptOf = fc.record({
  terms: fc.uniqueArray(fc.nat(SHARES.length - 1), { minLength: 1, maxLength: 4 }),
  share: fc.constantFrom(1, 0.25),
  queryWeight: fc.constantFrom(1, 0.5),
});
const query = fc.record({
  concepts: fc.array(conceptOf, { minLength: 1, maxLength: 6 }),
  limit: fc.constantFrom(1, 5, 20, 46),
  filter: fc.constantFrom(null, 2, 7),
});

describe("a lexical ranking that leaves out what cannot change it", () => {
  it("is the whole ranking's beginning, whatever is asked, filtered and kept from earlier queries", () => {
    const module = compileKernel();
    let prunedQueries = 0;
    fc.assert(
      fc.property(fc.nat(5), fc.array(query, { minLength: 4, maxLength: 12 }), (seed, queries) => {
        const { postings, terms, statistics } = randomPostings(seed + 1);
        const kernelScorer = (prunedFromBytes: number) => {
          const memory = new KernelMemory(module!);
          const { keepAbove } = memory.kernel;
          if (prunedFromBytes === 0) {
            Object.assign(memory, {
              kernel: {
                ...memory.kernel,
                keepAbove: (...given: Parameters<typeof keepAbove>) => {
                  prunedQueries++;
                  return keepAbove(...given);
                },
              },
            });
          }
          return new KernelConceptScorer(memory, postings, statistics, DEFAULT_BM25F, prunedFromBytes);
        };
        const pruned = kernelScorer(0);
        const whole = kernelScorer(Number.POSITIVE_INFINITY);
        const plain = new PlainConceptScorer(postings, statistics, DEFAULT_BM25F);
        for (const { concepts, limit, filter } of queries) {
          const asked: QueryConcept[] = concepts.map(({ terms: numbers, share, queryWeight }) => ({
            terms: numbers.map((number, place) => ({
              term: String(number),
              postingsStart: terms[number]!.start,
              postingsEnd: terms[number]!.end,
              share: place === 0 ? 1 : share,
            })),
            docFreq: terms[numbers[0]!]!.docFreq,
            queryWeight,
          }));
          const allowed =
            filter === null
              ? null
              : Uint8Array.from({ length: CHUNKS }, (_, at) => Number(at % filter !== 0));
          const rankingOf = (scorer: ConceptScorer) => {
            const best = collectBest(limit, CHUNKS);
            scorer.rank(asked, best, allowed);
            return best.ranking();
          };
          const ranking = rankingOf(pruned);
          expect(ranking).toEqual(rankingOf(whole));
          const expected = rankingOf(plain);
          expect(ranking.length).toBe(expected.length);
          ranking.forEach(({ value }, at) => {
            expect(value).toBeCloseTo(expected[at]!.value, 7);
          });
        }
      }),
      { numRuns: 60, seed: 4 },
    );
    expect(prunedQueries).toBeGreaterThan(50);
  }, 120_000);
});

describe("blocks of postings", () => {
  it("hold every posting of the chunks that are looked for, and none that its term lacks", () => {
    const { postings, terms } = randomPostings(9);
    const chunk = fc.nat(CHUNKS - 1);
    fc.assert(
      fc.property(fc.nat(terms.length - 1), fc.uniqueArray(chunk, { maxLength: 40 }), (number, wanted) => {
        const { start, end, docFreq } = terms[number]!;
        const all = new Set(decodeRows(postings, start, end, docFreq, CHUNKS));
        const sorted = Uint32Array.from(wanted).sort();
        const found = new Set<number>();
        let readTo = start;
        for (const run of runsHolding(outlinePostings(postings, start, end), sorted)) {
          expect(run.start).toBeGreaterThanOrEqual(readTo);
          readTo = run.end;
          const shifted = decodeRows(postings, run.start, run.end, docFreq, CHUNKS);
          let before = -1;
          for (const one of shifted) {
            // Past the run's end the numbers are zeros.
            if (one <= before) break;
            before = one;
            found.add(run.chunkBefore + 1 + one);
          }
        }
        for (const one of found) expect(all.has(one)).toBe(true);
        for (const one of wanted) expect(found.has(one)).toBe(all.has(one));
      }),
      { numRuns: 200 },
    );
  });
});

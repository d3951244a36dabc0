import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { corpusConfigForDocs } from "../../../build/config.ts";
import { readCorpus } from "../../../build/corpus.ts";
import type { Chunk } from "../../../src/core/passage.ts";
import { type Bm25fParameters, DEFAULT_BM25F } from "../../../src/index-format/bm25f.ts";
import type { BinaryPassageIndex } from "../../../src/index-format/passage-index.ts";
import { SYNONYM_SHARE } from "../../../src/index-format/text/synonyms.ts";
import { CORPUS, chunkOf, indexOf, seededNumbers } from "../../support/index-chunks.ts";
import { type ReferenceConcept, referenceBm25f } from "../../support/reference-bm25f.ts";

const TOLERANCE = 1e-6;

/** The whole ranking equals the reference: the same chunks, the same scores, best first, ties by position. */
function expectReference(
  index: BinaryPassageIndex,
  reference: ReturnType<typeof referenceBm25f>,
  concepts: readonly ReferenceConcept[],
  query: string,
): void {
  const scores = reference.scores(concepts);
  const ranking = index.lexicalRanking(query, scores.length);
  expect(ranking.length).toBe(scores.filter((score) => score > 0).length);
  ranking.forEach(({ chunk, value }, at) => {
    expect(Math.abs(value - scores[chunk]!)).toBeLessThanOrEqual(TOLERANCE * Math.max(1, value));
    const before = ranking[at - 1];
    if (before === undefined) return;
    expect(before.value > value || (before.value === value && before.chunk < chunk)).toBe(true);
  });
  const few = index.lexicalRanking(query, 5);
  expect(few).toEqual(ranking.slice(0, 5));
}

const WORDS = [
  "alpha",
  "bravo",
  "charlie",
  "delta",
  "echo_foxtrot",
  "golfHotel",
  "india.juliet",
  "HTTP/2",
  "9001",
  "超时设置",
];
const word = fc.constantFrom(...WORDS);
const sentence = fc.array(word, { maxLength: 14 }).map((words) => words.join(" "));
const randomChunk = fc
  .record({ title: sentence, heading: sentence, prose: sentence, code: sentence })
  .map(({ title, heading, prose, code }) => ({
    title,
    heading,
    text: `${prose}\n\n\`\`\`js\n${code}\n\`\`\`\n`,
  }));
const weight = fc.double({ min: 0.1, max: 5, noNaN: true });
const b = fc.double({ min: 0, max: 1, noNaN: true });
const parameters: fc.Arbitrary<Bm25fParameters> = fc.record({
  k1: fc.double({ min: 0.1, max: 3, noNaN: true }),
  weights: fc.tuple(weight, weight, weight, weight),
  b: fc.tuple(b, b, b, b),
});

describe("lexical ranking", () => {
  it("equals BM25F by its definition on random corpora, queries and parameters", async () => {
    const corpora = fc.array(randomChunk, { minLength: 1, maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(
        corpora,
        fc.array(word, { minLength: 1, maxLength: 6 }),
        parameters,
        async (texts, query, bm25f) => {
          const chunks = texts.map(({ title, heading, text }, n) =>
            chunkOf(text, { n, title, headingPath: [title, heading] }),
          );
          const reference = referenceBm25f(chunks, CORPUS.language, bm25f);
          const index = await indexOf(chunks, { bm25f });
          const known = query.filter((term) => reference.knownTerms(term).length > 0).join(" ");
          expectReference(index, reference, reference.knownTerms(known), known);
        },
      ),
      { numRuns: 60 },
    );
  }, 120_000);

  it("weighs what an unknown word was expanded to as the plan says", async () => {
    const chunks = ["configuration of timeouts", "timeout", "the configured limit"].map((text, n) =>
      chunkOf(text, { n }),
    );
    const index = await indexOf(chunks);
    const reference = referenceBm25f(chunks, CORPUS.language, DEFAULT_BM25F);
    const query = "timeuot confgurtion";
    const { concepts } = index.plan(query);
    expect(concepts.map(({ terms, queryWeight }) => [terms.map(({ term }) => term), queryWeight])).toEqual([
      [["timeout"], 0.5],
      [["configur"], 0.25],
    ]);
    expectReference(index, reference, concepts, query);
  });

  it.each([
    ["in WebAssembly", undefined],
    ["in plain JavaScript", null],
  ] as const)("lets the terms of a concept saturate together, %s", async (_where, kernel) => {
    const words = ["error", "exception", "failure", "crash", "socket", "cache"];
    const next = seededNumbers(7);
    const chunks = Array.from({ length: 200 }, (_, n) => {
      const text = Array.from({ length: 12 }, () => words[Math.floor(Math.abs(next()) * words.length)]);
      return chunkOf(text.join(" "), { n });
    });
    const index = await indexOf(chunks, { kernel });
    const reference = referenceBm25f(chunks, CORPUS.language, DEFAULT_BM25F);
    const { concepts } = index.plan("socket error");
    expect(concepts.map(({ terms }) => terms.map(({ term, share }) => [term, share]))).toEqual([
      [["socket", 1]],
      [
        ["error", 1],
        ["failur", SYNONYM_SHARE],
        ["crash", SYNONYM_SHARE],
        ["except", SYNONYM_SHARE],
      ],
    ]);
    expectReference(index, reference, concepts, "socket error");
    // What a concept has summed up is gone before the next.
    expectReference(index, reference, index.plan("failure cache").concepts, "failure cache");
  });

  it("demands no term and ranks by what is there", async () => {
    const index = await indexOf([chunkOf("apples and pears", { n: 0 }), chunkOf("pears", { n: 1 })]);
    expect(index.lexicalRanking("pears xylophone", 10)).toHaveLength(2);
    expect(index.lexicalRanking("xylophone", 10)).toEqual([]);
    expect(index.lexicalRanking("the of and", 10)).toEqual([]);
    expect(index.lexicalRanking("", 10)).toEqual([]);
  });

  it("orders equal chunks by position", async () => {
    const index = await indexOf(Array.from({ length: 30 }, (_, n) => chunkOf("same words here", { n })));
    expect(index.lexicalRanking("same words", 10).map(({ chunk }) => chunk)).toEqual([
      0, 1, 2, 3, 4, 5, 6, 7, 8, 9,
    ]);
  });
});

const docs: [string, string, string][] = [
  ["httpx", "../shared/corpora/httpx/docs", "../shared/eval/httpx.jsonl"],
  ["fastify", "node_modules/fastify/docs", "../shared/eval/fastify.jsonl"],
];

describe("lexical ranking of real docs", () => {
  it.each(docs)(
    "equals BM25F by its definition over %s",
    async (_name, folder, questions) => {
      if (!existsSync(folder) || !existsSync(questions)) {
        console.warn(`skipped: ${existsSync(folder) ? questions : folder} is not here`);
        return;
      }
      const { chunks } = await readCorpus(await corpusConfigForDocs(folder));
      const index = await indexOf(chunks);
      const reference = referenceBm25f(chunks as Chunk[], CORPUS.language, DEFAULT_BM25F);
      const rows = (await readFile(questions, "utf8"))
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line));
      for (const { question } of rows.slice(0, 12)) {
        const { concepts } = index.plan(question);
        const asked = new Map(concepts.map((concept) => [concept.terms[0]!.term, concept]));
        for (const { terms, docFreq } of reference.knownTerms(question)) {
          const concept = asked.get(terms[0]!.term);
          expect(concept).toMatchObject({ docFreq });
          expect(concept?.terms[0]?.share).toBe(1);
        }
        const used = concepts.flatMap(({ terms }) => terms.map(({ term }) => term));
        expect(used.length).toBe(new Set(used).size);
        expect(used.every((term) => reference.docFreq.has(term))).toBe(true);
        expectReference(index, reference, concepts, question);
      }
    },
    120_000,
  );
});

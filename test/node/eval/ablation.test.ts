import { beforeAll, describe, expect, it } from "vitest";
import { averageFigures, figuresBySet } from "../../../build/ablation/figures.ts";
import { invert } from "../../../build/ablation/invert.ts";
import { MemoryIndex } from "../../../build/ablation/memory-index.ts";
import { indexedFields, PRODUCT_RANKING } from "../../../build/ablation/variant.ts";
import type { QuestionResult } from "../../../build/ablation/variant-runner.ts";
import { VARIANTS } from "../../../build/ablation/variants.ts";
import { corpusConfigForDocs } from "../../../build/config.ts";
import { readCorpus } from "../../../build/corpus.ts";
import { questionsFile } from "../../../build/models/docs-packages.ts";
import { readQuestionRows } from "../../../build/models/question-rows.ts";
import type { Chunk } from "../../../src/core/passage.ts";
import { createTokenizer } from "../../../src/index-format/text/tokenizer.ts";
import { CORPUS, indexOf } from "../../support/index-chunks.ts";

describe("the index of the ablation", () => {
  let chunks: Chunk[];
  beforeAll(async () => {
    chunks = (await readCorpus(await corpusConfigForDocs("node_modules/pino/docs"))).chunks;
  });

  it("ranks real questions exactly as the binary index does", async () => {
    const inverted = invert(chunks, indexedFields, createTokenizer({ language: CORPUS.language }));
    const memory = new MemoryIndex(inverted, CORPUS, PRODUCT_RANKING);
    const binary = await indexOf(chunks);
    for (const { question } of readQuestionRows(questionsFile("pino")!)) {
      expect(memory.analyzeQuery(question)).toEqual(binary.analyzeQuery(question));
      const ranking = memory.lexicalRanking(question, 50);
      const expected = binary.lexicalRanking(question, 50);
      expect(ranking.length).toBe(expected.length);
      ranking.forEach(({ value }, at) => {
        expect(Math.abs(value - expected[at]!.value)).toBeLessThan(1e-6);
      });
      expect(ranking[0]?.chunk).toBe(expected[0]?.chunk);
    }
  });

  it("ranks otherwise under each variant of the ranking, for some question", () => {
    const questions = readQuestionRows(questionsFile("pino")!).map(({ question }) => question);
    const tokenizer = createTokenizer({ language: CORPUS.language });
    const product = new MemoryIndex(invert(chunks, indexedFields, tokenizer), CORPUS, PRODUCT_RANKING);
    const expected = questions.map((question) => product.lexicalRanking(question, 50));
    for (const { name, ranking, fields } of VARIANTS) {
      if (ranking === undefined) continue;
      const inverted = invert(chunks, fields ?? indexedFields, tokenizer);
      const index = new MemoryIndex(inverted, CORPUS, { ...PRODUCT_RANKING, ...ranking });
      expect(
        questions.map((question) => index.lexicalRanking(question, 50)),
        name,
      ).not.toEqual(expected);
    }
  }, 120_000);
});

describe("figures of a variant", () => {
  const result = (set: string, id: string, rank: number | null): QuestionResult => ({
    set,
    id,
    lang: "en",
    split: "dev",
    rank,
    headingRank: rank,
  });
  const product = [result("a", "1", 1), result("a", "2", 2), result("b", "1", null), result("b", "2", 4)];

  it("show no change and no noise against themselves", () => {
    expect(averageFigures(product, product)).toMatchObject({
      n: 4,
      mrr: (0.75 + 0.125) / 2,
      hitAt5: 0.75,
      mrrChange: { change: 0, low: 0, high: 0 },
    });
  });

  it("count every set alike and put the change inside its interval", () => {
    const better = [result("a", "1", 1), result("a", "2", 1), result("b", "1", 1), result("b", "2", 4)];
    const { mrrChange } = averageFigures(better, product);
    expect(mrrChange.change).toBeCloseTo((0.25 + 0.5) / 2);
    expect(mrrChange.low).toBeLessThan(mrrChange.change);
    expect(mrrChange.high).toBeGreaterThan(mrrChange.change);
    expect(mrrChange.low).toBeGreaterThanOrEqual(0);
    expect(figuresBySet(better, product).get("a")!.mrrChange.change).toBeCloseTo(0.25);
  });

  it("are the same in every run", () => {
    const worse = product.map((one) => ({ ...one, rank: 7 }));
    expect(averageFigures(worse, product)).toEqual(averageFigures(worse, product));
  });
});

import { describe, expect, it } from "vitest";
import { isOffTopic } from "../../../src/core/question/gate.ts";
import { LIGHT_WORD_WEIGHT } from "../../../src/index-format/text/light-words.ts";
import { SYNONYM_SHARE } from "../../../src/index-format/text/synonyms.ts";
import { writeIndex } from "../../../src/index-format/writer.ts";
import { CORPUS, chunkOf, indexOf, openWritten } from "../../support/index-chunks.ts";

const indexOfTexts = (...texts: string[]) => indexOf(texts.map((text, n) => chunkOf(text, { n })));

/** Chunks in the order that a query ranks them. */
const order = (index: Awaited<ReturnType<typeof indexOf>>, query: string) =>
  index.lexicalRanking(query, 10).map(({ chunk }) => chunk);

describe("synonyms", () => {
  it("find a chunk that uses the other word, behind one that uses the reader's", async () => {
    const index = await indexOfTexts(
      "remove a stored session",
      "delete a stored session",
      "create a stored session",
    );
    expect(order(index, "delete")).toEqual([1, 0]);
    expect(order(index, "remove")).toEqual([0, 1]);
  });

  it("count once where the query has both words", async () => {
    const index = await indexOfTexts("delete and remove", "nothing of it");
    expect(index.plan("delete or remove").concepts.map(({ terms }) => terms)).toMatchObject([
      [{ term: "delet", share: 1 }],
      [{ term: "remov", share: 1 }],
    ]);
  });

  it("stand in with full weight for a word that the docs never use", async () => {
    const index = await indexOfTexts("mock the network", "the network of stubs is mocked", "a network");
    const [concept] = index.plan("simulate").concepts;
    expect(concept).toMatchObject({ queryWeight: 1, docFreq: 2 });
    expect(concept!.terms.map(({ term, share }) => [term, share])).toEqual([
      ["mock", 1],
      ["stub", 1],
    ]);
    expect(index.analyzeQuery("simulate")).toMatchObject([
      { surface: "simulate", terms: ["mock", "stub"], docFreq: 2 },
    ]);
  });

  it("are not looked for in docs of another language", async () => {
    const chunks = ["delete", "remove"].map((text, n) => chunkOf(text, { n, language: "de" }));
    const corpus = { ...CORPUS, language: "de", languages: ["de"] };
    const index = await openWritten(await writeIndex({ corpus, embedding: null, chunks, vectors: null }));
    expect(index.plan("delete").concepts[0]!.terms).toHaveLength(1);
  });

  it("weigh less than the word itself", () => {
    expect(SYNONYM_SHARE).toBeGreaterThan(0);
    expect(SYNONYM_SHARE).toBeLessThan(1);
  });
});

describe("the plural of an abbreviation", () => {
  it("finds the abbreviation, in capitals or not", async () => {
    const index = await indexOfTexts("a PDF is read as well", "another page");
    expect(order(index, "PDFs")).toEqual([0]);
    expect(index.analyzeQuery("pdfs")).toMatchObject([{ terms: ["pdf"], docFreq: 1 }]);
    expect(isOffTopic("can it read PDFs", index)).toBe(false);
  });

  it("is left alone where the docs have the word itself", async () => {
    const index = await indexOfTexts("a CSS file", "the CS of it");
    expect(order(index, "css")).toEqual([0]);
  });
});

describe("words of conversation", () => {
  it("weigh less than what a question is about, however rare they are in the docs", async () => {
    const index = await indexOfTexts(
      "the session times out",
      "the session is kept",
      "know your session",
      "sessions and cookies",
      "cookies of a client",
    );
    expect(index.plan("know cookies").concepts.map(({ queryWeight }) => queryWeight)).toEqual([
      LIGHT_WORD_WEIGHT,
      1,
    ]);
    expect(order(index, "do you know about cookies?")[0]).not.toBe(2);
  });

  it("are still searched for when a question holds nothing else", async () => {
    const index = await indexOfTexts("how it works", "other things");
    expect(order(index, "how does this work?")).toEqual([0]);
  });

  it("are never taken for a slip of another word", async () => {
    const index = await indexOfTexts("the manifest", "the mane");
    expect(index.plan("many").concepts).toEqual([]);
    expect(index.plan("manifst").concepts).toHaveLength(1);
  });
});

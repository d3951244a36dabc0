import { count, create, getByID, insert, remove, save, search, searchVector } from "@orama/orama";
import { describe, expect, it } from "vitest";
import { oramaPassageIndex } from "../../../src/adapters/orama/open-index.ts";
import { repobotIndexPlugin } from "../../../src/adapters/orama/plugin.ts";
import { oramaSchema } from "../../../src/adapters/orama/schema.ts";
import type { BinaryPassageIndex } from "../../../src/index-format/passage-index.ts";
import { writeIndex } from "../../../src/index-format/writer.ts";
import { CORPUS, chunkOf, clusteredVectors, embeddingOf, openWritten } from "../../support/index-chunks.ts";

const COUNT = 60;
const DIMENSIONS = 32;
const chunks = Array.from({ length: COUNT }, (_, n) =>
  chunkOf(`Common words and topic${n % 6} of number ${n}.\n\n\`\`\`js\ncall_me(${n})\n\`\`\``, {
    n,
    file: `f${n >> 3}.md`,
    title: `Title ${n >> 3}`,
    headingPath: [`Title ${n >> 3}`, n % 6 === 0 ? "Rare heading" : "Plain heading"],
    version: n % 2 === 0 ? "1.0" : "2.0",
    kind: n % 5 === 0 ? "code" : "docs",
  }),
);
const vectors = clusteredVectors(COUNT, DIMENSIONS);

async function openDatabase(limits?: Parameters<typeof writeIndex>[1]) {
  const input = { corpus: CORPUS, embedding: embeddingOf(DIMENSIONS), chunks, vectors };
  const index = await openWritten(await writeIndex(input, limits));
  return { index, db: create({ schema: oramaSchema(index), plugins: [repobotIndexPlugin(index)] }) };
}

const queryVector = (row: number) => Array.from(vectors.slice(row * DIMENSIONS, (row + 1) * DIMENSIONS));
const idsOf = (index: BinaryPassageIndex, ranking: readonly { chunk: number }[]) =>
  ranking.map(({ chunk }) => index.chunkIds.idOf(chunk));

describe("Orama over the index", () => {
  it("searches with the index's ranking, and counts every match", async () => {
    const { index, db } = await openDatabase();
    const results = await search(db, { term: "topic3 number", limit: 7 });
    const ranking = index.lexicalRanking("topic3 number", COUNT);
    expect(results.count).toBe(ranking.length);
    expect(results.hits.map(({ id }) => id)).toEqual(idsOf(index, ranking.slice(0, 7)));
    expect(results.hits.map(({ score }) => score)).toEqual(ranking.slice(0, 7).map(({ value }) => value));
    const next = await search(db, { term: "topic3 number", limit: 7, offset: 7 });
    expect(next.hits.map(({ id }) => id)).toEqual(idsOf(index, ranking.slice(7, 14)));
  });

  it("gives whole documents", async () => {
    const { index, db } = await openDatabase();
    const [passage] = await index.passages([9]);
    expect(count(db)).toBe(COUNT);
    expect(getByID(db, chunks[9]!.id)).toEqual(passage);
    expect(getByID(db, "no such id")).toBeUndefined();
    const { hits } = await search(db, { term: "call_me 9", limit: 1 });
    expect(hits[0]).toMatchObject({ id: chunks[9]!.id, document: passage });
  });

  it("gives documents without their text until its file is loaded", async () => {
    const { index, db } = await openDatabase({ singleFile: 0, part: 1 << 20, textPart: 2_000 });
    expect(getByID(db, chunks[9]!.id)).toMatchObject({ file: "f1.md", text: null, headingPath: null });
    await index.texts.read([9]);
    expect(getByID(db, chunks[9]!.id)).toMatchObject({ file: "f1.md", text: chunks[9]!.text });
  });

  it.each([
    [{ version: "1.0" }, (n: number) => n % 2 === 0],
    [{ version: { eq: "2.0" } }, (n: number) => n % 2 === 1],
    [{ version: { in: ["1.0", "9.9"] } }, (n: number) => n % 2 === 0],
    [{ kind: { nin: ["code"] } }, (n: number) => n % 5 !== 0],
    [{ version: ["1.0", "2.0"], kind: "code" }, (n: number) => n % 5 === 0],
    [{ and: [{ version: "1.0" }, { kind: "code" }] }, (n: number) => n % 10 === 0],
    [{ or: [{ version: "1.0" }, { kind: "code" }] }, (n: number) => n % 2 === 0 || n % 5 === 0],
    [{ not: { version: "1.0" } }, (n: number) => n % 2 === 1],
    [{ language: { eq: "fr" } }, () => false],
  ])("filters by %j", async (where, passes) => {
    const { db } = await openDatabase();
    const expected = chunks.flatMap(({ id }, n) => (passes(n) ? [id] : [])).toSorted();
    // Orama types `where` by schema; these are written as its documentation writes them.
    const options = { where: where as never, limit: COUNT };
    const byTerm = await search(db, { term: "common words", ...options });
    const byFilter = await search(db, options);
    const byVector = await searchVector(db, {
      mode: "vector",
      vector: { value: queryVector(3), property: "embedding" },
      similarity: -1,
      ...options,
    });
    for (const results of [byTerm, byFilter, byVector]) {
      expect(results.hits.map(({ id }) => id).toSorted()).toEqual(expected);
      expect(results.count).toBe(expected.length);
    }
  });

  it("searches vectors with the index's ranking, down to the similarity asked for", async () => {
    const { index, db } = await openDatabase();
    const vector = { value: queryVector(17), property: "embedding" };
    const ranking = index.vectorRanking(Float32Array.from(queryVector(17)), COUNT);
    const all = await searchVector(db, { mode: "vector", vector, similarity: -1, limit: COUNT });
    expect(all.hits.map(({ id }) => id)).toEqual(idsOf(index, ranking));
    const near = await searchVector(db, { mode: "vector", vector, similarity: 0.8, limit: COUNT });
    expect(near.hits.map(({ id }) => id)).toEqual(
      idsOf(
        index,
        ranking.filter(({ value }) => value >= 0.8),
      ),
    );
    expect(near.hits[0]!.id).toBe(chunks[17]!.id);
  });

  it("searches by both", async () => {
    const { db } = await openDatabase();
    const vector = { value: queryVector(17), property: "embedding" };
    const results = await search(db, { mode: "hybrid", term: "number 17", vector, similarity: 0, limit: 3 });
    expect(results.hits[0]!.id).toBe(chunks[17]!.id);
  });

  it("searches only the properties asked for, with their boosts", async () => {
    const { db } = await openDatabase();
    const inHeading = await search(db, { term: "rare", properties: ["heading"], limit: COUNT });
    expect(inHeading.count).toBe(10);
    expect((await search(db, { term: "rare", properties: ["text"] })).count).toBe(0);
    expect((await search(db, { term: "call_me", properties: ["code"] })).count).toBe(COUNT);
    const boosted = await search(db, { term: "rare topic1", boost: { heading: 50 }, limit: 10 });
    expect(new Set(boosted.hits.map(({ id }) => id))).toEqual(new Set(inHeading.hits.map(({ id }) => id)));
    expect(() => search(db, { term: "rare", boost: { heading: 0 } })).toThrow(
      expect.objectContaining({ code: "bad_request", field: "boost.heading" }),
    );
  });

  it("counts facets over every match", async () => {
    const { db } = await openDatabase();
    const results = await search(db, { term: "common", facets: { version: {}, kind: {} }, limit: 1 });
    expect(results.facets).toMatchObject({
      version: { count: 2, values: { "1.0": 30, "2.0": 30 } },
      kind: { count: 2, values: { code: 12, docs: 48 } },
    });
  });

  it("lists everything when nothing is asked for", async () => {
    const { db } = await openDatabase();
    const results = await search(db, { limit: 5 });
    expect(results.count).toBe(COUNT);
    expect(results.hits.map(({ id }) => id)).toEqual(chunks.slice(0, 5).map(({ id }) => id));
  });

  it("cannot be changed or saved", async () => {
    const { db } = await openDatabase();
    expect(() => insert(db, { title: "New" } as never)).toThrow(
      expect.objectContaining({ code: "bad_request" }),
    );
    expect(() => remove(db, chunks[0]!.id)).toThrow(expect.objectContaining({ code: "bad_request" }));
    expect(() => save(db)).toThrow(expect.objectContaining({ code: "bad_request" }));
    expect(() => search(db, { term: "x", sortBy: { property: "title" } as never })).toThrow(
      expect.objectContaining({ code: "bad_request" }),
    );
  });

  it("refuses a schema that the index cannot serve, and a filter that it does not have", async () => {
    const { index, db } = await openDatabase();
    const withSchema = (schema: Record<string, string>) => () =>
      create({ schema: schema as never, plugins: [repobotIndexPlugin(index)] });
    expect(withSchema({ author: "string" })).toThrow(
      expect.objectContaining({ code: "config_invalid", field: "schema.author" }),
    );
    expect(withSchema({ embedding: "vector[7]" })).toThrow(
      expect.objectContaining({ code: "config_invalid", field: "schema.embedding" }),
    );
    expect(() => search(db, { term: "x", where: { author: "me" } as never })).toThrow(
      expect.objectContaining({ code: "bad_request", field: "where.author" }),
    );
    expect(() => search(db, { term: "x", where: { version: { gt: "1" } } as never })).toThrow(
      expect.objectContaining({ code: "bad_request", field: "where.version" }),
    );
  });

  it("keeps nothing of the queries it has seen", async () => {
    const { db } = await openDatabase();
    for (let at = 0; at < 50; at++) await search(db, { term: `query${at}` });
    expect(db.tokenizer.normalizationCache.size).toBe(0);
    expect(db.internalDocumentIDStore.internalIdToId).toHaveLength(COUNT);
  });
});

describe("the passage index through Orama", () => {
  it("ranks as the index itself does", async () => {
    const { index } = await openDatabase();
    const throughOrama = oramaPassageIndex(index);
    for (const filter of [
      undefined,
      { version: ["2.0"] },
      { version: ["2.0"], kind: ["code"] },
      { version: ["9"] },
    ]) {
      for (const limit of [1, 20, 500]) {
        expect(throughOrama.lexicalRanking("topic2 number 8", limit, filter)).toEqual(
          index.lexicalRanking("topic2 number 8", limit, filter),
        );
        const query = Float32Array.from(queryVector(11));
        expect(throughOrama.vectorRanking(query, limit, filter)).toEqual(
          index.vectorRanking(query, limit, filter),
        );
      }
    }
    expect(throughOrama.analyzeQuery("topic2")).toEqual(index.analyzeQuery("topic2"));
    expect(throughOrama.chunksOfFile("f2.md")).toEqual(index.chunksOfFile("f2.md"));
    expect(await throughOrama.passages([3, 1])).toEqual(await index.passages([3, 1]));
  });

  it("has no vector ranking without vectors", async () => {
    const written = await writeIndex({ corpus: CORPUS, embedding: null, chunks, vectors: null });
    const index = oramaPassageIndex(await openWritten(written));
    expect(index.vectorRanking(new Float32Array(DIMENSIONS), 5)).toEqual([]);
    expect(index.lexicalRanking("topic2", 5)).toHaveLength(5);
  });
});

import { create, search } from "@orama/orama";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { repobotIndexPlugin } from "../../../src/adapters/orama/plugin.ts";
import { oramaSchema } from "../../../src/adapters/orama/schema.ts";
import type { Chunk, Passage } from "../../../src/core/passage.ts";
import type { PassageFilter } from "../../../src/core/ports.ts";
import type { OpenIndexOptions } from "../../../src/index-format/passage-index.ts";
import { writeIndex } from "../../../src/index-format/writer.ts";
import { CORPUS, chunkOf, embeddingOf, openWritten } from "../../support/index-chunks.ts";

const DIMENSIONS = 4;
const WORDS = ["alpha", "bravo", "charlie", "echo_foxtrot", "golfHotel", "HTTP/2", "9001", "超时设置"];
const words = (maxLength: number) =>
  fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength }).map((list) => list.join(" "));

/** What a page may say: few texts, so that versions repeat each other, and a version itself. */
const anyText = fc.record({
  title: fc.constantFrom("Alpha", "Limits"),
  heading: words(2),
  text: fc.oneof(
    words(6),
    words(6).map((code) => `See:\n\n\`\`\`js\n${code}\n\`\`\`\n`),
  ),
  kind: fc.constantFrom("docs" as const, "docs" as const, "code" as const),
});
const EDITIONS = [
  { version: "2.0", language: "en", source: "v2" },
  { version: "1.0", language: "en", source: "v1" },
  { version: "2.0", language: "de", source: "v2" },
  { version: "", language: "en", source: "common" },
];
/** Versions made of the same few texts, each in its own order, with places that may differ. */
const anyVersions: fc.Arbitrary<Chunk[]> = fc
  .uniqueArray(anyText, { minLength: 1, maxLength: 8, selector: (one) => JSON.stringify(one) })
  .chain((texts) =>
    fc.array(
      fc.record({
        edition: fc.constantFrom(...EDITIONS),
        text: fc.constantFrom(...texts),
        file: fc.constantFrom("guide.md", "api/limits.md"),
        place: fc.constantFrom("", "#x", "#L1-L9", "#über"),
        anchor: fc.constantFrom("x", "x", "L1-L9"),
      }),
      { minLength: 2, maxLength: 40 },
    ),
  )
  .map((rows) =>
    rows
      .map(({ edition, text: { title, heading, text, kind }, file, place, anchor }, n) => ({
        ...chunkOf(text, { n, title, headingPath: [title, heading], kind, file, anchor }),
        ...edition,
        url: `https://docs.example/${edition.version}/${file}${place}`,
      }))
      .sort((a, b) => EDITIONS.findIndex(isEditionOf(a)) - EDITIONS.findIndex(isEditionOf(b))),
  );

function isEditionOf({ version, language }: Chunk) {
  return (edition: { version: string; language: string }) =>
    edition.version === version && edition.language === language;
}

/** Equal texts have equal vectors, as the build has it. */
function vectorsOf(chunks: readonly Chunk[]): Float32Array {
  const vectors = new Float32Array(chunks.length * DIMENSIONS);
  chunks.forEach(({ title, headingPath, text }, at) => {
    let seed = 7;
    for (const char of title + headingPath.join() + text) seed = (seed * 31 + char.codePointAt(0)!) % 9973;
    for (let axis = 0; axis < DIMENSIONS; axis++)
      vectors[at * DIMENSIONS + axis] = Math.sin(seed * (axis + 1)) + 0.2;
  });
  return vectors;
}

async function indexOf(chunks: readonly Chunk[], options: OpenIndexOptions) {
  const written = await writeIndex({
    corpus: CORPUS,
    embedding: embeddingOf(DIMENSIONS),
    chunks,
    vectors: vectorsOf(chunks),
  });
  return { written, index: await openWritten(written, options) };
}

/** One edition, so that nothing is shared: what a chunk belongs to is no part of what is searched. */
const unshared = (chunks: readonly Chunk[]) =>
  chunks.map((chunk) => ({ ...chunk, version: "", language: "en" }));

const anyFilter: fc.Arbitrary<PassageFilter | undefined> = fc.option(
  fc.record(
    {
      version: fc.subarray(["2.0", "1.0", ""], { minLength: 1 }),
      language: fc.subarray(["en", "de"], { minLength: 1 }),
      kind: fc.subarray(["docs", "code"], { minLength: 1 }),
      source: fc.subarray(["v1", "v2", "common"], { minLength: 1 }),
    },
    { requiredKeys: [] },
  ),
  { nil: undefined },
);

function allowedBy(chunks: readonly Chunk[], filter: PassageFilter | undefined): Uint8Array | null {
  if (filter === undefined) return null;
  const names = ["version", "language", "kind", "source"] as const;
  return Uint8Array.from(chunks, (chunk) =>
    names.every((name) => filter[name]?.includes(chunk[name]) ?? true) ? 1 : 0,
  );
}

function passageOf({ tokens: _, headings: __, ...passage }: Chunk): Passage {
  return passage;
}

describe.each([
  ["in WebAssembly", undefined],
  ["in plain JavaScript", null],
] as const)("an index whose chunks share rows, %s", (_where, kernel) => {
  it("ranks words without synonyms, to the last bit, as one that stores every chunk", async () => {
    let sharing = 0;
    await fc.assert(
      fc.asyncProperty(
        anyVersions,
        words(4),
        fc.integer({ min: 1, max: 50 }),
        anyFilter,
        async (chunks, query, limit, filter) => {
          const { index, written } = await indexOf(chunks, { kernel });
          const { index: whole } = await indexOf(unshared(chunks), { kernel });
          if (written.manifest.formatVersion === 2) sharing++;
          const allowed = allowedBy(chunks, filter);
          const kinds = new Set(chunks.map((chunk) => chunk.kind));
          const kind = filter?.kind?.length === 1 && kinds.size > 1 ? filter.kind[0]! : null;
          expect(index.lexicalRanking(query, limit, filter)).toEqual(
            whole.rankLexically(query, limit, allowed, undefined, kind),
          );
          expect(index.lexicalRanking(query, limit + 1, filter).slice(0, limit)).toEqual(
            index.lexicalRanking(query, limit, filter),
          );
          const vector = Float32Array.of(0.3, -0.2, 0.9, 0.1);
          expect(index.vectorRanking(vector, limit, filter)).toEqual(
            whole.rankByVector(vector, limit, allowed),
          );
          expect(index.analyzeQuery(query)).toEqual(whole.analyzeQuery(query));
          const terms = index.analyzeQuery(query)[0]?.terms ?? [];
          chunks.forEach((_, chunk) => {
            expect(index.chunkHasTerm(chunk, terms)).toBe(whole.chunkHasTerm(chunk, terms));
          });
        },
      ),
      { numRuns: 150 },
    );
    expect(sharing).toBeGreaterThan(75);
  }, 120_000);
});

describe("an index whose chunks share rows", () => {
  it("gives every passage the address, version, language and source of its own chunk", async () => {
    await fc.assert(
      fc.asyncProperty(anyVersions, async (chunks) => {
        const { index } = await indexOf(chunks, {});
        expect(await index.passages(chunks.map((_, at) => at))).toEqual(chunks.map(passageOf));
        for (const file of new Set(chunks.map((chunk) => chunk.file))) {
          const positions = chunks.flatMap((chunk, at) => (chunk.file === file ? [at] : []));
          expect(index.chunksOfFile(file)).toEqual(positions);
        }
        expect(chunks.map((chunk) => index.chunkIds.find(chunk.id))).toEqual(chunks.map((_, at) => at));
      }),
      { numRuns: 100 },
    );
  }, 60_000);

  it("stores a text and a vector once, however many versions have them", async () => {
    const version = (name: string, changed: string) =>
      ["one", "two", changed].map((text, n) =>
        chunkOf(`${text} of three`, { n, version: name, source: name, id: `${name}${n}` }),
      );
    const chunks = [...version("3", "three"), ...version("2", "three"), ...version("1", "drei")];
    const { written, index } = await indexOf(chunks, {});
    expect(written.manifest).toMatchObject({ formatVersion: 2, counts: { chunks: 9, rows: 4 } });
    expect(index.chunkCount).toBe(9);
    expect(index.rows.count).toBe(4);
    const found = index.lexicalRanking("one", 9, { version: ["2"] });
    expect(await index.passages(found.map(({ chunk }) => chunk))).toEqual([passageOf(chunks[3]!)]);
  });

  it("breaks ties by the chunks of the version that is asked, not by the order of another", async () => {
    const version = (name: string, texts: string[]) =>
      texts.map((text, n) => chunkOf(text, { n, version: name, id: `${name}${n}` }));
    const texts = ["alpha bravo", "bravo alpha", "alpha delta", "delta alpha"];
    const chunks = [...version("2", texts), ...version("1", texts.toReversed())];
    const { index } = await indexOf(chunks, {});
    expect(index.rows.count).toBe(4);
    for (const limit of [1, 2, 3, 4, 9]) {
      const found = (name: string) =>
        index.lexicalRanking("alpha", limit, { version: [name] }).map(({ chunk }) => chunk);
      expect(found("2")).toEqual([0, 1, 2, 3].slice(0, limit));
      expect(found("1")).toEqual([4, 5, 6, 7].slice(0, limit));
    }
    expect(index.lexicalRanking("alpha", 6).map(({ chunk }) => chunk)).toEqual([0, 1, 2, 3, 4, 5]);
  });

  it("is written as ever where one version repeats itself, or nothing is equal", async () => {
    const repeated = [0, 1, 2].map((n) => chunkOf("the same words", { n }));
    const different = ["2.0", "1.0"].map((version, n) => chunkOf(`of ${version}`, { n, version }));
    for (const chunks of [repeated, different]) {
      const { written } = await indexOf(chunks, {});
      expect(written.manifest.formatVersion).toBe(1);
      expect(written.manifest.counts).not.toHaveProperty("rows");
      expect(written.manifest.parts.flatMap(({ sections }) => sections)).not.toContain(14);
    }
  });

  it("keeps apart what differs in kind, title, headings or the words of the path", async () => {
    const place = { title: "Limits", headingPath: ["Limits", "Body"], file: "limits.md" };
    const others: Partial<Chunk>[] = [
      { kind: "code" },
      { title: "Bounds" },
      { headingPath: ["Limits", "Head"] },
      { headings: [{ text: "Size", anchor: "size" }] },
      { file: "server/limits.md" },
    ];
    for (const other of others) {
      const chunks = [
        chunkOf("the text", { n: 0, version: "2.0", ...place }),
        chunkOf("the text", { n: 1, version: "1.0", ...place, ...other }),
      ];
      expect((await indexOf(chunks, {})).index.rows.count).toBe(2);
    }
    const moved = [
      chunkOf("the text", { n: 0, version: "4.1", language: "en", ...place }),
      chunkOf("the text", { n: 1, version: "4.1", language: "zh-CN", ...place, file: "zh-cn/limits.md" }),
      chunkOf("the text", { n: 2, version: "3.0", language: "en", ...place, file: "v3/limits.md" }),
    ];
    expect((await indexOf(moved, {})).index.rows.count).toBe(1);
  });

  it("is searched through Orama's filters as well", async () => {
    const chunks = ["2.0", "1.0"].flatMap((version) =>
      ["alpha", "bravo"].map((text, n) =>
        chunkOf(text, { n, version, id: `${version}-${n}`, source: version }),
      ),
    );
    const { index } = await indexOf(chunks, {});
    const db = create({ schema: oramaSchema(index), plugins: [repobotIndexPlugin(index)] });
    const found = await search(db, { term: "alpha", where: { version: { eq: "1.0" } } });
    expect(found.hits.map(({ id, document }) => [id, document.version, document.text])).toEqual([
      ["1.0-0", "1.0", "alpha"],
    ]);
    expect((await search(db, { term: "alpha" })).hits.map(({ id }) => id)).toEqual(["2.0-0", "1.0-0"]);
  });

  it("fetches the texts of a large index by row", async () => {
    const limits = { singleFile: 100, part: 24_000, textPart: 500 };
    const chunks = ["2.0", "1.0"].flatMap((version) =>
      Array.from({ length: 60 }, (_, n) =>
        chunkOf(`Passage ${n} about topic${n % 7}`, { n, version, id: `${version}-${n}` }),
      ),
    );
    const written = await writeIndex(
      { corpus: CORPUS, embedding: embeddingOf(DIMENSIONS), chunks, vectors: vectorsOf(chunks) },
      limits,
    );
    const index = await openWritten(written);
    expect(written.files.length).toBeGreaterThan(3);
    expect(index.rows.count).toBe(60);
    expect(await index.passages([61, 1, 119])).toEqual([61, 1, 119].map((at) => passageOf(chunks[at]!)));
  });
});

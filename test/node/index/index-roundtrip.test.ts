import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Chunk, Passage } from "../../../src/core/passage.ts";
import { inverseDocumentFrequency } from "../../../src/index-format/bm25f.ts";
import { SECTION } from "../../../src/index-format/layout.ts";
import { openIndex } from "../../../src/index-format/reader.ts";
import { writeIndex } from "../../../src/index-format/writer.ts";
import {
  CORPUS,
  chunkOf,
  clusteredVectors,
  embeddingOf,
  fileServer,
  indexOf,
  openWritten,
} from "../../support/index-chunks.ts";

const text = fc.string({ unit: "grapheme", maxLength: 60 });
const anyChunk: fc.Arbitrary<Omit<Chunk, "id">> = fc.record({
  file: fc.constantFrom("a.md", "b/c.md", "d é.mdx"),
  url: fc.constantFrom("/docs/a", "/docs/a#x", "https://example.org/c/", "https://example.org/c/#über"),
  anchor: fc.constantFrom("", "x", "über"),
  title: text,
  headingPath: fc.array(text, { maxLength: 3 }),
  headings: fc.array(fc.record({ text, anchor: text }), { maxLength: 2 }),
  text: fc.string({ unit: "binary-ascii", maxLength: 300 }),
  tokens: fc.nat(1000),
  kind: fc.constantFrom("docs", "code"),
  version: fc.constantFrom("", "1.0", "2.0"),
  language: fc.constantFrom("en", "de"),
  source: fc.constantFrom("guide", "api"),
});
const anyChunks = fc.array(anyChunk, { minLength: 1, maxLength: 40 }).chain((chunks) =>
  fc
    .uniqueArray(fc.oneof(fc.stringMatching(/^[0-9a-f]{16}$/), fc.string({ maxLength: 12 })), {
      minLength: chunks.length,
      maxLength: chunks.length,
    })
    .map((ids) => chunks.map((chunk, at): Chunk => ({ ...chunk, id: ids[at]! }))),
);

function passageOf({ tokens: _, headings: __, ...passage }: Chunk): Passage {
  return passage;
}

describe("a written index", () => {
  it("gives back every passage as it was written", async () => {
    await fc.assert(
      fc.asyncProperty(anyChunks, async (chunks) => {
        const index = await indexOf(chunks);
        const passages = await index.passages(chunks.map((_, at) => at));
        expect(passages.map(({ innerAnchors: _, ...passage }) => passage)).toEqual(chunks.map(passageOf));
        chunks.forEach(({ id }, at) => {
          expect(index.chunkIds.idOf(at)).toBe(id);
          expect(index.chunkIds.find(id)).toBe(at);
        });
        for (const file of new Set(chunks.map((chunk) => chunk.file))) {
          const positions = chunks.flatMap((chunk, at) => (chunk.file === file ? [at] : []));
          expect(index.chunksOfFile(file)).toEqual(positions);
        }
        expect(index.chunksOfFile("no-such.md")).toEqual([]);
        expect(index.chunkIds.find("no such id!")).toBe(-1);
      }),
      { numRuns: 60 },
    );
  }, 60_000);

  it("keeps the fragments of headings inside a text, where all chunks of a row have the same", async () => {
    const headings = (inner: string) => [
      { text: "Own", anchor: "own" },
      { text: "Inner", anchor: inner },
    ];
    const text = "Some text.\n\n## Inner\n\nMore.";
    const chunks = [
      chunkOf(text, { n: 0, anchor: "own", headings: headings("inner") }),
      chunkOf(text, { n: 1, anchor: "own", headings: headings("inner"), version: "1.0" }),
    ];
    const same = await (await indexOf(chunks)).passages([0, 1]);
    expect(same.map(({ innerAnchors }) => innerAnchors)).toEqual([["inner"], ["inner"]]);
    const [first, second] = chunks;
    const differing = await indexOf([first!, { ...second!, headings: headings("inner-1") }]);
    expect((await differing.passages([0, 1])).map(({ innerAnchors }) => innerAnchors)).toEqual([
      undefined,
      undefined,
    ]);
  });

  it("keeps ids of 16 hexadecimal digits apart", async () => {
    const ids = ["00ff00ff00ff00ff", "00ff00ff00ff00fe", "ffffffffffffffff"];
    const index = await indexOf(ids.map((id, n) => chunkOf("text", { n, id })));
    expect(ids.map((_, at) => index.chunkIds.idOf(at))).toEqual(ids);
    expect(ids.map((id) => index.chunkIds.find(id))).toEqual([0, 1, 2]);
    expect(index.chunkIds.find("00ff00ff00ff00fd")).toBe(-1);
  });

  it("has the same bytes for the same input, whatever the order of its objects' keys", async () => {
    const chunks = Array.from({ length: 30 }, (_, n) => chunkOf(`word${n} shared text`, { n }));
    const input = { corpus: CORPUS, embedding: embeddingOf(16), chunks, vectors: clusteredVectors(30, 16) };
    const first = await writeIndex(input);
    const reordered = chunks.map(
      (chunk) => Object.fromEntries(Object.entries(chunk).reverse()) as unknown as Chunk,
    );
    const second = await writeIndex({ ...input, chunks: reordered, vectors: clusteredVectors(30, 16) });
    expect(second.manifest).toEqual(first.manifest);
    expect(second.files).toEqual(first.files);
  });

  it("has another hash when a text, the corpus or the embedding changes", async () => {
    const chunks = [chunkOf("one text")];
    const input = { corpus: CORPUS, embedding: embeddingOf(4), chunks, vectors: Float32Array.of(1, 0, 0, 0) };
    const hashes = await Promise.all(
      [
        input,
        { ...input, chunks: [chunkOf("other text")] },
        { ...input, corpus: { ...CORPUS, name: "Other docs" } },
        { ...input, embedding: { ...input.embedding, model: "other-model" } },
        { ...input, vectors: Float32Array.of(0, 1, 0, 0) },
      ].map(async (other) => (await writeIndex(other)).manifest.hash),
    );
    expect(new Set(hashes).size).toBe(hashes.length);
  });

  it("is refused without a chunk, and with vectors that do not fit", async () => {
    const empty = { corpus: CORPUS, embedding: null, chunks: [], vectors: null };
    await expect(writeIndex(empty)).rejects.toMatchObject({ code: "source_unreadable" });
    const input = { corpus: CORPUS, embedding: embeddingOf(4), chunks: [chunkOf("text")], vectors: null };
    await expect(writeIndex(input)).rejects.toMatchObject({ code: "config_invalid", field: "embedding" });
    await expect(writeIndex({ ...input, vectors: new Float32Array(3) })).rejects.toMatchObject({
      code: "config_invalid",
      field: "embedding.dimensions",
    });
  });
});

describe("a large index", () => {
  const limits = { singleFile: 2_000, part: 24_000, textPart: 3_000 };
  const chunks = Array.from({ length: 400 }, (_, n) =>
    chunkOf(`Passage ${n} of many about topic${n % 23}, ${"filler ".repeat(n % 9)}`, {
      n,
      file: `f${n >> 3}.md`,
    }),
  );
  const vectors = clusteredVectors(400, 128);

  it("is opened without its vectors where no query has one, and then fetches none", async () => {
    const input = { corpus: CORPUS, embedding: embeddingOf(128), chunks, vectors };
    for (const written of [await writeIndex(input), await writeIndex(input, limits)]) {
      const { fetchPart, requests } = fileServer(written);
      const index = await openIndex(written.manifest, fetchPart, { vectors: false });
      const holdsMore = written.manifest.parts.filter(
        ({ lazy, sections }) => !lazy && sections.some((id) => id !== SECTION.vectors),
      );
      expect(requests).toEqual(holdsMore.map(({ name }) => name));
      expect(index.vectorRanking(vectors.slice(0, 128), 5)).toEqual([]);
      const whole = await openWritten(written);
      expect(index.lexicalRanking("passage about topic7", 50)).toEqual(
        whole.lexicalRanking("passage about topic7", 50),
      );
    }
  });

  it("keeps texts in files of their own and cuts vectors between rows", async () => {
    const whole = await writeIndex({ corpus: CORPUS, embedding: embeddingOf(128), chunks, vectors });
    const split = await writeIndex({ corpus: CORPUS, embedding: embeddingOf(128), chunks, vectors }, limits);
    expect(whole.files).toHaveLength(1);
    expect(split.files.length).toBeGreaterThan(5);
    for (const { bytes } of split.files) expect(bytes.length).toBeLessThanOrEqual(limits.part);
    const [one, many] = [await openWritten(whole), await openWritten(split)];
    const query = vectors.slice(128 * 77, 128 * 78);
    expect(many.lexicalRanking("passage about topic7", 50)).toEqual(
      one.lexicalRanking("passage about topic7", 50),
    );
    expect(many.vectorRanking(query, 400)).toEqual(one.vectorRanking(query, 400));
    const all = chunks.map((_, at) => at);
    expect(await many.passages(all)).toEqual(chunks.map(passageOf));
  });

  it("fetches texts when they are shown, once", async () => {
    const split = await writeIndex({ corpus: CORPUS, embedding: null, chunks, vectors: null }, limits);
    const { fetchPart, requests } = fileServer(split);
    const { openIndex } = await import("../../../src/index-format/reader.ts");
    const index = await openIndex(split.manifest, fetchPart);
    const resident = split.manifest.parts.filter((part) => !part.lazy).map((part) => part.name);
    expect(requests.toSorted()).toEqual(resident.toSorted());
    index.lexicalRanking("passage", 5);
    expect(requests).toHaveLength(resident.length);
    await index.passages([0, 1, 399]);
    expect(requests).toHaveLength(resident.length + 2);
    await index.passages([399, 2]);
    expect(requests).toHaveLength(resident.length + 2);
  });

  it("says when a section cannot be cut to fit a file", async () => {
    const tiny = { ...limits, part: 3_000 };
    const written = writeIndex({ corpus: CORPUS, embedding: null, chunks, vectors: null }, tiny);
    await expect(written).rejects.toMatchObject({ code: "config_invalid" });
  });
});

describe("filters", () => {
  const chunks = Array.from({ length: 120 }, (_, n) =>
    chunkOf(`common words number ${n}`, {
      n,
      version: ["1.0", "2.0", ""][n % 3]!,
      kind: n % 40 === 0 ? "code" : "docs",
      source: `source${n % 2}`,
    }),
  );
  const vectors = clusteredVectors(120, 32);

  it("return every chunk that passes, and no other", async () => {
    const written = await writeIndex({ corpus: CORPUS, embedding: embeddingOf(32), chunks, vectors });
    const index = await openWritten(written);
    const lists = fc.option(fc.subarray(["1.0", "2.0", "", "9.9"]), { nil: undefined });
    const filters = fc.record(
      {
        version: lists,
        kind: fc.subarray(["docs", "code"]),
        source: fc.subarray(["source0", "source1"]),
        language: fc.subarray(["en", "de"]),
      },
      { requiredKeys: [] },
    );
    const query = vectors.slice(32 * 5, 32 * 6);
    fc.assert(
      fc.property(filters, (filter) => {
        const passing = chunks.flatMap((chunk, at) => {
          const passes = (["version", "kind", "source", "language"] as const).every(
            (name) => filter[name]?.some((value) => value === chunk[name]) ?? true,
          );
          return passes ? [at] : [];
        });
        const byTerms = index.lexicalRanking("common words", 200, filter).map(({ chunk }) => chunk);
        const byVector = index.vectorRanking(query, 200, filter).map(({ chunk }) => chunk);
        expect(byTerms.toSorted((a, b) => a - b)).toEqual(passing);
        expect(byVector.toSorted((a, b) => a - b)).toEqual(passing);
      }),
    );
  });
});

describe("query analysis", () => {
  const texts = [
    "Set `follow_redirects` on the client to follow redirects.",
    "Timeouts: `httpx.Timeout(10.0)` for every request over HTTP/2.",
    "Authentication with tokens. 设置超时时间",
  ];

  it("reports the terms of a query in its order, with document frequencies", async () => {
    const index = await indexOf(texts.map((body, n) => chunkOf(body, { n })));
    const terms = index.analyzeQuery("How do I set follow_redirects for HTTP/3 requests?");
    expect(
      terms.map(({ surface, terms: found, docFreq, isIdentifier }) => [
        surface,
        found,
        docFreq,
        isIdentifier,
      ]),
    ).toEqual([
      ["set", ["set"], 1, false],
      ["follow_redirects", ["follow_redirects"], 1, true],
      ["HTTP/3", ["http3"], 0, true],
      ["http", ["http"], 1, false],
      ["requests", ["request"], 1, false],
    ]);
    for (const { docFreq, idf } of terms) expect(idf).toBeCloseTo(inverseDocumentFrequency(docFreq, 3), 12);
  });

  it("expands a word that the index lacks by what is spelled like it, never one that it has", async () => {
    const index = await indexOf(texts.map((body, n) => chunkOf(body, { n })));
    expect(index.analyzeQuery("autentication")[0]).toMatchObject({ terms: ["authent"], docFreq: 1 });
    expect(index.analyzeQuery("folow_redirects")[0]).toMatchObject({
      terms: ["follow_redirects"],
      isIdentifier: true,
    });
    expect(index.analyzeQuery("redirec")[0]).toMatchObject({ terms: ["redirect"] });
    expect(index.analyzeQuery("tokens")[0]!.terms).toEqual(["token"]);
    expect(index.analyzeQuery("xylophone")[0]).toMatchObject({ terms: ["xylophon"], docFreq: 0 });
  });

  it("never forgives a digit", async () => {
    const index = await indexOf([chunkOf("error E4012 and port 8080")]);
    expect(index.analyzeQuery("E4013 8081").map(({ docFreq }) => docFreq)).toEqual([0, 0]);
  });

  it("reports characters of a script without spaces by the pair", async () => {
    const index = await indexOf(texts.map((body, n) => chunkOf(body, { n })));
    expect(index.analyzeQuery("超时").map(({ terms, docFreq }) => [terms, docFreq])).toEqual([[["超时"], 1]]);
  });

  it("knows which chunks hold a term", async () => {
    const index = await indexOf(texts.map((body, n) => chunkOf(body, { n })));
    expect([0, 1, 2].map((chunk) => index.chunkHasTerm(chunk, ["follow_redirects", "token"]))).toEqual([
      true,
      false,
      true,
    ]);
    expect(index.chunkHasTerm(0, [])).toBe(false);
    expect(index.chunkHasTerm(0, ["nowhere"])).toBe(false);
  });

  it("agrees with the chunks themselves on what holds a term", async () => {
    const words = Array.from({ length: 40 }, (_, n) => `w${n}x`);
    const lists = fc.array(fc.subarray(words, { minLength: 1 }), { minLength: 1, maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(lists, async (chunkWords) => {
        const index = await indexOf(chunkWords.map((list, n) => chunkOf(list.join(" "), { n })));
        for (const word of words) {
          chunkWords.forEach((list, at) => {
            expect(index.chunkHasTerm(at, [word])).toBe(list.includes(word));
          });
        }
      }),
      { numRuns: 20 },
    );
  });

  it("is bounded on a hostile query", async () => {
    const index = await indexOf(texts.map((body, n) => chunkOf(body, { n })));
    const query = Array.from({ length: 5_000 }, (_, n) => `word${n.toString(36)}`).join(" ");
    expect(index.analyzeQuery(query).length).toBeLessThanOrEqual(256);
    expect(index.lexicalRanking("x".repeat(1_000_000), 5)).toEqual([]);
  });
});

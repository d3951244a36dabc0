import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isRepoBotError } from "../../../src/core/errors.ts";
import type { PassageIndex } from "../../../src/core/ports.ts";
import { checksum } from "../../../src/index-format/checksum.ts";
import { openIndex } from "../../../src/index-format/reader.ts";
import { type WrittenIndex, writeIndex } from "../../../src/index-format/writer.ts";
import { CORPUS, chunkOf, clusteredVectors, embeddingOf, fileServer } from "../../support/index-chunks.ts";

async function smallIndex(): Promise<WrittenIndex> {
  const chunks = Array.from({ length: 12 }, (_, n) =>
    chunkOf(`Text number ${n} about retries.\n\n\`\`\`js\nretry(${n})\n\`\`\``, {
      n,
      version: n % 2 ? "1.0" : "2.0",
    }),
  );
  return writeIndex({
    corpus: CORPUS,
    embedding: embeddingOf(24),
    chunks,
    vectors: clusteredVectors(12, 24),
  });
}

/** Everything an index can be asked, as one value. */
async function answersOf(index: PassageIndex) {
  const all = Array.from({ length: index.chunkCount }, (_, at) => at);
  const dimensions = index.embedding?.dimensions ?? 0;
  return {
    lexical: index.lexicalRanking("text about retry retries number 3", index.chunkCount),
    filtered: index.lexicalRanking("text", index.chunkCount, { version: ["1.0"] }),
    vector: index.vectorRanking(clusteredVectors(1, dimensions, 7), index.chunkCount),
    terms: index.analyzeQuery("how to retry(3) numbre of texts"),
    passages: await index.passages(all),
  };
}

async function open(written: WrittenIndex, change: (bytes: Uint8Array<ArrayBuffer>) => ArrayBuffer) {
  const { fetchPart } = fileServer(written);
  return openIndex(written.manifest, async (name) => change(new Uint8Array(await fetchPart(name))));
}

const codeOf = (error: unknown) => (isRepoBotError(error) ? error.code : error);

describe("a damaged index file", () => {
  it("never answers otherwise after a changed byte, wherever it is", async () => {
    const written = await smallIndex();
    const intact = await answersOf(await open(written, (bytes) => bytes.buffer));
    const length = written.files[0]!.bytes.length;
    let detected = 0;
    for (let at = 0; at < length; at++) {
      const bit = 1 << (at % 8);
      try {
        const index = await open(written, (bytes) => {
          bytes[at]! ^= bit;
          return bytes.buffer;
        });
        expect(await answersOf(index)).toEqual(intact);
      } catch (error) {
        detected++;
        expect(["index_corrupt", "index_incompatible"]).toContain(codeOf(error));
      }
    }
    // What is not detected lies in the padding between sections.
    expect(detected).toBeGreaterThan(length * 0.7);
  }, 120_000);

  it("is refused when it is cut short, too long, empty or something else", async () => {
    const written = await smallIndex();
    const changes: ((bytes: Uint8Array<ArrayBuffer>) => ArrayBuffer)[] = [
      (bytes) => bytes.buffer.slice(0, 0),
      (bytes) => bytes.buffer.slice(0, 63),
      (bytes) => bytes.buffer.slice(0, 200),
      (bytes) => bytes.buffer.slice(0, bytes.length - 1),
      (bytes) => bytes.buffer.slice(0, bytes.length - 64),
      (bytes) => Uint8Array.from([...bytes, 0]).buffer,
      () => new TextEncoder().encode("<!doctype html>".repeat(50)).buffer,
      () => new ArrayBuffer(4096),
      (bytes) => bytes.map((byte) => (byte === 0x0a ? 0x0d : byte)).buffer,
    ];
    for (const change of changes) {
      await expect(open(written, change)).rejects.toMatchObject({ code: "index_corrupt" });
    }
  });

  it("is refused when it belongs to another index", async () => {
    const written = await smallIndex();
    const other = await writeIndex({
      corpus: CORPUS,
      embedding: null,
      chunks: [chunkOf("Other text")],
      vectors: null,
    });
    await expect(open(written, () => other.files[0]!.bytes.buffer)).rejects.toMatchObject({
      code: "index_corrupt",
    });
  });

  it("is refused by version when a newer format made it", async () => {
    const written = await smallIndex();
    const newer = open(written, (bytes) => {
      bytes[8] = 3;
      return bytes.buffer;
    });
    await expect(newer).rejects.toMatchObject({ code: "index_incompatible" });
  });

  it("says what to run", async () => {
    const written = await smallIndex();
    await expect(open(written, () => new ArrayBuffer(9))).rejects.toThrow("npm run build");
  });

  it("passes on what fetching a file failed with", async () => {
    const { manifest } = await smallIndex();
    const failing = openIndex(manifest, () => Promise.reject(new Error("no network")));
    await expect(failing).rejects.toThrow("no network");
  });
});

describe("a forged index file", () => {
  it("with checksums that fit is refused or stays within its bounds", async () => {
    const written = await smallIndex();
    const file = written.files[0]!.bytes;
    await fc.assert(
      fc.asyncProperty(fc.nat(file.length - 1), fc.integer({ min: 0, max: 255 }), async (at, value) => {
        const bytes = file.slice();
        if (at >= 24) bytes[at] = value;
        const headerChecksum = resealed(bytes);
        const parts = written.manifest.parts.map((part) => ({ ...part, headerChecksum }));
        const { manifestChecksum } = await import("../../../src/index-format/manifest.ts");
        const manifest = { ...written.manifest, parts };
        try {
          const index = await openIndex(
            { ...manifest, checksum: manifestChecksum(manifest) },
            async () => bytes.buffer as ArrayBuffer,
          );
          const answers = await answersOf(index);
          for (const { chunk } of [...answers.lexical, ...answers.filtered, ...answers.vector]) {
            expect(chunk).toBeLessThan(index.chunkCount);
          }
        } catch (error) {
          // Nothing but our own error, a vector query that no longer fits, or a text that is no longer UTF-8.
          if (!isRepoBotError(error)) expect(error).toBeInstanceOf(RangeError);
        }
      }),
      { numRuns: 1500 },
    );
  }, 120_000);
});

/** Computes the checksums of a file anew, as far as its table makes sense. */
function resealed(bytes: Uint8Array<ArrayBuffer>): number {
  const words = new Uint32Array(bytes.buffer);
  const tableEnd = Math.min(16 + words[3]! * 8, words.length);
  for (let row = 16; row + 8 <= tableEnd; row += 8) {
    const [, offset, length] = words.subarray(row, row + 3);
    if (offset! % 64 !== 0 || offset! + length! > bytes.length) continue;
    words[row + 3] = checksum(new Uint32Array(bytes.buffer, offset!, Math.ceil(length! / 4)));
  }
  words[5] = 0;
  words[5] = checksum(words.subarray(0, tableEnd));
  return words[5]!;
}

describe("a manifest", () => {
  it.each([
    ["null", null],
    ["a text", "manifest"],
    ["an empty object", {}],
    ["another program's", { kind: "other", formatVersion: 1, tokenizerVersion: 1 }],
  ])("is refused when it is %s", async (_what, manifest) => {
    const opened = openIndex(manifest, () => Promise.reject(new Error("not asked for")));
    await expect(opened).rejects.toMatchObject({ code: "index_corrupt" });
  });

  it("of another format or tokenizer is refused by version, before anything else is looked at", async () => {
    const { manifest } = await smallIndex();
    for (const change of [{ formatVersion: 3, parts: "?" }, { tokenizerVersion: 0 }]) {
      const opened = openIndex({ ...manifest, ...change }, () => Promise.reject(new Error("not asked for")));
      await expect(opened).rejects.toMatchObject({ code: "index_incompatible" });
    }
  });

  it("is refused after any change of a member", async () => {
    const { manifest } = await smallIndex();
    const changes = [
      { hash: "0" },
      { corpus: { ...manifest.corpus, language: "de" } },
      { embedding: null },
      { counts: { ...manifest.counts, chunks: 1 } },
      { parts: [] },
      { parts: manifest.parts.map((part) => ({ ...part, lazy: true })) },
      { checksum: 1 },
    ];
    for (const change of changes) {
      const opened = openIndex({ ...manifest, ...change }, () => Promise.reject(new Error("not asked for")));
      await expect(opened).rejects.toMatchObject({ code: "index_corrupt" });
    }
  });
});

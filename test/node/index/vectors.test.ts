import { readFile } from "node:fs/promises";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { assembleKernel, KERNEL_BYTES, KERNEL_MODULE, kernelBytesModule } from "../../../build/kernel.ts";
import { WARM_INDEX_FILE, warmIndexModule } from "../../../build/warm-index.ts";
import { compileKernel, KernelMemory } from "../../../src/index-format/kernel.ts";
import { KernelVectorRows } from "../../../src/index-format/kernel-vectors.ts";
import { quantize } from "../../../src/index-format/quantize.ts";
import { PlainVectorRows, VectorRanker } from "../../../src/index-format/vectors.ts";
import { warmUp } from "../../../src/index-format/warm-up.ts";
import { writeIndex } from "../../../src/index-format/writer.ts";
import {
  CORPUS,
  chunkOf,
  clusteredVectors,
  embeddingOf,
  openWritten,
  seededNumbers,
} from "../../support/index-chunks.ts";

const kernelModule = compileKernel()!;

/** A ranker over these vectors, with the rows in one piece or more. */
function rankerOf(vectors: Float32Array, dimensions: number, kernel: WebAssembly.Module | null, pieces = 1) {
  const { rows, ...rest } = quantize(vectors, dimensions);
  const memory = kernel === null ? null : new KernelMemory(kernel);
  const table = { ...rest, dimensions };
  const stored = memory === null ? new PlainVectorRows(table) : new KernelVectorRows(memory, table);
  const rowsAPiece = Math.ceil(rest.scales.length / pieces);
  for (let first = 0; first < rest.scales.length; first += rowsAPiece) {
    const piece = rows.slice(first * dimensions, (first + rowsAPiece) * dimensions);
    stored.add(first, piece);
  }
  return new VectorRanker(table, stored);
}

/** Cosines of a query with every row, in float64. */
function exactCosines(vectors: Float32Array, query: Float32Array): number[] {
  const dimensions = query.length;
  const cosines: number[] = [];
  for (let start = 0; start < vectors.length; start += dimensions) {
    let [dot, rowSquares, querySquares] = [0, 0, 0];
    for (let at = 0; at < dimensions; at++) {
      const value = vectors[start + at]!;
      dot += value * query[at]!;
      rowSquares += value * value;
      querySquares += query[at]! * query[at]!;
    }
    cosines.push(dot / (Math.sqrt(rowSquares * querySquares) || 1));
  }
  return cosines;
}

function queryNear(vectors: Float32Array, dimensions: number, row: number): Float32Array {
  const next = seededNumbers(row + 99);
  return vectors.slice(row * dimensions, (row + 1) * dimensions).map((value) => value + 0.5 * next());
}

describe("vector ranking", () => {
  it.each([
    ["8 dimensions", 8, 300],
    ["dimensions that fill no register", 100, 300],
    ["384 dimensions", 384, 2_500],
    ["so many rows that they are sifted", 384, 4_300],
    ["sifted, in dimensions that fill no register", 200, 3_500],
    ["sifted, in very many dimensions", 2_100, 3_300],
    ["1,536 dimensions", 1_536, 200],
  ])("gives with the kernel what a scan of all rows gives: %s", (_what, dimensions, count) => {
    const vectors = clusteredVectors(count, dimensions);
    const plain = rankerOf(vectors, dimensions, null);
    for (const pieces of [1, 3]) {
      const fast = rankerOf(vectors, dimensions, kernelModule, pieces);
      for (const row of [0, 7, count - 1]) {
        const query = queryNear(vectors, dimensions, row);
        expect(fast.ranking(query, 20, null)).toEqual(plain.ranking(query, 20, null));
        const allowed = Uint8Array.from({ length: count }, (_, at) => (at % 3 === 0 ? 1 : 0));
        expect(fast.ranking(query, 20, allowed)).toEqual(plain.ranking(query, 20, allowed));
      }
    }
  });

  it("scores every row that a filter leaves, and rows of one number, when most are sifted out", () => {
    const [count, dimensions] = [4_000, 128];
    const vectors = clusteredVectors(count, dimensions);
    for (let row = 0; row < 40; row++) {
      vectors.fill(0, row * dimensions, (row + 1) * dimensions);
      vectors[row * dimensions + row] = 1;
    }
    const [plain, fast] = [null, kernelModule].map((kernel) => rankerOf(vectors, dimensions, kernel));
    const query = new Float32Array(dimensions);
    query[17] = 1;
    const allowed = Uint8Array.from({ length: count }, (_, at) => (at % 400 === 0 ? 1 : 0));
    fast!.ranking(query, 5, null);
    expect(fast!.ranking(query, 5, null)[0]!.chunk).toBe(17);
    expect(fast!.ranking(query, 5, null)).toEqual(plain!.ranking(query, 5, null));
    expect(fast!.ranking(query, 20, allowed)).toHaveLength(10);
    expect(fast!.ranking(query, 20, allowed)).toEqual(plain!.ranking(query, 20, allowed));
  });

  it("finds at least 99 % of the ten that float32 finds", () => {
    const [count, dimensions, queries] = [4_000, 384, 60];
    const vectors = clusteredVectors(count, dimensions);
    const ranker = rankerOf(vectors, dimensions, kernelModule);
    let found = 0;
    for (let at = 0; at < queries; at++) {
      const query = queryNear(vectors, dimensions, at * 49);
      const cosines = exactCosines(vectors, query);
      const best = new Set([...cosines.keys()].sort((a, b) => cosines[b]! - cosines[a]!).slice(0, 10));
      for (const { chunk } of ranker.ranking(query, 10, null)) if (best.has(chunk)) found++;
    }
    expect(found / (10 * queries)).toBeGreaterThanOrEqual(0.99);
  });

  it("gives cosines, whatever the lengths of the vectors", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 2 ** 30 }),
        fc.double({ min: 1e-3, max: 1e3, noNaN: true }),
        (seed, factor) => {
          const vectors = clusteredVectors(12, 48, seed).map((value) => value * factor);
          const ranker = rankerOf(vectors, 48, kernelModule);
          const query = queryNear(vectors, 48, 3);
          const cosines = exactCosines(vectors, query);
          for (const { chunk, value } of ranker.ranking(query, 12, null)) {
            expect(Math.abs(value - cosines[chunk]!)).toBeLessThan(0.005);
          }
        },
      ),
    );
  });

  it("ranks nothing for a query without a direction, and takes rows without one", () => {
    const vectors = Float32Array.of(0, 0, 0, 1, 2, 3);
    for (const kernel of [null, kernelModule]) {
      const ranker = rankerOf(vectors, 3, kernel);
      expect(ranker.ranking(Float32Array.of(0, 0, 0), 5, null)).toEqual([]);
      expect(ranker.ranking(Float32Array.of(Number.NaN, 1, 1), 5, null)).toEqual([]);
      expect(ranker.ranking(Float32Array.of(1, 2, 3), 5, null)).toEqual([
        { chunk: 1, value: expect.closeTo(1, 3) },
        { chunk: 0, value: 0 },
      ]);
    }
  });

  it("never overflows a dot product of extreme vectors", () => {
    const dimensions = 4_096;
    const vectors = new Float32Array(dimensions).fill(1);
    const ranker = rankerOf(vectors, dimensions, kernelModule);
    expect(ranker.ranking(vectors, 1, null)[0]!.value).toBeCloseTo(1, 3);
    expect(
      ranker.ranking(
        vectors.map((value) => -value),
        1,
        null,
      )[0]!.value,
    ).toBeCloseTo(-1, 3);
  });

  it("refuses a query of other dimensions than the index has", async () => {
    const chunks = [chunkOf("a text")];
    const written = await writeIndex({
      corpus: CORPUS,
      embedding: embeddingOf(4),
      chunks,
      vectors: new Float32Array(4).fill(1),
    });
    const index = await openWritten(written);
    expect(() => index.vectorRanking(new Float32Array(5).fill(1), 3)).toThrow(RangeError);
  });
});

describe("the index that warms the Worker up", () => {
  it("is what the writer makes, and is opened and asked without an error", async () => {
    expect(await readFile(WARM_INDEX_FILE, "utf8")).toBe(await warmIndexModule());
    await expect(warmUp(kernelModule)).resolves.toBeUndefined();
  });
});

describe("the kernel", () => {
  it("is what its sources assemble to", async () => {
    const bytes = await assembleKernel();
    expect(new Uint8Array(await readFile(KERNEL_MODULE))).toEqual(new Uint8Array(bytes));
    expect(await readFile(KERNEL_BYTES, "utf8")).toBe(kernelBytesModule(bytes));
  });
});

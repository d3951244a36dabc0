/** What every engine is given: chunks, vectors and queries, written to files once and read by each process. */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Chunk } from "../../src/core/passage.ts";
import { benchChunks } from "./bench-corpus.ts";
import { DIMENSIONS, vectorMaker } from "./bench-vectors.ts";
import { hashText, randomNumbers } from "./random.ts";

export interface BenchQuery {
  text: string;
  vector: number[];
}

export interface BenchInput {
  chunks: Chunk[];
  /** `chunks.length × DIMENSIONS`. */
  vectors: Float32Array;
}

const QUERY_COUNT = 100;

/** Makes and writes the input of `count` chunks into `folder`. */
export async function writeInput(folder: string, count: number): Promise<void> {
  const chunks = await benchChunks(count);
  const makeVector = vectorMaker();
  const vectors = new Float32Array(count * DIMENSIONS);
  chunks.forEach((chunk, at) => {
    vectors.set(makeVector(chunk, 0), at * DIMENSIONS);
  });
  const random = randomNumbers(count);
  const queries: BenchQuery[] = Array.from({ length: QUERY_COUNT }, () => {
    const chunk = chunks[Math.floor(random() * chunks.length)]!;
    return { text: questionAbout(chunk), vector: [...makeVector(chunk, 1)] };
  });
  // A line a chunk: 100,000 of them in one JSON text would come near V8's longest string.
  await writeFile(join(folder, "chunks.jsonl"), chunks.map((chunk) => JSON.stringify(chunk)).join("\n"));
  await writeFile(join(folder, "vectors.f32"), new Uint8Array(vectors.buffer));
  await writeFile(join(folder, "queries.json"), JSON.stringify(queries));
}

/** A question as readers type it, about this chunk: a heading and three of its words. */
function questionAbout(chunk: Chunk): string {
  const words = chunk.text.match(/[A-Za-z][A-Za-z_.]{4,}/g) ?? ["docs"];
  const random = randomNumbers(hashText(chunk.id));
  const pick = () => words[Math.floor(random() * words.length)];
  return `how do I use ${chunk.headingPath.at(-1) ?? chunk.title} with ${pick()} and ${pick()} when ${pick()} fails?`;
}

export async function readInput(folder: string): Promise<BenchInput> {
  const lines = (await readFile(join(folder, "chunks.jsonl"), "utf8")).split("\n");
  const bytes = await readFile(join(folder, "vectors.f32"));
  // Written above, by the same program.
  const chunks = lines.map((line) => JSON.parse(line) as Chunk);
  return { chunks, vectors: new Float32Array(new Uint8Array(bytes).buffer) };
}

export async function readQueries(folder: string): Promise<BenchQuery[]> {
  return JSON.parse(await readFile(join(folder, "queries.json"), "utf8")) as BenchQuery[];
}

/** Orama as its documentation sets it up: strings, enums and a vector; saved with `save` and JSON. */
import { create, insertMultiple, load, type RawData, save, search, searchVector } from "@orama/orama";
import type { Chunk } from "../../src/core/passage.ts";
import type { BenchInput } from "./bench-input.ts";
import { DIMENSIONS } from "./bench-vectors.ts";
import { type Engine, type LoadedEngine, TOP } from "./engine.ts";

const FILE = "orama.json";
const BATCH = 500;

function newDatabase() {
  return create({
    schema: {
      title: "string",
      headings: "string",
      text: "string",
      version: "enum",
      source: "enum",
      embedding: `vector[${DIMENSIONS}]`,
    },
  } as const);
}

type Database = ReturnType<typeof newDatabase>;

async function built({ chunks, vectors }: BenchInput): Promise<Database> {
  const database = newDatabase();
  const documentOf = (chunk: Chunk, at: number) => ({
    id: chunk.id,
    url: chunk.url,
    title: chunk.title,
    headings: chunk.headingPath.join(" "),
    text: chunk.text,
    version: chunk.version,
    source: chunk.source,
    embedding: Array.from(vectors.subarray(at * DIMENSIONS, (at + 1) * DIMENSIONS)),
  });
  await insertMultiple(database, chunks.map(documentOf), BATCH);
  return database;
}

function engineOver(database: Database): LoadedEngine {
  const vectorOf = (vector: Float32Array) => ({ value: Array.from(vector), property: "embedding" });
  return {
    lexical: async (term) => (await search(database, { term, limit: TOP })).hits.length,
    vector: async (vector) =>
      (
        await searchVector(database, {
          mode: "vector",
          vector: vectorOf(vector),
          similarity: 0,
          limit: TOP,
        })
      ).hits.length,
    hybrid: async (term, vector) =>
      (
        await search(database, {
          mode: "hybrid",
          term,
          vector: vectorOf(vector),
          similarity: 0,
          limit: TOP,
        })
      ).hits.length,
  };
}

export const orama: Engine = {
  async build(input) {
    const raw = await save(await built(input));
    try {
      return new Map([[FILE, new TextEncoder().encode(JSON.stringify(raw))]]);
    } catch (error) {
      // Longer than V8's longest string.
      if (error instanceof RangeError) return null;
      throw error;
    }
  },

  async load(files) {
    const database = newDatabase();
    // Saved by the same version above.
    load(database, JSON.parse(new TextDecoder().decode(files.get(FILE))) as RawData);
    files.delete(FILE);
    return engineOver(database);
  },

  loadBuilt: async (input) => engineOver(await built(input)),
};

/** The same with stock Orama, from its saved JSON in files that fit the asset limit. */
import { create, load as loadDatabase, type RawData, search } from "@orama/orama";

interface Env {
  FILES: { fetch(url: string): Promise<Response> };
}

function newDatabase() {
  return create({
    schema: {
      title: "string",
      headings: "string",
      text: "string",
      version: "enum",
      source: "enum",
      embedding: "vector[384]",
    },
  } as const);
}

let database: ReturnType<typeof newDatabase> | null = null;

async function load(env: Env): Promise<ReturnType<typeof newDatabase>> {
  // The bench's own files.
  const { shards } = (await (await env.FILES.fetch("http://files/shards.json")).json()) as { shards: number };
  const texts = await Promise.all(
    Array.from({ length: shards }, async (_, at) =>
      (await env.FILES.fetch(`http://files/shard-${at}`)).text(),
    ),
  );
  const loading = newDatabase();
  loadDatabase(loading, JSON.parse(texts.join("")) as RawData);
  return loading;
}

export default {
  async fetch(request: Request, env: Env): Promise<Response> {
    const { text, vector } = (await request.json()) as { text: string; vector: number[] };
    database ??= await load(env);
    const results = await search(database, {
      mode: "hybrid",
      term: text,
      vector: { value: vector, property: "embedding" },
      similarity: 0,
      limit: 5,
    });
    return Response.json(results.hits.map(({ id, document }) => [id, document.text.length]));
  },
};

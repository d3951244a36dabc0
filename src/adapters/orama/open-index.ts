/**
 * The passage index through Orama: a database made by Orama's `create` with our components, whose two rankings are taken from
 * the component's own calls. Orama's `search` would add an object and a document a hit, which fusion has no use for, and hide
 * the limit from the ranking.
 */
import { create, type TokenScore } from "@orama/orama";
import type { PassageFilter, PassageIndex } from "../../core/ports.ts";
import { FIELD_NAMES } from "../../index-format/fields.ts";
import type { BinaryPassageIndex, OpenIndexOptions } from "../../index-format/passage-index.ts";
import type { FetchPart } from "../../index-format/passage-texts.ts";
import { openIndex as openBinaryIndex } from "../../index-format/reader.ts";
import { ChunkSet } from "./chunk-set.ts";
import { type IndexDatabase, repobotIndexPlugin, type VectorNode } from "./plugin.ts";
import { oramaSchema, VECTOR_PROPERTY } from "./schema.ts";

/** Orama's BM25 parameters: part of the call, not of our ranking. */
const UNUSED_RELEVANCE = { k: 0, b: 0, d: 0 };

/**
 * Opens an index behind Orama.
 * @param manifestJson the parsed manifest
 * @param fetchPart bytes of a part by its name; it is also called later, for texts
 * @throws RepoBotError `index_corrupt`, `index_incompatible`, or what `fetchPart` throws
 */
export async function openIndex(
  manifestJson: unknown,
  fetchPart: FetchPart,
  options: OpenIndexOptions = {},
): Promise<PassageIndex> {
  return oramaPassageIndex(await openBinaryIndex(manifestJson, fetchPart, options));
}

/** The rankings of `index` taken from the components of an Orama database over it; everything else from the index. */
export function oramaPassageIndex(index: BinaryPassageIndex): PassageIndex {
  const database = create({ schema: oramaSchema(index), plugins: [repobotIndexPlugin(index)] });
  // `create` types the stores by its own components; these are the plugin's.
  const { index: component, data } = database as unknown as IndexDatabase;
  const properties = [...FIELD_NAMES];
  const chunksOf = (scores: readonly TokenScore[]) => scores.map(([id, value]) => ({ chunk: id - 1, value }));
  return {
    hash: index.hash,
    chunkCount: index.chunkCount,
    corpus: index.corpus,
    embedding: index.embedding,
    lexicalRanking(query, limit, filter) {
      const store = { ...data.index, maxResults: limit };
      const where = allowedBy(index, filter);
      return chunksOf(
        component.search(
          store,
          query,
          database.tokenizer,
          undefined,
          properties,
          false,
          0,
          {},
          UNUSED_RELEVANCE,
          index.chunkCount,
          where,
        ),
      );
    },
    vectorRanking(queryVector, limit, filter) {
      const node = data.index.vectorIndexes[VECTOR_PROPERTY]?.node;
      if (node === undefined) return [];
      // The plugin's own node: it takes a limit after Orama's arguments.
      return chunksOf((node as unknown as VectorNode).find(queryVector, -1, allowedBy(index, filter), limit));
    },
    analyzeQuery: (query) => index.analyzeQuery(query),
    chunkHasTerm: (chunk, terms) => index.chunkHasTerm(chunk, terms),
    passages: (chunks) => index.passages(chunks),
    chunksOfFile: (file) => index.chunksOfFile(file),
  };
}

function allowedBy(index: BinaryPassageIndex, filter: PassageFilter | undefined): ChunkSet | undefined {
  const allowed = index.columns.allowed(filter);
  return allowed === null ? undefined : new ChunkSet(allowed);
}

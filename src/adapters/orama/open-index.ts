/**
 * The passage index by way of its Orama component: both rankings come from the calls that Orama itself makes of it. Orama's
 * `search` stays out of the way, since it would add an object and a document a hit, which fusion has no use for, and hide the
 * limit from the ranking; `create` stays out as well, since on a cold isolate it and Orama's code cost more than a query.
 */
import type { TokenScore } from "@orama/orama";
import type { PassageFilter, PassageIndex } from "../../core/ports.ts";
import { FIELD_NAMES } from "../../index-format/fields.ts";
import type { BinaryPassageIndex, OpenIndexOptions } from "../../index-format/passage-index.ts";
import type { FetchPart } from "../../index-format/passage-texts.ts";
import { openIndex as openBinaryIndex } from "../../index-format/reader.ts";
import { ChunkSet } from "./chunk-set.ts";
import { createIndexComponent, createIndexStore, createTokenizerComponent } from "./plugin.ts";
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

/** The rankings of `index` taken from its Orama component; everything else from the index. */
export function oramaPassageIndex(index: BinaryPassageIndex): PassageIndex {
  const component = createIndexComponent(index);
  const store = createIndexStore(index, oramaSchema(index));
  const tokenizer = createTokenizerComponent(index);
  const properties = [...FIELD_NAMES];
  const chunksOf = (scores: readonly TokenScore[]) => scores.map(([id, value]) => ({ chunk: id - 1, value }));
  return {
    hash: index.hash,
    chunkCount: index.chunkCount,
    corpus: index.corpus,
    embedding: index.embedding,
    lexicalRanking(query, limit, filter) {
      const limited = { ...store, maxResults: limit };
      const where = allowedBy(index, filter);
      return chunksOf(
        component.search(
          limited,
          query,
          tokenizer,
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
      const node = store.vectorNodes[VECTOR_PROPERTY];
      return node === undefined ? [] : chunksOf(node.find(queryVector, -1, allowedBy(index, filter), limit));
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

/**
 * The index as components of Orama: `create({ schema, plugins: [repobotIndexPlugin(index)] })`, then Orama's own `search` and
 * `searchVector` with `where` filters, `limit`, `offset`, `properties`, `boost`, facets and groups work on it. Read-only.
 *
 * What stays Orama's: the database object, the calls, pagination, pinning, facets, groups and hit objects. What is the index's:
 * terms, ranking, filters, documents and ids. `tolerance` and `relevance` are not looked at: the index forgives slips of words it
 * lacks by itself, and its BM25F parameters were set when it was opened.
 */
import type {
  AnyIndexStore,
  IIndex,
  ISorter,
  OramaPluginSync,
  SearchableType,
  Tokenizer,
  TokenScore,
} from "@orama/orama";
import { RepoBotError } from "../../core/errors.ts";
import type { RankedChunk } from "../../core/ports.ts";
import type { Bm25fParameters } from "../../index-format/bm25f.ts";
import { COLUMN_NAMES } from "../../index-format/columns.ts";
import { FIELD_NAMES } from "../../index-format/fields.ts";
import type { BinaryPassageIndex } from "../../index-format/passage-index.ts";
import { ChunkSet } from "./chunk-set.ts";
import { createDocuments, mapInternalIds } from "./documents.ts";
import { readOnly } from "./read-only.ts";
import { checkSchema } from "./schema.ts";
import { chunksWhere } from "./where.ts";

/** The index component's store. */
export interface IndexStore extends AnyIndexStore {
  schema: Readonly<Record<string, SearchableType>>;
  /** Orama looks here for the type of a filtered property. */
  indexes: Record<string, { type: "Flat" }>;
  /**
   * Entries a ranking holds at most. Orama never tells a component its `limit`, so the default returns every match, as Orama
   * does; who calls the component itself may pass a copy of the store with a lower one.
   */
  maxResults: number;
  /** The nodes of `vectorIndexes`, as what they are. */
  vectorNodes: Record<string, VectorNode>;
}

/** What Orama calls of a vector index. */
export interface VectorNode {
  size: number;
  /** @param limit entries at most; Orama passes none. @defaultValue all */
  find(
    vector: Float32Array,
    similarity: number,
    where: Set<number> | undefined,
    limit?: number,
  ): TokenScore[];
}

function tokenScores(ranking: readonly RankedChunk[]): TokenScore[] {
  return ranking.map(({ chunk, value }) => [chunk + 1, value]);
}

function allowedOf(where: Set<number> | undefined, index: BinaryPassageIndex): Uint8Array | null {
  return where === undefined ? null : ChunkSet.from(where, index.chunkCount).allowed;
}

/** Field weights for the properties that are searched; undefined for the index's own. */
function searchWeights(
  base: Bm25fParameters["weights"],
  properties: readonly string[],
  boost: Readonly<Record<string, number | undefined>>,
): Bm25fParameters["weights"] | undefined {
  const isWhole = FIELD_NAMES.every((name) => properties.includes(name) && (boost[name] ?? 1) === 1);
  if (isWhole) return undefined;
  const weight = (field: number) => {
    const name = FIELD_NAMES[field]!;
    if (!properties.includes(name)) return 0;
    const factor = boost[name] ?? 1;
    if (!(factor > 0)) {
      throw new RepoBotError("bad_request", `boost.${name} must be above 0.`, { field: `boost.${name}` });
    }
    return base[field]! * factor;
  };
  return [weight(0), weight(1), weight(2), weight(3)];
}

/** The store of the index component. @param schema as Orama was given it */
export function createIndexStore(
  index: BinaryPassageIndex,
  schema: Readonly<Record<string, SearchableType>>,
): IndexStore {
  const node: VectorNode = {
    size: index.embedding?.dimensions ?? 0,
    find(vector, similarity, where, limit = index.chunkCount) {
      const query = vector instanceof Float32Array ? vector : Float32Array.from(vector);
      const ranking = index.rankByVector(query, limit, allowedOf(where, index));
      return tokenScores(ranking.filter(({ value }) => value >= similarity));
    },
  };
  const vectorProperties = Object.keys(schema).filter((name) => String(schema[name]).startsWith("vector["));
  return {
    schema,
    indexes: Object.fromEntries(COLUMN_NAMES.map((name) => [name, { type: "Flat" as const }])),
    maxResults: index.chunkCount,
    vectorNodes: Object.fromEntries(vectorProperties.map((name) => [name, node])),
    // Orama's class has more methods, for inserting and saving; it calls none of them on a database that cannot change.
    vectorIndexes: Object.fromEntries(
      vectorProperties.map((name) => [name, { type: "Vector", isArray: false, node: node as never }]),
    ),
  };
}

/** Orama's index component over the index. */
export function createIndexComponent(index: BinaryPassageIndex): IIndex<IndexStore> {
  return {
    create(_orama, internalIds, schema) {
      mapInternalIds(internalIds, index);
      return createIndexStore(index, schema);
    },
    search(
      store,
      term,
      _tokenizer,
      _language,
      properties,
      _exact,
      _tolerance,
      boost,
      _relevance,
      _count,
      where,
      threshold,
    ) {
      if (threshold !== undefined && threshold !== 1) {
        throw new RepoBotError(
          "bad_request",
          "threshold must be 1: a question need not match word for word.",
          {
            field: "threshold",
          },
        );
      }
      // Orama types the store of `search` as any component's; it passes what `create` returned.
      const { maxResults } = store as IndexStore;
      const weights = searchWeights(index.bm25f.weights, properties, boost);
      return tokenScores(index.rankLexically(term, maxResults, allowedOf(where, index), weights));
    },
    searchByWhereClause: (_store, _tokenizer, filters) =>
      chunksWhere(index.columns, index.chunkCount, filters),
    getSearchableProperties: (store) => Object.keys(store.schema),
    getSearchablePropertiesWithTypes: (store) => ({ ...store.schema }),
    insert: () => readOnly("insert"),
    remove: () => readOnly("remove"),
    insertDocumentScoreParameters: () => readOnly("insert"),
    insertTokenScoreParameters: () => readOnly("insert"),
    removeDocumentScoreParameters: () => readOnly("remove"),
    removeTokenScoreParameters: () => readOnly("remove"),
    calculateResultScores: () => readOnly("score by property"),
    load: () => readOnly("load"),
    save: () => readOnly("save"),
  };
}

/** Sorting by a property would take a table of every value; rankings are by relevance. */
const sorter: ISorter<object> = {
  create: () => ({}),
  insert: () => readOnly("insert"),
  remove: () => readOnly("remove"),
  load: () => readOnly("load"),
  save: () => readOnly("save"),
  sortBy: () => readOnly("sort by a property"),
  getSortableProperties: () => [],
  getSortablePropertiesWithTypes: () => ({}),
};

/** Orama asks its tokenizer only where the index component does, which has its own; a cache fed by queries never fills. */
export function createTokenizerComponent(index: BinaryPassageIndex): Tokenizer {
  return {
    language: index.corpus.language,
    normalizationCache: new Map(),
    tokenize: (text) => index.plan(text).concepts.flatMap(({ terms }) => terms.map(({ term }) => term)),
  };
}

/** @see createIndexComponent */
export function repobotIndexPlugin(index: BinaryPassageIndex): OramaPluginSync {
  return {
    name: "repobot-index",
    // Orama's type leaves the stores to the caller of a generic method; these are the stores of this plugin.
    getComponents: ((schema: Record<string, unknown>) => {
      checkSchema(schema, index);
      return {
        index: createIndexComponent(index),
        documentsStore: createDocuments(index),
        tokenizer: createTokenizerComponent(index),
        sorter,
      };
    }) as unknown as NonNullable<OramaPluginSync["getComponents"]>,
  };
}

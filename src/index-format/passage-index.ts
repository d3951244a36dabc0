import type { Passage } from "../core/passage.ts";
import type {
  CorpusInfo,
  EmbeddingInfo,
  PassageFilter,
  PassageIndex,
  QueryTerm,
  RankedChunk,
} from "../core/ports.ts";
import { type Bm25fParameters, type ConceptScorer, DEFAULT_BM25F } from "./bm25f.ts";
import { type ChunkIds, openChunkIds } from "./chunk-ids.ts";
import { Columns } from "./columns.ts";
import type { Counts } from "./counts.ts";
import { Dictionary } from "./dictionary.ts";
import { decodeFieldLengths } from "./field-lengths.ts";
import { chunkUrl, Files } from "./files.ts";
import type { KernelMemory } from "./kernel.ts";
import { fitsKernel, KernelConceptScorer } from "./kernel-scorer.ts";
import { KindStatistics } from "./kind-statistics.ts";
import { SECTION } from "./layout.ts";
import type { Manifest } from "./manifest.ts";
import { OwnPlaces } from "./own-places.ts";
import type { PassageTexts } from "./passage-texts.ts";
import { PlainConceptScorer } from "./plain-scorer.ts";
import { decodeRows } from "./postings.ts";
import { DEFAULT_ROLE_WEIGHTS, planQuery, type QueryPlan, type RoleWeights } from "./query.ts";
import type { Rows } from "./rows.ts";
import type { Sections } from "./sections.ts";
import { createTokenizer, type Tokenizer } from "./text/tokenizer.ts";
import type { ChunkText } from "./text-blocks.ts";
import { collectBest } from "./top-k.ts";
import type { VectorRanker } from "./vectors.ts";

/** How rankings are made; nothing of it is in the index, so it can change without a build. */
export interface OpenIndexOptions {
  /** @defaultValue DEFAULT_BM25F */
  bm25f?: Bm25fParameters;
  /** @defaultValue DEFAULT_ROLE_WEIGHTS */
  roleWeights?: RoleWeights;
  /** `kernel.wasm` as the runtime imported it; by default it is compiled from bytes, where that is allowed. Null for plain JavaScript. */
  kernel?: WebAssembly.Module | null;
  /** False where no query has a vector: then files that hold nothing but vectors are not fetched. @defaultValue true */
  vectors?: boolean;
}

/** Plans of the last texts are kept: a turn asks for the terms and the ranking of a question, and for the terms of a passage again. */
const KEPT_PLANS = 16;
/** Terms whose rows are kept decoded for {@link BinaryPassageIndex.chunkHasTerm}. */
const DECODED_TERMS = 64;

/** What {@link BinaryPassageIndex} is made of. */
export interface OpenedParts {
  manifest: Manifest;
  counts: Counts;
  sections: Sections;
  /** What words, vectors and texts are stored by. */
  rows: Rows;
  texts: PassageTexts;
  /** Where the sections lie and rankings are made; null where no WebAssembly can be had. */
  memory: KernelMemory | null;
  vectors: VectorRanker | null;
}

/** The index over the bytes of its parts. Holds no object per chunk. */
export class BinaryPassageIndex implements PassageIndex {
  readonly hash: string;
  readonly chunkCount: number;
  readonly corpus: CorpusInfo;
  readonly embedding: EmbeddingInfo | null;
  readonly columns: Columns;
  readonly chunkIds: ChunkIds;
  readonly files: Files;
  /** By row. */
  readonly texts: PassageTexts;
  readonly rows: Rows;
  /** What lexical rankings are made with. */
  readonly bm25f: Bm25fParameters;
  private readonly tokenizer: Tokenizer;
  private readonly dictionary: Dictionary;
  private readonly postings: Uint8Array;
  private readonly scorer: ConceptScorer;
  private readonly vectors: VectorRanker | null;
  private readonly roleWeights: RoleWeights;
  private readonly kinds: KindStatistics;
  /** Null where every chunk's place is stored with its text. */
  private readonly ownPlaces: OwnPlaces | null;
  private readonly plans = new Map<string, QueryPlan>();
  private readonly decoded = new Map<string, Uint32Array>();

  constructor(
    { manifest, counts, sections, rows, texts, memory, vectors }: OpenedParts,
    options: OpenIndexOptions,
  ) {
    this.hash = manifest.hash;
    this.chunkCount = counts.chunks;
    this.corpus = manifest.corpus;
    this.embedding = manifest.embedding;
    this.texts = texts;
    this.rows = rows;
    this.tokenizer = createTokenizer({ language: manifest.corpus.language });
    this.dictionary = new Dictionary(
      sections.one(SECTION.dictionary),
      sections.words(SECTION.dictionaryIndex),
      counts.terms,
    );
    this.postings = sections.one(SECTION.postings);
    const statistics = decodeFieldLengths(sections.one(SECTION.fieldLengths), rows.count, counts.chunks);
    this.bm25f = options.bm25f ?? DEFAULT_BM25F;
    this.scorer =
      memory !== null && fitsKernel(statistics)
        ? new KernelConceptScorer(memory, this.postings, statistics, this.bm25f)
        : new PlainConceptScorer(this.postings, statistics, this.bm25f);
    this.roleWeights = options.roleWeights ?? DEFAULT_ROLE_WEIGHTS;
    this.columns = new Columns(sections.one(SECTION.columns), counts.chunks);
    this.files = new Files(sections.one(SECTION.files), counts.fileRuns, counts.chunks);
    this.chunkIds = openChunkIds(sections.one(SECTION.chunkIds), counts.chunks);
    this.vectors = vectors;
    this.kinds = new KindStatistics(this.columns, rows, counts.chunks);
    this.ownPlaces = sections.has(SECTION.ownPlaces) ? new OwnPlaces(sections.one(SECTION.ownPlaces)) : null;
  }

  /** A query as it is looked up: what is scored, with which weights. */
  plan(query: string): QueryPlan {
    const kept = this.plans.get(query);
    if (kept !== undefined) return kept;
    const { tokenizer, dictionary, chunkCount, roleWeights: weights } = this;
    const { language } = this.corpus;
    const plan = planQuery(query, { tokenizer, dictionary, chunkCount, language, weights });
    if (this.plans.size >= KEPT_PLANS) this.plans.delete(this.plans.keys().next().value!);
    this.plans.set(query, plan);
    return plan;
  }

  lexicalRanking(query: string, limit: number, filter?: PassageFilter): RankedChunk[] {
    const kind = this.kinds.onlyKind(filter?.kind);
    return this.rankLexically(query, limit, this.columns.allowed(filter), undefined, kind);
  }

  /**
   * {@link lexicalRanking} over the chunks that are allowed.
   * @param allowed 1 for each chunk that may be returned; null for all
   * @param weights field weights in place of those the index was opened with
   * @param kind words are weighed by how rare they are in chunks of this kind; null for all chunks
   */
  rankLexically(
    query: string,
    limit: number,
    allowed: Uint8Array | null,
    weights?: Bm25fParameters["weights"],
    kind: string | null = null,
  ): RankedChunk[] {
    const plan = this.plan(query);
    if (plan.concepts.length === 0 || !(limit > 0)) return [];
    const concepts =
      kind === null ? plan.concepts : this.kinds.within(kind, plan.concepts, (term) => this.rowsOfTerm(term));
    const { scorer, rows } = this;
    return rows.ranking(limit, allowed, (rowLimit, allowedRows) => {
      const best = collectBest(rowLimit, rows.count);
      scorer.rank(concepts, best, allowedRows, weights);
      return best.ranking();
    });
  }

  vectorRanking(queryVector: Float32Array, limit: number, filter?: PassageFilter): RankedChunk[] {
    return this.rankByVector(queryVector, limit, this.columns.allowed(filter));
  }

  /** {@link vectorRanking} over the chunks that are allowed. @param allowed 1 for each chunk that may be returned; null for all */
  rankByVector(queryVector: Float32Array, limit: number, allowed: Uint8Array | null): RankedChunk[] {
    if (this.vectors === null || !(limit > 0)) return [];
    if (queryVector.length !== this.embedding?.dimensions) {
      throw new RangeError(
        `a query of ${queryVector.length} dimensions, the index has ${this.embedding?.dimensions}`,
      );
    }
    const { vectors } = this;
    return this.rows.ranking(Math.floor(limit), allowed, (rowLimit, allowedRows) =>
      vectors.ranking(queryVector, rowLimit, allowedRows),
    );
  }

  /** Bytes of vectors that all vector rankings so far have read. */
  get vectorBytesRead(): number {
    return this.vectors?.bytesRead ?? 0;
  }

  analyzeQuery(query: string): QueryTerm[] {
    return this.plan(query).terms;
  }

  chunkHasTerm(chunk: number, terms: readonly string[]): boolean {
    const row = this.rows.rowOf(chunk);
    return terms.some((term) => contains(this.rowsOfTerm(term), row));
  }

  /** Rows that hold an index term, ascending. */
  private rowsOfTerm(term: string): Uint32Array {
    const kept = this.decoded.get(term);
    if (kept !== undefined) return kept;
    const entry = this.dictionary.find(term);
    const rows =
      entry === null
        ? new Uint32Array(0)
        : decodeRows(this.postings, entry.postingsStart, entry.postingsEnd, entry.docFreq, this.rows.count);
    if (this.decoded.size >= DECODED_TERMS) this.decoded.delete(this.decoded.keys().next().value!);
    this.decoded.set(term, rows);
    return rows;
  }

  async passages(chunks: readonly number[]): Promise<Passage[]> {
    for (const chunk of chunks) {
      if (!(Number.isInteger(chunk) && chunk >= 0 && chunk < this.chunkCount)) {
        throw new RangeError(`chunk ${chunk} of ${this.chunkCount}`);
      }
    }
    const texts = await this.texts.read(chunks.map((chunk) => this.rows.rowOf(chunk)));
    return chunks.map((chunk, at) => {
      const { pageUrl, ...fields } = this.residentFields(chunk);
      const { headingPath, text, innerAnchors } = texts[at]!;
      return {
        ...fields,
        ...this.placeOf(chunk, pageUrl, texts[at]!),
        headingPath,
        text,
        ...(innerAnchors !== undefined && { innerAnchors }),
      };
    });
  }

  /** Anchor and URL of a chunk. @param stored what is stored with its row */
  private placeOf(chunk: number, pageUrl: string, stored: ChunkText): Pick<Passage, "anchor" | "url"> {
    const own = this.ownPlaces?.of(chunk) ?? null;
    if (own !== null) return { anchor: own.anchor, url: pageUrl + own.fragment };
    const { anchor, ownUrl } = stored;
    return { anchor, url: ownUrl === "" ? chunkUrl(pageUrl, anchor) : ownUrl };
  }

  /** What {@link passages} adds to {@link residentFields}, without waiting; null when the chunk's text is not here yet. */
  loadedFields(chunk: number): Omit<Passage, keyof ResidentFields> | null {
    const stored = this.texts.readLoaded(this.rows.rowOf(chunk));
    if (stored === null) return null;
    const { headingPath, text } = stored;
    return { ...this.placeOf(chunk, this.files.ofChunk(chunk).pageUrl, stored), headingPath, text };
  }

  chunksOfFile(file: string): number[] {
    return this.files.chunksOf(file);
  }

  /** What is known of a chunk without its text. `pageUrl` has no fragment. */
  residentFields(chunk: number): ResidentFields {
    const { path, pageUrl, title } = this.files.ofChunk(chunk);
    return {
      id: this.chunkIds.idOf(chunk),
      file: path,
      pageUrl,
      title,
      kind: this.columns.value("kind", chunk) === "code" ? "code" : "docs",
      version: this.columns.value("version", chunk),
      language: this.columns.value("language", chunk),
      source: this.columns.value("source", chunk),
    };
  }
}

/** What the resident parts hold of a chunk. */
export type ResidentFields = Omit<Passage, "url" | "anchor" | "headingPath" | "text"> & { pageUrl: string };

function contains(sorted: Uint32Array, wanted: number): boolean {
  let low = 0;
  let high = sorted.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    if (sorted[middle] === wanted) return true;
    if (sorted[middle]! < wanted) low = middle + 1;
    else high = middle - 1;
  }
  return false;
}

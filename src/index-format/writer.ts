import { RepoBotError } from "../core/errors.ts";
import type { Chunk } from "../core/passage.ts";
import type { CorpusInfo, EmbeddingInfo } from "../core/ports.ts";
import { encodeChunkIds } from "./chunk-ids.ts";
import { encodeColumns } from "./columns.ts";
import { encodeCounts } from "./counts.ts";
import { chunkUrl, encodeFiles, type FileRun, fileRuns } from "./files.ts";
import { encodeInvertedIndex } from "./inverted-index.ts";
import { encodePart, FORMAT_VERSION, SECTION, type Section, SHARED_FORMAT_VERSION } from "./layout.ts";
import { MANIFEST_KIND, type Manifest, manifestChecksum } from "./manifest.ts";
import { encodeOwnPlaces, type OwnPlace } from "./own-places.ts";
import { PART_LIMITS, type PartLimits, planParts } from "./parts.ts";
import { type QuantizedVectors, quantize, quantizedRows } from "./quantize.ts";
import { encodeRows } from "./rows.ts";
import { type SharedRows, shareRows } from "./share.ts";
import { createTokenizer, TOKENIZER_VERSION } from "./text/tokenizer.ts";
import { type ChunkText, encodeTexts } from "./text-blocks.ts";

export interface WriteIndexInput {
  corpus: CorpusInfo;
  /** What `vectors` were made with; null without vectors. */
  embedding: EmbeddingInfo | null;
  /** In the order that decides ties; chunks of one file in page order. */
  chunks: readonly Chunk[];
  /** `chunks.length × embedding.dimensions`, in chunk order, equal for equal texts; null without vectors. */
  vectors: Float32Array | null;
  /** Told of each different text when its words are counted, which takes the most of the time. */
  onProgress?: (done: number, total: number) => void;
}

export interface IndexFile {
  name: string;
  bytes: Uint8Array<ArrayBuffer>;
}

export interface WrittenIndex {
  manifest: Manifest;
  /** In the order of `manifest.parts`. */
  files: IndexFile[];
}

/** Hexadecimal digits of SHA-256 in a file's name: 64 bits. */
const NAME_DIGITS = 16;

/**
 * Encodes an index. The same input gives the same bytes, on any machine and any version of Node. Equal chunks of several versions or
 * languages are stored once, and rank as if each were stored by itself.
 * @throws RepoBotError `source_unreadable` without a single chunk, `config_invalid` for vectors that do not fit
 */
export async function writeIndex(
  input: WriteIndexInput,
  limits: PartLimits = PART_LIMITS,
): Promise<WrittenIndex> {
  checkInput(input);
  const { chunks, corpus, embedding } = input;
  const shared = shareRows(chunks);
  const rowChunks = shared === null ? chunks : Array.from(shared.firstChunks, (chunk) => chunks[chunk]!);
  const inverted = encodeInvertedIndex(
    rowChunks,
    shared?.chunkCounts ?? new Uint32Array(chunks.length).fill(1),
    createTokenizer({ language: corpus.language }),
    input.onProgress,
  );
  const runs = fileRuns(chunks);
  const places = chunkTexts(chunks, runs);
  const { dictionary, blocks } = encodeTexts(shared === null ? places : rowTexts(shared, places));
  const textIndex = new Uint32Array(blocks.length * 2);
  let textOffset = 0;
  blocks.forEach((block, at) => {
    textIndex.set([textOffset, block.checksum], at * 2);
    textOffset += block.bytes.length;
  });
  const counts = encodeCounts({
    chunks: chunks.length,
    fileRuns: runs.length,
    terms: inverted.termCount,
    dimensions: embedding?.dimensions ?? 0,
    textBlocks: blocks.length,
  });
  const resident: Section[] = [
    { id: SECTION.counts, bytes: counts },
    { id: SECTION.dictionary, bytes: inverted.dictionary },
    { id: SECTION.dictionaryIndex, bytes: inverted.dictionaryIndex },
    { id: SECTION.postings, bytes: inverted.postings },
    { id: SECTION.fieldLengths, bytes: inverted.fieldLengths },
    { id: SECTION.columns, bytes: encodeColumns(chunks) },
    { id: SECTION.files, bytes: encodeFiles(runs) },
    { id: SECTION.chunkIds, bytes: encodeChunkIds(chunks.map((chunk) => chunk.id)) },
    { id: SECTION.textIndex, bytes: new Uint8Array(textIndex.buffer) },
    { id: SECTION.textDictionary, bytes: dictionary },
    ...(shared === null ? [] : sharedSections(shared, chunks, places)),
  ].map((section) => ({ ...section, first: 0 }));
  const all =
    input.vectors === null || embedding === null ? null : quantize(input.vectors, embedding.dimensions);
  const quantized = all === null || shared === null ? all : quantizedRows(all, shared.firstChunks);
  if (quantized !== null) {
    resident.push({ id: SECTION.vectorTable, first: 0, bytes: encodeVectorTable(quantized) });
  }
  const plan = planParts(
    {
      resident,
      vectorRows: quantized === null ? null : new Uint8Array(quantized.rows.buffer),
      dimensions: embedding?.dimensions ?? 0,
      textBlocks: blocks.map((block) => block.bytes),
    },
    limits,
  );
  return assemble(input, plan, inverted.termCount, inverted.postingCount, shared);
}

async function assemble(
  input: WriteIndexInput,
  plan: ReturnType<typeof planParts>,
  termCount: number,
  postingCount: number,
  shared: SharedRows | null,
): Promise<WrittenIndex> {
  const formatVersion = shared === null ? FORMAT_VERSION : SHARED_FORMAT_VERSION;
  const parts: Manifest["parts"] = [];
  const files: IndexFile[] = [];
  for (const { sections, lazy } of plan) {
    const { bytes, headerChecksum } = encodePart(sections, formatVersion);
    const name = `index-${await sha256(bytes)}.bin`;
    files.push({ name, bytes });
    parts.push({
      name,
      byteLength: bytes.length,
      headerChecksum,
      sections: sections.map((section) => section.id),
      lazy,
      firstTextBlock: sections.find((section) => section.id === SECTION.texts)?.first ?? 0,
    });
  }
  const { corpus, embedding, chunks } = input;
  const unsigned = {
    kind: MANIFEST_KIND,
    formatVersion,
    tokenizerVersion: TOKENIZER_VERSION,
    hash: await hashOf({ corpus, embedding, parts }),
    corpus,
    embedding,
    counts: {
      chunks: chunks.length,
      files: new Set(chunks.map((chunk) => chunk.file)).size,
      terms: termCount,
      postings: postingCount,
      tokens: chunks.reduce((sum, chunk) => sum + chunk.tokens, 0),
      ...(shared !== null && { rows: shared.firstChunks.length }),
    },
    parts,
  } as const;
  return { manifest: { ...unsigned, parts, checksum: manifestChecksum({ ...unsigned, parts }) }, files };
}

/** Tells one index from another. */
function hashOf({ corpus, embedding, parts }: Pick<Manifest, "corpus" | "embedding" | "parts">) {
  const identity = JSON.stringify([TOKENIZER_VERSION, corpus, embedding, parts.map((part) => part.name)]);
  return sha256(new TextEncoder().encode(identity));
}

/** The same index with other questions to begin with, as if it had been written with them: finding them may take the index itself. */
export async function withQuestions(
  { manifest, files }: WrittenIndex,
  questions: string[],
): Promise<WrittenIndex> {
  const { checksum: _, ...before } = manifest;
  const corpus = { ...manifest.corpus, questions };
  const unsigned = { ...before, corpus, hash: await hashOf({ ...before, corpus }) };
  return { manifest: { ...unsigned, checksum: manifestChecksum(unsigned) }, files };
}

function checkInput({ chunks, embedding, vectors }: WriteIndexInput): void {
  if (chunks.length === 0) {
    throw new RepoBotError(
      "source_unreadable",
      "There is nothing to index: no chunk was made from the sources. Check the folders and what the build warned of.",
    );
  }
  if ((embedding === null) !== (vectors === null)) {
    throw new RepoBotError("config_invalid", "Vectors and the embedding that made them go together.", {
      field: "embedding",
    });
  }
  if (embedding !== null && vectors?.length !== chunks.length * embedding.dimensions) {
    throw new RepoBotError(
      "config_invalid",
      `${chunks.length} chunks of ${embedding.dimensions} dimensions need ${chunks.length * embedding.dimensions} numbers, not ${vectors?.length}.`,
      { field: "embedding.dimensions" },
    );
  }
}

/** What is shown of each chunk; URLs only where they do not follow from the page's. */
function chunkTexts(chunks: readonly Chunk[], runs: readonly FileRun[]): ChunkText[] {
  let run = 0;
  return chunks.map(({ anchor, url, headingPath, headings, text }, position) => {
    while (run + 1 < runs.length && runs[run + 1]!.firstChunk <= position) run++;
    const isDerived = url === chunkUrl(runs[run]!.pageUrl, anchor);
    const own = headings.findIndex((heading) => heading.anchor === anchor);
    const inner = headings.slice(own + 1).map((heading) => heading.anchor);
    return {
      anchor,
      ownUrl: isDerived ? "" : url,
      headingPath,
      text,
      ...(inner.length > 0 && { innerAnchors: inner }),
    };
  });
}

/** What is stored of each row: fragments of headings inside its text only where all its chunks have the same. */
function rowTexts({ rowOfChunk, firstChunks }: SharedRows, places: readonly ChunkText[]): ChunkText[] {
  const keys = places.map(({ innerAnchors = [] }) => innerAnchors.join("\n"));
  const differing = new Set(rowOfChunk.filter((row, chunk) => keys[chunk] !== keys[firstChunks[row]!]));
  return Array.from(firstChunks, (chunk, row) => {
    const { innerAnchors, ...rest } = places[chunk]!;
    return innerAnchors === undefined || differing.has(row) ? rest : { ...rest, innerAnchors };
  });
}

/** What says which chunks share a row, and where those are whose places differ from the one stored with the row's text. */
function sharedSections(
  { rowOfChunk, firstChunks }: SharedRows,
  chunks: readonly Chunk[],
  texts: readonly ChunkText[],
): Omit<Section, "first">[] {
  const places: OwnPlace[] = [];
  chunks.forEach(({ anchor, url }, chunk) => {
    const first = firstChunks[rowOfChunk[chunk]!]!;
    const stored = texts[first]!;
    if (chunk === first || (stored.anchor === anchor && stored.ownUrl === "" && texts[chunk]!.ownUrl === ""))
      return;
    const hash = url.indexOf("#");
    places.push({ chunk, anchor, fragment: hash < 0 ? "" : url.slice(hash) });
  });
  const rows = { id: SECTION.rows, bytes: encodeRows(rowOfChunk, firstChunks.length) };
  return places.length === 0 ? [rows] : [rows, { id: SECTION.ownPlaces, bytes: encodeOwnPlaces(places) }];
}

function encodeVectorTable({ mean, scales, offsets }: QuantizedVectors): Uint8Array {
  const table = new Float32Array(mean.length + scales.length + offsets.length);
  table.set(mean);
  table.set(scales, mean.length);
  table.set(offsets, mean.length + scales.length);
  return new Uint8Array(table.buffer);
}

async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0"))
    .join("")
    .slice(0, NAME_DIGITS);
}

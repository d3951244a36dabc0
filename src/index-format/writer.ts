import { RepoBotError } from "../core/errors.ts";
import type { Chunk } from "../core/passage.ts";
import type { CorpusInfo, EmbeddingInfo } from "../core/ports.ts";
import { encodeChunkIds } from "./chunk-ids.ts";
import { encodeColumns } from "./columns.ts";
import { encodeCounts } from "./counts.ts";
import { chunkUrl, encodeFiles, type FileRow } from "./files.ts";
import { encodeInvertedIndex, narrow } from "./inverted-index.ts";
import { encodePart, FORMAT_VERSION, SECTION, type Section } from "./layout.ts";
import { MANIFEST_KIND, type Manifest, manifestChecksum } from "./manifest.ts";
import { planParts } from "./parts.ts";
import { encodeTextBlock, TEXT_BLOCK_CHUNKS } from "./text-blocks.ts";
import { createTokenizer, TOKENIZER_VERSION } from "./tokenizer.ts";
import { quantize } from "./vectors.ts";

export interface WriteIndexInput {
  corpus: CorpusInfo;
  /** What `vectors` were made with; null without vectors. */
  embedding: EmbeddingInfo | null;
  /** In the order that decides ties; chunks of one file in page order. */
  chunks: readonly Chunk[];
  /** `chunks.length × embedding.dimensions`, in chunk order; null without vectors. */
  vectors: Float32Array | null;
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
 * Encodes an index. The same input gives the same bytes, on any machine and any version of Node.
 * @throws RepoBotError `source_unreadable` without a single chunk, `config_invalid` for vectors that do not fit
 */
export async function writeIndex(input: WriteIndexInput): Promise<WrittenIndex> {
  checkInput(input);
  const { chunks, corpus, embedding } = input;
  const inverted = encodeInvertedIndex(chunks, createTokenizer({ language: corpus.language }));
  const { files, chunkFiles } = fileTable(chunks);
  const chunkFileBytes = files.length <= 0x10000 ? 2 : 4;
  const blocks = textBlocks(chunks, files, chunkFiles);
  const textIndex = new Uint32Array(blocks.length * 2);
  let textOffset = 0;
  blocks.forEach((block, at) => {
    textIndex.set([textOffset, block.checksum], at * 2);
    textOffset += block.bytes.length;
  });
  const counts = encodeCounts({
    chunks: chunks.length,
    files: files.length,
    terms: inverted.termCount,
    dimensions: embedding?.dimensions ?? 0,
    textBlocks: blocks.length,
    fieldLengthBytes: inverted.fieldLengthBytes,
    chunkFileBytes,
    fieldTotals: inverted.fieldTotals,
  });
  const resident: Section[] = [
    { id: SECTION.counts, bytes: counts },
    { id: SECTION.dictionary, bytes: inverted.dictionary },
    { id: SECTION.dictionaryIndex, bytes: inverted.dictionaryIndex },
    { id: SECTION.postings, bytes: inverted.postings },
    { id: SECTION.fieldLengths, bytes: inverted.fieldLengths },
    { id: SECTION.columns, bytes: encodeColumns(chunks) },
    { id: SECTION.chunkFiles, bytes: narrow(chunkFiles, chunkFileBytes) },
    { id: SECTION.files, bytes: encodeFiles(files) },
    { id: SECTION.chunkIds, bytes: encodeChunkIds(chunks.map((chunk) => chunk.id)) },
    { id: SECTION.textIndex, bytes: new Uint8Array(textIndex.buffer) },
  ].map((section) => ({ ...section, first: 0 }));
  const quantized =
    input.vectors === null || embedding === null ? null : quantize(input.vectors, embedding.dimensions);
  if (quantized !== null) {
    resident.push({ id: SECTION.vectorScales, first: 0, bytes: new Uint8Array(quantized.scales.buffer) });
  }
  const plan = planParts({
    resident,
    vectorRows: quantized === null ? null : new Uint8Array(quantized.rows.buffer),
    dimensions: embedding?.dimensions ?? 0,
    textBlocks: blocks.map((block) => block.bytes),
  });
  return assemble(input, plan, inverted.termCount, inverted.postingCount, files.length);
}

async function assemble(
  input: WriteIndexInput,
  plan: ReturnType<typeof planParts>,
  termCount: number,
  postingCount: number,
  fileCount: number,
): Promise<WrittenIndex> {
  const parts: Manifest["parts"] = [];
  const files: IndexFile[] = [];
  for (const { sections, lazy } of plan) {
    const { bytes, headerChecksum } = encodePart(sections);
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
  const identity = JSON.stringify([TOKENIZER_VERSION, corpus, embedding, parts.map((part) => part.name)]);
  const unsigned = {
    kind: MANIFEST_KIND,
    formatVersion: FORMAT_VERSION,
    tokenizerVersion: TOKENIZER_VERSION,
    hash: await sha256(new TextEncoder().encode(identity)),
    corpus,
    embedding,
    counts: {
      chunks: chunks.length,
      files: fileCount,
      terms: termCount,
      postings: postingCount,
      tokens: chunks.reduce((sum, chunk) => sum + chunk.tokens, 0),
    },
    parts,
  } as const;
  return { manifest: { ...unsigned, parts, checksum: manifestChecksum({ ...unsigned, parts }) }, files };
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

/** The files in order of first appearance, and each chunk's number among them. */
function fileTable(chunks: readonly Chunk[]): { files: FileRow[]; chunkFiles: Uint32Array } {
  const files: FileRow[] = [];
  const numbers = new Map<string, number>();
  const chunkFiles = Uint32Array.from(chunks, (chunk) => {
    const hash = chunk.url.indexOf("#");
    const pageUrl = hash < 0 ? chunk.url : chunk.url.slice(0, hash);
    const key = JSON.stringify([chunk.file, pageUrl, chunk.title]);
    let number = numbers.get(key);
    if (number === undefined) {
      number = files.push({ path: chunk.file, pageUrl, title: chunk.title }) - 1;
      numbers.set(key, number);
    }
    return number;
  });
  return { files, chunkFiles };
}

function textBlocks(chunks: readonly Chunk[], files: readonly FileRow[], chunkFiles: Uint32Array) {
  const blocks: ReturnType<typeof encodeTextBlock>[] = [];
  for (let first = 0; first < chunks.length; first += TEXT_BLOCK_CHUNKS) {
    const block = chunks.slice(first, first + TEXT_BLOCK_CHUNKS).map((chunk, at) => {
      const { pageUrl } = files[chunkFiles[first + at]!]!;
      const isDerived = chunk.url === chunkUrl(pageUrl, chunk.anchor);
      return {
        anchor: chunk.anchor,
        ownUrl: isDerived ? "" : chunk.url,
        headingPath: chunk.headingPath,
        text: chunk.text,
      };
    });
    blocks.push(encodeTextBlock(block));
  }
  return blocks;
}

async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0"))
    .join("")
    .slice(0, NAME_DIGITS);
}

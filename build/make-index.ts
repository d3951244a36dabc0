/** From a corpus' sources to the index' bytes: what the build publishes, and what the evaluation opens in memory. */
import { resolve } from "node:path";
import { createProviders } from "../src/adapters/providers.ts";
import { BUILD_RETRIES, type RetryPolicy } from "../src/adapters/retry.ts";
import type { ChunkKind } from "../src/core/passage.ts";
import type { CorpusInfo, EmbeddingInfo, PassageIndex } from "../src/core/ports.ts";
import { openIndex } from "../src/index-format/reader.ts";
import { type WrittenIndex, writeIndex } from "../src/index-format/writer.ts";
import type { Settings } from "../src/settings.ts";
import type { CorpusConfig } from "./config.ts";
import { type ReadCorpus, readCorpus } from "./corpus.ts";
import { type EmbeddedChunks, embedChunks } from "./embed/embed-chunks.ts";
import { type Progress, SILENT } from "./output/progress.ts";
import { docsRevision } from "./revision.ts";
import { patientSettings } from "./settings.ts";

/** Vectors, kept from build to build; relative to the working folder. */
export const DEFAULT_CACHE_DIR = ".cache/embeddings";

export interface MakeIndexOptions {
  config: CorpusConfig;
  settings: Settings;
  /** @defaultValue {@link DEFAULT_CACHE_DIR} */
  cacheDir?: string;
  /** Of the embedding service. @defaultValue `BUILD_RETRIES` */
  retry?: RetryPolicy;
  progress?: Progress;
}

export interface MadeIndex {
  read: ReadCorpus;
  corpus: CorpusInfo;
  embedding: EmbeddingInfo | null;
  /** `null` for a lexical index. */
  embedded: EmbeddedChunks | null;
  written: WrittenIndex;
}

/**
 * Reads, embeds and encodes. Nothing is written but the vector cache.
 * @throws RepoBotError `source_unreadable`, `config_invalid`, and what the embedding service fails with
 */
export async function makeIndex(options: MakeIndexOptions): Promise<MadeIndex> {
  const { config, progress = SILENT } = options;
  progress.step(`Reading ${config.name}`);
  const read = await readCorpus(config, { onProgress: ({ done, total }) => progress.advance(done, total) });
  const corpus = await corpusInfo(config, read);
  const embedded = await embed(read, options, progress);
  const { embedding: wanted } = options.settings;
  const embedding =
    embedded === null || wanted === null
      ? null
      : {
          model: wanted.model,
          dimensions: embedded.dimensions,
          queryPrefix: wanted.queryPrefix,
          passagePrefix: wanted.passagePrefix,
        };
  progress.step("Writing the index");
  const vectors = embedding === null ? null : (embedded?.vectors ?? null);
  const written = await writeIndex({
    corpus,
    embedding,
    chunks: read.chunks,
    vectors,
    onProgress: (done, total) => progress.advance(done, total),
  });
  progress.end();
  return { read, corpus, embedding, embedded, written };
}

/** An index of docs that were read already, without vectors, opened: for asking them something before they are built. */
export async function openLexicalIndex(config: CorpusConfig, read: ReadCorpus): Promise<PassageIndex> {
  const corpus = await corpusInfo(config, read);
  const written = await writeIndex({ corpus, embedding: null, chunks: read.chunks, vectors: null });
  return openMadeIndex({ written });
}

/** The same index, opened without a detour over the disk. */
export async function openMadeIndex({ written }: Pick<MadeIndex, "written">): Promise<PassageIndex> {
  const bytes = new Map(written.files.map((file) => [file.name, file.bytes.slice().buffer]));
  return openIndex(written.manifest, async (name) => {
    const part = bytes.get(name);
    if (part === undefined) throw new Error(`The index names a part that was not written: ${name}`);
    return part;
  });
}

async function embed(
  read: ReadCorpus,
  options: MakeIndexOptions,
  progress: Progress,
): Promise<EmbeddedChunks | null> {
  const settings = patientSettings(options.settings);
  if (settings.embedding === null || read.chunks.length === 0) return null;
  const { embedder } = createProviders(settings, { retry: options.retry ?? BUILD_RETRIES });
  if (embedder === null) return null;
  progress.step(`Embedding with ${embedder.model}`);
  return embedChunks(read.chunks, embedder, {
    cacheDir: resolve(options.cacheDir ?? DEFAULT_CACHE_DIR),
    passagePrefix: settings.embedding.passagePrefix,
    onProgress: (done, total) => progress.advance(done, total),
  });
}

async function corpusInfo(config: CorpusConfig, read: ReadCorpus): Promise<CorpusInfo> {
  const { name, description, language, questions, defaultVersion } = config;
  const stated = distinct(read.chunks.map((chunk) => chunk.version));
  const versions = distinct([defaultVersion || newestOf(stated), ...stated]);
  return {
    name,
    description,
    language,
    versions: versions.filter((version) => version !== ""),
    ...(Object.keys(config.versionAliases).length > 0 && { versionAliases: config.versionAliases }),
    languages: distinct(read.chunks.map((chunk) => chunk.language)).sort(),
    ...(read.chunks.some(({ kind }) => kind === "code") && { kinds: kindsOf(read) }),
    documentCount: read.documents.length,
    questions,
    revision: config.revision || (await revisionOf(config)),
  };
}

/** The highest numbered version, `""` for none: one that is called `next` is not out yet. */
function newestOf(versions: readonly string[]): string {
  const numbered = versions.filter((version) => /^v?\d/i.test(version));
  return numbered.sort((a, b) => b.localeCompare(a, "en", { numeric: true }))[0] ?? "";
}

/** Of all sources together: one commit names them only when it is the same for each. */
async function revisionOf(config: CorpusConfig): Promise<string> {
  const revisions = await Promise.all(config.sources.map(({ folder }) => docsRevision(folder)));
  return distinct(revisions).length === 1 ? revisions[0]! : "";
}

function kindsOf(read: ReadCorpus): ChunkKind[] {
  const kinds: readonly ChunkKind[] = ["docs", "code"];
  return kinds.filter((kind) => read.chunks.some((chunk) => chunk.kind === kind));
}

function distinct(values: readonly string[]): string[] {
  return [...new Set(values)];
}

/** A whole build: sources in, the Worker's assets out. */
import { relative, resolve } from "node:path";
import { PAGES_FOLDER } from "../src/adapters/assets-pages.ts";
import { RepoBotError } from "../src/core/errors.ts";
import { withQuestions } from "../src/index-format/writer.ts";
import { sampleQuestions } from "./init/sample-questions.ts";
import { answeredSamples, CANDIDATE_COUNT, SAMPLE_COUNT } from "./init/try-out.ts";
import {
  DEFAULT_CACHE_DIR,
  type MadeIndex,
  type MakeIndexOptions,
  makeIndex,
  openMadeIndex,
} from "./make-index.ts";
import { compareBuilds, readBuildRecord, recordOf, recordPath, writeBuildRecord } from "./output/changes.ts";
import { checkOutput, requireWritable, unwritable } from "./output/check-output.ts";
import { INDEX_FOLDER, MANIFEST_PATH } from "./output/is-build.ts";
import { SILENT } from "./output/progress.ts";
import { type AssetFile, publishAssets } from "./output/publish.ts";
import { ASSET_COUNT_LIMITS, assetsOverLimit, type BuildReport, fileCountWarning } from "./output/report.ts";
import { markdownFiles } from "./pages/markdown-files.ts";
import { renderPages } from "./pages/render-pages.ts";

/** Relative to the working folder; `wrangler.toml` names it too. */
export const DEFAULT_OUT_DIR = "dist/assets";
/** Folder of the pages that the Worker serves. */
const DOCS_FOLDER = "docs";
/** What the build writes, and nothing else does. */
const OWN_FOLDERS = [INDEX_FOLDER, DOCS_FOLDER, PAGES_FOLDER];

/** The file that says which server shows the assets of a folder: beside it, not among them. */
export function servingFile(outDir: string): string {
  return `${resolve(outDir)}.serving.json`;
}

export interface BuildAssetsOptions extends MakeIndexOptions {
  /** @defaultValue {@link DEFAULT_OUT_DIR} */
  outDir?: string;
  /** Whether the questions offered to readers are made of the docs' headings. @defaultValue false: they are the configuration's */
  suggestQuestions?: boolean;
  /** Called when all is made and the first file is about to be written. */
  onPublish?: () => void;
}

/**
 * Builds and publishes. The same sources, settings and code give the same bytes.
 * @returns what was built, for people
 * @throws RepoBotError `bad_request` when `outDir` holds files of somebody else's, `source_unreadable`, `config_invalid`, and what the embedding service fails with; the last build is then as it was
 */
export async function buildAssets(options: BuildAssetsOptions): Promise<BuildReport> {
  const startedAt = performance.now();
  const { outDir = DEFAULT_OUT_DIR, settings, progress = SILENT } = options;
  // The project's own output folder holds nothing else, also after a build that was killed before its manifest.
  if (outDir !== DEFAULT_OUT_DIR) {
    await checkOutput({
      outDir,
      ownFolders: OWN_FOLDERS,
      sourceFolders: options.config.sources.map(({ folder }) => folder),
    });
  }
  await requireWritable(outDir);
  const indexed = await makeIndex(options);
  const made = options.suggestQuestions ? await withSamples(indexed) : indexed;
  progress.step("Rendering the pages");
  const { warnings } = made.read;
  // Where the configuration names none, the docs themselves may.
  const config = { ...options.config, defaultVersion: made.corpus.versions[0] ?? "" };
  const pages = renderPages(
    made.read.documents,
    config,
    (warning) => warnings.push(warning),
    (done, total) => progress.advance(done, total),
  );
  progress.step("Writing the pages as Markdown");
  const markdown = await markdownFiles(made.read.documents, config, (done, total) =>
    progress.advance(done, total),
  );
  const files = [...indexFiles(made), ...pages, ...markdown];
  const tooLarge = assetsOverLimit(new Map(files.map(({ path, bytes }) => [path, bytes.byteLength])));
  if (tooLarge.length > 0) {
    throw new RepoBotError(
      "config_invalid",
      `${tooLarge.join(", ")} would be over Cloudflare's limit of 25 MiB a file. Split the page that it comes from.`,
      { field: tooLarge[0] },
    );
  }
  if (files.length > ASSET_COUNT_LIMITS.paid) {
    throw new RepoBotError(
      "config_invalid",
      `The build has ${files.length} files, and Cloudflare takes at most ${ASSET_COUNT_LIMITS.paid} for one Worker. Leave pages out with "exclude", or give their source its public address as "baseUrl", which halves its files.`,
      { field: "sources" },
    );
  }
  const tooMany = fileCountWarning(files.length);
  if (tooMany !== null) warnings.push(tooMany);
  progress.step("Writing the assets");
  options.onPublish?.();
  let written = 0;
  const assets = await publishAssets({
    outDir,
    files,
    manifestPath: MANIFEST_PATH,
    ownFolders: OWN_FOLDERS,
    onFile: () => progress.advance(++written, files.length),
  }).catch((error: unknown) => {
    throw unwritable(outDir, error);
  });
  progress.end();
  const record = recordOf(made.read.chunks);
  const recordFile = recordPath(resolve(options.cacheDir ?? DEFAULT_CACHE_DIR), options.config);
  const before = await readBuildRecord(recordFile);
  await writeBuildRecord(recordFile, record);
  return {
    corpusName: made.corpus.name,
    documents: made.corpus.documentCount,
    chunks: made.read.chunks.length,
    rows: made.written.manifest.counts.rows ?? made.read.chunks.length,
    changes: before === null ? null : compareBuilds(before, record),
    tokens: made.written.manifest.counts.tokens,
    embedding:
      made.embedded === null || settings.embedding === null
        ? null
        : { model: settings.embedding.model, ...made.embedded },
    assets,
    outDir: shortPath(outDir),
    seconds: (performance.now() - startedAt) / 1000,
    warnings,
  };
}

/** Offers the first questions that the docs answer by themselves, as `npm run init` does. */
async function withSamples(made: MadeIndex): Promise<MadeIndex> {
  const candidates = sampleQuestions(made.read.chunks, CANDIDATE_COUNT);
  const samples = await answeredSamples(await openMadeIndex(made), candidates, SAMPLE_COUNT);
  const questions = samples.map(({ question }) => question);
  const written = await withQuestions(made.written, questions);
  return { ...made, corpus: { ...made.corpus, questions }, written };
}

/** As somebody would type it from here. */
function shortPath(folder: string): string {
  const fromHere = relative(process.cwd(), folder) || ".";
  return fromHere.startsWith("..") ? resolve(folder) : fromHere;
}

function indexFiles({ written }: MadeIndex): AssetFile[] {
  const parts = written.files.map(({ name, bytes }) => ({ path: `${INDEX_FOLDER}/${name}`, bytes }));
  const manifest = new TextEncoder().encode(`${JSON.stringify(written.manifest)}\n`);
  return [...parts, { path: MANIFEST_PATH, bytes: manifest }];
}

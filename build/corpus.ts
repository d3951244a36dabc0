import { realpath, stat } from "node:fs/promises";
import { join, posix, relative, sep } from "node:path";
import { RepoBotError } from "../src/core/errors.ts";
import type { Chunk } from "../src/core/passage.ts";
import type { ChunkSizes } from "./chunk/draft.ts";
import { listCode } from "./code/list-code.ts";
import { readCodeSource } from "./code/read-code.ts";
import type { CorpusConfig, SourceConfig } from "./config.ts";
import { withoutSharedBlocks } from "./html/shared-blocks.ts";
import { withTreeOf } from "./page-work/packed-tree.ts";
import { type PageRead, type PageWork, workHere } from "./page-work/page-work.ts";
import { threadCount, workInThreads } from "./page-work/threads.ts";
import type { ReadDocument } from "./read/document.ts";
import { formatOf } from "./read/formats.ts";
import { suffixTranslations, type Translation } from "./read/language.ts";
import type { Page } from "./read/page.ts";
import { type ReadingOrder, readingOrder } from "./sidebar/reading-order.ts";
import { siteConfig } from "./sidebar/site-config.ts";
import { docusaurusSite, type SitePlace } from "./sources/docusaurus-site.ts";
import { type ListedFiles, listFiles } from "./sources/list-files.ts";
import { type AddressRequest, assignAddresses, pageKey, safeName } from "./sources/page-urls.ts";
import { chooseTitles } from "./sources/titles.ts";
import type { BuildWarning } from "./warnings.ts";

/** How far reading has come. */
export interface ReadProgress {
  done: number;
  /** Files to read in all sources. */
  total: number;
  /** The file just read, relative to its source folder. */
  file: string;
}

export interface ReadCorpusOptions {
  onProgress?: (progress: ReadProgress) => void;
  /** @defaultValue `DEFAULT_CHUNK_SIZES` */
  sizes?: ChunkSizes;
  /** Threads that read pages beside this one; 0 for none. @defaultValue by the number of pages and of processors */
  threads?: number;
}

/** Everything the sources hold. The order is that of the sources, then bytewise by path: the same on every machine. */
export interface ReadCorpus {
  documents: ReadDocument[];
  chunks: Chunk[];
  warnings: BuildWarning[];
  /** Files left out on purpose, and why. */
  skipped: { file: string; reason: "draft" | "unlisted" | "generated" | "minified" }[];
  /** Number of files of other kinds by extension, e.g. `{ ".png": 3 }`. */
  ignoredByExtension: Record<string, number>;
}

/**
 * Reads every page of the corpus and cuts it into chunks. A file that cannot be read as it claims gives a warning and
 * neither stops the build nor takes another file with it.
 * @throws RepoBotError `source_unreadable` when a source folder is missing or holds no page
 */
export async function readCorpus(config: CorpusConfig, options: ReadCorpusOptions = {}): Promise<ReadCorpus> {
  const listings = await Promise.all(
    config.sources.map((source) => (source.kind === "code" ? listCode(source) : listSource(source))),
  );
  const pages = listings.flatMap((listing, i) => (config.sources[i]!.kind === "code" ? [] : listing.pages));
  const threads = options.threads ?? threadCount(pages.length);
  const work = threads === 0 ? workHere() : workInThreads(threads);
  try {
    return await readListed(config, listings, work, options);
  } finally {
    await work.end();
  }
}

async function readListed(
  config: CorpusConfig,
  listings: readonly ListedFiles[],
  work: PageWork,
  options: ReadCorpusOptions,
): Promise<ReadCorpus> {
  const corpus: ReadCorpus = { documents: [], chunks: [], warnings: [], skipped: [], ignoredByExtension: {} };
  const total = listings.reduce((sum, { pages }) => sum + pages.length, 0);
  corpus.warnings.push(...(await sharedFiles(config.sources, listings)));
  const served = config.sources.filter((source) => source.baseUrl === null);
  const taken = new Map<string, string>();
  let done = 0;
  const onFile = (file: string) => {
    done++;
    options.onProgress?.({ done, total, file });
  };
  for (const [i, source] of config.sources.entries()) {
    const listing = listings[i]!;
    corpus.warnings.push(...listing.warnings);
    for (const [extension, count] of Object.entries(listing.ignoredByExtension)) {
      corpus.ignoredByExtension[extension] = (corpus.ignoredByExtension[extension] ?? 0) + count;
    }
    const isAlone = source.baseUrl === null && served.length === 1;
    const prefix = isAlone ? "" : `${safeName(source.name)}/`;
    if (source.kind === "code") {
      await readCodeSource(source, listing.pages, corpus, prefix, taken, onFile);
      continue;
    }
    const pages: FilePage[] = [];
    for (const { file, pages: found, causes } of await work.read(source, listing.pages, onFile)) {
      corpus.warnings.push(...causes.map((cause) => ({ file, cause })));
      for (const page of found) {
        const { hidden } = page.frontMatter;
        if (hidden === undefined) pages.push({ file, page });
        else corpus.skipped.push({ file, reason: hidden });
      }
    }
    const documents = await describePages(
      config,
      source,
      withoutSharedBlocks(pages),
      prefix,
      taken,
      corpus.warnings,
    );
    const cut = await work.chunk(documents, options.sizes);
    for (const [at, document] of documents.entries()) {
      const { file } = document;
      const { chunks, causes } = cut[at]!;
      corpus.warnings.push(...causes.map((cause) => ({ file, cause })));
      if (chunks.length === 0) {
        const isFolderPage = document.pagePath?.endsWith("/index.html") === true;
        const outcome = isFolderPage ? "it only names its folder in the sidebar" : "it is left out";
        corpus.warnings.push({ file, cause: `empty: the page has no text, so ${outcome}` });
        if (!isFolderPage) continue;
      }
      corpus.documents.push(document);
      for (const chunk of chunks) corpus.chunks.push(chunk);
    }
  }
  return corpus;
}

/** A page and the file that it is in. */
interface FilePage {
  file: string;
  page: PageRead;
}

/** Gives each page of a source its address, its title and its place, for which all of them are looked at. */
async function describePages(
  config: CorpusConfig,
  source: SourceConfig,
  pages: readonly FilePage[],
  prefix: string,
  taken: Map<string, string>,
  warnings: BuildWarning[],
): Promise<ReadDocument[]> {
  const translations = suffixTranslations([...new Set(pages.map(({ file }) => file))]);
  const siteOf = await docusaurusSite(source.folder);
  const placeOnSite = (file: string) => (formatOf(file) === "html" ? undefined : siteOf?.(file));
  const requests = pages.map(({ file, page }) => ({
    ...addressRequest(file, page, placeOnSite(file)),
    siteFile: placeOnSite(file)?.siteFile ?? siteFile(translations.get(file), source),
  }));
  const { addresses, collisions, refusedSlugs } = assignAddresses(source, requests, prefix, taken);
  for (const { file, slug } of refusedSlugs) {
    warnings.push({
      file,
      cause: `slug "${slug.toWellFormed()}" is no path inside the docs; the address is made of the file's name`,
    });
  }
  for (const { file, other, url } of collisions) {
    warnings.push({
      file,
      cause: `same address as ${other}, letter case aside (${url}); rename one of them`,
    });
  }
  const ordered = pages.map(({ file, page }) => ({ file, position: page.frontMatter.position ?? null }));
  const site = await siteConfig(source.folder, (warning) => warnings.push(warning));
  const order = await readingOrder(source.folder, ordered, site);
  const stated = statedVersions(pages, placeOnSite);
  const kinds = pages.map(({ file, page }, at) => ({
    version: page.frontMatter.version ?? (source.version || stated[at]!),
    language:
      page.frontMatter.language ??
      placeOnSite(file)?.language ??
      translations.get(file)?.language ??
      page.language,
  }));
  const titles = chooseTitles(
    pages.map(({ file, page }, at) => {
      const { givenTitle, headingTitle, subtitle } = page;
      return { file, ...kinds[at]!, givenTitle, headingTitle, subtitle, listedTitle: order.titles.get(file) };
    }),
    config.name,
  );
  return pages.map(({ file, page }, at) => {
    const address = addresses.get(pageKey({ file, part: page.part }))!;
    const place = { ...address, ...placeOf(file, page, order) };
    const { title, siteHeading } = titles[at]!;
    return describePage(source, file, page, {
      title,
      ...(siteHeading === null ? {} : { siteHeading }),
      ...kinds[at]!,
      ...place,
    });
  });
}

/** Where lists of pages have a page, and under which names. */
function placeOf(file: string, page: Page, { rank, titles, folderTitles }: ReadingOrder) {
  const navigationTitle = page.frontMatter.navigationTitle ?? titles.get(file);
  const folderTitle = folderTitles.get(posix.dirname(file));
  return {
    order: rank.get(file)!,
    ...(navigationTitle === undefined || page.part !== undefined ? {} : { navigationTitle }),
    ...(folderTitle === undefined ? {} : { folderTitle }),
  };
}

/** Sites show a translation below a folder of its locale, and one into their main language where the page itself would be. */
function siteFile(translation: Translation | undefined, { language }: SourceConfig): string | undefined {
  if (translation === undefined) return undefined;
  return translation.language === language
    ? translation.original
    : `${translation.locale}/${translation.original}`;
}

function addressRequest(file: string, page: Page, place: SitePlace | undefined): AddressRequest {
  const { part, canonicalUrl } = page;
  const { id } = page.frontMatter;
  const slug = page.frontMatter.slug ?? (place?.isNamedById === true ? id : undefined);
  return {
    file,
    slug: slug !== undefined && place?.isFlat === true ? slug.replace(/^\/*/, "/") : slug,
    slugBase: place?.base,
    part,
    canonicalUrl,
    // No docs site is known to show an API description page by page.
    isServed: formatOf(file) === "openapi",
  };
}

/**
 * What the pages of a source say of their version, in their order, `""` for nothing. A site of one version says that on every page too, and
 * means no more by it than that there may be others one day.
 */
function statedVersions(
  pages: readonly FilePage[],
  placeOnSite: (file: string) => SitePlace | undefined,
): string[] {
  const stated = pages.map(({ file, page }) => page.statedVersion ?? placeOnSite(file)?.version ?? "");
  return new Set(stated.filter((version) => version !== "")).size > 1 ? stated : stated.map(() => "");
}

function describePage(
  source: SourceConfig,
  file: string,
  page: PageRead,
  place: Pick<
    ReadDocument,
    | "title"
    | "siteHeading"
    | "version"
    | "language"
    | "url"
    | "pagePath"
    | "order"
    | "navigationTitle"
    | "folderTitle"
  >,
): ReadDocument {
  const document = {
    file,
    ...(page.part === undefined ? {} : { part: page.part }),
    ...place,
    source: source.name,
    kind: source.kind,
    headings: page.headings,
  };
  return withTreeOf(document, page);
}

/** Two sources that read the same files put their pages into the index twice. */
async function sharedFiles(
  sources: readonly SourceConfig[],
  listings: readonly ListedFiles[],
): Promise<BuildWarning[]> {
  const warnings: BuildWarning[] = [];
  const folders = await Promise.all(sources.map(({ folder }) => realpath(folder)));
  const paths = listings.map(({ pages }, i) => new Set(pages.map((file) => join(folders[i]!, file))));
  for (const [i, own] of paths.entries()) {
    for (const [j, others] of paths.slice(0, i).entries()) {
      const shared = [...own].filter((path) => others.has(path));
      if (shared.length === 0) continue;
      const file = relative(folders[i]!, shared[0]!).split(sep).join("/");
      const cause = `read by two sources, "${sources[j]!.name}" and "${sources[i]!.name}"${sharedToo(shared.length - 1)}; name a folder once, or part it with include and exclude`;
      warnings.push({ file, cause });
    }
  }
  return warnings;
}

function sharedToo(others: number): string {
  if (others === 0) return "";
  return others === 1 ? ", and so is one other file" : `, and so are ${others} other files`;
}

async function listSource(source: SourceConfig): Promise<ListedFiles> {
  const found = await stat(source.folder).catch(() => null);
  if (!found?.isDirectory()) {
    const what = found === null ? "is missing" : "is not a folder";
    const message = `The folder of source "${source.name}" ${what}: ${source.folder}. Check "folder" in corpus.json, or give another folder with --docs DIR.`;
    throw new RepoBotError("source_unreadable", message, { field: "folder" });
  }
  const listing = await listFiles(source.folder, source.include, source.exclude);
  if (listing.pages.length === 0) {
    const kinds = Object.keys(listing.ignoredByExtension).filter((extension) => extension !== "");
    const other =
      kinds.length === 0 ? "" : ` It holds only files of other kinds (${kinds.slice(0, 8).join(", ")}).`;
    const isFiltered = source.include.length > 0 || source.exclude.length > 0;
    const what = isFiltered
      ? `Check the folder and the include and exclude patterns of source "${source.name}".`
      : "Check the folder: RepoBot reads Markdown, MDX, HTML, AsciiDoc, notebooks, OpenAPI and plain text.";
    // A folder may hold nothing but a link to where its docs are, which is not followed out of it.
    const skipped = listing.warnings.slice(0, 3).map(({ file, cause }) => ` ${file}: ${cause}.`);
    const message = `No page to read in ${source.folder}.${other}${skipped.join("")} ${what}`;
    throw new RepoBotError("source_unreadable", message, { field: "folder" });
  }
  if (listing.pages.every((file) => formatOf(file) === "rst")) {
    const message = `${source.folder} holds only reStructuredText, which is read through its HTML. Run "sphinx-build -b html" on it and index the folder that it makes.`;
    throw new RepoBotError("source_unreadable", message, { field: "folder" });
  }
  return listing;
}

import type { Dirent } from "node:fs";
import { readdir, readFile, realpath, stat } from "node:fs/promises";
import { join } from "node:path";
import picomatch from "picomatch";
import { isBuild } from "../output/is-build.ts";
import { formatOf, isCalledOpenApi, looksLikeAsyncApi, looksLikeOpenApi } from "../read/formats.ts";
import { isLinkList } from "../sidebar/link-list.ts";
import type { BuildWarning } from "../warnings.ts";
import { pathInside } from "./inside.ts";

/** What a source folder holds. */
export interface ListedFiles {
  /** Paths of readable pages relative to the folder, with `/`, in bytewise order. */
  pages: string[];
  /** Number of other files by extension with its dot, `""` for none. */
  ignoredByExtension: Record<string, number>;
  warnings: BuildWarning[];
}

/** Folders that never hold docs of their own. Names with a leading dot are skipped as well. */
const SKIPPED_FOLDERS = new Set([
  "node_modules",
  "__pycache__",
  "_static",
  "_sources",
  "_images",
  "_downloads",
]);

/** A larger file of data is no API description that anybody reads. */
const MAX_API_BYTES = 64 * 1024 * 1024;

/** Pieces that pages include or import, by the habit of several generators; `_index.md` is Hugo's folder page. */
const PARTIAL = /(?:^|\/)_(?!index\.)[^/]*$/;

/** What Antora's pages include or list, and no pages themselves. */
const ANTORA_PIECE = /(?:^|\/)modules\/[^/]+\/(?:(?:partials|examples|images|attachments)\/|nav[^/]*\.adoc$)/;

/** What bundlers write beside the code of a generated site. */
const BUNDLE_NOTICE = /\.(?:[cm]?js|css)\.LICENSE\.txt$/;

/**
 * Lists the pages of a folder. Symbolic links inside it are followed (circles once); what lies outside is left out with a warning, since a
 * link in a docs repository must not publish files of the machine that builds.
 * @param include globs; empty takes all
 */
export async function listFiles(
  folder: string,
  include: readonly string[],
  exclude: readonly string[],
): Promise<ListedFiles> {
  const included = include.length === 0 ? () => true : picomatch([...include], { dot: false });
  const excluded = exclude.length === 0 ? () => false : picomatch([...exclude], { dot: true });
  const listed: ListedFiles = { pages: [], ignoredByExtension: {}, warnings: [] };
  const fontFolders = new Set<string>();
  for await (const file of walk(folder, "", new Set([await realpath(folder)]), listed.warnings)) {
    if (FONT.test(file)) fontFolders.add(folderOf(file));
    if (excluded(file) || !included(file)) continue;
    const isPiece = PARTIAL.test(file) || ANTORA_PIECE.test(file) || BUNDLE_NOTICE.test(file);
    if (!isPiece && (await isPage(folder, file, listed.warnings))) {
      listed.pages.push(file);
    } else {
      const extension = /[^/](\.[^./]+)$/.exec(file)?.[1]?.toLowerCase() ?? "";
      listed.ignoredByExtension[extension] = (listed.ignoredByExtension[extension] ?? 0) + 1;
    }
  }
  dropSourcesOfPages(listed);
  dropFontLicences(listed, fontFolders);
  listed.pages.sort(bytewise);
  return listed;
}

/** A text beside a page of its name is what the page was made of, as AsciiDoc manuals are shipped: it would be read twice. */
function dropSourcesOfPages(listed: ListedFiles): void {
  const pages = new Set(listed.pages);
  listed.pages = listed.pages.filter((file) => {
    const page = /\.txt$/i.test(file) ? file.replace(/\.txt$/i, ".html") : file;
    if (page === file || !pages.has(page)) return true;
    listed.warnings.push({ file, cause: `${page} beside it is the same page; skipped` });
    return false;
  });
}

const FONT = /\.(?:woff2?|ttf|otf|eot)$/i;
const LICENCE_TEXT = /(?:licen[cs]e|copying|copyright|notice|ofl)[^/]*\.txt$/i;

function folderOf(file: string): string {
  return file.slice(0, file.lastIndexOf("/") + 1);
}

/** The terms of a site's fonts lie beside them. */
function dropFontLicences(listed: ListedFiles, fontFolders: ReadonlySet<string>): void {
  listed.pages = listed.pages.filter((file) => {
    if (!LICENCE_TEXT.test(file) || !fontFolders.has(folderOf(file))) return true;
    listed.warnings.push({ file, cause: "the licence of the fonts beside it; skipped" });
    return false;
  });
}

/** Files of data are pages only when they describe an API, and a list of the pages is none of them. */
async function isPage(folder: string, file: string, warnings: BuildWarning[]): Promise<boolean> {
  const format = formatOf(file);
  const path = join(folder, file);
  if (/(?:^|\/)SUMMARY\.md$/.test(file) && isLinkList(await readFile(path, "utf8").catch(() => ""))) {
    warnings.push({ file, cause: "the list of the site's pages; read for their order and titles alone" });
    return false;
  }
  if (format !== "openapi") return format !== null;
  const found = await stat(path);
  if (found.size > MAX_API_BYTES) {
    const megabytes = Math.round(found.size / 1024 / 1024);
    warnings.push({
      file,
      cause: `a data file of ${megabytes} MiB, too large for an API description; skipped`,
    });
    return false;
  }
  const text = await readFile(path, "utf8").catch(() => "");
  if (looksLikeOpenApi(text)) return true;
  if (looksLikeAsyncApi(text))
    warnings.push({ file, cause: "an AsyncAPI document, which is not read; skipped" });
  else if (isCalledOpenApi(file)) warnings.push({ file, cause: "holds no OpenAPI document; skipped" });
  return false;
}

/** Order of the UTF-8 bytes: the same on every machine, whatever its locale. */
export function bytewise(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}

/**
 * Files below a folder, relative to it, in no order; those with a leading dot and in skipped folders are left out.
 * @param visited real paths of folders already walked; it is added to
 */
export async function* walk(
  folder: string,
  path: string,
  visited: Set<string>,
  warnings: BuildWarning[],
): AsyncGenerator<string> {
  let entries: Dirent[];
  try {
    entries = await readdir(join(folder, path), { withFileTypes: true });
  } catch (error) {
    warnings.push({ file: path || ".", cause: `folder cannot be read (${reason(error)})` });
    return;
  }
  // A folder is read under its own name rather than that of a link to it.
  entries.sort((a, b) => Number(a.isSymbolicLink()) - Number(b.isSymbolicLink()));
  for (const entry of entries) {
    if (entry.name.startsWith(".")) continue;
    const child = path === "" ? entry.name : `${path}/${entry.name}`;
    let kind: "file" | "folder" | "other" = entry.isFile()
      ? "file"
      : entry.isDirectory()
        ? "folder"
        : "other";
    if (entry.isSymbolicLink()) {
      const target = await stat(join(folder, child)).catch(() => null);
      if (target === null || pathInside(folder, join(folder, child)) === null) {
        const where = target === null ? "nowhere" : "out of the source folder";
        warnings.push({ file: child, cause: `symbolic link leads ${where}; skipped` });
        continue;
      }
      kind = target.isFile() ? "file" : target.isDirectory() ? "folder" : "other";
    }
    if (kind === "file") yield child;
    if (kind !== "folder" || SKIPPED_FOLDERS.has(entry.name)) continue;
    if (entry.name === "_modules") {
      warnings.push({ file: child, cause: "source listings of a generated site; skipped" });
      continue;
    }
    const real = await realpath(join(folder, child));
    // What an earlier build wrote below the docs is no docs.
    if (visited.has(real) || (await isBuild(real))) continue;
    visited.add(real);
    yield* walk(folder, child, visited, warnings);
  }
}

function reason(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "unknown error";
}

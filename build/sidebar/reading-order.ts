/** In which order a source's pages are read: by the site's own sidebar where it says, else by path. */
import { readFile } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { parse as parseYaml } from "yaml";
import * as z from "zod";
import { bytewise } from "../sources/list-files.ts";
import { pagePath, type SiteConfig } from "./entries.ts";
import { folderLists } from "./folder-lists.ts";

/** A page as far as its place in a list matters. */
export interface OrderedPage {
  file: string;
  /** From its front matter; `null` when it has none. */
  position: number | null;
}

export interface ReadingOrder {
  /** Place of each file among the source's pages, from 0. */
  rank: ReadonlyMap<string, number>;
  /** What the site's sidebar calls a page, by file. */
  titles: ReadonlyMap<string, string>;
  /** What a category file calls a folder, by path. */
  folderTitles: ReadonlyMap<string, string>;
}

interface Category {
  label: string | null;
  position: number | null;
}

/**
 * @param folder absolute path of the source
 * @param pages in any order
 */
export async function readingOrder(
  folder: string,
  pages: readonly OrderedPage[],
  site: SiteConfig,
): Promise<ReadingOrder> {
  const titles = new Map<string, string>();
  const listed = new Map<string, number>();
  const folders: [string, number][] = [];
  for (const [i, entry] of site.entries.entries()) {
    if ("folder" in entry) folders.push([entry.folder === "" ? "" : `${entry.folder}/`, i]);
    else if (!listed.has(entry.page)) listed.set(entry.page, i);
  }
  const places = new Map<string, number>();
  for (const { file } of pages) {
    const path = relative(site.root, join(folder, file)).split(sep).join("/");
    const names = [pagePath(path), pagePath(path).replace(/(^|\/)\d+[-_. ]+(?=[^/])/g, "$1")];
    const at = names.map((name) => listed.get(name)).find((place) => place !== undefined);
    const within = folders.filter(([prefix]) => names.some((name) => `${name}/`.startsWith(prefix)));
    const place = at ?? within.sort(([a], [b]) => b.length - a.length)[0]?.[1];
    if (place !== undefined) places.set(file, place);
    const entry = at === undefined ? undefined : site.entries[at];
    if (entry !== undefined && "page" in entry && entry.title !== null) titles.set(file, entry.title);
  }
  const paths = foldersOf(pages);
  const categories = await categoriesOf(folder, paths);
  const lists = await folderLists(folder, ["", ...paths]);
  for (const [path, { position, title }] of lists) {
    if (paths.has(path)) categories.set(path, { label: title, position, ...categories.get(path) });
  }
  for (const { file } of pages) {
    const title = lists.get(withoutExtension(file))?.title;
    if (title != null && !titles.has(file)) titles.set(file, title);
  }
  const placed = pages.map(({ file, position }) => ({
    file,
    position: position ?? lists.get(withoutExtension(file))?.position ?? null,
  }));
  const keys = new Map(placed.map((page) => [page.file, pathKey(page, categories)]));
  const order = [...pages].sort((a, b) => {
    const byList =
      (places.get(a.file) ?? Number.MAX_SAFE_INTEGER) - (places.get(b.file) ?? Number.MAX_SAFE_INTEGER);
    return byList || compareKeys(keys.get(a.file)!, keys.get(b.file)!);
  });
  const folderTitles = [...categories].flatMap(([path, { label }]) =>
    label === null ? [] : [[path, label] as const],
  );
  return {
    rank: new Map(order.map(({ file }, i) => [file, i])),
    titles,
    folderTitles: new Map(folderTitles),
  };
}

type PathKey = { position: number; isFolder: boolean; name: string }[];

/** Parts of a path in the form they are sorted by: the page that stands for a folder first, then by position, pages before folders, by name. */
function pathKey({ file, position }: OrderedPage, categories: ReadonlyMap<string, Category>): PathKey {
  const parts = file.split("/");
  return parts.map((name, i) => {
    const isFolder = i < parts.length - 1;
    if (!isFolder && /^(?:index|_index|readme)\.[^.]+$/i.test(name)) {
      return { position: Number.NEGATIVE_INFINITY, isFolder, name };
    }
    const own = isFolder ? categories.get(parts.slice(0, i + 1).join("/"))?.position : position;
    return { position: own ?? Number.MAX_VALUE, isFolder, name };
  });
}

function compareKeys(a: PathKey, b: PathKey): number {
  for (let i = 0; i < Math.min(a.length, b.length); i++) {
    const [x, y] = [a[i]!, b[i]!];
    if (x.name === y.name && x.isFolder === y.isFolder) continue;
    if (x.position !== y.position) return x.position < y.position ? -1 : 1;
    if (x.isFolder !== y.isFolder) return x.isFolder ? 1 : -1;
    return bytewise(x.name, y.name);
  }
  return a.length - b.length;
}

const categorySchema = z.looseObject({
  label: z.string().trim().min(1).nullable().catch(null),
  position: z.number().nullable().catch(null),
});

function withoutExtension(file: string): string {
  return file.replace(/\.[^./]+$/, "");
}

/** Every folder that pages stand in, those around first. */
function foldersOf(pages: readonly OrderedPage[]): Set<string> {
  const paths = new Set<string>();
  for (const { file } of pages) {
    const parts = file.split("/").slice(0, -1);
    for (let i = 1; i <= parts.length; i++) paths.add(parts.slice(0, i).join("/"));
  }
  return paths;
}

/** Docusaurus' files about folders. */
async function categoriesOf(folder: string, paths: Iterable<string>): Promise<Map<string, Category>> {
  const categories = new Map<string, Category>();
  for (const path of paths) {
    for (const name of ["_category_.json", "_category_.yml", "_category_.yaml"]) {
      const text = await readFile(join(folder, path, name), "utf8").catch(() => null);
      if (text === null) continue;
      const parsed = categorySchema.safeParse(parsedYaml(text));
      if (parsed.success) categories.set(path, parsed.data);
    }
  }
  return categories;
}

/** JSON is YAML as well. */
function parsedYaml(text: string): unknown {
  try {
    return parseYaml(text, { logLevel: "error" });
  } catch {
    return null;
  }
}

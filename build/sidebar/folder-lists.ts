/** Lists in a folder that name its pages and folders in order: `_meta` of Nextra, `meta.json` of Fumadocs. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { isMapping, stringOr } from "./entries.ts";
import { staticDefaultExport } from "./static-module.ts";

/** What a list says of a page, by its path without extension, or of a folder. */
export interface ListedChild {
  /** From 0; `null` where it says none. */
  position: number | null;
  title: string | null;
}

/**
 * @param folder absolute path of the source
 * @param paths of its folders, `""` for itself
 */
export async function folderLists(
  folder: string,
  paths: Iterable<string>,
): Promise<Map<string, ListedChild>> {
  const children = new Map<string, ListedChild>();
  for (const path of paths) {
    const prefix = path === "" ? "" : `${path}/`;
    const listed = (await nextraList(join(folder, path))) ?? (await fumadocsList(join(folder, path)));
    for (const [name, child] of listed?.children ?? []) children.set(prefix + name, child);
    if (listed?.title != null) {
      const own = children.get(path);
      children.set(path, { position: own?.position ?? null, title: own?.title ?? listed.title });
    }
  }
  return children;
}

interface List {
  children: [string, ListedChild][];
  title: string | null;
}

/** `{ page: "Title", folder: { title: "Title" } }`, in order. */
async function nextraList(folder: string): Promise<List | null> {
  for (const extension of ["js", "ts", "jsx", "tsx", "json"]) {
    const text = await readFile(join(folder, `_meta.${extension}`), "utf8").catch(() => null);
    if (text === null) continue;
    const value = extension === "json" ? json(text) : staticDefaultExport(text, `_meta.${extension}`);
    if (!isMapping(value)) return null;
    const children = Object.entries(value).map(([name, given], position): [string, ListedChild] => {
      const title = stringOr(given) ?? (isMapping(given) ? stringOr(given.title) : null);
      return [name, { position, title }];
    });
    return { children, title: null };
  }
  return null;
}

/** `{ "title": "Folder", "pages": ["page", "---Heading---", "folder", "..."] }`. */
async function fumadocsList(folder: string): Promise<List | null> {
  const text = await readFile(join(folder, "meta.json"), "utf8").catch(() => null);
  const value = text === null ? null : json(text);
  if (!isMapping(value)) return null;
  const pages = Array.isArray(value.pages) ? value.pages.filter((page) => typeof page === "string") : [];
  const children = pages.flatMap((page, position): [string, ListedChild][] => {
    const name = page.replace(/^\.\.\.(?=.)|^\.\//, "");
    return /^---|^\[|^!|^z?\.{3}$/.test(name) ? [] : [[name, { position, title: null }]];
  });
  return { children, title: stringOr(value.title) };
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

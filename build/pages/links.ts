import { posix } from "node:path";
import type { ReadDocument } from "../read/document.ts";
import { withFragment } from "../sources/page-urls.ts";

/**
 * Finds the pages that links between docs mean.
 * @param href as written
 * @param from page it stands on
 * @returns the address to link to; `null` when the link leads nowhere on the served site
 */
export type LinkResolver = (href: string, from: ReadDocument) => string | null;

/** Addresses with a scheme that readers can follow. */
const EXTERNAL = /^(?:https?:|mailto:)/i;

/** Makes a resolver over the pages of one corpus. Links may name files, with or without extension, folders, or the addresses of another generator. */
export function linkResolver(documents: readonly ReadDocument[]): LinkResolver {
  const pages = new Map<string, ReadDocument>();
  for (const document of documents) {
    for (const key of keysOf(document)) if (!pages.has(key)) pages.set(key, document);
  }
  return (href, from) => {
    if (EXTERNAL.test(href)) return href;
    if (href.startsWith("//")) return `https:${href}`;
    if (/^[a-z][a-z0-9+.-]*:/i.test(href)) return null;
    const [, path = "", fragment = ""] = /^([^#?]*)(?:\?[^#]*)?(?:#(.*))?$/.exec(href) ?? [];
    const target = path === "" ? from : pageAt(pages, from, decoded(path));
    if (target === undefined) return null;
    return withFragment(target.url, anchorIn(target, decoded(fragment)));
  };
}

function pageAt(
  pages: Map<string, ReadDocument>,
  from: ReadDocument,
  path: string,
): ReadDocument | undefined {
  const folder = posix.dirname(from.file);
  const name = from.file.slice(folder === "." ? 0 : folder.length + 1).replace(/\.[^.]+$/, "");
  const bases = path.startsWith("/")
    ? [path]
    : // Generators with one folder a page resolve links from inside that folder.
      [posix.join(folder, path), posix.join(folder, name, path)];
  for (const base of bases) {
    const found = pages.get(key(from.source, base));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The ways to name a page: its file, its file without extension, and its folder when it stands for it. */
function keysOf(document: ReadDocument): string[] {
  const bare = document.file.replace(/\.[^./]+$/, "");
  const keys = [document.file, bare];
  if (/(?:^|\/)(?:index|_index|readme)$/i.test(bare)) keys.push(posix.dirname(bare));
  return keys.map((path) => key(document.source, path));
}

function key(source: string, path: string): string {
  const clean = posix
    .normalize(path)
    .replace(/^\/+|\/+$/g, "")
    .replace(/\.html?$/, "");
  return `${source}\0${clean === "." ? "" : clean}`;
}

/** The page's own spelling of a fragment; `""` when it has no such heading. */
function anchorIn(document: ReadDocument, fragment: string): string {
  const exact = document.headings.find(({ anchor }) => anchor === fragment);
  const near = document.headings.find(({ anchor }) => anchor.toLowerCase() === fragment.toLowerCase());
  return (exact ?? near)?.anchor ?? "";
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

import type { ReadDocument } from "../read/document.ts";
import { bytewise } from "../sources/list-files.ts";
import { titleFromFile } from "../sources/titles.ts";
import { escapeHtml } from "./escape.ts";

/** Up to this many pages, of the docs or of one folder, the sidebar lists them all; beyond, only those on the way to the page at hand. */
const MAX_LISTED_PAGES = 80;

/**
 * Of a folder with more than {@link MAX_LISTED_PAGES} pages of its own, such as the operations of an API, the sidebar lists so many around the page at hand, and a link
 * to the first of each other run of as many: with all of them on each page, a site would grow with the square of its pages.
 */
const RUN_PAGES = 50;

/** A folder of pages. */
interface Folder {
  title: string;
  /** The page that stands for the folder. */
  index: ReadDocument | null;
  pages: ReadDocument[];
  folders: Map<string, Folder>;
  /** {@link folders} in reading order; known once all pages have their place. */
  sorted: [string, Folder][];
  /** Place of its first page, its folders' pages included. */
  firstOrder: number;
  /** The first page in reading order; `null` when it holds none. */
  first: ReadDocument | null;
}

/** The pages of a corpus as a tree of folders, for the sidebars. */
export class Navigation {
  readonly #root: Folder;
  readonly #count: number;
  /** Pages in reading order. */
  readonly pages: ReadDocument[];

  constructor(documents: readonly ReadDocument[], corpusName: string) {
    this.#root = folder(corpusName);
    this.#count = documents.length;
    for (const document of documents) {
      const path = document.pagePath!.split("/").slice(1);
      const name = path.pop()!;
      let at = this.#root;
      for (const part of path) {
        const next = at.folders.get(part) ?? folder(titleFromFile(part, part));
        at.folders.set(part, next);
        at = next;
      }
      if (name === "index.html") {
        at.index = document;
        if (at !== this.#root) at.title = document.folderTitle ?? document.navigationTitle ?? document.title;
      } else {
        at.pages.push(document);
        if (at !== this.#root && at.index === null && document.folderTitle !== undefined)
          at.title = document.folderTitle;
      }
    }
    settleOrder(this.#root);
    this.pages = pagesIn(this.#root);
  }

  /** List items of the sidebar, with the page at hand marked. */
  html(current: ReadDocument | null): string {
    const open = new Set(
      current?.pagePath
        ?.split("/")
        .slice(1, -1)
        .map((_, i, parts) => parts.slice(0, i + 1).join("/")),
    );
    return this.#itemsOf(this.#root, "", open, current);
  }

  #itemsOf(parent: Folder, path: string, open: Set<string>, current: ReadDocument | null): string {
    const items = pageItems(ownPages(parent), current);
    for (const [name, child] of parent.sorted) {
      const childPath = path === "" ? name : `${path}/${name}`;
      const isOpen = open.has(childPath);
      const { first } = child;
      if (first === null) continue;
      if (this.#count > MAX_LISTED_PAGES && !isOpen) {
        items.push(`<li class="folder">${linkTo(first, child.title, null)}</li>`);
      } else {
        const inner = this.#itemsOf(child, childPath, open, current);
        items.push(
          `<li><details${isOpen || this.#count <= MAX_LISTED_PAGES ? " open" : ""}><summary>${escapeHtml(child.title)}</summary><ul>${inner}</ul></details></li>`,
        );
      }
    }
    return items.join("");
  }
}

function folder(title: string): Folder {
  return { title, index: null, pages: [], folders: new Map(), sorted: [], firstOrder: Infinity, first: null };
}

/**
 * Puts pages and folders into reading order, once for all sidebars: folders by the first of their pages. Pages of several sources may
 * stand in one folder only by accident; each source's order holds within it.
 */
function settleOrder(parent: Folder): void {
  parent.pages.sort((a, b) => a.order - b.order);
  for (const child of parent.folders.values()) settleOrder(child);
  parent.sorted = [...parent.folders].sort(
    ([a, left], [b, right]) => left.firstOrder - right.firstOrder || bytewise(a, b),
  );
  const own = ownPages(parent);
  parent.firstOrder = [
    ...own.map(({ order }) => order),
    ...parent.sorted.map(([, child]) => child.firstOrder),
  ].reduce((least, order) => Math.min(least, order), Infinity);
  parent.first = own[0] ?? parent.sorted[0]?.[1].first ?? null;
}

function ownPages({ index, pages }: Folder): ReadDocument[] {
  return index === null ? pages : [index, ...pages];
}

/** List items of a folder's own pages: all of them, or those around the page at hand and one for each other run. */
function pageItems(pages: readonly ReadDocument[], current: ReadDocument | null): string[] {
  const items: string[] = [];
  for (let at = 0; at < pages.length; at += RUN_PAGES) {
    const run = pages.slice(at, at + RUN_PAGES);
    const [first] = run;
    const last = run.at(-1);
    if (first === undefined || last === undefined) continue;
    if (pages.length <= MAX_LISTED_PAGES || run.length === 1 || (current !== null && run.includes(current))) {
      items.push(...run.map((page) => `<li>${linkTo(page, nameOf(page), current)}</li>`));
    } else {
      items.push(`<li class="folder">${linkTo(first, `${nameOf(first)} … ${nameOf(last)}`, null)}</li>`);
    }
  }
  return items;
}

function nameOf({ navigationTitle, title }: ReadDocument): string {
  return navigationTitle ?? title;
}

function pagesIn(parent: Folder): ReadDocument[] {
  return [...ownPages(parent), ...parent.sorted.flatMap(([, child]) => pagesIn(child))];
}

function linkTo(page: ReadDocument, text: string, current: ReadDocument | null): string {
  const mark = page === current ? ' aria-current="page"' : "";
  return `<a href="${escapeHtml(page.url)}"${mark}>${escapeHtml(text)}</a>`;
}

import type { Element, Root } from "hast";
import { canonicalLanguageTag } from "../language-tag.ts";
import { UNRELEASED } from "../sources/docusaurus-site.ts";
import {
  attribute,
  classesOf,
  findElement,
  findElements,
  isElement,
  isHeading,
  isNamed,
  lineText,
} from "./elements.ts";

/** What a generated page says of itself in its head. */
export interface PageFacts {
  /** Without the site's name; `null` when there is none. */
  title: string | null;
  /** The other parts of the window's title, such as the site's name. */
  otherTitles: string[];
  /** BCP 47, canonical; `null` when the page does not say. */
  language: string | null;
  /** Address of `<link rel="canonical">`; `null` without one. */
  canonicalUrl: string | null;
  /** Address that the page sends its readers to at once; `null` for a page of its own. */
  redirectsTo: string | null;
  isNoindex: boolean;
  /** Version of the docs, as search services are told it; `null` when the page does not say. */
  version: string | null;
  /** Whether it only lists other pages, with the beginnings of their texts: by tag, by author, by date. */
  isListing: boolean;
  /** Whether it is a frame that a script fills with what was searched for, as Doxygen writes dozens of. */
  isSearchResult: boolean;
  /** Whether it shows a file of source code with its lines numbered, as Doxygen, Haddock, rustdoc and Javadoc have one for each. */
  isSourceListing: boolean;
  /** Whether its body is one box with no text, in which a script shows pages that it loads, as docsify does. */
  isShell: boolean;
}

export function pageFacts(tree: Root): PageFacts {
  const head = findElement(tree, ({ tagName }) => tagName === "head") ?? tree;
  const html = findElement(tree, ({ tagName }) => tagName === "html");
  const body = findElement(tree, ({ tagName }) => tagName === "body");
  const metas = findElements(head, ({ tagName }) => tagName === "meta");
  const title = findElement(head, ({ tagName }) => tagName === "title");
  const canonical = findElement(
    head,
    (node) => isNamed(node, "link") && attribute(node, "rel") === "canonical",
  );
  const canonicalUrl = canonical === undefined ? "" : attribute(canonical, "href");
  const titles = title === undefined ? [] : titleParts(lineText(title), siteName(metas));
  return {
    title: titles[0] ?? null,
    otherTitles: titles.slice(1),
    language: html === undefined ? null : canonicalLanguageTag(attribute(html, "lang")),
    canonicalUrl: URL.canParse(canonicalUrl) ? canonicalUrl : null,
    redirectsTo: redirectOf(metas),
    version: docsVersion(metas),
    isListing: html !== undefined && isListing(classesOf(html)),
    isSearchResult: body !== undefined && classesOf(body).includes("SRPage"),
    isSourceListing:
      body !== undefined && (isDoxygen(metas) ? isSourceListing(body) : isNumberedListing(body)),
    isShell: body !== undefined && isShell(body),
    isNoindex: metas.some(
      (meta) =>
        /^(?:robots|googlebot)$/i.test(attribute(meta, "name")) &&
        /noindex|none/i.test(attribute(meta, "content")),
    ),
  };
}

/** Longer text in the box is the page's own; shorter text says that it is being loaded. */
const MAX_SHELL_CHARS = 60;

function isShell(body: Element): boolean {
  const shown = body.children.filter(
    (node) => isElement(node) && !/^(?:script|style|noscript|link|template|svg|nav)$/.test(node.tagName),
  );
  const [box] = shown;
  return (
    shown.length === 1 &&
    isElement(box) &&
    /^(?:app|root|__next|__nuxt|swagger-ui|redoc)$/.test(attribute(box, "id")) &&
    findElement(body, ({ tagName }) => tagName === "script") !== undefined &&
    lineText(box).length <= MAX_SHELL_CHARS &&
    findElement(box, (node) => isHeading(node) || /^(?:p|pre|ul|table|img)$/.test(node.tagName)) === undefined
  );
}

/** What site generators put between a page's title and the site's. */
const TITLE_JOINT = /\s+[|–—·•»:]+\s+|\s+-\s+/;

/** Parts of a window title, the page's own first. Sites put their name last, or first where it repeats what the head names. */
function titleParts(text: string, site: string): string[] {
  const parts = text.split(TITLE_JOINT).filter((part) => part !== "");
  return parts.length > 1 && parts[0] === site ? [...parts.slice(1), site] : parts;
}

function siteName(metas: readonly Element[]): string {
  const meta = metas.find((one) => attribute(one, "property") === "og:site_name");
  return meta === undefined ? "" : attribute(meta, "content").trim();
}

/** Several names may be given, the version's own first. */
function docsVersion(metas: readonly Element[]): string | null {
  const meta = metas.find((one) => attribute(one, "name") === "docsearch:version");
  const version = meta === undefined ? "" : attribute(meta, "content").split(",")[0]!.trim();
  return version === "current" ? UNRELEASED : version || null;
}

/** Docusaurus names the kind of each page in the class of the whole; its archive by year is the one page of a blog without. */
function isListing(classes: readonly string[]): boolean {
  return (
    classes.some((name) => /^(?:docs|blog)-(?:\w+-)*list-page$|^blog-authors-posts-page$/.test(name)) ||
    (classes.includes("plugin-blog") && !classes.includes("blog-wrapper"))
  );
}

function isDoxygen(metas: readonly Element[]): boolean {
  return metas.some((meta) => /^doxygen\b/i.test(attribute(meta, "content")));
}

/** Numbered lines of code and no more than a link to the page of the file. */
function isSourceListing(body: Element): boolean {
  const contents = findElement(body, (node) => classesOf(node).includes("contents"));
  const children = (contents?.children ?? []).filter((node) => node.type === "element");
  return (
    children.some((node) => isLineFragment(node)) &&
    children.every((node) => isLineFragment(node) || node.tagName === "a")
  );
}

/** A page is a listing of source code when code whose lines have places of their own is nearly all of its text. */
const LISTING_SHARE = 0.9;
const MIN_NUMBERED_LINES = 2;

function isNumberedListing(body: Element): boolean {
  const listing = findElement(body, ({ tagName }) => tagName === "pre");
  if (listing === undefined) return false;
  const lines = findElements(listing, ({ properties }) =>
    /^(?:line[-_.]?|L)?\d+$/.test(String(properties.id ?? properties.name ?? "")),
  );
  return (
    lines.length >= MIN_NUMBERED_LINES && lineText(listing).length >= lineText(body).length * LISTING_SHARE
  );
}

function isLineFragment(node: Element): boolean {
  return (
    classesOf(node).includes("fragment") &&
    findElement(node, ({ properties }) =>
      /^l00+\d+$/.test(String(properties.id ?? properties.name ?? "")),
    ) !== undefined
  );
}

/**
 * The title that a generator marks apart from headings: Doxygen above the page's contents, Haddock in the header of a module, whose first
 * headings are the same on every page.
 */
export function markedTitle(tree: Root): string | null {
  const header = findElement(
    tree,
    (node) => classesOf(node).includes("headertitle") || attribute(node, "id") === "module-header",
  );
  if (header === undefined) return null;
  const title = findElement(
    header,
    (node) =>
      classesOf(node).includes("title") || (isNamed(node, "p") && classesOf(node).includes("caption")),
  );
  if (title === undefined) return null;
  // Doxygen names the groups that something belongs to within its title.
  const own = title.children.filter(
    (child) => child.type !== "element" || !classesOf(child).includes("ingroups"),
  );
  return lineText({ ...title, children: own }).trim() || null;
}

/** Longer waits are for readers who have something to read first. */
const MAX_REDIRECT_SECONDS = 5;

function redirectOf(metas: readonly Element[]): string | null {
  for (const meta of metas) {
    if (!/^refresh$/i.test(attribute(meta, "httpEquiv"))) continue;
    const match = /^\s*(\d*)[\d.]*\s*[;,]\s*(?:url\s*=\s*)?["']?([^"']+)/i.exec(attribute(meta, "content"));
    if (match !== null && Number(match[1]) <= MAX_REDIRECT_SECONDS) return match[2]!.trim();
  }
  return null;
}

import type { Element, Root } from "hast";
import { isChrome, isFrame } from "./chrome.ts";
import {
  attribute,
  childrenOf,
  classesOf,
  element,
  findElement,
  findElements,
  type HtmlScope,
  isElement,
  isHeading,
  rawText,
} from "./elements.ts";

type Test = (node: Element) => boolean;

const withClass =
  (...names: string[]): Test =>
  (node) =>
    classesOf(node).some((name) => names.includes(name));
const withId =
  (...ids: string[]): Test =>
  (node) =>
    ids.includes(attribute(node, "id"));

/** Names that some sites give to the text of a page, and others to the navigation beside it as well. */
const LOOSE_IDS = [
  "main-content",
  "main_content",
  "docs-content",
  "doc-content",
  "content",
  "main",
  "contents",
];
const LOOSE_CLASSES = "markdown-body prose documentation main-content page-content content contents".split(
  " ",
);

/** Where generators put the text of a page, the surest mark first. */
const MARKS: readonly Test[] = [
  (node) => node.properties.dataPagefindBody !== undefined,
  (node) => attribute(node, "itemProp") === "articleBody",
  withClass(
    "theme-doc-markdown",
    "vp-doc",
    "md-content__inner",
    "bd-article",
    "td-content",
    "markdown-section",
    // TypeDoc, beside the settings of the page
    "col-content",
  ),
  withId("furo-main-content"),
  (node) => node.tagName === "div" && withClass("body")(node) && attribute(node, "role") === "main",
  (node) => node.tagName === "main",
  (node) => attribute(node, "role") === "main",
  (node) => node.tagName === "article",
  withId(...LOOSE_IDS),
  withClass(...LOOSE_CLASSES),
];

/**
 * The part of a page that holds its text: by what the generator marks it with, else by where most words stand that are no links.
 * @returns the whole page when nothing tells the text from the rest
 */
export function mainContent(tree: Root): HtmlScope {
  for (const test of MARKS) {
    const found = outermost(findElements(tree, (node) => test(node) && !isChrome(node)));
    if (found.length === 0) continue;
    // Several parts of one page may be marked; a page of cards has many articles and nothing around them.
    if (found.length > 1 && test === MARKS[0]) return element("div", {}, found);
    const largest = found.reduce((a, b) => (rawText(b).length > rawText(a).length ? b : a));
    const words = found.reduce((sum, node) => sum + rawText(node).trim().length, 0);
    if (words === 0 || rawText(largest).trim().length < words * 0.6) continue;
    if (MARKS.indexOf(test) >= MARKS.length - 2) {
      if (plainLength(largest) < plainLength(tree) * LEAST_SHARE) continue;
      return withManualHeader(tree, withoutLinkColumns(innerContent(largest)));
    }
    return largest.tagName === "article" ? headedSection(tree, largest) : largest;
  }
  return densest(findElement(tree, ({ tagName }) => tagName === "body") ?? tree);
}

/** YARD has the text in `#content` of `#main`, and lines of the frame beside it: the inner one, when nothing to read is outside. */
function innerContent(content: Element): Element {
  const isLoose = (node: Element) => withId(...LOOSE_IDS)(node) || withClass(...LOOSE_CLASSES)(node);
  const blocks = textBlocks(content);
  const inner = findElements(content, (node) => node !== content && isLoose(node) && !isChrome(node)).find(
    (node) => textBlocks(node) === blocks && findElement(node, isHeading) !== undefined,
  );
  return inner ?? content;
}

/** Number of headings and of blocks to read, those of the frame left out. */
function textBlocks(node: Element): number {
  if (isChrome(node)) return 0;
  const own = isHeading(node) || TEXT_BLOCKS.has(node.tagName) || /^[uo]l$/.test(node.tagName) ? 1 : 0;
  return childrenOf(node).reduce((sum, child) => sum + (isElement(child) ? textBlocks(child) : 0), own);
}

/** What holds less of the page's words outside links is no text of it, such as a table of contents of the same name. */
const LEAST_SHARE = 0.1;

/** Asciidoctor has the name of a manual page, and what it is for, in the header beside the content. */
function withManualHeader(tree: Root, content: Element): Element {
  const header = findElement(
    tree,
    (node) =>
      attribute(node, "id") === "header" &&
      ["h1", "h2", "p"].every((name) => findElement(node, ({ tagName }) => tagName === name) !== undefined),
  );
  const isBeside =
    header !== undefined &&
    findElement(tree, ({ children }) => children.includes(header) && children.includes(content)) !==
      undefined;
  return isBeside ? element("div", {}, [header, content]) : content;
}

/** The section that has an article below a header of its own, as JSDoc writes it: the header may say what the section is about. */
function headedSection(tree: Root, article: Element): Element {
  const section = findElement(
    tree,
    (node) =>
      node.tagName === "section" &&
      node.children.includes(article) &&
      node.children.some((child) => isElement(child) && child.tagName === "header" && !isChrome(child)),
  );
  return section ?? article;
}

function outermost(found: readonly Element[]): Element[] {
  const inner = new Set(found.flatMap((node) => findElements(node, () => true).slice(1)));
  return found.filter((node) => !inner.has(node));
}

/** Share of the words that one child must hold for the others to be taken for chrome. */
const MAIN_SHARE = 0.8;

/**
 * Goes down to the smallest element that still holds nearly all words outside links. What would leave the only heading behind is gone too
 * far, and so is a table of data: only a cell that is a layout's place for the text is gone into. Text beside the element stays with it: one
 * long section of a page, such as the options of a command, must not push the others out.
 */
function densest(scope: HtmlScope): HtmlScope {
  const parts = childrenOf(scope).filter((child): child is Element => isElement(child) && !isChrome(child));
  const total = plainLength(scope);
  if (total === 0) return scope;
  const main = parts.find((part) => isContainer(part) && plainLength(part) >= total * MAIN_SHARE);
  if (main === undefined) return scope;
  const next = main.tagName === "table" ? mainCell(main, total) : main;
  if (next === undefined) return scope;
  const isHeadless = findElement(next, isHeading) === undefined;
  const leavesHeading =
    isHeadless && parts.some((part) => part !== main && findElement(part, isHeading) !== undefined);
  if (leavesHeading) return scope;
  return parts.some((part) => part !== main && isText(part))
    ? withTextBeside(scope, main, next)
    : densest(next);
}

/** Shorter text beside the main part is a line of the frame, such as a copyright. */
const MIN_TEXT_CHARS = 40;

/** Something to read that is no part of the frame, going by its name and its links. */
function isText(part: Element): boolean {
  if (isFrame(part)) return false;
  const plain = plainLength(part);
  if (plain < MIN_TEXT_CHARS || plain < rawText(part).trim().length - plain) return false;
  return findElement(part, (node) => isHeading(node) || TEXT_BLOCKS.has(node.tagName)) !== undefined;
}

const TEXT_BLOCKS = new Set("p pre dl table blockquote".split(" "));

/** @param next what of the main part is gone into */
function withTextBeside(scope: HtmlScope, main: Element, next: Element): HtmlScope {
  const inner = densest(next);
  const children = childrenOf(scope).flatMap((child) => {
    if (child === main) return inner === main || inner.type !== "element" ? [main] : [boxOf(inner)];
    return isElement(child) && (isFrame(child) || isLinkColumn(child)) ? [] : [child];
  });
  return element("div", {}, children);
}

/** A cell stands in no table here. */
function boxOf(inner: Element): Element {
  return inner.tagName === "td" ? element("div", {}, inner.children) : inner;
}

/** Fewer links beside the text may be of it. */
const MIN_COLUMN_LINKS = 3;

/** Goes down to the one part beside which there are but columns of links. */
function withoutLinkColumns(scope: Element): Element {
  const parts = childrenOf(scope).filter((child): child is Element => isElement(child) && !isChrome(child));
  const main = parts.find((part) => part.tagName === "div" && plainLength(part) > 0);
  const others = parts.filter((part) => part !== main);
  const areLinks =
    main !== undefined &&
    plainLength(scope) === plainLength(main) &&
    others.some(isLinkColumn) &&
    others.every((part) => isLinkColumn(part) || findElement(part, showsSomething) === undefined);
  return areLinks ? withoutLinkColumns(main) : scope;
}

/** Links with no words beside them. */
function isLinkColumn(part: Element): boolean {
  return (
    plainLength(part) === 0 &&
    /^(?:ul|nav|div)$/.test(part.tagName) &&
    findElements(part, ({ tagName }) => tagName === "a").length >= MIN_COLUMN_LINKS &&
    findElement(part, isHeading) === undefined
  );
}

function showsSomething(node: Element): boolean {
  return isHeading(node) || /^(?:a|img|picture|svg|pre|table|iframe|video|audio)$/.test(node.tagName);
}

/** The cell of a layout that holds nearly all words of the page; `undefined` for a table of data. */
function mainCell(table: Element, total: number): Element | undefined {
  return findElements(table, ({ tagName }) => tagName === "td").find(
    (cell) => plainLength(cell) >= total * MAIN_SHARE,
  );
}

function isContainer(node: Element): boolean {
  return /^(?:div|section|article|main|table|center|form)$/.test(node.tagName);
}

/** Characters outside links and chrome. */
function plainLength(node: HtmlScope | ReturnType<typeof childrenOf>[number]): number {
  if (node.type === "text") return node.value.trim().length;
  if (isElement(node) && (node.tagName === "a" || isChrome(node))) return 0;
  return childrenOf(node).reduce((sum, child) => sum + plainLength(child), 0);
}

import type { Element, Root } from "hast";
import { isChrome } from "./chrome.ts";
import {
  attribute,
  childrenOf,
  classesOf,
  element,
  findElement,
  findElements,
  type HtmlScope,
  isElement,
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
  ),
  withId("furo-main-content"),
  (node) => node.tagName === "div" && withClass("body")(node) && attribute(node, "role") === "main",
  (node) => node.tagName === "main",
  (node) => attribute(node, "role") === "main",
  (node) => node.tagName === "article",
  withId("main-content", "main_content", "docs-content", "doc-content", "content", "main", "contents"),
  withClass("markdown-body", "prose", "documentation", "main-content", "page-content", "content", "contents"),
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
    return largest;
  }
  return densest(findElement(tree, ({ tagName }) => tagName === "body") ?? tree);
}

function outermost(found: readonly Element[]): Element[] {
  const inner = new Set(found.flatMap((node) => findElements(node, () => true).slice(1)));
  return found.filter((node) => !inner.has(node));
}

/** Share of the words that one child must hold for the others to be taken for chrome. */
const MAIN_SHARE = 0.8;

/** Goes down to the smallest element that still holds nearly all words outside links. */
function densest(scope: HtmlScope): HtmlScope {
  const children = childrenOf(scope).filter(
    (child) => isElement(child) && isContainer(child) && !isChrome(child),
  );
  const total = plainLength(scope);
  const main = children.find((child) => plainLength(child) >= total * MAIN_SHARE) as Element | undefined;
  return main === undefined || total === 0 ? scope : densest(main);
}

function isContainer(node: Element): boolean {
  return /^(?:div|section|article|main|td|tr|tbody|table|center|form)$/.test(node.tagName);
}

/** Characters outside links and chrome. */
function plainLength(node: HtmlScope | ReturnType<typeof childrenOf>[number]): number {
  if (node.type === "text") return node.value.trim().length;
  if (isElement(node) && (node.tagName === "a" || isChrome(node))) return 0;
  return childrenOf(node).reduce((sum, child) => sum + plainLength(child), 0);
}

import type { Element } from "hast";
import {
  attribute,
  childrenOf,
  findElement,
  findElements,
  type HtmlScope,
  isElement,
  isHeading,
  lineText,
} from "./elements.ts";

/** Folders that generators with a blog fill by themselves, at the top of a site or below the name of a blog. */
const TERM_PATH =
  /^(?:[^/]+\/)?(?:tags?|categor(?:y|ies)|archives?|authors?)(?:\/[^/]+){0,3}\.html?$|^(?:[^/]+\/)?(?:tags|categories|archives)\.html?$/i;

/** Longer text that is in no entry is somebody's. */
const MAX_OWN_CHARS = 40;

/**
 * True for a list of pages by tag, category or date, as Hugo, Hexo and Jekyll write dozens of: their entries are the titles and
 * beginnings of pages that are read themselves. Where a page of such a path has a section, code or a paragraph of its own, it is none.
 */
export function isTermList(file: string, scope: HtmlScope): boolean {
  if (!TERM_PATH.test(file)) return false;
  const hasEntries = findElements(scope, isPageLink).some(({ children }) => children.length > 0);
  if (!hasEntries) return false;
  const hasSection = findElement(
    scope,
    (node) =>
      node.tagName === "pre" ||
      node.tagName === "table" ||
      (/^h[2-6]$/.test(node.tagName) && attribute(node, "id") !== ""),
  );
  return hasSection === undefined && !hasOwnText(scope);
}

/** A link to another page, not to a place of this one. */
function isPageLink(node: Element): boolean {
  return node.tagName === "a" && /^[^#]/.test(attribute(node, "href"));
}

function hasOwnText(scope: HtmlScope): boolean {
  return childrenOf(scope).some((child) => {
    if (child.type === "text") return child.value.trim().length > MAX_OWN_CHARS;
    if (!isElement(child) || isEntry(child) || isHeading(child) || child.tagName === "a") return false;
    if (child.tagName === "p") return textBesideLinks(child) > MAX_OWN_CHARS;
    return hasOwnText(child);
  });
}

/** Characters of the words that lead nowhere. */
function textBesideLinks(node: Element): number {
  const links = findElements(node, ({ tagName }) => tagName === "a");
  return lineText(node).length - links.reduce((sum, link) => sum + lineText(link).length, 0);
}

/** An item of a list, or a box with the title of another page in its heading. */
function isEntry(node: Element): boolean {
  if (node.tagName === "li") return findElement(node, isPageLink) !== undefined;
  return /^(?:article|section|div)$/.test(node.tagName) && isTitled(node);
}

function isTitled(node: Element): boolean {
  const headings = findElements(node, isHeading);
  const [heading] = headings;
  return headings.length === 1 && heading !== undefined && findElement(heading, isPageLink) !== undefined;
}

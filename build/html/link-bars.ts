/** Lines of links for finding one's way. */
import type { Element } from "hast";
import { attribute, findElement, findElements, isHeading, lineText, shortText } from "./elements.ts";

/** Links, and nothing but marks between them. */
export function isLinkBar(node: Element): boolean {
  const links = findElements(node, ({ tagName }) => tagName === "a");
  const inLinks = links.map(lineText).join("");
  const marks = /[\s|·•»]+/g;
  return links.length > 0 && lineText(node).replace(marks, "") === inLinks.replace(marks, "");
}

/** Characters of the words and marks between links to the pages around: `Next: …, Previous: …, Up: … [Contents][Index]`. */
const MAX_CHARS_BESIDE_LINKS = 80;

export function leadsToNeighbours(node: Element): boolean {
  const links = findElements(node, ({ tagName }) => tagName === "a");
  if (findElement(node, isHeading) !== undefined || !links.some(namesNeighbour)) return false;
  const inLinks = links.reduce((sum, link) => sum + lineText(link).length, 0);
  return lineText(node).length - inLinks <= MAX_CHARS_BESIDE_LINKS;
}

/** By its relation to the page, or by the picture on it. */
function namesNeighbour(link: Element): boolean {
  const picture = findElement(link, ({ tagName }) => tagName === "img");
  return (
    /\b(?:prev|next|up)\b/.test(attribute(link, "rel")) ||
    (picture !== undefined && /^(?:prev(?:ious)?|next|up)$/i.test(attribute(picture, "alt").trim()))
  );
}

/** A picture that leads back to the top of the page. */
export function leadsToTop(node: Element): boolean {
  if (node.tagName !== "a" || !attribute(node, "href").startsWith("#") || lineText(node) !== "") return false;
  const picture = findElement(node, ({ tagName }) => tagName === "img");
  return picture !== undefined && /^(?:(?:back )?to )?top$/i.test(attribute(picture, "alt").trim());
}

/** Longer than any list of the languages of a page. */
const MAX_SWITCH_CHARS = 600;

/** `Deutsch`, `pt-br`, `Português (Brasil)`. */
const LANGUAGE_NAME = /^[\p{L}\p{M}-]{2,20}(?: [\p{L}\p{M}-]{2,20})?(?: ?\([\p{L}\p{M} -]{2,20}\))?$/u;

/** What it is called, and links and the name of the page's own language between marks; no sentence has such links alone at its end. */
const SWITCH =
  /^(?:[^\n.]{0,80}[:：])?(?:[ |·•»,/]*(?:\n|\p{L}[\p{L}-]{1,20}(?= *[|·•»,/\n]| *$)))+[ |·•»,/]*$/u;

/** Links to the page in other languages, and nothing else but what they are called and the page itself. */
export function isLanguageSwitch(node: Element): boolean {
  // Long text is never one: measured before it is looked at.
  if (!/^(?:p|div|ul)$/.test(node.tagName) || shortText(node, MAX_SWITCH_CHARS) === null) return false;
  const links = findElements(node, ({ tagName }) => tagName === "a");
  const foreign = new Set(links.map((link) => attribute(link, "hrefLang")).filter((tag) => tag !== ""));
  // Each leads to another language; the page's own may have no mark.
  if (foreign.size === 0 || foreign.size < links.length - 1) return false;
  return links.every((link) => LANGUAGE_NAME.test(lineText(link))) && SWITCH.test(withLinksAsLines(node));
}

/** The words within, with a line end in the place of each link. */
function withLinksAsLines(node: Element): string {
  return node.children
    .map((child) => {
      if (child.type === "text") return child.value.replace(/\s+/g, " ");
      if (child.type !== "element") return "";
      return child.tagName === "a" ? "\n" : withLinksAsLines(child);
    })
    .join("");
}

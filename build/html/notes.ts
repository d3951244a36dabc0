/** Marks that lead to a note or from it back, and lists of notes on lines of code. */
import type { Element } from "hast";
import { attribute, classesOf, element, findElement, findElements, isNamed, lineText } from "./elements.ts";

const ROLES = new Set(["doc-noteref", "doc-backlink"]);

/** What Python-Markdown and Goldmark, kramdown, Org and the parsers of HonKit and Hexo call the two links of a footnote. */
const LINK_CLASSES = new Set("footnote-ref footnote-backref reversefootnote footref footnum".split(" "));

/** Signs of a link back, with or without the selector of their look. */
const BACK_SIGN = /^[↩↑⏎⤴]\ufe0e?$/u;
const NUMBER = /^\[?\d{1,3}\]?$/;

/** True for a number above the line that leads to a footnote, and for the sign that leads back: neither is a word of the text. */
export function isNoteMark(node: Element): boolean {
  if (node.tagName === "sup") return isRaisedLink(node);
  if (node.tagName !== "a") return false;
  if (!attribute(node, "href").includes("#")) return false;
  if (BACK_SIGN.test(lineText(node))) return true;
  const isNamedSo =
    ROLES.has(attribute(node, "role")) || classesOf(node).some((name) => LINK_CLASSES.has(name));
  return isNamedSo && !/\p{L}{2}/u.test(lineText(node));
}

/** `x<sup><a href="#fn">1</a></sup>`: a power that is a link to its own page is none. */
function isRaisedLink(node: Element): boolean {
  const links = findElements(node, ({ tagName }) => tagName === "a");
  const text = lineText(node);
  const bare = (words: string) => words.replace(/[[\]]/g, "");
  return (
    links.length > 0 &&
    NUMBER.test(text) &&
    bare(links.map(lineText).join("")) === bare(text) &&
    links.every((link) => attribute(link, "href").startsWith("#"))
  );
}

/** Asciidoctor's notes on numbered lines of code as an ordered list: with icons, it sets them as a table; `null` for another element. */
export function toNoteList(node: Element): Element | null {
  if (node.tagName !== "div" || !classesOf(node).includes("colist")) return null;
  const rows = findElements(node, ({ tagName }) => tagName === "tr");
  const items = rows.flatMap((row) => {
    const [mark, text] = row.children.filter((cell) => isNamed(cell, "td"));
    const isMarked =
      mark !== undefined && findElement(mark, (one) => classesOf(one).includes("conum")) !== undefined;
    return isMarked && text !== undefined && "children" in text ? [element("li", {}, text.children)] : [];
  });
  return items.length > 0 && items.length === rows.length ? element("ol", {}, items) : null;
}

/** The number that Asciidoctor sets beside the icon of a note, for readers whose browser draws none. */
export function isNoteNumber(node: Element, before: Element | undefined): boolean {
  return (
    node.tagName === "b" &&
    /^\(?\d+\)?$/.test(lineText(node)) &&
    before !== undefined &&
    classesOf(before).includes("conum")
  );
}

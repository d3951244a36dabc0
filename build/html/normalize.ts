/** The content of a generated page without its frame, in the few elements that the reader of HTML knows. */
import type { Element, ElementContent } from "hast";
import { repeatSpans } from "../read/table-spans.ts";
import { isChrome } from "./chrome.ts";
import { codeColumn, codeText, isFragment, languageOf, numberedCode } from "./code.ts";
import { toCallout, toTabs } from "./containers.ts";
import { apiListBlocks, isApiList, isMember, memberBlocks } from "./definitions.ts";
import { toTable } from "./div-tables.ts";
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
  isNamed,
  lineText,
  rawText,
} from "./elements.ts";
import { isNoteNumber, toNoteList } from "./notes.ts";

/** Copies the content, in page order. */
export function normalizeContent(scope: HtmlScope): ElementContent[] {
  return new Normalizer().all(childrenOf(scope), null);
}

class Normalizer {
  /** Of the last heading. */
  #level = 1;
  /** Fragment that the next heading is reached by when it has none of its own; `""` when there is none. */
  #pendingId = "";

  /** @param language of code within; `null` when no element around names one */
  all(nodes: readonly ElementContent[], language: string | null): ElementContent[] {
    return withoutShownSource(nodes).flatMap((node) => this.#node(node, language));
  }

  #node(node: ElementContent, language: string | null): ElementContent[] {
    if (node.type === "text") {
      if (node.value.trim() !== "") this.#pendingId = "";
      return [node];
    }
    if (node.type !== "element" || isChrome(node)) return [];
    if (isAnchorMark(node)) return [];
    if (isHeading(node)) return this.#headed(node, language);
    this.#notePlace(node);
    const named = languageOf(node);
    const inner = named === "" ? language : named;
    switch (node.tagName) {
      case "pre":
        return this.#code(node, inner);
      case "code":
        return [{ ...node, children: withoutChrome(node.children) }];
      case "table":
        return this.#table(node, inner);
      case "header":
        return [{ ...node, children: this.all(node.children.flatMap(withoutLinkLists), inner) }];
      case "math":
        return [formula(node)];
      case "dl":
        if (isApiList(node)) return this.#apiList(node, inner);
    }
    if (classesOf(node).includes("katex")) return [formula(node)];
    if (isMark(node)) return [SPACE, node, SPACE];
    if (isMember(node)) return this.all(memberBlocks(node, withoutChrome), inner);
    if (isFragment(node)) return this.#code(node, inner);
    if (isIndented(node)) return this.all(node.children, inner);
    const notes = toNoteList(node);
    if (notes !== null) return this.all([notes], inner);
    const table = toTable(node);
    if (table !== null) return this.#table(table, inner);
    const tabs = toTabs(node);
    if (tabs !== null) return this.all(tabs, inner);
    const callout = node.properties.dataCallout === undefined ? toCallout(node) : null;
    if (callout !== null) return this.all([callout], inner);
    return [{ ...node, children: this.all(node.children, inner) }];
  }

  /** A heading that is not closed holds the text below it as well. */
  #headed(node: Element, language: string | null): ElementContent[] {
    const at = node.children.findIndex(isBlock);
    const isOpen = at > 0 && hasWords({ ...node, children: node.children.slice(0, at) });
    if (!isOpen) return withShortWords(this.#heading(node));
    const heading = this.#heading({ ...node, children: node.children.slice(0, at) });
    return [...withShortWords(heading), ...this.all(node.children.slice(at), language)];
  }

  #heading(node: Element): Element {
    const own = attribute(node, "id");
    const anchor = findElement(
      node,
      (one) => one.tagName === "a" && /^#./.test(attribute(one, "href")) && !hasWords(one),
    );
    const inner = findElement(
      node,
      (one) => one !== node && (one.properties.id ?? one.properties.name) !== undefined,
    );
    const innerId = inner === undefined ? "" : attribute(inner, "id") || attribute(inner, "name");
    const linked = anchor === undefined ? "" : decoded(attribute(anchor, "href").slice(1));
    const id = own || linked || innerId || this.#pendingId;
    this.#level = Number(node.tagName[1]);
    this.#pendingId = "";
    const children = withoutChrome(
      node.children,
      (one) => one.tagName === "a" && one !== inner && isPermalink(one),
    );
    return element(node.tagName, id === "" ? {} : { id }, withSpacesForBreaks(children));
  }

  /** Sections are reached by their own id, and headings of some generators by an empty element before them. */
  #notePlace(node: Element): void {
    const id = attribute(node, "id") || (node.tagName === "a" ? attribute(node, "name") : "");
    if (id === "") return;
    const isSection = node.tagName === "section" || classesOf(node).includes("section");
    const isMark = (node.tagName === "a" || node.tagName === "span") && rawText(node).trim() === "";
    if (isSection || (isMark && this.#pendingId === "")) this.#pendingId = id;
  }

  #code(node: Element, language: string | null): ElementContent[] {
    this.#pendingId = "";
    const code = findElement(node, ({ tagName }) => tagName === "code");
    const own = code === undefined ? "" : languageOf(code);
    const value = codeText({ ...node, children: withoutChrome(node.children) });
    if (value === "") return [];
    const properties = { dataLanguage: (own === "" ? language : own) ?? "" };
    return [element("pre", properties, [{ type: "text", value }])];
  }

  #table(node: Element, language: string | null): ElementContent[] {
    // Before anything goes, or rows and columns would be counted wrong.
    repeatSpans(node);
    const clean = { ...node, children: withoutChrome(node.children, isBlankRow) };
    const code = numberedCode(clean) ?? codeColumn(clean);
    if (code !== null) return this.all(code, language);
    const caption = childrenOf(clean).find((child): child is Element => isNamed(child, "caption"));
    const table = {
      ...clean,
      children: this.all(
        clean.children.filter((child) => child !== caption),
        language,
      ),
    };
    return caption === undefined ? [table] : [element("p", {}, this.all(caption.children, language)), table];
  }

  #apiList(node: Element, language: string | null): ElementContent[] {
    const around = this.#level;
    const clean = { ...node, children: withoutChrome(node.children) };
    const blocks = this.all(apiListBlocks(clean, around), language);
    this.#level = around;
    return blocks;
  }
}

/** Without the source code that a switch among its neighbours shows, as pdoc has it for each member: the docs stand beside it. */
function withoutShownSource(nodes: readonly ElementContent[]): readonly ElementContent[] {
  const has = (node: ElementContent, name: string) => isElement(node) && classesOf(node).includes(name);
  if (!nodes.some((node) => has(node, "view-source-toggle-state"))) return nodes;
  return nodes.filter((node) => !(isNamed(node, "div") && has(node, "pdoc-code")));
}

function withoutChrome(
  nodes: readonly ElementContent[],
  isAlsoGone: (node: Element) => boolean = () => false,
): ElementContent[] {
  let before: Element | undefined;
  return nodes.flatMap((node): ElementContent[] => {
    if (node.type === "comment") return [];
    if (!isElement(node)) return [node];
    const isNumber = isNoteNumber(node, before);
    before = node;
    if (isNumber || isChrome(node, true) || isAlsoGone(node)) return [];
    return [{ ...node, children: withoutChrome(node.children, isAlsoGone) }];
  });
}

/** Longer than this is no heading but a signature or a whole text, which every chunk below it would carry along. */
const MAX_HEADING_CHARS = 300;
const SHOWN_HEADING_CHARS = 80;

/** A heading, and where it is too long its beginning with the whole as text below it. */
function withShortWords(heading: Element): Element[] {
  const text = lineText(heading);
  if (text.length <= MAX_HEADING_CHARS) return [heading];
  const start = text
    .slice(0, SHOWN_HEADING_CHARS)
    .replace(/\s+\S*$/, "")
    .toWellFormed();
  const short = { ...heading, children: [{ type: "text", value: `${start}…` } as const] };
  return [short, element("p", {}, heading.children)];
}

const SPACE = { type: "text", value: " " } as const;

/** "Optional" before a name or "opt" behind it, which only its look sets apart from the name. */
function isMark(node: Element): boolean {
  return classesOf(node).some((name) => MARK_CLASSES.has(name));
}

const MARK_CLASSES = new Set(["tsd-tag", "tsd-flag", "signature-attributes"]);

const BLOCKS = new Set("p ul ol dl pre table blockquote section article figure hr details".split(" "));

/** Something that no heading holds, by itself or in boxes. */
function isBlock(node: ElementContent): boolean {
  return (
    isElement(node) &&
    (BLOCKS.has(node.tagName) ||
      (node.tagName === "div" && findElement(node, ({ tagName }) => BLOCKS.has(tagName)) !== undefined))
  );
}

/** The words of a heading are one line, and breaks and boxes part them. */
function withSpacesForBreaks(nodes: readonly ElementContent[]): ElementContent[] {
  return nodes.flatMap((node): ElementContent[] => {
    if (isNamed(node, "br")) return [SPACE];
    if (!isElement(node)) return [node];
    const inner = withSpacesForBreaks(node.children);
    // Boxes part words as well.
    if (node.tagName === "div" || node.tagName === "p" || isMark(node)) return [SPACE, ...inner, SPACE];
    return [{ ...node, children: inner }];
  });
}

/** Fewer links of a list may be of its text. */
const MIN_MENU_LINKS = 3;

/** What stands in a page's header without the lists of links there: the page's title is among menus. */
function withoutLinkLists(node: ElementContent): ElementContent[] {
  if (!isElement(node)) return [node];
  if (node.tagName === "ul" || node.tagName === "ol") {
    const links = findElements(node, ({ tagName }) => tagName === "a");
    if (links.length >= MIN_MENU_LINKS && !hasWords(withoutLinks(node))) return [];
  }
  return [{ ...node, children: node.children.flatMap(withoutLinkLists) }];
}

function withoutLinks(node: Element): Element {
  const children = node.children.flatMap((child): ElementContent[] => {
    if (!isElement(child)) return [child];
    return child.tagName === "a" ? [] : [withoutLinks(child)];
  });
  return { ...node, children };
}

/** A row that only sets space between two others. */
function isBlankRow(node: Element): boolean {
  return node.tagName === "tr" && lineText(node) === "" && findElement(node, isPicture) === undefined;
}

function isPicture({ tagName }: Element): boolean {
  return tagName === "img";
}

/** Sphinx sets indented text as a quotation of one `<div>`; a real quotation names its author. */
function isIndented(node: Element): boolean {
  const inner = node.children.filter(isElement);
  return (
    node.tagName === "blockquote" &&
    inner.length === 1 &&
    inner[0]!.tagName === "div" &&
    findElement(node, (one) => classesOf(one).includes("attribution")) === undefined
  );
}

/** A sign that links to its own place, beside a heading rather than in it, as rustdoc sets it. */
function isAnchorMark(node: Element): boolean {
  return (
    node.tagName === "a" && /^#./.test(attribute(node, "href")) && /^[§¶#🔗]$/u.test(rawText(node).trim())
  );
}

/** A link of a heading to itself: a mark, not a word of it. */
function isPermalink(node: Element): boolean {
  return attribute(node, "href").includes("#") && !hasWords(node);
}

function hasWords(node: Element): boolean {
  return /[\p{L}\p{N}]/u.test(rawText(node));
}

/** The source of a formula that is drawn by elements. */
function formula(node: Element): Element {
  const source = findElement(node, ({ tagName }) => tagName === "annotation");
  return element("code", {}, [{ type: "text", value: lineText(source ?? node) }]);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

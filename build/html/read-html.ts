import type { Element, Root as HastRoot, Nodes } from "hast";
import { defaultHandlers, type Handle, type State, toMdast } from "hast-util-to-mdast";
import type { List, ListItem, Paragraph, Root, RootContent } from "mdast";
import rehypeParse from "rehype-parse";
import { unified } from "unified";
import { joinBlanks } from "../read/blanks.ts";
import { cleanTree } from "../read/clean.ts";
import { LIFTED, liftDeepElements } from "../read/deep-elements.ts";
import { settlePageAnchors } from "../read/headings.ts";
import { ELEMENT_HANDLERS, flattenCells } from "../read/html.ts";
import { paragraph, textNode } from "../read/nodes.ts";
import { type Page, pageOf } from "../read/page.ts";
import { dropTablesOfContents } from "../read/tables-of-contents.ts";
import type { Warn } from "../warnings.ts";
import { childrenOf, element, findElements, isHeading, lineText, rawText } from "./elements.ts";
import { mainContent } from "./main-content.ts";
import { dropManFrame } from "./man2html.ts";
import { normalizeContent } from "./normalize.ts";
import { markedTitle, type PageFacts, pageFacts } from "./page-facts.ts";
import { edgeTexts } from "./shared-blocks.ts";
import { isTermList } from "./term-lists.ts";
import { unreadableCause } from "./unread-pages.ts";
import { dropWayLines } from "./way-lines.ts";

const html = unified().use(rehypeParse).freeze();

export interface HtmlOptions {
  /** Path relative to the source folder. */
  file: string;
  /** Whether headings without an id get one: only where the page is rendered anew does it lead anywhere. */
  makeAnchors: boolean;
}

/** Reading takes seconds for each million: no page for readers is that long, but a list of everything may be. */
const LARGE_PAGE_CHARS = 4_000_000;

/**
 * Reads a page of a generated site: its main content, with headings and anchors as the page has them.
 * @returns `null`, with a warning, for a page that is none to read: a redirect, a search page, an index, one kept out of search engines
 */
export function readHtml(text: string, options: HtmlOptions, warn: Warn): Page | null {
  if (text.length > LARGE_PAGE_CHARS) {
    const millions = (text.length / 1e6).toFixed(1);
    warn(
      `a page of ${millions} million characters takes long to read; leave it out with "exclude" if its parts are pages too`,
    );
  }
  const tree = parsePage(text, warn);
  if (tree === null) {
    warn("elements nested thousands deep; skipped");
    return null;
  }
  const facts = pageFacts(tree);
  const cause = unreadableCause(options.file, text, facts);
  if (cause !== null) {
    warn(`${cause}; skipped`);
    return null;
  }
  dropManFrame(tree);
  const scope = mainContent(tree);
  if (isTermList(options.file, scope)) {
    warn("a list of pages by tag, category or date; skipped");
    return null;
  }
  const page = readHtmlContent(element("div", {}, normalizeContent(scope)), options, warn);
  return {
    ...page,
    frontMatter: facts.language === null ? {} : { language: facts.language },
    givenTitle: markedTitle(tree) ?? titleBeside(page, facts, tree),
    canonicalUrl: facts.canonicalUrl,
    statedVersion: facts.version,
    edgeTexts: edgeTexts(page.tree),
  };
}

/** `null` for a page nested so deep that the parser exhausts the stack. */
function parsePage(text: string, warn: Warn): HastRoot | null {
  try {
    const tree = html.parse(text);
    if (liftDeepElements(tree)) warn(LIFTED);
    dropPositions(tree);
    return tree;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** The same for elements that are content already, such as what another format was turned into. */
export function readHtmlContent(
  content: Element,
  { makeAnchors }: Pick<HtmlOptions, "makeAnchors">,
  warn: Warn,
): Page {
  joinBlanks(content);
  const result = toMdast(content as Nodes, { document: true, newlines: true, handlers: HANDLERS });
  const tree: Root = result.type === "root" ? result : { type: "root", children: [result as RootContent] };
  flattenCells(tree);
  cleanTree(tree, "other");
  dropTablesOfContents(tree);
  dropWayLines(tree);
  return pageOf({
    frontMatter: {},
    givenTitle: null,
    headings: settlePageAnchors(tree, makeAnchors, warn),
    tree,
  });
}

/** Parses HTML that is content alone. */
export function parseFragment(text: string): Element {
  const tree = unified().use(rehypeParse, { fragment: true }).parse(text);
  return element("div", {}, normalizeContent(tree));
}

const HANDLERS: Record<string, Handle> = {
  ...ELEMENT_HANDLERS,
  pre: (_, node: Element) => ({
    type: "code",
    lang: String(node.properties.dataLanguage ?? "") || null,
    value: rawText(node),
  }),
  dl: (state, node: Element) => definitionList(state, node),
};

/** Terms with what is said of each, `term: text` where that is a paragraph, and `one, other: text` where it is said of several. */
function definitionList(state: State, node: Element): List | undefined {
  const list = defaultHandlers.dl(state, node);
  if (list === undefined) return undefined;
  for (const item of list.children) {
    joinTerms(item);
    joinTerm(item);
  }
  return list;
}

/** Several terms of one text are a list of their own before it. */
function joinTerms(item: ListItem): void {
  const [terms, ...texts] = item.children;
  if (terms?.type !== "list" || texts.length === 0) return;
  const lines = terms.children.map(({ children }) => children);
  const words = lines.flatMap(([first, ...rest]) =>
    first?.type === "paragraph" && rest.length === 0 ? [first.children] : [],
  );
  if (words.length !== lines.length) return;
  const joined = words.flatMap((term, i) => (i === 0 ? term : [textNode(", "), ...term]));
  item.children = [paragraph(joined), ...texts];
}

function joinTerm(item: ListItem): void {
  const [term, first, ...rest] = item.children;
  if (term?.type !== "paragraph" || first?.type !== "paragraph") return;
  const last = term.children.at(-1);
  const isJoined = last?.type === "text" && /[:：]\s*$/.test(last.value);
  const joined: Paragraph = {
    type: "paragraph",
    children: [...term.children, textNode(isJoined ? " " : ": "), ...first.children],
  };
  item.children = [joined, ...rest];
}

/**
 * The title of a page whose level-1 heading is none: where its content has no such heading, the one beside the content unless the window's
 * title shows that to be the site's name, else the window's title; where sections have level-1 headings, the window's title, unless it
 * names one of them. `null` where the first level-1 heading is the title.
 */
function titleBeside(page: Page, { title, otherTitles }: PageFacts, tree: HastRoot): string | null {
  if (page.headingTitle === null) {
    const beside = loneHeading(tree);
    return (beside !== null && title !== null && otherTitles.includes(beside) ? title : beside) ?? title;
  }
  const sections = page.headings.filter(({ level }) => level === 1).map(({ text }) => text);
  if (sections.length < 2 || title === null) return null;
  const isNamed = sections.some((text) => [title, ...otherTitles].some((part) => areAlike(part, text)));
  return isNamed ? null : title;
}

function areAlike(a: string, b: string): boolean {
  return a.toLowerCase().includes(b.toLowerCase()) || b.toLowerCase().includes(a.toLowerCase());
}

/** The one level-1 heading of a page that keeps it outside its content; `null` when it has none or several. */
function loneHeading(tree: HastRoot): string | null {
  const found = findElements(tree, (node) => isHeading(node) && node.tagName === "h1");
  const text = found.length === 1 ? lineText(found[0]!) : "";
  return text === "" ? null : text;
}

/** Nothing looks at them, and what turns HTML into Markdown copies the whole tree: of a large page that is most of its time. */
function dropPositions(tree: HastRoot): void {
  const stack: Nodes[] = [tree];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    delete node.position;
    for (const child of childrenOf(node)) stack.push(child);
  }
}

import type { Element, ElementContent, Root as HastRoot } from "hast";
import { raw } from "hast-util-raw";
import { defaultHandlers, type Handle, type State, toMdast } from "hast-util-to-mdast";
import type { Blockquote, Code, Heading, Html, PhrasingContent, Root, RootContent } from "mdast";
import { type Handlers, toHast } from "mdast-util-to-hast";
import { visit } from "unist-util-visit";
import type { Warn } from "../warnings.ts";
import { joinBlanks } from "./blanks.ts";
import { LIFTED, liftDeepElements } from "./deep-elements.ts";
import { replaceNodes, textNode } from "./nodes.ts";
import { repeatAllSpans } from "./table-spans.ts";

/** Names of elements that a browser knows; a tag of another name is a component, or a placeholder such as `<your-key>`. */
const HTML_ELEMENTS = new Set(
  (
    "a abbr address area article aside audio b base bdi bdo big blockquote body br button canvas caption center cite code col " +
    "colgroup data datalist dd del details dfn dialog div dl dt em embed fieldset figcaption figure font footer form g h1 h2 h3 " +
    "h4 h5 h6 head header hgroup hr html i iframe img input ins kbd label legend li link main map mark math menu meta meter nav " +
    "nobr noscript object ol optgroup option output p param path picture pre progress q rp rt ruby s samp script section select " +
    "slot small source span strike strong style sub summary sup svg table tbody td template textarea tfoot th thead time title " +
    "tr track tt u ul use var video wbr"
  ).split(" "),
);

/** True for the name of a real HTML element. */
function isHtmlElement(name: string): boolean {
  return HTML_ELEMENTS.has(name.toLowerCase());
}

/**
 * Turns the HTML of a page into Markdown nodes: headings keep their ids, tables, lists and code become such, other tags
 * give their text. Comments, scripts and styles vanish. Pages without HTML are left as they are.
 */
export function resolveHtml(tree: Root, warn: Warn): Root {
  restorePlaceholders(tree);
  let found = false;
  visit(tree, (node) => {
    found ||= node.type === "html" || node.data?.hName !== undefined;
  });
  if (!found) return tree;
  // Nodes that HTML would flatten wait outside, under a number.
  const stash: RootContent[] = [];
  const hast = toHast(tree, { allowDangerousHtml: true, handlers: stashing(stash) });
  // Of a root it makes a root.
  const parsed = raw(hast, { tagfilter: true }) as HastRoot;
  if (liftDeepElements(parsed)) warn(LIFTED);
  repeatAllSpans(parsed);
  joinBlanks(parsed);
  const result = toMdast(parsed, { document: true, handlers: restoring(stash) });
  const page: Root = result.type === "root" ? result : { type: "root", children: [result as RootContent] };
  flattenCells(page);
  return page;
}

/** Writes every table cell on one line. */
export function flattenCells(page: Root): void {
  visit(page, "tableCell", (cell) => {
    cell.children = inlineOf(cell.children as RootContent[]);
  });
}

/** Blocks as one line, such as within a table cell. */
export function inlineOf(nodes: RootContent[]): PhrasingContent[] {
  return nodes.flatMap((node, i) => {
    if (node.type === "paragraph" || node.type === "heading") return [...gap(i), ...node.children];
    if (node.type === "code")
      return [...gap(i), { type: "inlineCode" as const, value: node.value.replace(/\s+/g, " ") }];
    if (node.type === "list" || node.type === "listItem" || node.type === "blockquote") {
      return [...gap(i), ...inlineOf(node.children as RootContent[])];
    }
    return [node as PhrasingContent];
  });
}

function gap(index: number): PhrasingContent[] {
  return index === 0 ? [] : [textNode("; ")];
}

/** Text that only looks like a tag, such as the type in `Promise<Buffer>` or `<your-key>`, is text again; whole scripts go. */
function restorePlaceholders(tree: Root): void {
  const closed = new Set<string>();
  visit(tree, "html", (node: Html) => {
    for (const [, name] of node.value.matchAll(/<\/([A-Za-z][\w.:-]*)\s*>/g)) closed.add(name!);
  });
  replaceNodes(tree, (node, parent) => {
    if (node.type !== "html") return node;
    if (/^<(script|style)\b/i.test(node.value) && parent.type !== "paragraph") return [];
    const tag = /^<\/?([A-Za-z][\w.:-]*)\s*(\/?)>$/.exec(node.value);
    if (tag === null || isHtmlElement(tag[1]!)) return node;
    return tag[2] === "/" || closed.has(tag[1]!) ? [] : (textNode(node.value) as RootContent);
  });
  dropInlineScripts(tree);
}

/** An inline `<script>…</script>` is three nodes: tag, text, tag. */
function dropInlineScripts(tree: Root): void {
  visit(tree, "paragraph", (node) => {
    for (let at = 0; at < node.children.length; at++) {
      const child = node.children[at]!;
      const name = child.type === "html" ? /^<(script|style)\b/i.exec(child.value)?.[1] : undefined;
      if (name === undefined) continue;
      const end = node.children.findIndex(
        (other, i) =>
          i > at && other.type === "html" && other.value.toLowerCase().startsWith(`</${name.toLowerCase()}`),
      );
      node.children.splice(at, end < 0 ? 1 : end - at + 1);
      at--;
    }
  });
}

/** Handlers into HTML that leave a numbered element in the place of code, mathematics and callouts. */
function stashing(stash: RootContent[]): Handlers {
  const put = (node: RootContent, tagName: string): Element => ({
    type: "element",
    tagName,
    properties: { dataStash: String(stash.push(node) - 1) },
    // White space around an empty element would be collapsed into one.
    children: [{ type: "text", value: "x" }],
  });
  return {
    code: (_, node: Code) => put(node, "pre"),
    math: (_, node: RootContent) => put(node, "pre"),
    inlineMath: (_, node: RootContent) => put(node, "code"),
    inlineCode: (_, node: RootContent) => put(node, "code"),
    heading(state, node: Heading) {
      const element: Element = {
        type: "element",
        tagName: `h${node.depth}`,
        properties: {},
        children: state.all(node),
      };
      if (node.data?.explicitId !== undefined) element.properties.id = node.data.explicitId;
      return element;
    },
    blockquote(state, node: Blockquote) {
      const properties = node.data?.callout === undefined ? {} : { dataCallout: node.data.callout };
      return {
        type: "element",
        tagName: "blockquote",
        properties,
        children: state.wrap(state.all(node), true),
      };
    },
  };
}

/** Handlers back from HTML. */
function restoring(stash: RootContent[]): Record<string, Handle> {
  const orElse =
    (fallback: Handle | undefined): Handle =>
    (state, element: Element, parent) => {
      const index = element.properties.dataStash;
      if (typeof index === "string") return stash[Number(index)];
      return fallback?.(state, element, parent);
    };
  return {
    ...ELEMENT_HANDLERS,
    pre: orElse(defaultHandlers.pre),
    code: orElse(defaultHandlers.code),
  };
}

/** How elements that Markdown has no form for are read. */
export const ELEMENT_HANDLERS: Record<string, Handle> = {
  ...Object.fromEntries([1, 2, 3, 4, 5, 6].map((depth) => [`h${depth}`, headingFromHtml])),
  blockquote(state, element: Element) {
    const kind = element.properties.dataCallout;
    const children = state.toFlow(state.all(element)) as Blockquote["children"];
    return {
      type: "blockquote",
      ...(typeof kind === "string" ? { data: { callout: kind } } : {}),
      children,
    };
  },
  summary: (state, element: Element) => ({
    type: "paragraph",
    children: [{ type: "strong", children: state.all(element) as never }],
  }),
  // Their inner words are for browsers that cannot show them.
  iframe: () => undefined,
  video: () => undefined,
  audio: () => undefined,
  object: () => undefined,
  template: () => undefined,
  textarea: textOnly,
  select: () => undefined,
  input: (state, element: Element) =>
    element.properties.type === "checkbox" ? defaultHandlers.input(state, element) : undefined,
};

function headingFromHtml(state: State, element: Element): Heading {
  const children = state.all(element) as Heading["children"];
  const heading: Heading = {
    type: "heading",
    depth: Number(element.tagName[1]) as Heading["depth"],
    children,
  };
  if (typeof element.properties.id === "string") heading.data = { explicitId: element.properties.id };
  return heading;
}

function textOnly(_: State, element: Element): RootContent {
  const text = element.children
    .map((child: ElementContent) => (child.type === "text" ? child.value : ""))
    .join("");
  return { type: "text", value: text };
}

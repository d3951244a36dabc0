import type { Nodes, Parents, PhrasingContent, RootContent } from "mdast";
import { gfmToMarkdown } from "mdast-util-gfm";
import { mathToMarkdown } from "mdast-util-math";
import { defaultHandlers, type Handle, type Options, type State, toMarkdown } from "mdast-util-to-markdown";
import { meaningfulAlt } from "./clean.ts";

/** Writes only the words of inline markup: emphasis and links keep their text, and nothing else. */
const words: Handle & { peek: Handle } = (node: Parents, _parent, state: State, info) =>
  state.containerPhrasing(node as never, info);
// What stands before a node is told what it begins with. Without this it would be written in full for that, at each level anew.
words.peek = (node: Nodes) => firstCharacter(node);

function firstCharacter(node: Nodes): string {
  let first: Nodes | undefined = node;
  while (first !== undefined && "children" in first) first = first.children[0];
  return first !== undefined && "value" in first ? first.value.charAt(0) : "";
}

/**
 * Text as it is, without the escapes that Markdown would need: `follow_redirects` must be found as written. Only what would
 * begin a heading or a fence, or end a table cell, is escaped.
 */
const text: Handle = (node: { value: string }, _parent, state: State, info) => {
  if (state.stack.includes("tableCell")) return node.value.replaceAll("|", "\\|").replace(/\s*\n\s*/g, " ");
  return info.before === "\n" ? node.value.replace(/^(#{1,6}\s|`{3}|~{3})/, "\\$1") : node.value;
};

const lineBreak: Handle = (_node, _parent, state: State) => (state.stack.includes("tableCell") ? " " : "\n");

/** A list's items stand line by line unless some hold several blocks; everything else is parted by one blank line. */
function blankLines(left: Nodes, right: Nodes, parent: Parents): number {
  if (parent.type === "list") return parent.spread && (holdsBlocks(left) || holdsBlocks(right)) ? 1 : 0;
  if (parent.type === "listItem") return right.type === "list" || !parent.spread ? 0 : 1;
  return 1;
}

/** True for a list item with more than a line and a nested list. */
export function holdsBlocks(node: Nodes): boolean {
  return node.type === "listItem" && node.children.filter(({ type }) => type !== "list").length > 1;
}

const OPTIONS: Options = {
  bullet: "-",
  listItemIndent: "one",
  fence: "`",
  fences: true,
  rule: "-",
  join: [blankLines],
  extensions: [gfmToMarkdown({ tablePipeAlign: false }), mathToMarkdown({ singleDollarTextMath: false })],
  handlers: {
    text,
    break: lineBreak,
    emphasis: words,
    strong: words,
    delete: words,
    link: words,
    image: (node) => meaningfulAlt(node) ?? "",
    blockquote: (node, parent, state, info) =>
      node.data?.callout === undefined
        ? defaultHandlers.blockquote(node, parent, state, info)
        : state.containerFlow(node, info),
    html: () => "",
  },
};

/** The same for somebody who reads the page itself: emphasis and links stay, and callouts are set off. */
const PAGE_OPTIONS: Options = {
  ...OPTIONS,
  handlers: { text, break: lineBreak, image: (node) => meaningfulAlt(node) ?? "", html: () => "" },
};

/** Markdown of a run of blocks as a page, without a line end at its end. */
export function blocksToPageMarkdown(blocks: readonly RootContent[]): string {
  return toMarkdown(once({ type: "root", children: [...blocks] }, []), PAGE_OPTIONS).trim();
}

const EMPHASES: readonly string[] = ["strong", "emphasis", "delete"];

/** Without emphasis in its like, which shows nothing: where HTML forgets to close it, it would lie in itself hundreds of times. */
function once<N extends Nodes>(node: N, within: readonly string[]): N {
  if (!("children" in node)) return node;
  const inside = EMPHASES.includes(node.type) ? [...within, node.type] : within;
  const children = node.children.flatMap((child: Nodes): Nodes[] => {
    const copy = once(child, inside);
    return inside.includes(child.type) && "children" in copy ? copy.children : [copy];
  });
  return { ...node, children };
}

/** Cleaned Markdown of a block or a run of blocks, without a line end at its end. */
export function blocksToMarkdown(blocks: readonly RootContent[]): string {
  return nodeToMarkdown({ type: "root", children: [...blocks] });
}

/** Cleaned Markdown of any node. */
export function nodeToMarkdown(node: Nodes): string {
  return toMarkdown(node, OPTIONS).trim();
}

/** Cleaned Markdown of inline content, on one line. */
export function phrasingToMarkdown(children: readonly PhrasingContent[]): string {
  return nodeToMarkdown({ type: "paragraph", children: [...children] });
}

import type { Heading, ListItem, Nodes, Paragraph, Root, RootContent } from "mdast";
import { toString as plainText } from "mdast-util-to-string";
import { isParent } from "./nodes.ts";

/** Fewer links may be a sentence's own "see there". */
const MIN_LINKS = 3;

/** What stands over a table of contents, in the languages of most docs. */
const LABEL =
  /^(?:(?:table of )?contents|on this page|in this (?:article|page|guide|document)|toc|inhalt(?:sverzeichnis)?|auf dieser seite|sommaire|table des matières|índice|contenidos?|目录|目次|本页内容|目錄|목차|содержание|оглавление)\s*[:：]?$/i;

/**
 * Removes lists that do nothing but link to headings of their own page, and the line over them: readers find their way by them, and their
 * words stand at the headings. Where a heading stands over one, it stays, since links may lead to it, unless it is of the first level: that
 * would become the title of the page, as in notebooks whose contents an extension wrote.
 */
export function dropTablesOfContents(tree: Root): void {
  dropIn(tree);
  tree.children = tree.children.filter((node, at) => {
    const next = tree.children[at + 1];
    const isEmpty = next === undefined || next.type === "heading";
    return !(isEmpty && node.type === "heading" && node.depth === 1 && isLabel(node));
  });
}

function dropIn(parent: Root | Extract<Nodes, { type: "blockquote" }>): void {
  const kept: RootContent[] = [];
  for (const node of parent.children as RootContent[]) {
    if (node.type === "list" && linksToOwnPage(node.children) >= MIN_LINKS) {
      const before = kept.at(-1);
      if (before?.type === "paragraph" && isLabel(before)) kept.pop();
      continue;
    }
    if (node.type === "blockquote") dropIn(node);
    kept.push(node);
  }
  parent.children = kept as typeof parent.children;
}

function isLabel(node: Paragraph | Heading): boolean {
  return LABEL.test(plainText(node).trim());
}

/** Number of links when every item is a link to a place on its own page, and lists of such; else less than zero. */
function linksToOwnPage(items: readonly ListItem[]): number {
  let count = 0;
  for (const { children } of items) {
    for (const block of children) {
      if (block.type === "list") count += linksToOwnPage(block.children);
      else if (block.type === "paragraph" && isOwnLink(block)) count++;
      else return Number.NEGATIVE_INFINITY;
    }
  }
  return count;
}

function isOwnLink({ children }: Paragraph): boolean {
  const words = children.filter((node) => node.type !== "text" || node.value.trim() !== "");
  return words.length === 1 && hasFragment(words[0]!);
}

function hasFragment(node: Nodes): boolean {
  if (node.type === "link") return node.url.startsWith("#");
  return isParent(node) && node.children.length === 1 && hasFragment(node.children[0] as Nodes);
}

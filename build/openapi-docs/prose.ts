/** Descriptions, which are Markdown, and the small blocks that pages of an API are made of. */
import type { List, ListItem, PhrasingContent, RootContent } from "mdast";
import { inlineOf } from "../read/html.ts";
import { labelParagraph, paragraph, textNode } from "../read/nodes.ts";
import { readPage } from "../read/read-page.ts";

/** Blocks of a description, without anchors yet. */
export function descriptionBlocks(text: string): RootContent[] {
  if (text.trim() === "") return [];
  return readPage(
    text,
    "description.md",
    () => null,
    () => {},
    { settlesAnchors: false },
  ).tree.children;
}

/** The same where no section may begin: headings become bold lines. */
export function descriptionWithoutHeadings(text: string): RootContent[] {
  return descriptionBlocks(text).map((node) =>
    node.type === "heading" ? labelParagraph(node.children) : node,
  );
}

/** A description on one line. */
export function descriptionLine(text: string): PhrasingContent[] {
  // Most descriptions hold no markup, and a large document has hundreds of thousands.
  if (/^[\p{L}\p{N} ,.;()'"?!/=+%-]*$/u.test(text) && !/^\s*(?:[-+]|\d+[.)])\s|\.\w+\.|https?:/.test(text)) {
    return text.trim() === "" ? [] : [textNode(text.trim().replace(/ {2,}/g, " "))];
  }
  return inlineOf(descriptionBlocks(text));
}

export function code(value: string): PhrasingContent {
  return { type: "inlineCode", value };
}

/** A list item: its line, then lists below it. */
export function item(line: PhrasingContent[], below: readonly RootContent[] = []): ListItem {
  return { type: "listItem", spread: false, children: [paragraph(line), ...(below as ListItem["children"])] };
}

/** No block for no items. */
export function list(items: ListItem[]): List[] {
  return items.length === 0 ? [] : [{ type: "list", ordered: false, spread: false, children: items }];
}

/** A list under a line that says what it lists. */
export function labelledList(label: string, items: ListItem[]): RootContent[] {
  return items.length === 0 ? [] : [paragraph([textNode(`${label}:`)]), ...list(items)];
}

/** Nodes with a text between each two. */
export function joined(parts: readonly PhrasingContent[][], separator = ", "): PhrasingContent[] {
  return parts.flatMap((part, i) => (i === 0 ? part : [textNode(separator), ...part]));
}

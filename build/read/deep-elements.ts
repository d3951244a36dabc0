import type { Element, ElementContent, Root } from "hast";
import { isDeeperThan } from "./page.ts";

/** Nesting that no author or generator writes, and that what turns HTML into Markdown takes the square of. */
export const MAX_ELEMENT_DEPTH = 400;

/** Depth at which what lies deeper is put: forgotten end tags nest all that follows them. */
const LIFTED_DEPTH = 30;

/** Elements that are lifted with all that is in them, unless that is as deep again. */
const BLOCKS = new Set(
  "h1 h2 h3 h4 h5 h6 p pre script style template nav header footer aside svg math".split(" "),
);
const PHRASES = new Set(
  "a abbr b bdi bdo br cite code data del dfn em i img input ins kbd label mark q s samp small span strong sub sup time u var wbr".split(
    " ",
  ),
);

/** A table's own parts hold no text between them. */
const TABLE_PARTS = new Set(["table", "thead", "tbody", "tfoot", "tr", "colgroup"]);

/** For the warning about a page of which elements were lifted. */
export const LIFTED = `elements nested more than ${MAX_ELEMENT_DEPTH} deep, as by missing end tags; their text is read without nesting`;

/**
 * Lifts what is nested deeper than anybody writes: blocks and text stay in order, without the lists, tables and boxes around them.
 * Walks without recursion, in time linear in the size.
 * @returns whether there was any
 */
export function liftDeepElements(tree: Root): boolean {
  if (!isDeeperThan(tree, MAX_ELEMENT_DEPTH)) return false;
  const open: { node: Root | Element; depth: number }[] = [{ node: tree, depth: 0 }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { node, depth } = next;
    if (depth >= LIFTED_DEPTH && node.type === "element" && !TABLE_PARTS.has(node.tagName)) {
      node.children = liftedFrom(node.children);
      continue;
    }
    for (const child of node.children)
      if (child.type === "element") open.push({ node: child, depth: depth + 1 });
  }
  return true;
}

function liftedFrom(children: ElementContent[]): ElementContent[] {
  const lifted: ElementContent[] = [];
  let line: ElementContent[] = [];
  const endLine = () => {
    if (line.some((node) => node.type !== "text" || node.value.trim() !== "")) {
      lifted.push({ type: "element", tagName: "p", properties: {}, children: line });
    }
    line = [];
  };
  // `null` stands for the end of a box.
  const waiting: (ElementContent | null)[] = children.toReversed();
  while (waiting.length > 0) {
    const node = waiting.pop()!;
    if (node === null) endLine();
    else if (node.type !== "element") line.push(node);
    else {
      const isPhrase = PHRASES.has(node.tagName);
      const isWhole = (isPhrase || BLOCKS.has(node.tagName)) && !isDeeperThan(node, LIFTED_DEPTH / 2);
      if (!isPhrase) endLine();
      if (isWhole) (isPhrase ? line : lifted).push(node);
      else {
        if (!isPhrase) waiting.push(null);
        for (let i = node.children.length - 1; i >= 0; i--) waiting.push(node.children[i]!);
      }
    }
  }
  // Text without boxes goes on the line that it stands in.
  if (lifted.length === 0) return line;
  endLine();
  return lifted;
}

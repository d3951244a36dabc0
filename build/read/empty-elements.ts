import type { ElementContent, Nodes } from "hast";

const INLINE = new Set(
  "a abbr b cite del em font i ins kbd label q s samp small span strong strike sub sup tt u".split(" "),
);

/** True for an element of a line that holds nothing: what collapses white space looks past each run of them from each of its members. */
export function isEmptyInline(node: ElementContent): boolean {
  return node.type === "element" && node.children.length === 0 && INLINE.has(node.tagName);
}

/** Removes such elements, and those that hold nothing else. */
export function dropEmptyInlines(node: Nodes): void {
  if (!("children" in node)) return;
  for (const child of node.children) dropEmptyInlines(child);
  // Of a root these may be a doctype as well, which is no element.
  node.children = node.children.filter(
    (child) => !isEmptyInline(child as ElementContent),
  ) as typeof node.children;
}

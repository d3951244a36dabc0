import type { Heading, Root, RootContent } from "mdast";
import { visit } from "unist-util-visit";
import { headingText, type PageHeading } from "../read/headings.ts";
import { isParent } from "../read/nodes.ts";

/** A heading and what stands under it, up to the next heading of any level. */
export interface Section {
  /** `null` for what stands before the first heading. */
  heading: PageHeading | null;
  /** Headings from the page's first level down to this section's own. */
  path: PageHeading[];
  blocks: RootContent[];
}

/** Cuts a clean page tree into its sections, in page order. Headings inside quotations, callouts and lists count. */
export function sectionsOf(tree: Root): Section[] {
  const sections: Section[] = [{ heading: null, path: [], blocks: [] }];
  const path: PageHeading[] = [];
  for (const node of flatten(tree.children)) {
    const anchor = node.type === "heading" ? node.data?.anchor : undefined;
    if (node.type !== "heading" || anchor === undefined) {
      if (node.type !== "heading") sections.at(-1)!.blocks.push(node);
      continue;
    }
    const heading: PageHeading = { text: headingText(node), anchor, level: node.depth };
    while (path.length > 0 && path.at(-1)!.level >= heading.level) path.pop();
    path.push(heading);
    sections.push({ heading, path: [...path], blocks: [] });
  }
  return sections[0]!.blocks.length === 0 ? sections.slice(1) : sections;
}

/** Blocks in page order, with containers opened where they hold headings, and callouts always: their frame is no text. */
function* flatten(nodes: readonly RootContent[]): Generator<RootContent> {
  for (const node of nodes) {
    if (node.type === "thematicBreak") continue;
    if (node.type === "blockquote" && (node.data?.callout !== undefined || hasHeading(node))) {
      yield* flatten(node.children);
    } else if (node.type === "list" && hasHeading(node)) {
      for (const [i, item] of node.children.entries()) {
        if (hasHeading(item)) yield* flatten(item.children);
        else yield { ...node, start: (node.start ?? 1) + i, children: [item] };
      }
    } else {
      yield node;
    }
  }
}

function hasHeading(node: RootContent): boolean {
  let found = false;
  if (isParent(node)) {
    visit(node, "heading", (heading: Heading) => {
      found ||= heading.data?.anchor !== undefined;
    });
  }
  return found;
}

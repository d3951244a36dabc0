import type { Blockquote, Nodes, Paragraph, Parents, PhrasingContent, RootContent } from "mdast";

/** What the reader notes on nodes of the page's tree. */
declare module "mdast" {
  interface HeadingData {
    /** Fragment that lands on the heading. */
    anchor?: string;
    /** Id that the author gave, before anchors are settled. */
    explicitId?: string;
  }
  interface BlockquoteData {
    /** Kind of callout (`note`, `warning`, `tab`, …); absent for a real quotation. */
    callout?: string;
  }
}

/** Narrows to nodes with children. */
export function isParent(node: Nodes): node is Parents {
  return "children" in node;
}

export function textNode(value: string): PhrasingContent {
  return { type: "text", value };
}

export function paragraph(children: PhrasingContent[]): Paragraph {
  return { type: "paragraph", children };
}

/** A paragraph that names what follows it, such as the title of a callout or the label of a tab. */
export function labelParagraph(children: PhrasingContent[]): Paragraph {
  return paragraph([{ type: "strong", children }]);
}

/** A callout: its title, if any, as a first paragraph, then its body. */
export function callout(kind: string, title: PhrasingContent[], body: RootContent[]): Blockquote {
  const children = title.length > 0 ? [labelParagraph(title), ...body] : body;
  return { type: "blockquote", data: { callout: kind }, children: children as Blockquote["children"] };
}

/**
 * Replaces nodes, children first. `replace` returns the nodes to put in place (none to remove), or the node itself to keep it.
 */
export function replaceNodes(
  parent: Parents,
  replace: (node: RootContent, parent: Parents) => RootContent | RootContent[],
): void {
  const children: RootContent[] = [];
  for (const child of parent.children as RootContent[]) {
    if (isParent(child)) replaceNodes(child, replace);
    const replacement = replace(child, parent);
    if (Array.isArray(replacement)) children.push(...replacement);
    else children.push(replacement);
  }
  parent.children = children as typeof parent.children;
}

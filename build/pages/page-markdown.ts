import type { Root, RootContent } from "mdast";
import type { PageSection } from "../../src/core/markdown-page.ts";
import type { ReadDocument } from "../read/document.ts";
import { headingText } from "../read/headings.ts";
import { replaceNodes } from "../read/nodes.ts";
import { blocksToPageMarkdown } from "../read/serialize.ts";

export interface PageMarkdown {
  markdown: string;
  /** In page order. */
  sections: PageSection[];
}

/**
 * A page as Markdown for readers that are programs: what `markdown` of the document has, and its links.
 * @param link where a link leads; `null` when nowhere: its words stay
 */
export function pageMarkdown(document: ReadDocument, link: (href: string) => string | null): PageMarkdown {
  const tree = withLinks(document.tree, link);
  const parts: string[] = [];
  const sections: PageSection[] = [];
  let length = 0;
  function add(part: string): void {
    parts.push(part);
    length += part.length + SEPARATOR.length;
  }

  if (!document.headings.some(({ level }) => level === 1)) {
    sections.push({ anchor: "", text: document.title, level: 1, start: 0 });
    add(`# ${document.title}`);
  }
  for (const run of runs(tree.children)) {
    const part = blocksToPageMarkdown(run);
    if (part === "") continue;
    const [first] = run;
    const text = first?.type === "heading" ? headingText(first) : "";
    if (first?.type === "heading" && text !== "") {
      sections.push({ anchor: first.data?.anchor ?? "", text, level: first.depth, start: length });
    }
    add(part);
  }
  return { markdown: parts.join(SEPARATOR), sections };
}

const SEPARATOR = "\n\n";

/** A copy of the tree whose links lead where they do on the served site. */
function withLinks(tree: Root, link: (href: string) => string | null): Root {
  const copy = structuredClone(tree);
  replaceNodes(copy, (node) => {
    if (node.type !== "link") return node;
    const url = link(node.url);
    return url === null ? node.children : { ...node, url };
  });
  return copy;
}

/** Blocks before the first heading, then each heading with the blocks after it. */
function runs(blocks: readonly RootContent[]): RootContent[][] {
  const found: RootContent[][] = [[]];
  for (const block of blocks) {
    if (block.type === "heading") found.push([]);
    found.at(-1)!.push(block);
  }
  return found;
}

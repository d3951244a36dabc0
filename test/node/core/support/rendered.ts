import type { Text } from "mdast";
import remarkGfm from "remark-gfm";
import remarkParse from "remark-parse";
import { unified } from "unified";
import type { Node } from "unist";
import { visit } from "unist-util-visit";

/** What a Markdown renderer would make of an answer that could reach out of the page. */
export interface Rendered {
  /** Destinations of links, autolinks and bare addresses that GFM links by itself, and of definitions. */
  links: string[];
  /** Addresses of images. */
  images: string[];
  /** Raw HTML. */
  html: string[];
  /** Numbers that look like citation markers in what is shown as prose, in order. */
  markers: number[];
}

const parser = unified().use(remarkParse).use(remarkGfm);

/** Parses as GitHub does, independently of RepoBot's own reading of Markdown. */
export function rendered(markdown: string): Rendered {
  const found: Rendered = { links: [], images: [], html: [], markers: [] };
  visit(parser.parse(markdown), (node) => {
    if (node.type === "link" || node.type === "definition") found.links.push(node.url);
    if (node.type === "image") found.images.push(node.url);
    if (node.type === "html") found.html.push(node.value);
    // A reader sees a paragraph, not the pieces that emphasis cuts it into.
    if (node.type === "paragraph" || node.type === "heading" || node.type === "tableCell") {
      found.markers.push(...[...proseOf(node).matchAll(/\[(\d+)\]/g)].map((match) => Number(match[1])));
    }
  });
  return found;
}

function proseOf(node: Node): string {
  let text = "";
  visit(node, (child) => {
    if (child.type === "text") text += (child as Text).value;
    // Something stands there, but no prose.
    if (child.type === "inlineCode" || child.type === "break") text += "\u2610";
  });
  return text;
}

import type { Root, RootContent } from "mdast";
import { paragraph, textNode } from "../read/nodes.ts";
import { type Page, pageOf } from "../read/page.ts";

/** Reads a file of plain text: paragraphs, and as code whatever is laid out by spaces. It has no headings, since nothing marks them for sure. */
export function readPlainText(text: string): Page {
  const children = blocksOf(text).map((block): RootContent => {
    if (isLaidOut(block)) return { type: "code", lang: null, value: block.replace(/\s+$/, "") };
    const words = block.replace(UNDERLINE, "").replace(/\s+/g, " ").trim();
    return paragraph([textNode(words)]);
  });
  const tree: Root = { type: "root", children };
  return pageOf({ frontMatter: {}, givenTitle: titleOf(children), headings: [], tree });
}

/** A line that only draws. */
const UNDERLINE = /^[ \t]*[=~#*_+-]{4,}[ \t]*$/gm;

/** Paragraphs, and neighbouring laid-out blocks as one. */
function blocksOf(text: string): string[] {
  const blocks: string[] = [];
  for (const block of text.split(/\n[ \t]*\n+/)) {
    if (!/[\p{L}\p{N}]/u.test(block)) continue;
    const last = blocks.at(-1);
    if (last !== undefined && isLaidOut(last) && isLaidOut(block))
      blocks[blocks.length - 1] = `${last}\n\n${block}`;
    else blocks.push(block);
  }
  return blocks;
}

/** True where spaces carry meaning: indented lines, columns, lists. */
function isLaidOut(block: string): boolean {
  const lines = block.split("\n").filter((line) => line.trim() !== "");
  const shaped = lines.filter((line) =>
    /^(?:\t| {4})|[^\s.!?:;,](?:\t| {2,})\S|^\s*(?:[-*+•|$>]|\d+[.)])\s/.test(line),
  );
  return shaped.length * 2 > lines.length && lines.length > 1;
}

/** Longest first line that still is a title. */
const MAX_TITLE_CHARS = 80;

/** A short first line that ends no sentence stands over the rest. */
function titleOf(blocks: readonly RootContent[]): string | null {
  const first = blocks[0];
  const text =
    first?.type === "paragraph" && first.children[0]?.type === "text" ? first.children[0].value : "";
  const words = text.replace(/[\s=~#*_-]+$/, "").replace(/^[\s=~#*_-]+/, "");
  return blocks.length > 1 &&
    words !== "" &&
    words.length <= MAX_TITLE_CHARS &&
    !/[.!?:;,。！？：]$/.test(words)
    ? words
    : null;
}

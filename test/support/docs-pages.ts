/** The documentation's pages: `README.md` and `corpus/`. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Nodes } from "mdast";
import { visit } from "unist-util-visit";
import { parseMarkdown } from "../../build/read/parse.ts";

export const ROOT = path.resolve(import.meta.dirname, "../..");
export const CORPUS = path.join(ROOT, "corpus");

/** Files of the documentation, relative to the repository. */
export const pages = [
  "README.md",
  ...readdirSync(CORPUS)
    .filter((name) => name.endsWith(".md"))
    .sort()
    .map((name) => `corpus/${name}`),
];

export function contentOf(file: string): string {
  return readFileSync(path.join(ROOT, file), "utf8");
}

const trees = new Map(pages.map((file) => [file, parseMarkdown(contentOf(file))]));

/** Nodes of one kind on a page. */
export function nodesOf<T extends Nodes["type"]>(file: string, type: T): Extract<Nodes, { type: T }>[] {
  const found: Extract<Nodes, { type: T }>[] = [];
  visit(trees.get(file)!, (node: Nodes) => {
    if (node.type === type) found.push(node as Extract<Nodes, { type: T }>);
  });
  return found;
}

/** Code of a page, fenced and inline. */
export function codeOf(file: string): string[] {
  return [...nodesOf(file, "code"), ...nodesOf(file, "inlineCode")].map(({ value }) => value);
}

import type { Root } from "mdast";
import { visit } from "unist-util-visit";
import type { FrontMatter } from "./front-matter.ts";
import { headingText, type PageHeading } from "./headings.ts";

/** A page cut free from its syntax. */
export interface Page {
  frontMatter: FrontMatter;
  /** Title in front matter or exported metadata; `null` when there is none. */
  givenTitle: string | null;
  /** First level-1 heading; `null` when there is none. */
  headingTitle: string | null;
  /** Heading that follows the first level-1 heading with nothing between them; `null` when there is none. */
  subtitle: string | null;
  headings: PageHeading[];
  tree: Root;
  /** The address that the page itself says is its own; `null` or absent when it says none. */
  canonicalUrl?: string | null;
  /** The version of the docs that a generated page says it belongs to; `null` or absent when it says none. */
  statedVersion?: string | null;
  /** Of a generated page, the texts at its beginning and end, which tell what its whole site has there; absent for other pages. */
  edgeTexts?: string[];
  /**
   * For one of several pages made of a file, the name that tells it from the others, as a part of its address; absent for a file that
   * is one page, and for the page that stands for the whole file.
   */
  part?: string;
}

/** A page with the headings at its top looked up. */
export function pageOf(page: Omit<Page, "headingTitle" | "subtitle">): Page {
  return { ...page, ...topHeadings(page.tree) };
}

function topHeadings(tree: Root): { headingTitle: string | null; subtitle: string | null } {
  const blocks = tree.children;
  const at = blocks.findIndex(
    (node) => node.type === "heading" && node.depth === 1 && headingText(node) !== "",
  );
  const textAt = (index: number) => {
    const node = blocks[index];
    return node?.type === "heading" ? headingText(node) || null : null;
  };
  return { headingTitle: textAt(at), subtitle: at < 0 ? null : textAt(at + 1) };
}

/** A node of any syntax tree. */
interface TreeNode {
  type: string;
  children?: readonly TreeNode[];
}

/** Walks without recursion, since depth is what it guards against. */
export function isDeeperThan(tree: TreeNode, limit: number): boolean {
  let level: readonly TreeNode[] = [tree];
  for (let depth = 0; depth <= limit; depth++) {
    level = level.flatMap(({ children }) => children ?? []);
    if (level.length === 0) return false;
  }
  return true;
}

/** Prose of a tree, without code, for guessing its language. */
export function proseOf(tree: Root): string {
  const words: string[] = [];
  visit(tree, (node) => {
    if (node.type === "text") words.push(node.value);
  });
  return words.join(" ");
}

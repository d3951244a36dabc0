import type { Root } from "mdast";
import type { Page } from "../../../build/read/page.ts";
import { readPage } from "../../../build/read/read-page.ts";
import { blocksToMarkdown } from "../../../build/read/serialize.ts";

/** A page as read, with its text and what its author would be told. */
export interface ReadText {
  page: Page;
  tree: Root;
  /** Cleaned Markdown. */
  text: string;
  headings: string[];
  warnings: string[];
}

/**
 * Reads a page that exists only in the test.
 * @param files texts that it may include, by path
 */
export function readText(source: string, file = "page.md", files: Record<string, string> = {}): ReadText {
  const warnings: string[] = [];
  const page = readPage(
    source,
    file,
    (reference) => {
      const path = reference.replace(/^(?:\.?\/)+/, "");
      return files[path] === undefined ? null : { file: path, text: files[path] };
    },
    (cause) => warnings.push(cause),
  );
  const headings = page.headings.map(({ text, anchor, level }) => `${level} ${text} #${anchor}`);
  return { page, tree: page.tree, text: blocksToMarkdown(page.tree.children), headings, warnings };
}

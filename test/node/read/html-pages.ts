/** Generated HTML pages for tests of their reader, and what it makes of them. */
import { readHtml } from "../../../build/html/read-html.ts";
import { blocksToMarkdown } from "../../../build/read/serialize.ts";

export interface ReadResult {
  text: string;
  headings: string[];
  title: string | null;
  language: string | undefined;
  warnings: string[];
  isRead: boolean;
}

/** Reads a page as a public site has it, so that no anchor is made up. */
export function read(html: string, { file = "guide/page.html", makeAnchors = false } = {}): ReadResult {
  const warnings: string[] = [];
  const page = readHtml(html, { file, makeAnchors }, (cause) => warnings.push(cause));
  return {
    text: page === null ? "" : blocksToMarkdown(page.tree.children),
    headings: (page?.headings ?? []).map(({ text, anchor, level }) => `${level} ${text} #${anchor}`),
    title: page?.givenTitle ?? page?.headingTitle ?? null,
    language: page?.frontMatter.language,
    warnings,
    isRead: page !== null,
  };
}

export function site(main: string, head = "", frame = ""): string {
  return `<!doctype html><html lang="de"><head><title>Pumpen | Wehrwerk</title>${head}</head><body>${frame}${main}</body></html>`;
}

export const NAVIGATION = '<nav><ul><li><a href="/a/">Erste Seite</a></li></ul></nav>';

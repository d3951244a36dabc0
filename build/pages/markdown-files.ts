import { pageAssetPath } from "../../src/adapters/assets-pages.ts";
import type { MarkdownPage as PageFile } from "../../src/core/markdown-page.ts";
import type { CorpusConfig } from "../config.ts";
import type { ReadDocument } from "../read/document.ts";
import { linkResolver } from "./links.ts";
import { llmsFullTxt, llmsTxt, type MarkdownPage } from "./llms-txt.ts";
import type { RenderedFile } from "./media.ts";
import { pageMarkdown } from "./page-markdown.ts";

/**
 * For programs: every page as Markdown, one file each, `llms.txt` and `llms-full.txt`.
 * @param onProgress told of each page when it is written
 */
export async function markdownFiles(
  documents: readonly ReadDocument[],
  config: CorpusConfig,
  onProgress: (done: number, total: number) => void = () => {},
): Promise<RenderedFile[]> {
  const resolveLink = linkResolver(documents);
  const files = new Map<string, RenderedFile>();
  const pages: MarkdownPage[] = [];
  for (const [done, document] of inReadingOrder(documents, config).entries()) {
    onProgress(done + 1, documents.length);
    const path = await pageAssetPath(document.url);
    // Two files of a public site may have one address there: the first one is the page.
    if (files.has(path)) continue;
    const { url, title, language, version } = document;
    const { markdown, sections } = pageMarkdown(document, (href) => resolveLink(href, document));
    const file: PageFile = { url, title, language, version, markdown, sections };
    files.set(path, { path, bytes: Buffer.from(JSON.stringify(file)) });
    pages.push({ document, markdown, url: markdownUrl(document) ?? url });
  }
  return [
    ...files.values(),
    { path: "llms.txt", bytes: Buffer.from(llmsTxt(pages, config)) },
    { path: "llms-full.txt", bytes: Buffer.from(llmsFullTxt(pages, config)) },
  ];
}

/** Where the Worker serves the Markdown of a page; `null` for pages that it does not serve. */
export function markdownUrl({ url, pagePath }: ReadDocument): string | null {
  if (pagePath === null) return null;
  return url.endsWith("/") ? `${url}index.md` : `${url}.md`;
}

/** By source, and within one as its site lists its pages. */
function inReadingOrder(documents: readonly ReadDocument[], config: CorpusConfig): ReadDocument[] {
  const sources = config.sources.map(({ name }) => name);
  return [...documents].sort(
    (a, b) => sources.indexOf(a.source) - sources.indexOf(b.source) || a.order - b.order,
  );
}

import { readFileSync } from "node:fs";
import type { CorpusConfig } from "../config.ts";
import type { ReadDocument } from "../read/document.ts";
import type { BuildWarning } from "../warnings.ts";
import { bodyHtml } from "./body-html.ts";
import { escapeHtml } from "./escape.ts";
import { linkResolver } from "./links.ts";
import { markdownUrl } from "./markdown-files.ts";
import { MediaCollector, type RenderedFile } from "./media.ts";
import { Navigation } from "./navigation.ts";
import { type Neighbour, pageHtml, STYLE_PATH } from "./page-html.ts";

export type { RenderedFile };

/** Where the pages begin. */
const DOCS_URL = "/docs/";

/**
 * Renders the pages that the Worker serves itself: those of sources without a `baseUrl`. Each is a complete, sanitized page
 * without scripts, whose heading ids are its chunks' anchors; links between pages and pictures from the docs folder lead to
 * their served copies. With them come the style sheet, the pictures, and an overview where no page stands for the whole.
 * @param documents of the whole corpus
 * @param warn told of pictures that cannot be shown
 * @param onProgress told of each page when it is rendered
 * @returns nothing when every source has a public site
 */
export function renderPages(
  documents: readonly ReadDocument[],
  config: CorpusConfig,
  warn: (warning: BuildWarning) => void = () => {},
  onProgress: (done: number, total: number) => void = () => {},
): RenderedFile[] {
  const served = documents.filter((document) => document.pagePath !== null);
  if (served.length === 0) return [];
  const media = new MediaCollector(new Map(config.sources.map(({ name, folder }) => [name, folder])), warn);
  const resolveLink = linkResolver(documents);
  const navigation = new Navigation(served, config.name);
  const order = new Map(navigation.pages.map((document, i) => [document, i]));
  const files = served.map((document, done): RenderedFile => {
    const at = order.get(document)!;
    const html = pageHtml({
      title: document.title,
      corpusName: config.name,
      corpusUrl: DOCS_URL,
      markdownUrl: markdownUrl(document),
      language: document.language,
      bodyHtml: bodyHtml(document.tree, {
        link: (href) => resolveLink(href, document),
        picture: (src) => media.urlOf(src, document),
      }),
      navigationHtml: navigation.html(document),
      headings: document.headings,
      previous: neighbour(navigation.pages[at - 1]),
      next: neighbour(navigation.pages[at + 1]),
    });
    onProgress(done + 1, served.length);
    return { path: document.pagePath!, bytes: Buffer.from(html) };
  });
  if (!served.some(({ url }) => url === DOCS_URL)) files.push(overview(navigation, config));
  return [
    ...files,
    ...media.files,
    { path: STYLE_PATH, bytes: readFileSync(new URL("style.css", import.meta.url)) },
  ];
}

function neighbour(document: ReadDocument | undefined): Neighbour | null {
  return document === undefined ? null : { url: document.url, title: document.title };
}

/** The page at `/docs/` of a corpus that has none: its name, what it is about, and where to begin. */
function overview(navigation: Navigation, config: CorpusConfig): RenderedFile {
  const html = pageHtml({
    title: config.name,
    corpusName: config.name,
    corpusUrl: DOCS_URL,
    markdownUrl: null,
    language: config.language,
    bodyHtml: `<p>${escapeHtml(config.description)}</p><ul class="overview">${navigation.html(null)}</ul>`,
    navigationHtml: navigation.html(null),
    headings: [],
    previous: null,
    next: neighbour(navigation.pages[0]),
  });
  return { path: "docs/index.html", bytes: Buffer.from(html) };
}

import type { PageHeading } from "../read/headings.ts";
import { directionOf } from "../read/language.ts";
import { withFragment } from "../sources/page-urls.ts";
import { escapeHtml } from "./escape.ts";

/** Where every page finds its style sheet. */
export const STYLE_PATH = "docs/_style.css";

/** A page before or after another. */
export interface Neighbour {
  url: string;
  title: string;
}

/** What a page is put together from. Strings are text, except where a name ends in `Html`. */
export interface PageParts {
  title: string;
  corpusName: string;
  corpusUrl: string;
  /** Address of the page as Markdown; `null` where it has none. */
  markdownUrl: string | null;
  /** BCP 47. */
  language: string;
  /** Sanitized. */
  bodyHtml: string;
  /** List items of the sidebar. */
  navigationHtml: string;
  headings: readonly PageHeading[];
  previous: Neighbour | null;
  next: Neighbour | null;
}

/** At least this many headings make a list of contents worth its place. */
const MIN_CONTENTS = 3;

/** A complete page, without any script or inline style. */
export function pageHtml(page: PageParts): string {
  const title = page.title === page.corpusName ? page.title : `${page.title} · ${page.corpusName}`;
  // A page whose text begins with no heading of its own level shows its title.
  const shownTitle = page.headings.some(({ level }) => level === 1)
    ? ""
    : `<h1>${escapeHtml(page.title)}</h1>`;
  return `<!doctype html>
<html lang="${escapeHtml(page.language)}" dir="${directionOf(page.language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<link rel="stylesheet" href="/${STYLE_PATH}">${markdownLink(page)}
</head>
<body>
<a class="skip" href="#repobot-content">Skip to content</a>
<header class="top">
<a class="brand" href="${escapeHtml(page.corpusUrl)}">${escapeHtml(page.corpusName)}</a>
<span class="actions"><a class="to-pages" href="#repobot-pages">Pages</a><a class="ask" href="/">Ask a question</a></span>
</header>
<div class="layout">
<main id="repobot-content">
<article>
${shownTitle}${page.bodyHtml}
</article>
${neighbours(page)}
</main>
<nav class="pages" id="repobot-pages" aria-label="Pages"><ul>${page.navigationHtml}</ul></nav>
${contents(page.headings)}
</div>
</body>
</html>
`;
}

function markdownLink({ markdownUrl }: PageParts): string {
  if (markdownUrl === null) return "";
  return `\n<link rel="alternate" type="text/markdown" href="${escapeHtml(markdownUrl)}">`;
}

function neighbours({ previous, next }: PageParts): string {
  if (previous === null && next === null) return "";
  const link = (neighbour: Neighbour | null, rel: string, label: string) =>
    neighbour === null
      ? ""
      : `<a rel="${rel}" href="${escapeHtml(neighbour.url)}"><small>${label}</small>${escapeHtml(neighbour.title)}</a>`;
  return `<nav class="neighbours" aria-label="Next and previous page">${link(previous, "prev", "Previous")}${link(next, "next", "Next")}</nav>`;
}

function contents(headings: readonly PageHeading[]): string {
  const listed = headings.filter(({ level }) => level === 2 || level === 3);
  if (listed.length < MIN_CONTENTS) return "";
  const items = listed.map(
    ({ text, anchor, level }) =>
      `<li class="level-${level}"><a href="${escapeHtml(withFragment("", anchor))}">${escapeHtml(text)}</a></li>`,
  );
  return `<nav class="contents" aria-label="On this page"><p>On this page</p><ul>${items.join("")}</ul></nav>`;
}

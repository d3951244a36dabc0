import { html } from "hono/html";
import type { CorpusInfo } from "../core/ports.ts";
import { fill } from "../widget/fill.ts";
import { pageTexts } from "./texts.ts";

export interface PageData {
  /** Of this Worker, as the reader reached it. */
  origin: string;
  /** Primary tag; the page falls back to English. */
  language: string;
  corpus: CorpusInfo | null;
  indexHash: string;
  /** Whether the Worker shows the docs itself, under `/docs/`. */
  hasDocs: boolean;
  /** Public text of why no answer can come. */
  problem: string | null;
  /** With which the page asks, where keys are wanted. */
  siteKey: string | undefined;
}

const HASH_CHARS = 8;

/** The page at `/` as HTML. Its script takes over from here; every inserted value is escaped by the template. */
export function pageDocument(data: PageData): string {
  const { origin, language, corpus, indexHash, hasDocs, problem, siteKey } = data;
  const texts = pageTexts(language);
  const name = corpus?.name ?? "RepoBot";
  const say = (text: string) => fill(text, { name });
  const document = html`<!doctype html>
<html lang="${language}">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <meta name="description" content="${corpus?.description ?? ""}">
    <title>${say(texts.heading)}</title>
    <link rel="icon" href="/_page/icon.svg" type="image/svg+xml">
    <link rel="stylesheet" href="/_page/page.css">
    <script src="/_page/page.js" defer></script>
  </head>
  <body>
    <header class="top">
      <a class="brand" href="/"><span class="mark" aria-hidden="true"></span>${name}</a>
      ${hasDocs ? html`<a href="/docs/">${texts.docs}</a>` : ""}
    </header>
    <main>
      <section class="intro" id="intro">
        <h1>${say(texts.heading)}</h1>
        <p>${corpus?.description ?? ""}</p>
        ${problem === null ? "" : html`<div class="alert" role="alert"><strong>${texts.noIndex}</strong><p>${problem}</p></div>`}
      </section>
      <noscript><p class="alert">${texts.needsScript}</p></noscript>
      <repo-bot mode="inline" page="" autofocus placeholder="${say(texts.placeholder)}"${sitekeyAttribute(siteKey)}></repo-bot>
      <details class="embed">
        <summary>${texts.embed}</summary>
        <p>${texts.embedHint}</p>
        <pre tabindex="0"><code>${`<script src="${origin}/widget.js" defer${siteKey === undefined ? "" : ` data-sitekey="${siteKey}"`}></script>`}</code></pre>
      </details>
    </main>
    <footer>${corpus === null ? "" : fill(texts.footer, { pages: corpus.documentCount, index: indexHash.slice(0, HASH_CHARS) })}</footer>
  </body>
</html>
`;
  // Without promises among its values the template is a string.
  return String(document);
}

/** What a reader sees who follows an old link into the docs. */
export function notFoundDocument(language: string): string {
  const texts = pageTexts(language);
  const document = html`<!doctype html>
<html lang="${language}">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${texts.notFound}</title>
    <link rel="stylesheet" href="/_page/page.css">
  </head>
  <body>
    <main>
      <section class="intro">
        <h1>${texts.notFound}</h1>
        <p><a href="/">${texts.notFoundHint}</a></p>
      </section>
    </main>
  </body>
</html>
`;
  return String(document);
}

function sitekeyAttribute(siteKey: string | undefined) {
  return siteKey === undefined ? "" : html` sitekey="${siteKey}"`;
}

/** The widget alone, for a frame on a site that allows no script of another one. @param siteKey with which it asks, where keys are wanted */
export function embedDocument(language: string, siteKey: string | undefined): string {
  const document = html`<!doctype html>
<html lang="${language}">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <meta name="robots" content="noindex">
    <title>RepoBot</title>
    <link rel="stylesheet" href="/_page/embed.css">
    <script src="/widget.js" defer></script>
  </head>
  <body>
    <repo-bot mode="inline"${sitekeyAttribute(siteKey)}></repo-bot>
  </body>
</html>
`;
  return String(document);
}

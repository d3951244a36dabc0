import { html } from "hono/html";
import type { CorpusInfo } from "../core/ports.ts";
import { fill, pageTexts } from "./texts.ts";

export interface PageData {
  /** Primary tag; the page falls back to English. */
  language: string;
  corpus: CorpusInfo | null;
  indexHash: string;
  /** Public text of why no answer can come. */
  problem: string | null;
}

const HASH_CHARS = 8;
const MAX_EXAMPLES = 4;

/** The page at `/` as HTML. Its script takes over from here; every inserted value is escaped by the template. */
export function pageDocument({ language, corpus, indexHash, problem }: PageData): string {
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
    <script type="module" src="/_page/page.js"></script>
  </head>
  <body data-corpus="${name}">
    <header class="top">
      <a class="brand" href="/"><span class="mark" aria-hidden="true"></span>${name}</a>
      <button class="quiet" id="new-conversation" type="button" hidden>${texts.newConversation}</button>
    </header>
    <main>
      <section class="intro" id="intro">
        <h1>${say(texts.heading)}</h1>
        <p>${corpus?.description ?? ""}</p>
        ${problem === null ? "" : html`<div class="alert" role="alert"><strong>${texts.noIndex}</strong><p>${problem}</p></div>`}
      </section>
      <ol class="turns" id="turns"></ol>
      <noscript><p class="alert">${texts.needsScript}</p></noscript>
      <form class="ask" id="ask">
        <label class="visually-hidden" for="question">${texts.inputLabel}</label>
        <textarea id="question" name="q" rows="1" maxlength="2000" required autofocus autocomplete="off"
          placeholder="${say(texts.placeholder)}"></textarea>
        <button id="submit" type="submit">${texts.ask}</button>
        <button id="stop" type="button" class="quiet" hidden>${texts.stop}</button>
      </form>
      ${examples(corpus, texts.examples)}
      <p class="visually-hidden" id="announcement" aria-live="polite"></p>
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

function examples(corpus: CorpusInfo | null, heading: string) {
  const questions = corpus?.questions.slice(0, MAX_EXAMPLES) ?? [];
  if (questions.length === 0) return "";
  return html`<section class="examples" id="examples" aria-label="${heading}">
        <h2>${heading}</h2>
        <ul>${questions.map((question) => html`<li><button type="button" class="example">${question}</button></li>`)}</ul>
      </section>`;
}

/** Files of docs, in each format that is read: into pages, and the pages into chunks. */
import { ok } from "node:assert/strict";
import fc from "fast-check";
import { readAsciiDoc } from "../asciidoc/read-asciidoc.ts";
import { chunkDocument, DEFAULT_CHUNK_SIZES } from "../chunk/chunk-document.ts";
import { readHtml } from "../html/read-html.ts";
import { readNotebook } from "../notebook/read-notebook.ts";
import { readOpenApi } from "../openapi-docs/read-openapi.ts";
import { decodeText } from "../read/decode.ts";
import type { Page } from "../read/page.ts";
import { readPage } from "../read/read-page.ts";
import { blocksToMarkdown } from "../read/serialize.ts";
import { readPlainText } from "../text/read-text.ts";
import type { Warn } from "../warnings.ts";
import { API, ASCIIDOC, HTML, MARKDOWN, MDX, NOTEBOOK } from "./documents.ts";
import { type FuzzTarget, randomTarget } from "./target.ts";
import { byteChunks, hostileJsonText, hostileText } from "./texts.ts";

type ReadPages = (text: string, warn: Warn) => Page[] | Promise<Page[]>;

/** How each format is read, given its decoded text. */
const READERS: Readonly<Record<string, ReadPages>> = {
  markdown: (text, warn) => [readPage(text, "a.md", () => null, warn)],
  mdx: (text, warn) => [readPage(text, "a.mdx", () => null, warn)],
  html: (text, warn) => {
    const page = readHtml(text, { file: "a.html", makeAnchors: true }, warn);
    return page === null ? [] : [page];
  },
  notebook: readNotebook,
  openapi: (text, warn) => readOpenApi(text, "openapi.json", warn),
  // A folder without files: nothing is there to be included.
  asciidoc: async (text, warn) => [
    await readAsciiDoc(text, { file: "a.adoc", folder: import.meta.dirname }, warn),
  ],
  text: (text) => [readPlainText(text)],
};

/** Reads and chunks as a build does. @throws Error for chunks that must not be */
export async function chunkText(format: string, text: string): Promise<void> {
  let warnings = 0;
  const warn = () => {
    warnings++;
  };
  const decoded = decodeText(new TextEncoder().encode(text), "en", warn);
  if (decoded === null) return;
  for (const page of await READERS[format]!(decoded, warn)) chunkPage(page, () => warnings, warn);
}

function chunkPage(page: Page, warnings: () => number, warn: Warn): void {
  const { headings, tree } = page;
  blocksToMarkdown(tree.children);
  const before = warnings();
  const chunks = chunkDocument(
    {
      file: "a.md",
      url: "/docs/a",
      pagePath: "docs/a.html",
      title: page.givenTitle ?? page.headingTitle ?? "A",
      order: 0,
      language: "en",
      version: "",
      source: "docs",
      kind: "docs",
      headings,
      tree,
    },
    warn,
  );
  ok(new Set(chunks.map(({ id }) => id)).size === chunks.length, "two chunks have one id");
  for (const { text, tokens } of chunks) {
    ok(text.trim() !== "", "a chunk holds no text");
    ok(tokens <= DEFAULT_CHUNK_SIZES.maxTokens || warnings() > before, "too large a chunk, no warning");
  }
}

function readerTarget(format: string, share: number, input: fc.Arbitrary<string>): FuzzTarget {
  return randomTarget({ name: format, share, input, run: (text) => chunkText(format, text) });
}

const bytes = byteChunks(hostileText([MARKDOWN, "Grüße, 日本語"])).map(
  (chunks) => new Uint8Array(chunks.flatMap((chunk) => [...chunk])),
);

export const READING_TARGETS: readonly FuzzTarget[] = [
  readerTarget("markdown", 20, hostileText([MARKDOWN])),
  readerTarget("mdx", 20, hostileText([MDX])),
  readerTarget("html", 20, hostileText([HTML])),
  readerTarget("notebook", 15, hostileJsonText([NOTEBOOK])),
  readerTarget("openapi", 10, hostileJsonText([API])),
  readerTarget("asciidoc", 10, hostileText([ASCIIDOC])),
  readerTarget("text", 25, hostileText([MARKDOWN])),
  randomTarget({
    name: "decoding",
    share: 60,
    input: fc.tuple(
      fc.oneof(bytes, fc.uint8Array({ maxLength: 200 })),
      fc.constantFrom("en", "zh", "ja", "ru"),
    ),
    run([given, language]) {
      const text = decodeText(given, language, () => {});
      ok(text === null || (!text.includes("\r") && !text.includes("\0")), "a control character was left");
    },
  }),
];

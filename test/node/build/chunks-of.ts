import { chunkDocument } from "../../../build/chunk/chunk-document.ts";
import type { ChunkSizes } from "../../../build/chunk/draft.ts";
import { readText } from "../read/read-text.ts";

export function chunksOf(
  source: string,
  options: {
    title?: string;
    siteHeading?: string;
    language?: string;
    file?: string;
    sizes?: ChunkSizes;
  } = {},
) {
  const { page, tree } = readText(source, options.file ?? "page.md");
  const document = {
    order: 0,
    file: options.file ?? "page.md",
    url: "/docs/page",
    pagePath: "docs/page.html",
    title: options.title ?? page.headingTitle ?? "Page",
    ...(options.siteHeading === undefined ? {} : { siteHeading: options.siteHeading }),
    language: options.language ?? "en",
    version: "",
    source: "docs",
    kind: "docs" as const,
    headings: page.headings,
    tree,
  };
  const warnings: string[] = [];
  const chunks = chunkDocument(document, (cause) => warnings.push(cause), options.sizes);
  return { chunks, warnings };
}

/** Prose of about `tokens` tokens, each sentence different. */
export function prose(tokens: number, seed = "a"): string {
  const sentence = (i: number) => `Sentence ${seed}${i} says how the pump is set.`;
  return Array.from({ length: Math.ceil(tokens / 11) }, (_, i) => sentence(i)).join(" ");
}

export function fences(text: string): number {
  return text.split("\n").filter((line) => line.startsWith("```")).length;
}

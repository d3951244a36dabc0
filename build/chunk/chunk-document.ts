import { createHash } from "node:crypto";
import type { Chunk } from "../../src/core/passage.ts";
import type { ReadDocument } from "../read/document.ts";
import { pageKey, withFragment } from "../sources/page-urls.ts";
import type { Warn } from "../warnings.ts";
import { type ChunkSizes, type Draft, draftSection } from "./draft.ts";
import { chunkHeader } from "./header.ts";
import { mergeSmallSections, placeEmptyHeadings } from "./merge.ts";
import { sectionsOf } from "./sections.ts";
import { countTokens } from "./tokens.ts";

/** Sizes that the evaluation settled on. */
export const DEFAULT_CHUNK_SIZES: ChunkSizes = { targetTokens: 300, maxTokens: 450, minSectionTokens: 60 };

/** The marks of quotations, lists and lines, and nothing that they mark: thousands of nested quotations are such a text. */
const MARKS_ALONE = /^[\s\\>|*+_-]+$/;

/**
 * Cuts a page into chunks by its sections. Every chunk holds text; one larger than `maxTokens`, which only an
 * extraordinarily long heading path can make, gives a warning.
 * @param sizes @defaultValue `DEFAULT_CHUNK_SIZES`
 */
export function chunkDocument(
  document: ReadDocument,
  warn: Warn,
  sizes: ChunkSizes = DEFAULT_CHUNK_SIZES,
): Chunk[] {
  const drafts = sectionsOf(document.tree)
    .flatMap((section) => draftSection(section, document, sizes))
    .map((draft) => (MARKS_ALONE.test(draft.text) ? { ...draft, text: "", tokens: 0 } : draft))
    .filter(({ text, headings }) => text !== "" || headings.length > 0);
  const placed = placeEmptyHeadings(drafts, document, sizes);
  const ordinals = new Map<string, number>();
  return mergeSmallSections(placed, document, sizes).map((draft) => {
    const anchor = draft.own?.anchor ?? "";
    const ordinal = ordinals.get(anchor) ?? 0;
    ordinals.set(anchor, ordinal + 1);
    const chunk = toChunk(draft, document, ordinal);
    if (chunk.tokens > sizes.maxTokens) {
      const place = draft.own?.text ?? document.title;
      warn(`a chunk under "${place}" holds ${chunk.tokens} tokens, more than ${sizes.maxTokens}`);
    }
    return chunk;
  });
}

function toChunk(draft: Draft, document: ReadDocument, ordinal: number): Chunk {
  const anchor = draft.own?.anchor ?? "";
  const headingPath = pathOf(draft, document);
  const header = chunkHeader({ title: document.title, headingPath });
  return {
    id: chunkId(document.source, pageKey(document), anchor, ordinal),
    file: document.file,
    url: withFragment(document.url, anchor),
    anchor,
    title: document.title,
    headingPath,
    headings: draft.headings.map(({ text, anchor: fragment }) => ({ text, anchor: fragment })),
    text: draft.text,
    tokens: countTokens(`${header}\n\n${draft.text}`),
    kind: document.kind,
    version: document.version,
    language: document.language,
    source: document.source,
  };
}

/** Without what every page of the site begins with: it tells no page from another. */
function pathOf({ path }: Draft, { siteHeading }: ReadDocument): string[] {
  const own = path[0]?.level === 1 && path[0].text === siteHeading ? path.slice(1) : path;
  return own.map(({ text }) => text);
}

/** 64 bits of a hash, as 16 hexadecimal digits. */
function chunkId(source: string, page: string, anchor: string, ordinal: number): string {
  return createHash("sha256").update([source, page, anchor, ordinal].join("\0")).digest("hex").slice(0, 16);
}

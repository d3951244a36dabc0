import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { SourceConfig } from "../config.ts";
import { formatOf } from "../read/formats.ts";

/**
 * Tells of a tag in a chunk whether the author of the file wrote it as words: in HTML these are escaped, and a tag that a reader left over
 * is not.
 * @returns false for files of other formats, and for those that cannot be read
 */
export function writtenTags(sources: readonly SourceConfig[]): (file: string, tag: string) => boolean {
  const texts = new Map<string, string>();
  return (file, tag) => {
    if (formatOf(file) !== "html") return false;
    const text = texts.get(file) ?? escapedText(sources, file);
    texts.set(file, text);
    return text.includes(plain(tag.replaceAll("<", "&lt;").replaceAll(">", "&gt;")));
  };
}

function escapedText(sources: readonly SourceConfig[], file: string): string {
  for (const { folder } of sources) {
    try {
      return plain(readFileSync(join(folder, file), "utf8"));
    } catch {
      // Of another source.
    }
  }
  return "";
}

/** Without tags, the ways to write an entity and the white space between words. */
function plain(html: string): string {
  return html
    .replace(/<[^<>]*>/g, "")
    .replace(/&#(?:60|x3c);/gi, "&lt;")
    .replace(/&#(?:62|x3e);|>/gi, "&gt;")
    .replace(/&quot;|&#34;/g, '"')
    .replace(/&apos;|&#39;/g, "'")
    .replace(/\s+/g, " ");
}

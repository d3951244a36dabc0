import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { readAsciiDoc } from "../asciidoc/read-asciidoc.ts";
import type { SourceConfig } from "../config.ts";
import { readHtml } from "../html/read-html.ts";
import { readNotebook } from "../notebook/read-notebook.ts";
import { readOpenApi } from "../openapi-docs/read-openapi.ts";
import { decodeText } from "../read/decode.ts";
import { type Format, formatOf } from "../read/formats.ts";
import type { Page } from "../read/page.ts";
import { readPage } from "../read/read-page.ts";
import { readPlainText } from "../text/read-text.ts";
import type { Warn } from "../warnings.ts";
import { includeReader } from "./include-reader.ts";

/**
 * Reads one file into its pages: one for most formats, several for an API description, none (with a warning) for a file that cannot be
 * read as what it claims to be.
 */
export async function readFilePages(source: SourceConfig, file: string, warn: Warn): Promise<Page[]> {
  let bytes: Buffer;
  try {
    bytes = await readFile(join(source.folder, file));
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "unknown error";
    warn(`cannot be read (${code}); skipped`);
    return [];
  }
  const format = formatOf(file);
  const text = decodeText(bytes, source.language, warn, format === "html" ? declaredCharset(bytes) : null);
  if (text === null) return [];
  try {
    return await readAs(format, text, source, file, warn);
  } catch (error) {
    // A parser that gives up must not take the other files with it.
    warn(
      `could not be parsed (${error instanceof Error ? error.message.split("\n")[0] : "unknown error"}); skipped`,
    );
    return [];
  }
}

async function readAs(
  format: Format | null,
  text: string,
  source: SourceConfig,
  file: string,
  warn: Warn,
): Promise<Page[]> {
  const makeAnchors = source.baseUrl === null;
  switch (format) {
    case "html": {
      const page = readHtml(text, { file, makeAnchors }, warn);
      return page === null ? [] : [page];
    }
    case "asciidoc":
      return [await readAsciiDoc(text, { file, folder: source.folder }, warn)];
    case "notebook":
      return readNotebook(text, warn);
    case "openapi":
      return readOpenApi(text, file, warn, includeReader(source.folder, source.language));
    case "text":
      return [readPlainText(text)];
    case "rst":
      warn(
        "reStructuredText is read through the HTML that Sphinx makes of it: build the docs and index that folder; skipped",
      );
      return [];
    default:
      return [readPage(text, file, includeReader(source.folder, source.language), warn)];
  }
}

/** The encoding that a page of HTML names at its top; `null` when it names none. */
function declaredCharset(bytes: Buffer): string | null {
  const head = bytes.subarray(0, 2048).toString("latin1");
  return /<meta[^>]+charset\s*=\s*["']?([\w-]+)/i.exec(head)?.[1] ?? null;
}

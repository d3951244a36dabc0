import { load, MemoryLogger, Severity } from "@asciidoctor/core";
import { parseFragment, readHtmlContent } from "../html/read-html.ts";
import { canonicalLanguageTag } from "../language-tag.ts";
import { type Page, pageOf } from "../read/page.ts";
import { readPlainText } from "../text/read-text.ts";
import type { Warn } from "../warnings.ts";
import { antoraPlace, nameLinks } from "./antora.ts";
import { boundedIncludes } from "./includes.ts";

export interface AsciiDocOptions {
  /** Path relative to the source folder. */
  file: string;
  /** Absolute path of the source folder: nothing outside it is included. */
  folder: string;
}

/** What a page may not change: the table of contents would be text, and highlighting would break code up. */
const ATTRIBUTES = {
  showtitle: "",
  "toc!": "",
  "sectanchors!": "",
  "sectlinks!": "",
  "source-highlighter!": "",
  "icons!": "",
  "sectnums!": "",
  "last-update-label!": "",
  "docinfo!": "",
  "data-uri!": "",
  "webfonts!": "",
  // Without it the names of keys, buttons and menus keep their marks.
  experimental: "",
};

/** Reads a page of AsciiDoc through the HTML that Asciidoctor makes of it, whose anchors it keeps. Never throws. */
export async function readAsciiDoc(
  text: string,
  { file, folder }: AsciiDocOptions,
  warn: Warn,
): Promise<Page> {
  const logger = MemoryLogger.create();
  const place = antoraPlace(folder, file);
  try {
    const document = await load(place === null ? text : nameLinks(text, folder, place), {
      safe: "safe",
      base_dir: folder,
      attributes: { ...place?.attributes, ...ATTRIBUTES },
      extension_registry: boundedIncludes(folder, file, place, warn),
      logger,
    });
    withoutFiles(document.converter);
    const html = String(await document.convert({ standalone: false }));
    for (const cause of causesOf(logger)) warn(cause);
    const page = readHtmlContent(parseFragment(html), { makeAnchors: true }, warn);
    const language = canonicalLanguageTag(String(document.getAttribute("lang", "")));
    return pageOf({ ...page, frontMatter: language === null ? {} : { language } });
  } catch (error) {
    const reason = error instanceof Error ? error.message.split("\n")[0] : "unknown error";
    warn(`not valid AsciiDoc (${reason}); read as plain text`);
    return readPlainText(text);
  }
}

/**
 * Asciidoctor puts the content of an SVG file into the page where `opts=inline` asks for it, and follows a link out of the docs for it. A
 * picture is its alternative text here, as every other one is.
 */
function withoutFiles(converter: unknown): void {
  // What the package's types leave open: its HTML converter has this method.
  if (typeof converter === "object" && converter !== null && "readSvgContents" in converter)
    converter.readSvgContents = () => Promise.resolve(null);
  else throw new Error("the converter reads pictures in another way");
}

/** What Asciidoctor has to say of the page, each once. */
function causesOf(logger: MemoryLogger): Set<string> {
  const messages = logger.getMessages().filter((message) => Number(message.getSeverity()) >= Severity.WARN);
  return new Set(
    messages.map((message) => {
      const line = message.getSourceLocation()?.getLineNumber();
      return `AsciiDoc${line === undefined ? "" : `, line ${line}`}: ${String(message.getText())}`;
    }),
  );
}

/** `llms.txt` and `llms-full.txt`: the docs for programs that just fetch. @see https://llmstxt.org */
import { toString as plainText } from "mdast-util-to-string";
import { splitSentences } from "../chunk/sentences.ts";
import type { CorpusConfig } from "../config.ts";
import { ASSET_LIMIT_BYTES } from "../output/report.ts";
import type { ReadDocument } from "../read/document.ts";
import { titleFromFile } from "../sources/titles.ts";

/** A page and its Markdown. */
export interface MarkdownPage {
  document: ReadDocument;
  markdown: string;
  /** Where programs find the Markdown; where nobody serves it, the page itself. */
  url: string;
}

const MAX_NOTE_CHARS = 200;

/** The list of pages. Other versions than the default one and source code are what a reader in a hurry may skip. */
export function llmsTxt(pages: readonly MarkdownPage[], config: CorpusConfig): string {
  const isOptional = ({ document }: MarkdownPage) =>
    document.kind === "code" || (document.version !== "" && document.version !== config.defaultVersion);
  const sections = new Map<string, MarkdownPage[]>();
  for (const page of pages) {
    const name = isOptional(page) ? OPTIONAL : sectionOf(page.document, config);
    const section = sections.get(name);
    if (section === undefined) sections.set(name, [page]);
    else section.push(page);
  }
  const names = [...sections.keys()].filter((name) => name !== OPTIONAL);
  if (sections.has(OPTIONAL)) names.push(OPTIONAL);
  const blocks = names.map((name) => `## ${name}\n\n${sections.get(name)!.map(line).join("\n")}`);
  return `${[head(config), ACCESS, ...blocks].join("\n\n")}\n`;
}

/** All pages in one file, or a note in its place when it would be larger than an asset may be. */
export function llmsFullTxt(pages: readonly MarkdownPage[], config: CorpusConfig): string {
  const parts = pages.map(({ document, markdown }) => {
    const body = markdown.replace(/^# [^\n]*\n*/, "");
    return `# ${inline(document.title)}\n\nSource: ${document.url}\n\n${body}`.trimEnd();
  });
  const text = `${[head(config), ...parts].join("\n\n---\n\n")}\n`;
  if (Buffer.byteLength(text) <= ASSET_LIMIT_BYTES) return text;
  return `${head(config)}\n\nAll pages together are too large for one file. [llms.txt](/llms.txt) lists them one by one.\n`;
}

const OPTIONAL = "Optional";
const ACCESS =
  "Every page below is Markdown. [llms-full.txt](/llms-full.txt) holds all of them in one file. Questions are answered with sources by `GET /ask?query=…` (NLWeb) and by the MCP server at `/mcp`; [openapi.json](/openapi.json) describes every way to ask.";

function head({ name, description }: CorpusConfig): string {
  return `# ${inline(name)}\n\n> ${inline(description)}`;
}

/** By source where there are several, else by top folder. */
function sectionOf(document: ReadDocument, config: CorpusConfig): string {
  const [folder = "", rest] = document.file.split("/");
  const name = config.sources.length > 1 ? document.source : rest === undefined ? "docs" : folder;
  return inline(titleFromFile(name, name));
}

function line({ document, url }: MarkdownPage): string {
  const version = document.version === "" ? "" : ` (${document.version})`;
  const note = firstSentence(document);
  const title = inline(document.title + version).replace(/[[\]]/g, "\\$&");
  return `- [${title}](${url})${note === "" ? "" : `: ${note}`}`;
}

function firstSentence({ tree, language }: ReadDocument): string {
  const first = tree.children.find(({ type }) => type === "paragraph");
  const text = first === undefined ? "" : inline(plainText(first, { includeImageAlt: false }));
  const sentence = (splitSentences(text, language)[0] ?? "").trim();
  return sentence.length <= MAX_NOTE_CHARS ? sentence : "";
}

/** On one line. */
function inline(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

import type { Root, RootContent } from "mdast";
import type { Warn } from "../warnings.ts";
import { dropBreadcrumbs } from "./breadcrumbs.ts";
import { markCallouts } from "./callouts.ts";
import { cleanTree, joinDefinitions } from "./clean.ts";
import { rewriteContainers } from "./containers.ts";
import { type FrontMatter, splitFrontMatter } from "./front-matter.ts";
import { settleAnchors } from "./headings.ts";
import { resolveHtml } from "./html.ts";
import { expandIncludes, type IncludeReader } from "./includes.ts";
import { unwrapJsx } from "./jsx.ts";
import { mdxToMarkdown, quoteHeadingIds, stripComponentTags } from "./jsx-text.ts";
import { exportedTitle, importedFiles } from "./mdx-modules.ts";
import { rewriteMyst } from "./myst.ts";
import { paragraph, textNode } from "./nodes.ts";
import { warnOfOpenFences } from "./open-fences.ts";
import { isDeeperThan, type Page, pageOf } from "./page.ts";
import { parseMarkdown, parseMdx } from "./parse.ts";
import { rewriteReadmeBlocks } from "./readme-blocks.ts";
import { resolveReferences } from "./references.ts";
import { dropTablesOfContents } from "./tables-of-contents.ts";
import { rewriteTemplateTags } from "./template-tags.ts";
import { rewriteVaultMarks } from "./vault-marks.ts";

export interface ReadPageOptions {
  /** False for a part of a page, whose headings are told apart once all parts are together. @defaultValue `true` */
  settlesAnchors?: boolean;
}

/** Nesting that no author writes by hand, and that would exhaust the stack. */
const MAX_DEPTH = 200;

/**
 * Reads the text of a Markdown or MDX page into a clean syntax tree. Never throws: what cannot be read as it claims to be is
 * read as something simpler, with a warning.
 * @param text decoded, with `\n` line ends
 * @param file path relative to the source folder; `.mdx` is read as MDX
 */
export function readPage(
  text: string,
  file: string,
  readInclude: IncludeReader,
  warn: Warn,
  options: ReadPageOptions = {},
): Page {
  const { frontMatter, body } = splitFrontMatter(text, warn);
  let tree: Root;
  let exported: string | null = null;
  try {
    const whole = [body, ...slateIncludes(frontMatter, file, readInclude)].join("\n\n");
    const expanded = expandIncludes(whole, file, readInclude, warn);
    ({ tree, title: exported } = parsePage(expanded, file, frontMatter, readInclude, warn, 0));
    if (isDeeperThan(tree, MAX_DEPTH)) throw new Error(`blocks nested more than ${MAX_DEPTH} deep`);
    if (frontMatter.request !== undefined)
      tree.children.unshift(paragraph([{ type: "inlineCode", value: frontMatter.request }]));
    markCallouts(tree);
    joinDefinitions(tree);
    resolveReferences(tree);
    tree = resolveHtml(tree, warn);
    cleanTree(tree);
    dropBreadcrumbs(tree);
    dropTablesOfContents(tree);
  } catch (error) {
    // Only input made to break parsers comes here, such as thousands of nested quotations.
    const isTooDeep = error instanceof RangeError;
    const reason = isTooDeep
      ? "marks nested thousands deep"
      : error instanceof Error
        ? error.message
        : "unknown error";
    warn(`could not be parsed (${reason}); read as plain text`);
    tree = plainTextTree(body);
  }
  const headings = options.settlesAnchors === false ? [] : settleAnchors(tree, warn);
  return pageOf({ frontMatter, givenTitle: frontMatter.title ?? exported, headings, tree });
}

/** Texts that a page names in its front matter; other tools mean something else by that key, and their files are not there. */
function slateIncludes({ includes = [] }: FrontMatter, file: string, readInclude: IncludeReader): string[] {
  return includes.flatMap((name) => {
    const found = readInclude(`includes/_${name}.md`, file) ?? readInclude(`includes/${name}.md`, file);
    return found === null ? [] : [splitFrontMatter(found.text, () => {}).body];
  });
}

/** Parses one file, and the Markdown files it imports. */
function parsePage(
  text: string,
  file: string,
  frontMatter: FrontMatter,
  readInclude: IncludeReader,
  warn: Warn,
  depth: number,
): { tree: Root; title: string | null } {
  const isPage = (name: string) =>
    [name, name.replaceAll(" ", "-")].some((path) => readInclude(`${path}.md`, file) !== null);
  // A directive hides its text from what comes before it is unfolded.
  const plain = rewriteTemplateTags(rewriteMyst(rewriteReadmeBlocks(rewriteVaultMarks(text, isPage))));
  const prepared = rewriteMyst(rewriteContainers(plain));
  if (!/\.mdx$/i.test(file)) {
    const tree = parseMarkdown(stripComponentTags(prepared));
    warnOfOpenFences(tree, prepared, warn);
    return { tree, title: null };
  }
  const source = quoteHeadingIds(prepared);
  let tree: Root;
  try {
    tree = parseMdx(source);
  } catch (error) {
    warn(`not valid MDX (${reasonOf(error)}); read as plain Markdown`);
    const markdown = mdxToMarkdown(source);
    const read = parseMarkdown(markdown);
    warnOfOpenFences(read, markdown, warn);
    return { tree: read, title: null };
  }
  warnOfOpenFences(tree, source, warn);
  const imports = importedFiles(tree);
  const title = exportedTitle(tree);
  unwrapJsx(tree, {
    title: frontMatter.title ?? title ?? undefined,
    importedPage(component) {
      const reference = imports.get(component);
      if (reference === undefined || depth >= 4) return null;
      const found = readInclude(reference, file);
      if (found === null) {
        warn(`imported page not found: ${reference}; its text is missing here`);
        return [];
      }
      const { body } = splitFrontMatter(found.text, () => {});
      return parsePage(body, found.file, {}, readInclude, warn, depth + 1).tree.children;
    },
  });
  return { tree, title };
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return "unknown error";
  const place = "line" in error && typeof error.line === "number" ? ` near line ${error.line}` : "";
  return `syntax error${place}: ${error.message.split("\n")[0] ?? ""}`;
}

/** Paragraphs of a text that no parser takes. */
function plainTextTree(text: string): Root {
  const blocks = text.split(/\n[ \t]*\n/).map((block) => block.replace(/\s+/g, " ").trim());
  const children: RootContent[] = blocks
    .filter((block) => block !== "")
    .map((block) => paragraph([textNode(block)]));
  return { type: "root", children };
}

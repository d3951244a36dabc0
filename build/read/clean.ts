import type { Code, Image, Nodes, Paragraph, PhrasingContent, Root, RootContent } from "mdast";
import { toString as plainText } from "mdast-util-to-string";
import { visit } from "unist-util-visit";
import { stripInvisible } from "./decode.ts";
import { withoutHiddenLines } from "./hidden-lines.ts";
import { withoutHighlightMarks } from "./highlight-marks.ts";
import { isParent, replaceNodes, textNode } from "./nodes.ts";

/** Attribute lists of Python-Markdown and kramdown: `{: .class #id }`, `{ .md-button }`, `{target="_blank"}`. */
const ATTRIBUTE_LIST = /^[ \t]*\{:?[ \t]*(?:(?:[.#][\w:-]+|[\w-]+=(?:"[^"]*"|'[^']*'|[\w-]+))[ \t]*)+\}/;

/** Where a generator puts its own table of contents. */
const TOC_MARK =
  /^(?:\[\[_?toc_?\]\]|\[toc\]|\{\{[ \t]*toc[ \t]*\}\}|\{:[ \t]*toc[^}]*\}|<!--[ \t]*toc[ \t]*-->)$/i;

/** Icons of MkDocs Material, which readers see as pictures. Plain emoji names stay. */
const ICON = /:(?:material|octicons|fontawesome|simple)-[\w-]+:(?:\{[^}]*\})?[ \t]*/g;

/** `[[Page]]`, `[[Page#part|label]]`, and embeddings of files. */
const WIKI_LINK = /(!?)\[\[([^\s[\]|#][^[\]|#\n]*)(?:#[^[\]|\n]*)?(?:\|([^[\]\n]*))?\]\]/g;

/** Alternative texts that say nothing of the picture. */
const EMPTY_ALT =
  /^(?:alt(?:ernative)?[ _-]?text|banner|cover|diagram|figure|gif|icon|illustration|image|img|logo|photo|picture|screen ?shot|thumbnail|untitled|video)?[ _\-#:]*\d*$/i;

/** Badges: pictures of a build's state, not of the product. */
const BADGE_URL =
  /shields\.io|badge|badgen\.net|travis-ci|codecov\.io|coveralls\.io|opencollective\.com\/.*\.svg|\/workflows\/.*\.svg/i;

/**
 * Tidies a tree whose HTML, JSX and references are resolved: line ends within paragraphs, pictures without words, and what dialects of
 * Markdown write in text (attribute lists, marks, icons), which in text of another syntax is text.
 */
export function cleanTree(tree: Root, syntax: "markdown" | "other" = "markdown"): void {
  const isMarkdown = syntax === "markdown";
  mergeTexts(tree);
  visit(tree, (node) => {
    if (
      node.type === "code" ||
      node.type === "inlineCode" ||
      node.type === "math" ||
      node.type === "inlineMath"
    ) {
      node.value = stripInvisible(node.value);
    }
    if (isMarkdown && node.type === "code") tidyCode(node);
    if (node.type === "inlineCode") {
      node.value = node.value.replace(/[ \t]*\n[ \t]*/g, " ");
      // The language that Rehype Pretty Code reads behind code in a line.
      if (isMarkdown) node.value = node.value.replace(INLINE_LANGUAGE, "");
    }
    if (node.type !== "text") return;
    if (!isMarkdown) {
      node.value = joinLines(stripInvisible(node.value));
      return;
    }
    const text = stripInvisible(node.value).replace(ICON, "");
    // Where a table of contents was meant, the paragraph goes as a whole.
    node.value = joinLines(TOC_MARK.test(text.trim()) ? text : text.replace(WIKI_LINK, wikiLabel));
  });
  if (isMarkdown) dropAttributeLists(tree);
  replaceNodes(tree, (node) => {
    if (node.type === "html") return [];
    if (node.type === "image") return meaningfulAlt(node) === null && !isShown(node) ? [] : node;
    if (node.type === "paragraph") return isSilent(node) ? [] : trimmed(node);
    return isParent(node) && isEmptyContainer(node) ? [] : node;
  });
}

/** Parts a term from its definitions by a colon, while their line ends are still there: `Term` above `: What it is.` */
export function joinDefinitions(tree: Root): void {
  visit(tree, "text", (node) => {
    node.value = node.value.replace(/[ \t]*\n:[ \t]+/g, ": ");
  });
}

/** Others are code: `Val{:speed}` of Julia, `#{:a}` of Clojure. A scope of a theme has a full stop before it. */
const INLINE_LANGUAGE = new RegExp(
  "(?<=[^\\s{#%])\\{:(?:\\.[a-z][\\w.-]*|(?:[jt]sx?|javascript|typescript|jsonc?|json5|html|s?css|less|vue|svelte|mdx?|ya?ml|toml|" +
    "sh|bash|zsh|shell|python|py|ruby|rb|rust|rs|go|java|kotlin|swift|php|sql|graphql|c|cpp|cs|csharp|xml|diff|ansi|txt|text))\\}$",
);

function tidyCode(node: Code): void {
  node.value = withoutHiddenLines(withoutHighlightMarks(node.value, node.lang), node.lang, node.meta);
  // Rust's docs have what is done with an example behind its language: `rust,no_run`.
  if (node.lang != null) node.lang = node.lang.replace(/^([\w+#-]+)[,{].*$/, "$1");
}

/** The words that stand for a picture in the text, or `null` when it has none worth reading. */
export function meaningfulAlt(image: Image): string | null {
  const alt = (image.alt ?? "").replace(/\s+/g, " ").trim();
  if (EMPTY_ALT.test(alt) || !/\p{L}/u.test(alt) || BADGE_URL.test(image.url)) return null;
  if (/^[\w./-]+\.(?:png|jpe?g|gif|svg|webp|avif)$/i.test(alt) || alt.startsWith("data:")) return null;
  return alt;
}

function isShown(image: Image): boolean {
  return image.url !== "" && !image.url.startsWith("data:") && !BADGE_URL.test(image.url);
}

/** An embedded picture has no words; a link has its label, else the name of its page. */
function wikiLabel(_: string, embedded: string, page: string, label: string | undefined): string {
  return embedded === "!" && /\.\w{2,5}$/.test(page) ? "" : (label ?? page);
}

const CJK = "[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\u3000-\\u303f\\uff00-\\uffef]";
const LINE_END_IN_CJK = new RegExp(`(${CJK})[ \\t]*\\n[ \\t]*(?=${CJK})`, "gu");

/** One line a paragraph: a line end is a space, but nothing between two CJK characters. */
function joinLines(text: string): string {
  return text.replace(LINE_END_IN_CJK, "$1").replace(/[ \t]*\n[ \t]*|[ \t]{2,}/g, " ");
}

/** What stood between two texts may be gone by now. */
function mergeTexts(tree: Root): void {
  visit(tree, (node: Nodes) => {
    if (!isParent(node)) return;
    const merged: RootContent[] = [];
    for (const child of node.children as RootContent[]) {
      const last = merged.at(-1);
      if (child.type === "text" && last?.type === "text") last.value += child.value;
      else merged.push(child);
    }
    node.children = merged as typeof node.children;
  });
}

function dropAttributeLists(tree: Root): void {
  visit(tree, (node: Nodes) => {
    if (node.type !== "paragraph" && node.type !== "heading" && node.type !== "tableCell") return;
    const children = node.children as PhrasingContent[];
    for (const [i, child] of children.entries()) {
      if (child.type !== "text") continue;
      const before = children[i - 1]?.type;
      const follows =
        before === "link" || before === "image" || before === "inlineCode" || before === "strong";
      if (follows && ATTRIBUTE_LIST.test(child.value)) child.value = child.value.replace(ATTRIBUTE_LIST, "");
      // A heading's own list is where its id is read from, later.
      if (i === children.length - 1 && node.type !== "heading")
        child.value = child.value.replace(
          /[ \t]*\{:[^{}]*\}[ \t]*$|[ \t]+\{[ \t]*\.[\w-]+[ \t]*\}[ \t]*$/,
          "",
        );
    }
  });
}

/** True for paragraphs that readers do not see as text: a mark for a table of contents, a lone attribute list, nothing. */
function isSilent(node: Paragraph): boolean {
  if (node.children.some((child) => child.type === "image")) return false;
  const text = plainText(node).trim();
  const hasCode = node.children.some((child) => child.type === "inlineCode" || child.type === "inlineMath");
  return (
    text === "" || (!hasCode && (TOC_MARK.test(text) || new RegExp(`${ATTRIBUTE_LIST.source}$`).test(text)))
  );
}

function trimmed(node: Paragraph): Paragraph {
  const first = node.children[0];
  if (first?.type === "text") node.children[0] = textNode(first.value.trimStart()) as PhrasingContent;
  const last = node.children.at(-1);
  if (last?.type === "text") node.children[node.children.length - 1] = textNode(last.value.trimEnd());
  return node;
}

function isEmptyContainer(node: Nodes): boolean {
  const holdsFlow = node.type === "blockquote" || node.type === "list" || node.type === "listItem";
  const holdsWords =
    node.type === "link" || node.type === "emphasis" || node.type === "strong" || node.type === "delete";
  return (holdsFlow || holdsWords) && (node.children as RootContent[]).length === 0;
}

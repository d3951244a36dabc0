/**
 * An answer's Markdown as DOM nodes. A library parses it; nodes are made here, of a fixed set of elements, with texts as text
 * nodes: no markup of an answer ever reaches the browser's HTML parser.
 */
import type { MarkedToken, Token, Tokens } from "marked";
import { lexAnswer } from "./answer-lexer.ts";
import { codeLanguage } from "./code-language.ts";
import { button, element } from "./dom.ts";
import { linkTo } from "./links.ts";

export interface MarkdownOptions {
  /** The mark for a number that cites a source, or `null` when it cites none. */
  citation(n: number): Node | null;
  /** Origin of the Worker, which relative addresses are of. */
  endpoint: string;
  copyLabel: string;
  copiedLabel: string;
}

const CITATION = /\[(\d{1,3})\]/g;

/** Characters that turn the order of others around, so that text reads otherwise than it is. */
const BIDI_OVERRIDES = /[\u202a-\u202e\u2066-\u2069]/g;

/**
 * Longer texts are shown as they are, since parsing them could hold up the page for seconds. The longest answer that a setting allows is as
 * long, at four characters a token.
 */
export const MAX_MARKDOWN_CHARS = 128_000;

export function renderMarkdown(markdown: string, options: MarkdownOptions): DocumentFragment {
  const text = markdown.replace(BIDI_OVERRIDES, "");
  const fragment = document.createDocumentFragment();
  try {
    fragment.append(...(text.length > MAX_MARKDOWN_CHARS ? [plain(text)] : blocks(lexAnswer(text), options)));
  } catch {
    // Nested deeper than the parser's stack.
    fragment.replaceChildren(plain(text));
  }
  return fragment;
}

function plain(text: string): Node {
  return element("p", { class: "plain" }, text);
}

function blocks(tokens: readonly Token[], options: MarkdownOptions): Node[] {
  return tokens.flatMap((token) => block(token as MarkedToken, options));
}

function block(token: MarkedToken, options: MarkdownOptions): Node[] {
  switch (token.type) {
    case "space":
      return [];
    case "def":
      // An answer defines no link targets of its own: shown as it was written.
      return [element("p", {}, token.raw)];
    case "heading":
      return [element("p", { class: "answer-heading" }, ...inlines(token.tokens, options))];
    case "paragraph":
      return [element("p", {}, ...inlines(token.tokens, options))];
    case "code":
      return [codeBlock(token, options)];
    case "blockquote":
      return [element("blockquote", {}, ...blocks(token.tokens, options))];
    case "list":
      return [list(token, options)];
    case "table":
      return [table(token, options)];
    case "hr":
      return [element("hr")];
    default:
      return inline(token, options);
  }
}

function list(token: Tokens.List, options: MarkdownOptions): Node {
  const items = token.items.map((item) => element("li", {}, ...blocks(item.tokens, options)));
  if (!token.ordered) return element("ul", {}, ...items);
  return element("ol", token.start === "" ? {} : { start: String(token.start) }, ...items);
}

function table(token: Tokens.Table, options: MarkdownOptions): Node {
  const row = (tag: "th" | "td", cells: readonly Tokens.TableCell[]) =>
    element("tr", {}, ...cells.map((cell) => element(tag, {}, ...inlines(cell.tokens, options))));
  const head = element("thead", {}, row("th", token.header));
  const body = element("tbody", {}, ...token.rows.map((cells) => row("td", cells)));
  return element("div", { class: "table", tabindex: "0" }, element("table", {}, head, body));
}

function codeBlock({ text, lang }: Tokens.Code, options: MarkdownOptions): Node {
  const copied = () => {
    copy.textContent = options.copiedLabel;
  };
  // Where a site forbids the clipboard, nothing was copied and nothing is said.
  const write = () => void navigator.clipboard?.writeText(text).then(copied, () => undefined);
  const copy: HTMLElement = button({ class: "copy", part: "copy" }, write, options.copyLabel);
  const code = element("code", { "data-language": codeLanguage(lang) }, text);
  const pre = element("pre", { tabindex: "0" }, code);
  // Neither the code nor the button's label says in which direction the answer is read.
  return element("div", { class: "code", dir: "ltr" }, pre, copy);
}

function inlines(tokens: readonly Token[], options: MarkdownOptions): Node[] {
  return tokens.flatMap((token) => inline(token as MarkedToken, options));
}

function inline(token: MarkedToken, options: MarkdownOptions): Node[] {
  switch (token.type) {
    case "text":
      return "tokens" in token && token.tokens
        ? inlines(token.tokens, options)
        : withCitations(token.text, options);
    case "escape":
      return [document.createTextNode(token.text)];
    case "strong":
      return [element("strong", {}, ...inlines(token.tokens, options))];
    case "em":
      return [element("em", {}, ...inlines(token.tokens, options))];
    case "del":
      return [element("del", {}, ...inlines(token.tokens, options))];
    case "codespan":
      return [element("code", {}, token.text)];
    case "checkbox":
      return [document.createTextNode(token.checked ? "☑ " : "☐ ")];
    case "br":
      return [element("br")];
    case "link":
      // A number that the answer itself gave a target is a citation all the same.
      return /^\[\d{1,3}\]$/.test(token.raw) ? withCitations(token.raw, options) : [link(token, options)];
    default:
      // Raw HTML, pictures and whatever else: what was written, as text.
      return withCitations(token.raw, options);
  }
}

function link(token: Tokens.Link, options: MarkdownOptions): Node {
  const children = inlines(token.tokens, options);
  return linkTo(token.href, options.endpoint, {}, ...children) ?? element("span", {}, ...children);
}

/** A text with the marks of known sources as links. */
function withCitations(text: string, options: MarkdownOptions): Node[] {
  const nodes: Node[] = [];
  let end = 0;
  for (const match of text.matchAll(CITATION)) {
    const mark = options.citation(Number(match[1]));
    if (mark === null) continue;
    nodes.push(document.createTextNode(text.slice(end, match.index)), mark);
    end = match.index + match[0].length;
  }
  nodes.push(document.createTextNode(text.slice(end)));
  return nodes;
}

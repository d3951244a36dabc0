/**
 * An answer's Markdown as DOM nodes. A library parses it; nodes are made here, of a fixed set of elements, with texts as text
 * nodes: no markup of an answer ever reaches the browser's HTML parser.
 */
import { type MarkedToken, marked, type Token, type Tokens } from "marked";
import { element } from "./dom.ts";

export interface MarkdownOptions {
  /** Address of the source that a number cites, or `null` when it cites none. */
  sourceUrl(n: number): string | null;
  copyLabel: string;
  copiedLabel: string;
}

const CITATION = /\[(\d{1,3})\]/g;

export function renderMarkdown(text: string, options: MarkdownOptions): DocumentFragment {
  const fragment = document.createDocumentFragment();
  fragment.append(...blocks(marked.lexer(text), options));
  return fragment;
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
      return [codeBlock(token.text, options)];
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

function codeBlock(text: string, options: MarkdownOptions): Node {
  const copy = element("button", { type: "button", class: "copy" }, options.copyLabel);
  copy.addEventListener("click", async () => {
    await navigator.clipboard.writeText(text);
    copy.textContent = options.copiedLabel;
  });
  const code = element("pre", { tabindex: "0" }, element("code", {}, text));
  return element("div", { class: "code" }, code, copy);
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
  const href = safeAddress(token.href);
  return href === null ? element("span", {}, ...children) : element("a", { href, ...newTab }, ...children);
}

/** For addresses that leave the conversation. */
export const newTab = { target: "_blank", rel: "noopener" };

/** The address when it is http(s), absolute or of this site; else `null`. */
export function safeAddress(address: string): string | null {
  if (!URL.canParse(address, location.href)) return null;
  return /^https?:$/.test(new URL(address, location.href).protocol) ? address : null;
}

/** A text with the marks of known sources as links. */
function withCitations(text: string, options: MarkdownOptions): Node[] {
  const nodes: Node[] = [];
  let end = 0;
  for (const match of text.matchAll(CITATION)) {
    const url = options.sourceUrl(Number(match[1]));
    const href = url === null ? null : safeAddress(url);
    if (href === null) continue;
    nodes.push(document.createTextNode(text.slice(end, match.index)));
    nodes.push(element("a", { href, class: "citation", ...newTab }, match[1]!));
    end = match.index + match[0].length;
  }
  nodes.push(document.createTextNode(text.slice(end)));
  return nodes;
}

import GithubSlugger from "github-slugger";
import type { Heading, Root } from "mdast";
import { toString as plainText } from "mdast-util-to-string";
import { visit } from "unist-util-visit";
import type { HeadingAnchor } from "../../src/core/passage.ts";
import type { Warn } from "../warnings.ts";

/** A heading with its level on the page, 1 to 6. */
export interface PageHeading extends HeadingAnchor {
  level: number;
}

/** `{#id}`, `{: #id .class }`, `{#id key=value}` or `{/* #id *\/}` at the end of a heading. */
const ATTRIBUTES =
  /\s*\{:?\s*((?:[#.][^\s{}]+|[\w-]+=(?:"[^"]*"|'[^']*'|[^\s{}]+)|-)(?:\s+(?:[#.][^\s{}]+|[\w-]+=(?:"[^"]*"|'[^']*'|[^\s{}]+)))*)\s*\}\s*$/;
/** What docsify reads at the end of a heading: `:id=name`, and that it is to be left out of a list. */
const DOCSIFY_ID = /\s+:id=([\w-]+)\s*$/;
const DOCSIFY_MARK = /\s*\{docsify-ignore(?:-all)?\}\s*$/;
/** Nextra's and Fumadocs' id, `[#id]`, and Fumadocs' words on its list of headings, `[toc]` and `[!toc]`; `[#12]` is an issue. */
const BRACKETED = /\s*\[(?:#(?!\d+\])([^\s[\]]+)|!?toc)\]\s*$/;
const COMMENT_ID = /\s*\{\/\*\s*#([^\s*]+)\s*\*\/\}\s*$/;

/**
 * Settles the anchor of every heading, in page order: the id its author gave, else the heading's plain text as
 * `github-slugger` makes it, numbered when it is taken. The anchor is left on each node as `data.anchor`, and
 * as its `id` for rendering. Headings without text get none.
 */
export function settleAnchors(tree: Root, warn: Warn): PageHeading[] {
  const slugger = new GithubSlugger();
  const headings: PageHeading[] = [];
  const anchors = new Set<string>();
  visit(tree, "heading", (node) => {
    const explicitId = takeExplicitId(node) ?? node.data?.explicitId;
    const text = headingText(node);
    if (text === "") return;
    const anchor = explicitId ?? slugger.slug(text);
    if (anchors.has(anchor))
      warn(`two headings have the id "${anchor}"; links to the second lead to the first`);
    // A generated anchor must not repeat one that an author set before it.
    if (explicitId !== undefined) slugger.occurrences[explicitId] ??= 0;
    anchors.add(anchor);
    node.data = { ...node.data, anchor, hProperties: { id: anchor } };
    headings.push({ text, anchor, level: node.depth });
  });
  return headings;
}

/**
 * The same for a page that has its anchors already, such as generated HTML: ids are taken as they are. A heading without one is given
 * one where the page is to be rendered anew, and else leads to the nearest place before it that has one; so does a heading with the id of
 * an earlier one, to which its own link would lead.
 */
export function settlePageAnchors(tree: Root, makeAnchors: boolean, warn: Warn): PageHeading[] {
  const slugger = new GithubSlugger();
  const headings: PageHeading[] = [];
  const anchors = new Set<string>();
  const repeated: string[] = [];
  let nearest = "";
  visit(tree, "heading", (node) => {
    const id = node.data?.explicitId;
    if (id !== undefined) slugger.occurrences[id] ??= 0;
  });
  visit(tree, "heading", (node) => {
    const text = headingText(node);
    if (text === "") return;
    const own = node.data?.explicitId;
    const isTaken = own !== undefined && anchors.has(own);
    if (isTaken && !makeAnchors) repeated.push(own);
    const id = own === undefined || isTaken ? (makeAnchors ? slugger.slug(text) : undefined) : own;
    if (id !== undefined) anchors.add(id);
    nearest = id ?? nearest;
    node.data = { ...node.data, anchor: nearest, ...(id === undefined ? {} : { hProperties: { id } }) };
    headings.push({ text, anchor: nearest, level: node.depth });
  });
  if (repeated.length > 0) {
    const others = repeated.length === 1 ? "" : ` and ${repeated.length - 1} more like it`;
    warn(
      `two headings have the id "${repeated[0]}"${others}; links to the second lead to the place before it`,
    );
  }
  return headings;
}

/** Plain text of a heading, without the alternative text of pictures. */
export function headingText(node: Heading): string {
  return plainText(node, { includeImageAlt: false }).replace(/\s+/g, " ").trim();
}

function takeExplicitId(node: Heading): string | undefined {
  const last = node.children.at(-1);
  if (last?.type !== "text") return undefined;
  last.value = last.value.replace(DOCSIFY_MARK, "");
  const docsify = DOCSIFY_ID.exec(last.value);
  if (docsify !== null) {
    last.value = last.value.slice(0, docsify.index);
    return docsify[1];
  }
  let bracketed: string | undefined;
  for (let mark = BRACKETED.exec(last.value); mark !== null; mark = BRACKETED.exec(last.value)) {
    last.value = last.value.slice(0, mark.index);
    bracketed ??= mark[1];
  }
  if (bracketed !== undefined) return bracketed;
  const comment = COMMENT_ID.exec(last.value);
  if (comment !== null) {
    last.value = last.value.slice(0, comment.index);
    return comment[1];
  }
  const attributes = ATTRIBUTES.exec(last.value);
  if (attributes === null) return undefined;
  last.value = last.value.slice(0, attributes.index);
  return /(?:^|\s)#([^\s{}]+)/.exec(attributes[1]!)?.[1];
}

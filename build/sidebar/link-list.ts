/** Sidebars that are pages of links: `SUMMARY.md` of GitBook, HonKit and mdBook, `_sidebar.md` of docsify, `nav.adoc` of Antora. */
import { toString as plainText } from "mdast-util-to-string";
import { visit } from "unist-util-visit";
import { parseMarkdown } from "../read/parse.ts";
import { isExternal, pagePath, type SidebarEntry } from "./entries.ts";

/** Every linked page, in order, by what the link calls it. */
export function markdownLinkEntries(text: string): SidebarEntry[] {
  const entries: SidebarEntry[] = [];
  const known = new Set<string>();
  visit(parseMarkdown(text), "link", (node) => {
    const page = pagePath(decoded(node.url));
    if (isExternal(node.url) || node.url.startsWith("#") || known.has(page)) return;
    known.add(page);
    // A link to a place on a page is called after the place.
    entries.push({ page, title: node.url.includes("#") ? null : plainText(node).trim() || null });
  });
  return entries;
}

/** Shares of its lines that links, and links with headings and the names of groups, make up in a list of pages. */
const LINK_SHARE = 0.5;
const LIST_SHARE = 0.9;
const LINK_LINE = /^\s*(?:[-*+]\s+|\d+[.)]\s+)?\[[^\]]*\]\([^)]*\)\s*$/;
const GROUP_LINE = /^\s*(?:#.*|[-*+]\s+\S.{0,60}|(?:[-*_]\s*){3,})$/;

/** True for a page that does nothing but list links: one called `SUMMARY.md` may be a summary as well. */
export function isLinkList(text: string): boolean {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const links = lines.filter((line) => LINK_LINE.test(line)).length;
  const groups = lines.filter((line) => !LINK_LINE.test(line) && GROUP_LINE.test(line)).length;
  return links > 0 && links >= lines.length * LINK_SHARE && links + groups >= lines.length * LIST_SHARE;
}

/** Bounded, since every unclosed link would be looked through to the end of the list. */
const XREF = /\bxref:([^[\s]{1,500})\[([^\]]{0,1000})\]/g;

/**
 * The links of one of Antora's lists.
 * @param module that `xref:page.adoc[]` is of where it names none
 */
export function antoraEntries(text: string, module: string): SidebarEntry[] {
  return Array.from(text.matchAll(XREF), ([, target, title]) => {
    const parts = target!.replace(/#.*$/, "").split(":");
    const file = parts.at(-1)!;
    const of = parts.length > 1 && parts.at(-2) !== "" ? parts.at(-2)! : module;
    return { page: pagePath(`modules/${of}/pages/${file}`), title: title!.trim() || null };
  });
}

function decoded(url: string): string {
  try {
    return decodeURIComponent(url);
  } catch {
    return url;
  }
}

/** The way to a page that generators of Markdown write above its title, as TypeDoc's does. */
import type { PhrasingContent, Root, RootContent } from "mdast";
import { toString as plainText } from "mdast-util-to-string";

/** Blocks above a title, rules among them: `**demo v1**`, a rule, `demo / classes / Pump`. */
const MAX_BLOCKS = 4;

/** What parts the steps of a way. */
const STEP = /[/•›»>|]/;
const MARKS_ALONE = /^[\s/•›»>|]*$/;

/** A longer line says something. */
const MAX_CHARS = 200;

/** Drops what stands above the first title when it is links to pages, their names and the title's own, beside a rule or between steps. */
export function dropBreadcrumbs(tree: Root): void {
  const at = tree.children.findIndex(({ type }) => type === "heading");
  const title = tree.children[at];
  if (at < 1 || at > MAX_BLOCKS || title?.type !== "heading" || title.depth !== 1) return;
  const above = tree.children.slice(0, at);
  const hasRule = above.some(({ type }) => type === "thematicBreak");
  const name = plainText(title);
  if (above.every((node) => node.type === "thematicBreak" || isWay(node, name, hasRule)))
    tree.children = tree.children.slice(at);
}

function isWay(node: RootContent, title: string, hasRule: boolean): boolean {
  if (node.type !== "paragraph" || plainText(node).length > MAX_CHARS) return false;
  const links = node.children.filter(({ type }) => type === "link");
  const rest = node.children.filter(({ type }) => type !== "link");
  const steps = node.children.filter((part) => !hasMarksAlone(part));
  if (hasRule && steps.every((part) => isStepName(part, title))) return true;
  // The last step is the page itself, and is no link.
  const own = rest.map((part) => plainText(part)).join("");
  const last = own.replace(/^[\s/•›»>|]+/, "").trim();
  return links.length > 0 && STEP.test(own) && (last === "" || isNamedIn(last, title));
}

/** What a link or strong words of a head are called; strong words alone may say that the page is out of date. */
function isStepName(part: PhrasingContent, title: string): boolean {
  const name = plainText(part).trim();
  if (/[.:!?,;]$|[.:!?,;]\s/.test(name) || name.split(/\s+/).length > MAX_STEP_WORDS) return false;
  if (part.type === "link") return true;
  return part.type === "strong" && (VERSION.test(name) || KIND.test(title) || title.startsWith(name));
}

/** `demo v1.2.0`. */
const VERSION = /\sv?\d[\w.+-]*$/;
/** Of what a page of an API describes: `Class: Pump`. */
const KIND = /^\p{Lu}[\p{L} ]{1,30}: \S/u;
const MAX_STEP_WORDS = 5;

function hasMarksAlone(part: PhrasingContent): boolean {
  return part.type === "text" && MARKS_ALONE.test(part.value);
}

function isNamedIn(name: string, title: string): boolean {
  return (
    !/\s/.test(name) &&
    title.split(/[\s:]+/).some((word) => word.replace(/\W+$/, "") === name.replace(/\W+$/, ""))
  );
}

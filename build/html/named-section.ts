/** Sections of a page whose names are those of parts of a site's frame: docs may be about cookies, comments or a sidebar. */
import type { Element, Nodes } from "hast";
import { childrenOf, findElement, isElement, isHeading, lineText } from "./elements.ts";

/** Names of places on the screen. What a site has there may begin with a heading too, such as "About us". */
const PLACE = /^(?:(?:site|page|main|left|right)[-_]?)?(footer|sidebar|masthead)$/i;

/**
 * True for an element that is a section of the text: a heading, or what begins with one and holds more than links.
 * @param names of the element, which are those of a part of the frame. Of a place on the screen the heading has to speak.
 */
export function isNamedSection(node: Element, names: readonly string[]): boolean {
  if (isHeading(node)) return true;
  const heading = findElement(node, isHeading);
  if (heading === undefined) return false;
  const title = lineText(heading);
  if (title === "" || !lineText(node).startsWith(title)) return false;
  const places = names.flatMap((name) => PLACE.exec(name)?.[1]?.toLowerCase() ?? []);
  if (!places.every((place) => title.toLowerCase().includes(place))) return false;
  const { plain, linked } = letters(node);
  return plain > 0 && plain >= linked;
}

/** What shows no words of the text. */
const SILENT = /^(?:script|style|template|button|form|nav|svg|h[1-6])$/;

/** Letters and digits within, apart from headings and controls. */
function letters(node: Nodes): { plain: number; linked: number } {
  let plain = 0;
  let linked = 0;
  const stack: { node: Nodes; isLinked: boolean }[] = [{ node, isLinked: false }];
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const { node: one, isLinked } = next;
    if (one.type === "text") {
      const count = one.value.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
      if (isLinked) linked += count;
      else plain += count;
    } else if (!isElement(one) || !SILENT.test(one.tagName)) {
      const isLink = isLinked || (isElement(one) && one.tagName === "a");
      for (const child of childrenOf(one)) stack.push({ node: child, isLinked: isLink });
    }
  }
  return { plain, linked };
}

/** What the program man2html adds to a manual page: ways to its index, the index, and a line on itself. */
import type { Element, Root } from "hast";
import { attribute, childrenOf, element, findElement, findElements, isElement, rawText } from "./elements.ts";

/** Takes that out of a page that says it is made by it; another page stays as it is. */
export function dropManFrame(tree: Root): void {
  const body = findElement(tree, ({ tagName }) => tagName === "body");
  if (body === undefined || !body.children.some(isSignature)) return;
  const isIndex = (node: Element) => node.tagName === "a" && attribute(node, "name") === "index";
  const index = body.children.findLastIndex(
    (node) => isElement(node) && findElement(node, isIndex) !== undefined,
  );
  const end = index < 0 ? body.children.findIndex(isSignature) : index;
  const firstRule = body.children.findIndex((node) => isElement(node) && node.tagName === "hr");
  body.children = body.children
    .slice(0, end)
    .filter((node, at) => !(at < firstRule && isElement(node) && node.tagName === "a"));
  while (isBreak(body.children.at(-1))) body.children.pop();
  for (const words of findElements(body, ({ tagName }) => tagName === "i" || tagName === "em"))
    restoreItalics(words);
}

/** Blanks, or a rule between the text and what is gone. */
function isBreak(node: Element["children"][number] | undefined): boolean {
  if (node?.type === "text") return node.value.trim() === "";
  return node !== undefined && isElement(node) && node.tagName === "hr";
}

function isSignature(node: Root["children"][number]): boolean {
  return isElement(node) && node.tagName === "a" && /(?:^|\/)man2html$/.test(attribute(node, "href"));
}

/** It writes groff's marks around slanted words, `\,WORD\/`, without their backslashes. */
function restoreItalics(words: Element): void {
  const text = rawText(words);
  const isPlain = childrenOf(words).every(({ type }) => type === "text");
  if (isPlain && /^,[^,]*\/$/.test(text))
    words.children = element("i", {}, [{ type: "text", value: text.slice(1, -1) }]).children;
}

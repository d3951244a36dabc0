import type { Element, ElementContent } from "hast";
import { attribute, childrenOf, classesOf, element, findElement, isNamed, lineText } from "./elements.ts";

/** Longest signature that is a heading as it is. */
const MAX_SIGNATURE_CHARS = 80;

/** Heading level of the page's own title, under which everything else stands. */
const FIRST_LEVEL = 2;
const LAST_LEVEL = 6;

/** True for Sphinx's list of documented objects: `dl.py.function`, `dl.js.class`, and older `dl.function`. */
export function isApiList(node: Element): boolean {
  return (
    node.tagName === "dl" && childrenOf(node).some((child) => isNamed(child, "dt") && isSignature(child))
  );
}

function isSignature(term: Element): boolean {
  const classes = classesOf(term);
  if (classes.includes("sig") || classes.includes("sig-object")) return true;
  return findElement(term, (node) => classesOf(node).includes("descname")) !== undefined;
}

/**
 * A documented object as a heading, its signature and its text. Each term of several signatures has a heading, so that each has
 * its anchor.
 * @param level of the heading it stands under
 */
export function apiListBlocks(list: Element, level: number): ElementContent[] {
  const depth = Math.min(LAST_LEVEL, Math.max(FIRST_LEVEL, level + 1));
  return childrenOf(list).flatMap((child): ElementContent[] => {
    if (isNamed(child, "dt")) return signatureBlocks(child, depth);
    return isNamed(child, "dd") ? child.children : [];
  });
}

/** A member as pdoc and RDoc document it: its signature in a box of its own, in the section that has its anchor. */
export function isMember(node: Element): boolean {
  return attribute(node, "id") !== "" && childrenOf(node).some(isSignatureBox);
}

function isSignatureBox(node: ElementContent): boolean {
  return (
    isNamed(node, "div") &&
    SIGNATURE_BOXES.some(
      ([box, name]) =>
        classesOf(node).includes(box) &&
        childrenOf(node).some((child) => isNamed(child, "span") && classesOf(child).includes(name)),
    )
  );
}

/** Classes of the box and of the name in it: pdoc's and RDoc's. */
const SIGNATURE_BOXES = [
  ["attr", "name"],
  ["method-heading", "method-name"],
] as const;

/** RDoc has its methods in sections of the third level. */
const RDOC_LEVEL = 4;

/**
 * A heading in the place of the signature, one level further in for what belongs to a class: `Client.get`.
 * @param clean takes what is no text out of a signature
 */
export function memberBlocks(
  node: Element,
  clean: (nodes: readonly ElementContent[]) => ElementContent[],
): ElementContent[] {
  const id = attribute(node, "id");
  const depth = classesOf(node).includes("method-detail")
    ? RDOC_LEVEL
    : FIRST_LEVEL + Number(id.includes("."));
  return childrenOf(node).flatMap((child): ElementContent[] =>
    isNamed(child, "div") && isSignatureBox(child)
      ? signatureBlocks({ ...child, properties: { id }, children: clean(child.children) }, depth)
      : [child],
  );
}

function signatureBlocks(term: Element, depth: number): ElementContent[] {
  const signature = lineText(term)
    .replace(/\s*([(),[\]])\s*/g, "$1")
    .replace(/,/g, ", ")
    .replace(/\s*(->|→)\s*/g, " -> ")
    .replace(/^\[source\]|\[source\]$/g, "")
    .trim();
  if (signature === "") return [];
  const isShort = signature.length <= MAX_SIGNATURE_CHARS;
  const text = isShort ? signature : shortName(signature);
  const id =
    attribute(term, "id") ||
    attribute(findElement(term, ({ properties }) => properties.id !== undefined) ?? term, "id");
  const heading = element(`h${depth}`, id === "" ? {} : { id }, [{ type: "text", value: text }]);
  const code = element("p", {}, [element("code", {}, [{ type: "text", value: signature }])]);
  return isShort ? [heading] : [heading, code];
}

/** `httpx.get(…)` of a signature that fills lines. */
function shortName(signature: string): string {
  const at = signature.indexOf("(");
  const name = at < 0 ? signature : `${signature.slice(0, at)}(…)`;
  return name.length <= MAX_SIGNATURE_CHARS ? name : `${name.slice(0, MAX_SIGNATURE_CHARS)}…`;
}

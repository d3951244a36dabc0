import type { Element, ElementContent, Nodes, Root } from "hast";

export function isElement(node: Nodes | undefined): node is Element {
  return node?.type === "element";
}

/** Narrows to elements of one name. */
export function isNamed<const N extends string>(
  node: Nodes | undefined,
  tagName: N,
): node is Element & { tagName: N } {
  return node?.type === "element" && node.tagName === tagName;
}

export function isHeading(node: Element): boolean {
  return /^h[1-6]$/.test(node.tagName);
}

/** Classes of an element, without the hashes that CSS modules add (`breadcrumbs_x7Qa` is `breadcrumbs`). */
export function classesOf(element: Element): string[] {
  const { className } = element.properties;
  const names = Array.isArray(className) ? className.map(String) : [];
  return names.map((name) => name.replace(/_[\w-]{4,5}$/, ""));
}

/** An attribute's value, by its name in the tree (`dataLang` for `data-lang`); `""` without one. */
export function attribute(element: Element, name: string): string {
  const value = element.properties[name];
  if (Array.isArray(value)) return value.join(" ");
  return value === undefined || value === null || typeof value === "boolean" ? "" : String(value);
}

/** All text within, as it stands. */
export function rawText(node: Nodes): string {
  if (node.type === "text") return node.value;
  return "children" in node ? node.children.map((child) => rawText(child as Nodes)).join("") : "";
}

/** All text within, on one line. */
export function lineText(node: Nodes): string {
  return rawText(node).replace(/\s+/g, " ").trim();
}

/** The first element in page order for which `test` holds; nothing below an element that `skip` holds for is looked at. */
export function findElement(node: Nodes, test: (element: Element) => boolean): Element | undefined {
  if (isElement(node) && test(node)) return node;
  for (const child of childrenOf(node)) {
    const found = findElement(child, test);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Every element for which `test` holds, in page order, nested ones too. */
export function findElements(node: Nodes, test: (element: Element) => boolean): Element[] {
  const found: Element[] = [];
  collect(node, test, found);
  return found;
}

function collect(node: Nodes, test: (element: Element) => boolean, found: Element[]): void {
  if (isElement(node) && test(node)) found.push(node);
  for (const child of childrenOf(node)) collect(child, test, found);
}

export function childrenOf(node: Nodes): ElementContent[] {
  return node.type === "element" || node.type === "root" ? (node.children as ElementContent[]) : [];
}

export function element(
  tagName: string,
  properties: Element["properties"],
  children: ElementContent[],
): Element {
  return { type: "element", tagName, properties, children };
}

/** A part of a page, or all of it. */
export type HtmlScope = Root | Element;

/** The text within an element when it is no longer than `limit`; `null` for more. */
export function shortText(node: Element, limit: number): string | null {
  let text = "";
  const stack = [...node.children].reverse();
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    if (next.type === "text") text += next.value;
    else if (next.type === "element") stack.push(...[...next.children].reverse());
    if (text.length > limit) return null;
  }
  return text.replace(/\s+/g, " ").trim();
}

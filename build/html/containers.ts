import type { Element, ElementContent } from "hast";
import {
  attribute,
  childrenOf,
  classesOf,
  element,
  findElement,
  findElements,
  isElement,
  lineText,
} from "./elements.ts";

const KINDS =
  "note tip info warning danger caution important success error failure seealso hint attention todo deprecated abstract example question bug".split(
    " ",
  );
const CONTAINER = new Set([
  "admonition",
  "theme-admonition",
  "custom-block",
  "starlight-aside",
  "markdown-alert",
  "admonitionblock",
]);
/** Names that other things have too: a title must stand in them. */
const MAYBE = new Set(["callout", "alert", "hint", "notice", "bs-callout", "message", "note-box", ...KINDS]);
const TITLE = /(?:^|[-_])(?:title|heading|header|label)$/i;

/** A callout of any generator as `<blockquote data-callout="kind">`, its title in bold; `null` for another element. */
export function toCallout(node: Element): Element | null {
  if (!/^(?:div|aside|details|section|blockquote)$/.test(node.tagName)) return null;
  const classes = classesOf(node);
  const isSure = classes.some((name) => CONTAINER.has(name)) || attribute(node, "role") === "note";
  const isPossible = classes.some((name) => MAYBE.has(name));
  if (!isSure && !isPossible) return null;
  const kind = kindOf(classes);
  const title = titleOf(node);
  if (kind === null || (!isSure && title === null)) return null;
  // Asciidoctor sets its callouts as a table of an icon and the text.
  const cell = classes.includes("admonitionblock")
    ? findElement(node, (one) => one.tagName === "td" && classesOf(one).includes("content"))
    : undefined;
  const body = cell?.children ?? (title === null ? node.children : without(node.children, title));
  return calloutElement(kind, title === null ? "" : lineText(title), body);
}

/** @param title plain text; one that only repeats the kind is left out, unless it warns */
function calloutElement(kind: string, title: string, body: ElementContent[]): Element {
  const isTelling = /^(?:warning|caution|danger|error|important|deprecated)$/.test(kind);
  const words = title.toLowerCase() === kind && !isTelling ? "" : title;
  const strong = element("p", {}, [element("strong", {}, [{ type: "text", value: words }])]);
  return element("blockquote", { dataCallout: kind }, words === "" ? body : [strong, ...body]);
}

function kindOf(classes: readonly string[]): string | null {
  const parts = classes.flatMap((name) => [name, ...name.split(/-+/)]);
  const kind = parts.find((part) => KINDS.includes(part.toLowerCase()));
  if (kind !== undefined) return kind.toLowerCase();
  return classes.some((name) => CONTAINER.has(name) || /callout|alert|notice/.test(name)) ? "note" : null;
}

/** The element that names a callout: its summary, or one called so that stands before its text. */
function titleOf(node: Element): Element | null {
  const found = findElement(
    node,
    (one) =>
      one !== node &&
      (one.tagName === "summary" ||
        classesOf(one).some((name) => TITLE.test(name) || /^admonitionHeading/.test(name))),
  );
  return found ?? null;
}

function without(children: ElementContent[], gone: Element): ElementContent[] {
  return children.flatMap((child): ElementContent[] => {
    if (child === gone) return [];
    if (!isElement(child)) return [child];
    return [{ ...child, children: without(child.children, gone) }];
  });
}

/** Elements around a row of tabs and the text of each. */
const TAB_SETS = new Set(
  "tabs-container tabs-wrapper tabbed-set sd-tab-set sphinx-tabs vp-code-group tabset tabs-group code-group tabs".split(
    " ",
  ),
);

/** A set of tabs as one callout a tab, named by its label; `null` for another element. */
export function toTabs(node: Element): Element[] | null {
  const isSet =
    node.tagName === "starlight-tabs" ||
    classesOf(node).some((name) => TAB_SETS.has(name)) ||
    holdsTabList(node);
  if (!isSet) return null;
  const labels = outermostIn(node, isLabel);
  const panels = outermostIn(node, isPanel);
  if (panels.length === 0 || labels.length !== panels.length) return null;
  return panels.map((panel, i) => {
    const { hidden: _, ...properties } = panel.properties;
    return calloutElement("tab", lineText(labels[i]!), [{ ...panel, properties }]);
  });
}

function holdsTabList(node: Element): boolean {
  return childrenOf(node).some((child) => isElement(child) && attribute(child, "role") === "tablist");
}

function isLabel(node: Element): boolean {
  if (attribute(node, "role") === "tab") return true;
  return node.tagName === "label" && !classesOf(node).includes("lang");
}

function isPanel(node: Element): boolean {
  if (attribute(node, "role") === "tabpanel") return true;
  const classes = classesOf(node);
  if (classes.includes("tabbed-block") || classes.includes("sd-tab-content") || classes.includes("tab-pane"))
    return true;
  // The blocks of a VitePress code group are the code itself.
  return node.tagName === "div" && classes.some((name) => /^language-/.test(name));
}

/** Those for which `test` holds and that stand in no other such, nor in a set of tabs within this one. */
function outermostIn(set: Element, test: (node: Element) => boolean): Element[] {
  const found = findElements(set, (node) => node !== set && test(node));
  const inner = new Set(found.flatMap((node) => findElements(node, (one) => one !== node && test(one))));
  const panels = new Set(
    findElements(set, (node) => node !== set && isPanel(node)).flatMap((panel) =>
      findElements(panel, (one) => one !== panel),
    ),
  );
  return found.filter((node) => !inner.has(node) && !panels.has(node));
}

import type { Program } from "estree";
import type { Heading, PhrasingContent, Root, RootContent } from "mdast";
import type {} from "mdast-util-mdx";
import type { MdxFlowExpression, MdxTextExpression } from "mdast-util-mdx-expression";
import type { MdxJsxAttribute, MdxJsxFlowElement, MdxJsxTextElement } from "mdast-util-mdx-jsx";
import { dataToList, inlineMarkdown } from "./component-data.ts";
import { callout, labelParagraph, paragraph, replaceNodes, textNode } from "./nodes.ts";
import { type StaticValue, staticProgramValue } from "./static-value.ts";

type JsxElement = MdxJsxFlowElement | MdxJsxTextElement;

/** Attributes whose words readers see, in the order they are shown. */
const LABEL_ATTRIBUTES = [
  "title",
  "label",
  "heading",
  "header",
  "headline",
  "question",
  "summary",
  "caption",
];
const TEXT_ATTRIBUTES = ["text", "description", "subtitle", "answer", "alt"];

/** Components that name a parameter: Mintlify and its kin. */
const FIELD_COMPONENT = /(?:Field|Param|Parameter|Property|Prop)$/;
const FIELD_NAME_ATTRIBUTES = ["name", "path", "body", "query", "header"];

/** Entries of a tree of files. */
const FILE_COMPONENT = /(?:^|\.)(?:File|Folder)$/;

/** Components that show code given as an attribute or a template. */
const CODE_COMPONENT = /^(?:Code|CodeBlock|Snippet|Command|Terminal|Shell|Pre|Prism)$/;
const CODE_ATTRIBUTES = ["code", "text", "command", "content"];

const CALLOUT_COMPONENT =
  /^(?:Note|Tip|Info|Warning|Caution|Danger|Important|Error|Success|Check|Aside|Callout|Admonition|Alert|Hint)$/;
const CALLOUT_KIND_ATTRIBUTES = ["type", "kind", "variant", "intent", "status"];

/** Where the parts of a page come from that its JSX only names. */
export interface JsxContext {
  /** Front matter and exported metadata, for `{frontmatter.title}`. */
  title: string | undefined;
  /** Tree of an imported Markdown file by the component's name; `null` when it is no such import. */
  importedPage(component: string): RootContent[] | null;
}

/**
 * Takes the JSX out of an MDX tree: wrappers give their children and the words of their attributes, expressions their
 * literal text, imports and exports nothing. HTML elements stay as nodes with `data.hName`, for `resolveHtml`.
 */
export function unwrapJsx(tree: Root, context: JsxContext): void {
  labelTabs(tree);
  replaceNodes(tree, (node, parent) => {
    switch (node.type) {
      case "mdxjsEsm":
        return [];
      case "mdxFlowExpression":
      case "mdxTextExpression":
        return expressionNodes(node, parent.type === "heading", context);
      case "mdxJsxFlowElement":
      case "mdxJsxTextElement":
        return elementNodes(node, parent.type === "heading", context);
      default:
        return node;
    }
  });
}

/** `<Tabs items={["npm", "pnpm"]}>`: the names belong to the tabs inside, in order. */
function labelTabs(tree: Root): void {
  replaceNodes(tree, (node) => {
    if (node.type !== "mdxJsxFlowElement") return node;
    const names = attributeValue(node, "items") ?? attributeValue(node, "tabs");
    if (!Array.isArray(names)) return node;
    // Tabs of one line each stand in a paragraph.
    const inner = (node.children as RootContent[]).flatMap((child): RootContent[] =>
      child.type === "paragraph" ? child.children : [child],
    );
    const tabs = inner.filter((child) => isJsx(child) && /Tab|Item/.test(child.name ?? ""));
    tabs.forEach((tab, i) => {
      const name = names[i];
      if (!isJsx(tab) || typeof name !== "string") return;
      if (labelsOf(tab).length === 0)
        tab.attributes.push({ type: "mdxJsxAttribute", name: "label", value: name });
    });
    return node;
  });
}

function isJsx(node: RootContent): node is JsxElement {
  return node.type === "mdxJsxFlowElement" || node.type === "mdxJsxTextElement";
}

function expressionNodes(
  node: MdxFlowExpression | MdxTextExpression,
  inHeading: boolean,
  context: JsxContext,
): RootContent | RootContent[] {
  const id = inHeading ? /^\s*\/\*\s*#([^\s*]+)\s*\*\/\s*$/.exec(node.value)?.[1] : undefined;
  if (id !== undefined) return textNode(`{#${id}}`) as RootContent;
  const value = staticProgramValue(node.data?.estree as Program | undefined);
  let text = typeof value === "string" || typeof value === "number" ? String(value) : "";
  if (/^\s*(?:frontMatter|frontmatter|meta|metadata)\.title\s*$/.test(node.value)) text = context.title ?? "";
  if (text === "") return [];
  return node.type === "mdxFlowExpression" ? paragraph([textNode(text)]) : (textNode(text) as RootContent);
}

function elementNodes(
  node: JsxElement,
  inHeading: boolean,
  context: JsxContext,
): RootContent | RootContent[] {
  const children = node.children as RootContent[];
  const name = node.name;
  if (name === null) return children;
  if (/^[a-z]/.test(name) && !name.includes(".")) return htmlNodes(node, name, children);
  const part = TABLE_PART.exec(name)?.[1];
  // A table of another kind is given its rows as data, or holds a table of Markdown.
  const isOther =
    part === "Table" && (children.length === 0 || children.some(({ type }) => type === "table"));
  if (part !== undefined && !isOther) return htmlNodes(node, part.toLowerCase(), children);
  const isFlow = node.type === "mdxJsxFlowElement";
  const imported = isFlow && children.length === 0 ? context.importedPage(name) : null;
  if (imported !== null) return imported;
  if (CODE_COMPONENT.test(name)) return codeNodes(node, isFlow, children);
  if (isFlow) return flowComponent(node, name, children);
  // A badge beside a heading is no part of its text, nor of its anchor.
  return inHeading ? children : textComponent(node, name, children);
}

/** Parts of a table that a theme has as components: `<Tr>`, `<Table.Th>`. */
const TABLE_PART = /^(?:Table\.)?(Table|Thead|Tbody|Tfoot|Tr|Th|Td)$/;

function htmlNodes(node: JsxElement, name: string, children: RootContent[]): RootContent | RootContent[] {
  if (name === "script" || name === "style") return [];
  if (/^h[1-6]$/.test(name)) {
    const heading: Heading = {
      type: "heading",
      depth: Number(name[1]) as Heading["depth"],
      children: phrasing(children),
    };
    const id = attributeString(node, "id");
    if (id !== null) heading.data = { explicitId: id };
    // A heading inside a line of text cannot stay there.
    return node.type === "mdxJsxFlowElement" || children.length > 0 ? heading : [];
  }
  const properties: Record<string, string> = {};
  for (const key of ["id", "src", "alt", "href", "type", "checked", "colSpan", "rowSpan", "start", "align"]) {
    const value = attributeValue(node, key);
    if (typeof value === "string" || typeof value === "number") properties[key] = String(value);
  }
  const element: JsxElement = {
    ...node,
    attributes: [],
    data: { hName: name, hProperties: properties },
  } as JsxElement;
  return element;
}

function flowComponent(node: JsxElement, name: string, children: RootContent[]): RootContent[] {
  const labels = labelsOf(node);
  const texts = TEXT_ATTRIBUTES.flatMap((key) => attributeString(node, key) ?? []);
  const body = [
    ...texts.map((text) => paragraph(inlineMarkdown(text)) as RootContent),
    ...dataOf(node),
    ...asFlow(children),
  ];
  const field = fieldNodes(node, name);
  if (field !== null) return [paragraph(field), ...body];
  const title = labels.flatMap((label, i) => [...(i > 0 ? [textNode(" ")] : []), ...inlineMarkdown(label)]);
  if (CALLOUT_COMPONENT.test(name)) return [callout(calloutKind(node, name), title, body)];
  return title.length > 0 ? [labelParagraph(title), ...body] : body;
}

const BOX_COMPONENT = /^(?:\w+\.)?(?:Tab|TabItem|Step|Card|Accordion|Panel)$/;

function textComponent(node: JsxElement, name: string, children: RootContent[]): RootContent[] {
  const field = fieldNodes(node, name);
  const words = [
    ...labelsOf(node),
    ...TEXT_ATTRIBUTES.flatMap((key) => attributeString(node, key) ?? []),
  ].join(" ");
  const lead = field ?? (words === "" ? [] : inlineMarkdown(words));
  if (lead.length === 0) return children;
  // Boxes that an author wrote on one line stand apart all the same.
  const gap = BOX_COMPONENT.test(name) ? [textNode(" ")] : [];
  return [...gap, ...lead, ...(children.length > 0 ? [textNode(": ")] : []), ...children] as RootContent[];
}

/** `<ParamField path="id" type="string" required>`: the parameter's name as code, its type, whether it is needed. */
function fieldNodes(node: JsxElement, name: string): PhrasingContent[] | null {
  if (!FIELD_COMPONENT.test(name)) return null;
  const field = FIELD_NAME_ATTRIBUTES.map((key) => attributeString(node, key)).find(
    (value) => value !== null,
  );
  if (field == null) return null;
  const type = attributeString(node, "type");
  const fallback = attributeString(node, "default");
  const notes = [
    type,
    hasAttribute(node, "required") ? "required" : null,
    hasAttribute(node, "deprecated") ? "deprecated" : null,
    fallback === null ? null : `default ${fallback}`,
  ];
  const known = notes.filter((note) => note !== null).join(", ");
  return [{ type: "inlineCode", value: field }, ...(known === "" ? [] : [textNode(` (${known})`)])];
}

function codeNodes(node: JsxElement, isFlow: boolean, children: RootContent[]): RootContent[] {
  const given = CODE_ATTRIBUTES.map((key) => attributeValue(node, key)).find(
    (value) => typeof value === "string",
  );
  // A template literal has become a paragraph of one text by now.
  const only =
    children.length === 1 && children[0]!.type === "paragraph" ? children[0]!.children[0] : children[0];
  const code =
    typeof given === "string" ? given : children.length === 1 && only?.type === "text" ? only.value : null;
  if (code === null) return children;
  if (!isFlow) return [{ type: "inlineCode", value: code.trim() }];
  const language = attributeString(node, "lang") ?? attributeString(node, "language");
  const label = labelsOf(node).map((text) => labelParagraph(inlineMarkdown(text)) as RootContent);
  return [...label, { type: "code", lang: language, value: code.replace(/^\n+|\s+$/g, "") }];
}

function labelsOf(node: JsxElement): string[] {
  const keys = /Tab(?:Item|sTrigger)?$/.test(node.name ?? "")
    ? [...LABEL_ATTRIBUTES, "value"]
    : FILE_COMPONENT.test(node.name ?? "")
      ? ["name"]
      : LABEL_ATTRIBUTES;
  const found = keys.flatMap((key) => attributeString(node, key) ?? []);
  return /Tab/.test(node.name ?? "") ? found.slice(0, 1) : [...new Set(found)];
}

function dataOf(node: JsxElement): RootContent[] {
  return node.attributes.flatMap((attribute) => {
    if (
      attribute.type !== "mdxJsxAttribute" ||
      typeof attribute.value !== "object" ||
      attribute.value === null
    )
      return [];
    const value = attributeValue(node, attribute.name);
    return typeof value === "object" && value !== null ? dataToList(value) : [];
  });
}

function calloutKind(node: JsxElement, name: string): string {
  const named = CALLOUT_KIND_ATTRIBUTES.map((key) => attributeString(node, key)).find(
    (kind) => kind !== null,
  );
  const generic = /^(?:Aside|Callout|Admonition|Alert|Hint)$/.test(name);
  const kind = named != null && /^[A-Za-z][\w-]*$/.test(named) ? named : generic ? "note" : name;
  return kind.toLowerCase();
}

function hasAttribute(node: JsxElement, name: string): boolean {
  return node.attributes.some((attribute) => attribute.type === "mdxJsxAttribute" && attribute.name === name);
}

function attributeString(node: JsxElement, name: string): string | null {
  const value = attributeValue(node, name);
  return typeof value === "string" && value.trim() !== "" ? value.trim() : null;
}

function attributeValue(node: JsxElement, name: string): StaticValue | undefined {
  const attribute = node.attributes.find(
    (candidate): candidate is MdxJsxAttribute =>
      candidate.type === "mdxJsxAttribute" && candidate.name === name,
  );
  if (attribute === undefined || attribute.value === null || attribute.value === undefined) return undefined;
  if (typeof attribute.value === "string") return attribute.value;
  return staticProgramValue(attribute.value.data?.estree as Program | undefined);
}

/** Text nodes that lie loose between blocks get a paragraph of their own. */
function asFlow(children: RootContent[]): RootContent[] {
  return children.map((child) => (child.type === "text" ? paragraph([child]) : child));
}

function phrasing(children: RootContent[]): PhrasingContent[] {
  return children.flatMap((child) =>
    child.type === "paragraph" ? child.children : [child as PhrasingContent],
  );
}

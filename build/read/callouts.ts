import type { Blockquote, PhrasingContent, Root, RootContent } from "mdast";
import { callout, paragraph, replaceNodes, textNode } from "./nodes.ts";

/** Kinds whose own name tells readers something when the author gave no title. */
const TELLING_KINDS: Record<string, string> = {
  warning: "Warning",
  caution: "Caution",
  danger: "Danger",
  error: "Error",
  important: "Important",
  deprecated: "Deprecated",
};

/** Turns quotations that begin with `[!kind]` (GitHub, Obsidian, and what `rewriteContainers` makes) into callouts. */
export function markCallouts(tree: Root): void {
  replaceNodes(tree, (node) => (node.type === "blockquote" ? (toCallout(node) ?? node) : node));
}

function toCallout(quote: Blockquote): Blockquote | null {
  const [first, ...rest] = quote.children;
  const lead = first?.type === "paragraph" ? first.children[0] : undefined;
  if (first?.type !== "paragraph" || lead?.type !== "text") return null;
  const mark = /^\[!([A-Za-z][\w-]*)(?:\|[^\]\n]*)?\][+-]?[ \t]*/.exec(lead.value);
  if (mark === null) return null;
  const kind = mark[1]!.toLowerCase();
  const words = [textNode(lead.value.slice(mark[0].length)), ...first.children.slice(1)];
  const { line, remainder } = splitAtLineEnd(words);
  const body: RootContent[] = [...(remainder.length > 0 ? [paragraph(remainder)] : []), ...rest];
  return callout(kind, titleOf(kind, line), body);
}

function titleOf(kind: string, line: PhrasingContent[]): PhrasingContent[] {
  if (line.some((node) => node.type !== "text" || node.value.trim() !== "")) return line;
  const name = TELLING_KINDS[kind];
  return name === undefined ? [] : [textNode(name)];
}

/** Cuts inline content after its first line. */
function splitAtLineEnd(nodes: PhrasingContent[]): { line: PhrasingContent[]; remainder: PhrasingContent[] } {
  for (const [i, node] of nodes.entries()) {
    const at = node.type === "text" ? node.value.indexOf("\n") : node.type === "break" ? 0 : -1;
    if (at < 0) continue;
    const before = node.type === "text" ? [textNode(node.value.slice(0, at))] : [];
    const after = node.type === "text" ? [textNode(node.value.slice(at + 1))] : [];
    return { line: [...nodes.slice(0, i), ...before], remainder: [...after, ...nodes.slice(i + 1)] };
  }
  return { line: nodes, remainder: [] };
}

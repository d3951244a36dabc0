import type { Definition, FootnoteDefinition, Parents, Root, RootContent } from "mdast";
import { visit } from "unist-util-visit";
import { isParent, replaceNodes } from "./nodes.ts";

/** Gives reference links and images their destinations, wherever the definitions stand, and puts footnotes where they are referred to. */
export function resolveReferences(tree: Root): void {
  const definitions = new Map<string, Definition>();
  const footnotes = new Map<string, FootnoteDefinition>();
  visit(tree, (node) => {
    if (node.type === "definition" && !definitions.has(node.identifier))
      definitions.set(node.identifier, node);
    if (node.type === "footnoteDefinition" && !footnotes.has(node.identifier))
      footnotes.set(node.identifier, node);
  });
  replaceNodes(tree, (node) => {
    switch (node.type) {
      case "definition":
        return [];
      case "linkReference": {
        const definition = definitions.get(node.identifier);
        return definition
          ? { type: "link", url: definition.url, title: definition.title, children: node.children }
          : node.children;
      }
      case "imageReference":
        return { type: "image", url: definitions.get(node.identifier)?.url ?? "", alt: node.alt };
      default:
        return node;
    }
  });
  if (footnotes.size > 0) placeFootnotes(tree, footnotes);
}

/** A footnote's text follows the top-level block that refers to it first; one that nothing refers to stays in its place. */
function placeFootnotes(tree: Root, footnotes: Map<string, FootnoteDefinition>): void {
  const referred = new Set<string>();
  visit(tree, "footnoteReference", (node) => {
    referred.add(node.identifier);
  });
  const placed = new Set<string>();
  const notesOf = (node: RootContent): RootContent[] => {
    const notes: RootContent[] = [];
    visit(node as Parents, "footnoteReference", (reference) => {
      const note = footnotes.get(reference.identifier);
      if (note === undefined || placed.has(reference.identifier)) return;
      placed.add(reference.identifier);
      notes.push(...note.children, ...note.children.flatMap(notesOf));
    });
    return notes;
  };
  tree.children = tree.children.flatMap((child) => {
    if (child.type === "footnoteDefinition") return referred.has(child.identifier) ? [] : child.children;
    return isParent(child) ? [child, ...notesOf(child)] : [child];
  });
  replaceNodes(tree, (node) => {
    if (node.type === "footnoteReference") return [];
    return node.type === "footnoteDefinition" ? (referred.has(node.identifier) ? [] : node.children) : node;
  });
}

import type { Node } from "web-tree-sitter";
import type { CodeLanguage, Found } from "../language.ts";

const COMMENTS = new Set(["line_comment", "block_comment"]);
const CLASSES = new Set([
  "class_declaration",
  "interface_declaration",
  "enum_declaration",
  "record_declaration",
  "annotation_type_declaration",
]);
const METHODS = new Set(["method_declaration", "constructor_declaration", "compact_constructor_declaration"]);

function classify(node: Node): Found | null {
  const name = node.childForFieldName("name")?.text ?? "";
  const body = node.childForFieldName("body");
  if (CLASSES.has(node.type)) return { kind: "class", names: [name], body };
  if (METHODS.has(node.type)) return { kind: "function", names: [name], body };
  if (node.type === "enum_body_declarations" || node.type === "ERROR")
    return { kind: "through", names: [], children: node.namedChildren };
  return null;
}

export const java: CodeLanguage = {
  name: "java",
  grammar: "tree-sitter-java",
  classify,
  isComment: (type) => COMMENTS.has(type),
  isLeading: (type) => COMMENTS.has(type),
};

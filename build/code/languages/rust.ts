import type { Node } from "web-tree-sitter";
import type { CodeLanguage, Found } from "../language.ts";

const COMMENTS = new Set(["line_comment", "block_comment"]);

function classify(node: Node): Found | null {
  const name = node.childForFieldName("name")?.text ?? "";
  const body = node.childForFieldName("body");
  switch (node.type) {
    case "function_item":
    case "macro_definition":
      return { kind: "function", names: [name], body };
    case "struct_item":
    case "enum_item":
    case "union_item":
    case "type_item":
      return { kind: "type", names: [name], body };
    case "const_item":
    case "static_item":
      return { kind: "constant", names: [name], body: null };
    case "trait_item":
      return { kind: "class", names: [name], body };
    case "impl_item": {
      const type = node.childForFieldName("type")?.text ?? "";
      const trait = node.childForFieldName("trait")?.text;
      return { kind: "class", names: [trait === undefined ? type : `${trait} for ${type}`], body };
    }
    case "mod_item":
      if (body === null || isForTests(node)) return null;
      return { kind: "through", names: [name], children: body.namedChildren };
    case "ERROR":
      return { kind: "through", names: [], children: node.namedChildren };
    default:
      return null;
  }
}

function isForTests(node: Node): boolean {
  for (
    let above = node.previousNamedSibling;
    above?.type === "attribute_item";
    above = above.previousNamedSibling
  ) {
    if (/\bcfg\s*\(\s*test\b/.test(above.text)) return true;
  }
  return false;
}

export const rust: CodeLanguage = {
  name: "rust",
  grammar: "tree-sitter-rust",
  classify,
  isComment: (type) => COMMENTS.has(type),
  isLeading: (type) => COMMENTS.has(type) || type === "attribute_item",
};

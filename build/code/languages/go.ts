import type { Node } from "web-tree-sitter";
import type { CodeLanguage, Found } from "../language.ts";

function classify(node: Node): Found | null {
  const body = node.childForFieldName("body");
  const name = node.childForFieldName("name")?.text ?? "";
  switch (node.type) {
    case "function_declaration":
      return { kind: "function", names: [name], body };
    case "method_declaration": {
      const receiver = /([\p{L}_][\p{L}\p{N}_]*)(?:\[[^\]]*\])?\s*\)$/u.exec(
        node.childForFieldName("receiver")?.text ?? "",
      );
      return { kind: "function", names: receiver === null ? [name] : [receiver[1]!, name], body };
    }
    case "type_declaration": {
      const names = specNames(node);
      return names.length === 0 ? null : { kind: "type", names: [names.join(", ")], body: null };
    }
    case "const_declaration":
    case "var_declaration": {
      const names = specNames(node);
      return names.length === 0 ? null : { kind: "constant", names: [names.join(", ")], body: null };
    }
    case "ERROR":
      return { kind: "through", names: [], children: node.namedChildren };
    default:
      return null;
  }
}

/** Names of a declaration, one or a group in brackets; those that are not used (`_`) left out. */
function specNames(node: Node): string[] {
  return node
    .descendantsOfType(["type_spec", "type_alias", "const_spec", "var_spec"])
    .flatMap((spec) => spec.childForFieldName("name")?.text ?? [])
    .filter((name) => name !== "_");
}

export const go: CodeLanguage = {
  name: "go",
  grammar: "tree-sitter-go",
  classify,
  isComment: (type) => type === "comment",
  isLeading: (type) => type === "comment",
};

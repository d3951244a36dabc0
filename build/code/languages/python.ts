import type { Node } from "web-tree-sitter";
import type { CodeLanguage, Found } from "../language.ts";

function classify(node: Node): Found | null {
  switch (node.type) {
    case "decorated_definition": {
      const definition = node.childForFieldName("definition");
      return definition === null ? null : classify(definition);
    }
    case "function_definition":
    case "class_definition": {
      const name = node.childForFieldName("name")?.text;
      if (name === undefined) return null;
      const kind = node.type === "class_definition" ? "class" : "function";
      return { kind, names: [name], body: node.childForFieldName("body") };
    }
    case "type_alias_statement":
      return { kind: "type", names: [node.childForFieldName("left")?.text ?? "type"], body: null };
    case "expression_statement": {
      const assignment = node.namedChild(0);
      const left = assignment?.childForFieldName("left");
      const hasValue = assignment?.childForFieldName("right") !== null;
      if (assignment?.type !== "assignment" || left?.type !== "identifier" || !hasValue) return null;
      return left.text === "__all__" ? null : { kind: "constant", names: [left.text], body: null };
    }
    case "if_statement":
    case "try_statement":
      if (/^if\s+__name__\s*==/.test(node.text)) return null;
      return { kind: "through", names: [], children: blocksIn(node) };
    case "ERROR":
      return { kind: "through", names: [], children: node.namedChildren };
    default:
      return null;
  }
}

/** Statements of all branches. */
function blocksIn(node: Node): Node[] {
  return node.namedChildren.flatMap((child) =>
    child.type === "block" ? child.namedChildren : blocksIn(child),
  );
}

/** The string that a module, class or function begins with. */
function docstring(body: Node): Node | null {
  const first = body.namedChildren.find(({ type }) => type !== "comment");
  const value = first?.type === "expression_statement" ? first.namedChild(0) : null;
  return value?.type === "string" ? value : null;
}

export const python: CodeLanguage = {
  name: "python",
  grammar: "tree-sitter-python",
  classify,
  isComment: (type) => type === "comment",
  isLeading: (type) => type === "comment",
  docstring,
};

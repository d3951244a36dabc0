import type { Node } from "web-tree-sitter";
import type { CodeLanguage, Found } from "../language.ts";

const FUNCTIONS = new Set([
  "arrow_function",
  "function_expression",
  "function",
  "generator_function",
  "generator_function_declaration",
  "function_declaration",
  "function_signature",
]);
const CLASSES = new Set(["class", "class_declaration", "abstract_class_declaration"]);
const TYPES = new Set(["interface_declaration", "type_alias_declaration", "enum_declaration"]);

/** Names longer than this are expressions. */
const MAX_NAME_CHARS = 80;

function classify(node: Node): Found | null {
  if (FUNCTIONS.has(node.type) || CLASSES.has(node.type) || TYPES.has(node.type))
    return named(node, nameOf(node));
  switch (node.type) {
    case "export_statement":
      return exported(node);
    case "lexical_declaration":
    case "variable_declaration":
      return declared(node);
    case "method_definition":
      return named(node, nameOf(node));
    case "public_field_definition":
    case "field_definition": {
      const value = node.childForFieldName("value");
      const name = (node.childForFieldName("name") ?? node.childForFieldName("property"))?.text ?? "";
      return value !== null && isDefinition(value) ? named(value, name) : null;
    }
    case "expression_statement":
      return expression(node.namedChild(0));
    case "internal_module":
    case "module":
    case "ambient_declaration":
      return through(node);
    case "ERROR":
      return { kind: "through", names: [], children: node.namedChildren };
    default:
      return null;
  }
}

function isDefinition({ type }: Node): boolean {
  return FUNCTIONS.has(type) || CLASSES.has(type);
}

function nameOf(node: Node): string {
  return node.childForFieldName("name")?.text ?? "";
}

function named(node: Node, name: string): Found | null {
  if (name === "" || name.length > MAX_NAME_CHARS || name.includes("\n")) return null;
  const kind = CLASSES.has(node.type) ? "class" : TYPES.has(node.type) ? "type" : "function";
  return { kind, names: [name], body: node.childForFieldName("body") };
}

function through(node: Node): Found {
  const name = nameOf(node).replace(/^["']|["']$/g, "");
  const body = node.childForFieldName("body");
  return { kind: "through", names: name === "" ? [] : [name], children: (body ?? node).namedChildren };
}

function exported(node: Node): Found | null {
  const declaration = node.childForFieldName("declaration");
  if (declaration !== null) return classify(declaration);
  const value = node.childForFieldName("value");
  if (value === null) return null;
  return isDefinition(value) ? named(value, nameOf(value) || "default") : constant("default", value);
}

/** `const name = …`, unless it only brings in another module or has no value yet. */
function declared(node: Node): Found | null {
  const declarators = node.namedChildren.filter(({ type }) => type === "variable_declarator");
  const withValue = declarators.filter((one) => one.childForFieldName("name")?.type === "identifier");
  const [first] = withValue;
  if (first === undefined) return null;
  const value = first.childForFieldName("value");
  if (declarators.length === 1 && value !== null && isDefinition(value)) return named(value, nameOf(first));
  const names = withValue.filter((one) => says(one.childForFieldName("value"))).map(nameOf);
  return names.length === 0 ? null : { kind: "constant", names: [names.join(", ")], body: value };
}

/** Whether a value says anything of its own: neither another module nor another name. */
function says(value: Node | null): boolean {
  if (value === null || value.type === "identifier" || value.type === "await_expression") return false;
  return !/^(?:require\s*\(|import\s*\()/.test(value.text);
}

function expression(node: Node | null): Found | null {
  if (node === null) return null;
  if (node.type === "internal_module") return through(node);
  if (node.type === "assignment_expression") return assigned(node);
  if (node.type !== "call_expression") return null;
  const callee = node.childForFieldName("function");
  const values = node.childForFieldName("arguments")?.namedChildren ?? [];
  if (callee !== null && /^Object\.(?:definePropert(?:y|ies)|assign)$/.test(callee.text)) {
    const [target, ...rest] = values;
    if (target === undefined || target.text.length > MAX_NAME_CHARS) return null;
    const property =
      callee.text === "Object.defineProperty" ? rest[0]?.text.replace(/^["']|["']$/g, "") : undefined;
    const name = property === undefined ? target.text : `${target.text}.${property}`;
    return { kind: "function", names: [name], body: rest.at(-1) ?? null };
  }
  // The wrapper of a whole module: `(function () { … })()`.
  const inner = callee?.type === "parenthesized_expression" ? callee.namedChild(0) : callee;
  const body =
    inner !== null && inner !== undefined && FUNCTIONS.has(inner.type)
      ? inner.childForFieldName("body")
      : null;
  return body === null ? null : { kind: "through", names: [], children: body.namedChildren };
}

/** `Thing.prototype.name = function …`, `module.exports = class …`, `exports.limit = 3`. */
function assigned(node: Node): Found | null {
  const left = node.childForFieldName("left");
  const value = node.childForFieldName("right");
  if (left === null || value === null) return null;
  if (isDefinition(value)) {
    const name = /^(?:module\.)?exports$/.test(left.text) ? nameOf(value) || left.text : left.text;
    return named(value, name.replace(/^(?:module\.)?exports\.(?=.)/, ""));
  }
  return says(value) && value.type !== "member_expression" && value.type !== "assignment_expression"
    ? constant(left.text.replace(/^(?:module\.)?exports\.(?=.)/, ""), value)
    : null;
}

function constant(name: string, value: Node): Found | null {
  if (name.length > MAX_NAME_CHARS || name.includes("\n")) return null;
  // A list of what the module exports says nothing that the definitions do not.
  const isList =
    value.type === "object" &&
    value.namedChildren.every(
      ({ type, text }) => type === "shorthand_property_identifier" || /^[\w$]+:\s*[\w$]+$/.test(text),
    );
  return isList ? null : { kind: "constant", names: [name], body: value };
}

const isComment = (type: string) => type === "comment";
const isLeading = (type: string) => type === "comment" || type === "decorator";

export const javascript: CodeLanguage = {
  name: "js",
  grammar: "tree-sitter-javascript",
  classify,
  isComment,
  isLeading,
};
export const typescript: CodeLanguage = { ...javascript, name: "ts", grammar: "tree-sitter-typescript" };
export const tsx: CodeLanguage = { ...javascript, name: "tsx", grammar: "tree-sitter-tsx" };

/** Reads what a configuration written in JavaScript or TypeScript exports, as far as it is plain data. Nothing of it is run. */
import { stripTypeScriptTypes } from "node:module";
import { type Expression as AcornExpression, type Program, parse } from "acorn";
import type { Expression } from "estree";
import { type StaticValue, staticValue } from "../read/static-value.ts";

/** How deep constants may stand for constants. */
const MAX_DEPTH = 12;

/** @returns `null` for a text that is no module, or exports nothing by default */
export function staticDefaultExport(text: string, file: string): StaticValue {
  const program = parsed(text, file);
  if (program === null) return null;
  const constants = new Map<string, AcornExpression>();
  let exported: AcornExpression | null = null;
  for (const statement of program.body) {
    const declaration = statement.type === "ExportNamedDeclaration" ? statement.declaration : statement;
    if (declaration?.type === "VariableDeclaration") {
      for (const { id, init } of declaration.declarations) {
        if (id.type === "Identifier" && init !== null && init !== undefined) constants.set(id.name, init);
      }
    }
    if (
      statement.type === "ExportDefaultDeclaration" &&
      statement.declaration.type !== "FunctionDeclaration"
    ) {
      // A class is no data either: it is read as nothing.
      exported = statement.declaration as AcornExpression;
    }
    if (statement.type === "ExpressionStatement" && statement.expression.type === "AssignmentExpression") {
      const { left, right } = statement.expression;
      const isModule =
        left.type === "MemberExpression" && text.slice(left.start, left.end) === "module.exports";
      if (isModule) exported = right;
    }
  }
  if (exported === null) return null;
  // Acorn's nodes are those of ESTree, which types them by other names.
  return staticValue(inlined(exported, constants, 0) as unknown as Expression);
}

function parsed(text: string, file: string): Program | null {
  try {
    const script = /\.[cm]?ts$/.test(file) ? stripTypeScriptTypes(text) : text;
    return parse(script, { ecmaVersion: "latest", sourceType: "module", allowReturnOutsideFunction: true });
  } catch {
    return null;
  }
}

/** Puts constants in the place of their names, and what a call is given in the place of the call: `defineConfig({…})` is its object. */
function inlined(
  node: AcornExpression,
  constants: ReadonlyMap<string, AcornExpression>,
  depth: number,
): AcornExpression {
  if (depth > MAX_DEPTH) return node;
  const go = (child: AcornExpression) => inlined(child, constants, depth + 1);
  switch (node.type) {
    case "Identifier": {
      const value = constants.get(node.name);
      return value === undefined ? node : go(value);
    }
    case "CallExpression": {
      const [first] = node.arguments;
      return first === undefined || first.type === "SpreadElement" ? node : go(first);
    }
    case "ParenthesizedExpression":
      return go(node.expression);
    case "ArrayExpression":
      return {
        ...node,
        elements: node.elements.flatMap((element) => {
          if (element === null) return [];
          if (element.type !== "SpreadElement") return [go(element)];
          const spread = go(element.argument);
          return spread.type === "ArrayExpression" ? spread.elements : [];
        }),
      };
    case "ObjectExpression":
      return {
        ...node,
        properties: node.properties.flatMap((property) => {
          if (property.type === "Property") return [{ ...property, value: go(property.value) }];
          const spread = go(property.argument);
          return spread.type === "ObjectExpression" ? spread.properties : [];
        }),
      };
    default:
      return node;
  }
}

import type { Expression, Program } from "estree";

/** A value that can be read off the source without running it. */
export type StaticValue = string | number | boolean | null | StaticValue[] | { [key: string]: StaticValue };

/** What stands for the parts of an expression that only running it would tell. */
const UNKNOWN = null;

/** The static value of a program that is one expression, `undefined` when it is empty or something else. */
export function staticProgramValue(program: Program | null | undefined): StaticValue | undefined {
  const statement = program?.body[0];
  if (statement?.type !== "ExpressionStatement" || program?.body.length !== 1) return undefined;
  return staticValue(statement.expression);
}

/** Evaluates literals, templates without holes, arrays and objects; anything else is `null`. */
export function staticValue(expression: Expression): StaticValue {
  switch (expression.type) {
    case "Literal":
      return isScalar(expression.value) ? expression.value : UNKNOWN;
    case "TemplateLiteral":
      return expression.expressions.length === 0 ? (expression.quasis[0]?.value.cooked ?? UNKNOWN) : UNKNOWN;
    case "UnaryExpression":
      return expression.operator === "-" && expression.argument.type === "Literal"
        ? -Number(expression.argument.value)
        : UNKNOWN;
    case "BinaryExpression": {
      if (expression.operator !== "+" || expression.left.type === "PrivateIdentifier") return UNKNOWN;
      const left = staticValue(expression.left);
      const right = staticValue(expression.right);
      return typeof left === "string" && typeof right === "string" ? left + right : UNKNOWN;
    }
    case "ArrayExpression":
      return expression.elements.map((element) =>
        element === null || element.type === "SpreadElement" ? UNKNOWN : staticValue(element),
      );
    case "ObjectExpression": {
      const object: Record<string, StaticValue> = {};
      for (const property of expression.properties) {
        if (property.type !== "Property" || property.computed) continue;
        const key =
          property.key.type === "Identifier" ? property.key.name : literalKey(property.key as Expression);
        if (key !== null) object[key] = staticValue(property.value as Expression);
      }
      return object;
    }
    default:
      return UNKNOWN;
  }
}

function literalKey(key: Expression): string | null {
  return key.type === "Literal" ? String(key.value) : null;
}

function isScalar(value: unknown): value is string | number | boolean {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean";
}

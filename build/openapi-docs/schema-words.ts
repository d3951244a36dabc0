import type { ListItem, PhrasingContent } from "mdast";
import { textNode } from "../read/nodes.ts";
import {
  type ApiDocument,
  arrayOf,
  entriesOf,
  type JsonObject,
  type Resolved,
  textOf,
} from "./api-document.ts";
import { code, descriptionLine, item, joined, list } from "./prose.ts";

/** Objects within objects that are written out; deeper ones are named. */
const MAX_DEPTH = 3;
const MAX_ENUM_VALUES = 24;

/** Says in words what a JSON schema says. */
export class SchemaWords {
  readonly #api: ApiDocument;

  constructor(api: ApiDocument) {
    this.#api = api;
  }

  /** Its type with its limits, such as `array of Trip` or `integer, at least 1, default 20`. */
  type(schema: unknown): PhrasingContent[] {
    const found = this.#api.object(schema);
    if (found === null) return [textNode(schema === true ? "anything" : "of a type that is not described")];
    const notes: PhrasingContent[][] = [[textNode(this.#typeName(found, 0))]];
    const { value } = found;
    const choices = arrayOf(value.enum);
    if (choices.length > 0) {
      const shown = choices.slice(0, MAX_ENUM_VALUES).map((choice) => [code(scalar(choice))]);
      const rest = choices.length > MAX_ENUM_VALUES ? [textNode(", …")] : [];
      notes.push([textNode("one of "), ...joined(shown, " "), ...rest]);
    }
    if (value.const !== undefined) notes.push([textNode("always "), code(scalar(value.const))]);
    for (const [key, words] of LIMITS) {
      const limit = value[key];
      if (typeof limit === "number" || typeof limit === "string")
        notes.push([textNode(`${words} `), code(scalar(limit))]);
    }
    if (value.uniqueItems === true) notes.push([textNode("no two alike")]);
    if (value.nullable === true) notes.push([textNode("may be null")]);
    if (value.readOnly === true) notes.push([textNode("read-only")]);
    if (value.writeOnly === true) notes.push([textNode("write-only")]);
    if (value.deprecated === true) notes.push([textNode("deprecated")]);
    if (value.default !== undefined && value.default !== null)
      notes.push([textNode("default "), code(scalar(value.default))]);
    return joined(notes);
  }

  /** A list of the fields of an object, or of the objects in an array, or of each form that a value may take. */
  fields(schema: unknown, seen: readonly string[] = [], depth = 0): ListItem[] {
    const found = this.#api.object(schema);
    if (found === null || depth >= MAX_DEPTH) return [];
    // A named schema has a page of its own: within another it is named.
    if (found.name !== null && (depth > 0 || seen.includes(found.name))) return [];
    const within = found.name === null ? seen : [...seen, found.name];
    const { value } = found;
    if (value.items !== undefined) return this.fields(value.items, within, depth);
    const { properties, required } = this.#members(value, within);
    const own = properties.map(([name, property]) =>
      this.#field(name, property, required.has(name), within, depth),
    );
    const forms = [...arrayOf(value.oneOf), ...arrayOf(value.anyOf)].flatMap((form) =>
      this.#form(form, within, depth),
    );
    const others = this.#api.object(value.additionalProperties);
    const open =
      others === null
        ? []
        : [
            item(
              [textNode("any other name ("), ...this.type(value.additionalProperties), textNode(")")],
              list(this.fields(value.additionalProperties, within, depth + 1)),
            ),
          ];
    return [...own, ...forms, ...open];
  }

  #field(
    name: string,
    schema: unknown,
    isRequired: boolean,
    seen: readonly string[],
    depth: number,
  ): ListItem {
    const notes = [...this.type(schema), ...(isRequired ? [textNode(", required")] : [])];
    const text = descriptionLine(textOf(this.#api.object(schema)?.value.description));
    const line = [
      code(name),
      textNode(" ("),
      ...notes,
      textNode(")"),
      ...(text.length === 0 ? [] : [textNode(": "), ...text]),
    ];
    return item(line, list(this.fields(schema, seen, depth + 1)));
  }

  /** One of the forms that a value may take, when it is an object with fields. */
  #form(schema: unknown, seen: readonly string[], depth: number): ListItem[] {
    const below = this.fields(schema, seen, depth + 1);
    return below.length === 0 ? [] : [item([textNode("as "), ...this.type(schema)], list(below))];
  }

  /** Fields of a schema and of all that it is made of. */
  #members(
    value: JsonObject,
    seen: readonly string[],
  ): { properties: [string, unknown][]; required: Set<string> } {
    const properties = new Map(entriesOf(value.properties));
    const required = new Set(arrayOf(value.required).filter((name) => typeof name === "string"));
    for (const part of arrayOf(value.allOf)) {
      const found = this.#api.object(part);
      if (found === null || (found.name !== null && seen.includes(found.name))) continue;
      const inner = this.#members(found.value, found.name === null ? seen : [...seen, found.name]);
      for (const [name, property] of inner.properties)
        if (!properties.has(name)) properties.set(name, property);
      for (const name of inner.required) required.add(name);
    }
    return { properties: [...properties], required };
  }

  #typeName({ value, name }: Resolved, depth: number): string {
    if (depth > MAX_DEPTH) return name ?? "object";
    const inner = (schema: unknown): string => {
      const found = this.#api.object(schema);
      return found === null ? "anything" : this.#typeName(found, depth + 1);
    };
    if (value.items !== undefined) return `array of ${inner(value.items)}`;
    const forms = [...arrayOf(value.oneOf), ...arrayOf(value.anyOf)];
    if (forms.length > 0 && value.properties === undefined)
      return [...new Set(forms.map(inner))].join(" or ");
    const parts = arrayOf(value.allOf);
    if (name === null && parts.length === 1 && value.properties === undefined) return inner(parts[0]);
    const types = Array.isArray(value.type)
      ? value.type.filter((name) => typeof name === "string")
      : textOf(value.type) === ""
        ? []
        : [textOf(value.type)];
    const isObject = types.includes("object") || value.properties !== undefined || parts.length > 0;
    if (isObject) return name === null ? "object" : `object ${name}`;
    const format = textOf(value.format);
    const base =
      types.length === 0 ? (value.enum === undefined ? (name ?? "anything") : "value") : types.join(" or ");
    return format === "" ? base : `${base}, ${format}`;
  }
}

/** Keywords that bound a value. */
const LIMITS: readonly [string, string][] = [
  ["minimum", "at least"],
  ["exclusiveMinimum", "more than"],
  ["maximum", "at most"],
  ["exclusiveMaximum", "less than"],
  ["multipleOf", "a multiple of"],
  ["minLength", "length at least"],
  ["maxLength", "length at most"],
  ["minItems", "items at least"],
  ["maxItems", "items at most"],
  ["pattern", "pattern"],
];

const MAX_SCALAR_CHARS = 120;

/** A value as it is written in JSON, strings without quotation marks. */
function scalar(value: unknown): string {
  const text = typeof value === "string" ? value : (JSON.stringify(value) ?? "");
  return text.length <= MAX_SCALAR_CHARS ? text : `${text.slice(0, MAX_SCALAR_CHARS)}…`;
}

import { RepoBotError } from "../../core/errors.ts";
import { COLUMN_NAMES, type ColumnName } from "../../index-format/columns.ts";
import { FIELD_NAMES, type FieldName } from "../../index-format/fields.ts";
import type { BinaryPassageIndex } from "../../index-format/passage-index.ts";

/** Name of the vector property. */
export const VECTOR_PROPERTY = "embedding";

/** Orama's schema of an index: the searched fields, the filter columns, and the vector where there is one. */
export type OramaSchema = Record<FieldName, "string"> &
  Record<ColumnName, "enum"> & { [VECTOR_PROPERTY]?: `vector[${number}]` };

/** The whole schema of an index, for `create({ schema, plugins })`. */
export function oramaSchema(index: BinaryPassageIndex): OramaSchema {
  const dimensions = index.embedding?.dimensions;
  return {
    title: "string",
    heading: "string",
    text: "string",
    code: "string",
    version: "enum",
    language: "enum",
    kind: "enum",
    source: "enum",
    ...(dimensions === undefined ? {} : { [VECTOR_PROPERTY]: `vector[${dimensions}]` as const }),
  };
}

/**
 * Checks that a schema asks for nothing that the index lacks; it may leave properties out.
 * @throws RepoBotError `config_invalid` naming the property
 */
export function checkSchema(schema: Readonly<Record<string, unknown>>, index: BinaryPassageIndex): void {
  const whole: Readonly<Record<string, unknown>> = { ...oramaSchema(index) };
  for (const [property, type] of Object.entries(schema)) {
    if (whole[property] === type) continue;
    const known = [...FIELD_NAMES, ...COLUMN_NAMES, VECTOR_PROPERTY].join(", ");
    const expected = typeof whole[property] === "string" ? `is ${whole[property]}` : `is none of ${known}`;
    throw new RepoBotError("config_invalid", `schema.${property} ${expected} in this index.`, {
      field: `schema.${property}`,
    });
  }
}

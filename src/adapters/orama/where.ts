import { RepoBotError } from "../../core/errors.ts";
import { COLUMN_NAMES, type ColumnName, type Columns } from "../../index-format/columns.ts";
import { ChunkSet } from "./chunk-set.ts";

function unsupported(field: string, what: string): RepoBotError {
  return new RepoBotError("bad_request", `where.${field}: ${what}`, { field: `where.${field}` });
}

function isColumn(name: string): name is ColumnName {
  return COLUMN_NAMES.some((column) => column === name);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function strings(field: string, value: unknown): string[] {
  const list = Array.isArray(value) ? value : [value];
  if (list.every((entry) => typeof entry === "string")) return list;
  throw unsupported(field, "a string, or a list of strings, is expected.");
}

/** What a condition on one column accepts: a value, a list, or one of `eq`, `in`, `nin`. */
function acceptedBy(field: string, condition: unknown): (value: string) => boolean {
  if (!isRecord(condition)) {
    const wanted = strings(field, condition);
    return (value) => wanted.includes(value);
  }
  const operations = Object.keys(condition);
  const [operation] = operations;
  if (operations.length !== 1 || (operation !== "eq" && operation !== "in" && operation !== "nin")) {
    throw unsupported(field, "exactly one of eq, in and nin is expected.");
  }
  const wanted = strings(`${field}.${operation}`, condition[operation]);
  return operation === "nin" ? (value) => !wanted.includes(value) : (value) => wanted.includes(value);
}

/**
 * The chunks that pass an Orama `where` clause over the filter columns, with `and`, `or` and `not`. Conditions on several
 * columns are and-ed, as Orama does.
 * @throws RepoBotError `bad_request` for another field or operation
 */
export function chunksWhere(columns: Columns, chunkCount: number, where: unknown): ChunkSet {
  return new ChunkSet(allowedBy(columns, chunkCount, where));
}

function allowedBy(columns: Columns, chunkCount: number, where: unknown): Uint8Array {
  if (!isRecord(where)) throw unsupported("", "an object is expected.");
  const allowed = new Uint8Array(chunkCount).fill(1);
  for (const [field, condition] of Object.entries(where)) {
    const rows = fieldRows(columns, chunkCount, field, condition);
    for (let chunk = 0; chunk < chunkCount; chunk++) allowed[chunk]! &= rows[chunk]!;
  }
  return allowed;
}

function fieldRows(columns: Columns, chunkCount: number, field: string, condition: unknown): Uint8Array {
  if (field === "not") return allowedBy(columns, chunkCount, condition).map((bit) => 1 - bit);
  if (field === "and" || field === "or") {
    if (!Array.isArray(condition)) throw unsupported(field, "a list of conditions is expected.");
    const isAnd = field === "and";
    const rows = new Uint8Array(chunkCount).fill(isAnd && condition.length > 0 ? 1 : 0);
    for (const part of condition) {
      const partRows = allowedBy(columns, chunkCount, part);
      for (let chunk = 0; chunk < chunkCount; chunk++) {
        if (isAnd) rows[chunk]! &= partRows[chunk]!;
        else rows[chunk]! |= partRows[chunk]!;
      }
    }
    return rows;
  }
  if (!isColumn(field)) throw unsupported(field, `one of ${COLUMN_NAMES.join(", ")} is expected.`);
  return columns.rowsWhere(field, acceptedBy(field, condition));
}

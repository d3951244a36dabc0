/** What every embedding service's vectors are held to. */
import * as z from "zod/mini";
import { malformedError, type Service } from "./upstream.ts";

/** Rows of numbers, one a text. */
export const vectorRows = z.array(z.array(z.number()));

/**
 * @returns one vector a text
 * @throws RepoBotError `upstream_malformed` when rows are missing, empty, of unequal length, not finite or all zero
 */
export function checkedVectors(
  service: Service,
  rows: readonly (readonly number[])[],
  count: number,
): Float32Array[] {
  if (rows.length !== count) throw malformedError(service, `${rows.length} vectors for ${count} texts`);
  const dimensions = rows[0]?.length ?? 0;
  return rows.map((row, i) => {
    if (row.length !== dimensions || dimensions === 0) {
      throw malformedError(service, `vector ${i} has ${row.length} dimensions, the first ${dimensions}`);
    }
    const vector = Float32Array.from(row);
    let squares = 0;
    for (const value of vector) squares += value * value;
    if (!Number.isFinite(squares) || squares === 0) {
      throw malformedError(service, `vector ${i} is zero or holds a number that is not finite`);
    }
    return vector;
  });
}

/** Puts the role's prefix before each text. */
export function withPrefix(
  prefixes: { queryPrefix: string; passagePrefix: string },
  role: "query" | "passage",
  texts: readonly string[],
): string[] {
  const prefix = role === "query" ? prefixes.queryPrefix : prefixes.passagePrefix;
  return texts.map((text) => prefix + text);
}

/** The service while it is sent these texts: those of a build are the docs', which no log needs to be kept from. */
export function sendingTexts(service: Service, role: "query" | "passage", texts: readonly string[]): Service {
  return role === "query" ? { ...service, sent: texts } : service;
}

/** Errors of a configuration that is not right: each names the file, the setting and what it must be. */
import { relative, sep } from "node:path";
import type * as z from "zod";
import { RepoBotError } from "../src/core/errors.ts";
import { nearestName } from "./nearest-name.ts";

/**
 * What zod found, as one sentence that names the setting.
 * @param known keys to suggest in the place of one that is not known: at the top, and in a source
 */
export function configIssue(
  path: string,
  issue: z.core.$ZodIssue,
  known: { top: readonly string[]; source: readonly string[] },
): RepoBotError {
  const place = fieldName(issue.path);
  if (issue.code === "unrecognized_keys") {
    const key = issue.keys[0]!;
    const suggestion = nearestName(key, issue.path.length === 0 ? known.top : known.source);
    const hint = suggestion === null ? "" : `; did you mean "${suggestion}"?`;
    return fieldError(path, place === "" ? key : `${place}.${key}`, `is not a known setting${hint}`);
  }
  if (issue.code === "invalid_type") {
    return fieldError(
      path,
      place,
      issue.input === undefined ? "is missing" : `must be ${article(issue.expected)}`,
    );
  }
  if (issue.code === "invalid_value")
    return fieldError(path, place, `must be one of ${issue.values.join(", ")}`);
  return fieldError(path, place, issue.message);
}

function article(type: string): string {
  return /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`;
}

/**
 * `config_invalid`, with `field`.
 * @param path of the file; shown relative to the current folder when it lies in it
 * @param field such as `sources[0].folder`; `""` for the whole file
 * @param problem follows the name of the field
 */
export function fieldError(path: string, field: string, problem: string): RepoBotError {
  const shown =
    path.startsWith(sep) && !relative(process.cwd(), path).startsWith("..")
      ? relative(process.cwd(), path)
      : path;
  const end = problem.endsWith("?") ? "" : ".";
  return new RepoBotError("config_invalid", `${shown}: ${field || "the file"} ${problem}${end}`, { field });
}

/** `sources[0].folder`. */
function fieldName(path: PropertyKey[]): string {
  return path.reduce<string>(
    (name, key) =>
      typeof key === "number" ? `${name}[${key}]` : name === "" ? String(key) : `${name}.${String(key)}`,
    "",
  );
}

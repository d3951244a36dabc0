/** `.dev.vars`: what Node reads of it, and the lines that it would pass over without a word. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { RepoBotError } from "../src/core/errors.ts";

const FILE = ".dev.vars";
/** A value in quotes may have several lines. */
const QUOTED = /^[ \t]*(?:export[ \t]+)?[\w.-]+[ \t]*=[ \t]*(["'`])[^"'`]*\1/gm;
const ASSIGNMENT = /^(?:export\s+)?[\w.-]+\s*=/;

/**
 * @param folder that holds it; a missing file is an empty one
 * @returns its variables, and a warning for each line that is none: never what stands there
 * @throws RepoBotError `config_invalid` when it cannot be read
 */
export async function readDevVars(
  folder: string,
): Promise<{ vars: NodeJS.Dict<string>; warnings: string[] }> {
  const unreadable = (why: string, cause?: unknown) => {
    const message = `${FILE} cannot be read (${why}). Make it a text file in UTF-8 of lines NAME=value, or remove it.`;
    return new RepoBotError("config_invalid", message, { field: FILE, cause });
  };
  const bytes = await readFile(join(folder, FILE)).catch((cause: unknown) => {
    const code = cause instanceof Error && "code" in cause ? String(cause.code) : String(cause);
    if (code === "ENOENT") return Buffer.alloc(0);
    throw unreadable(code, cause);
  });
  // What an editor on Windows may save it as.
  if (bytes.includes(0)) throw unreadable("it is no UTF-8, perhaps UTF-16");
  const text = bytes.toString("utf8").replace(/^\uFEFF/, "");
  const lines = text.replace(QUOTED, (whole) => `A=${"\n".repeat(whole.split("\n").length - 1)}`).split("\n");
  const warnings = lines.flatMap((given, i) => {
    const line = given.trim();
    if (line === "" || line.startsWith("#")) return [];
    const why = !ASSIGNMENT.test(line)
      ? "is not NAME=value; it is ignored"
      : /=\s*["'`]/.test(line) && "has a quotation mark that is not closed";
    return why ? [`warning: ${FILE}: line ${i + 1} ${why}`] : [];
  });
  return { vars: parseEnv(text), warnings };
}

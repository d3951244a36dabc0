/** The `corpus.json` that is written for the user: as short as it can be, whole or not at all. */
import { link, mkdir, rename, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { RepoBotError } from "../../src/core/errors.ts";
import { partialOf, removeLeftOf } from "../output/partial.ts";

/**
 * Writes a file whole or not at all.
 * @param overwrite whether a file that is there is replaced
 * @throws RepoBotError `bad_request` with field `--force` when one is there and must not be
 */
export async function writeConfig(path: string, value: unknown, overwrite: boolean): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await removeLeftOf(path);
  const partial = partialOf(path);
  try {
    await writeFile(partial, `${JSON.stringify(value, null, 2)}\n`, { flag: "wx" });
    if (overwrite) await rename(partial, path);
    // A link is refused where a file is, also one that came after the question.
    else await link(partial, path);
  } catch (cause) {
    if (cause instanceof Error && "code" in cause && cause.code === "EEXIST") throw alreadyThere(path, cause);
    throw cause;
  } finally {
    await rm(partial, { force: true });
  }
}

export function alreadyThere(path: string, cause?: unknown): RepoBotError {
  const message = `${path} exists already. Add --force to replace it, or choose another file with --config FILE.`;
  return new RepoBotError("bad_request", message, { field: "--force", cause });
}

/** Which server on this machine shows the assets of this checkout, so that a build for other docs does not take them from under it. */
import { rmSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import * as z from "zod";
import { RepoBotError } from "../../src/core/errors.ts";

const servingSchema = z.object({
  /** Of the process that serves. */
  pid: z.int().positive(),
  port: z.int(),
  /** Which docs it serves, as the command line chose them. */
  docs: z.string(),
});

export type Serving = z.infer<typeof servingSchema>;

/**
 * The server that says so in a file and still runs; `null` when there is none.
 * @param file beside the assets, not among them
 */
export async function runningServer(file: string): Promise<Serving | null> {
  try {
    const serving = servingSchema.parse(JSON.parse(await readFile(file, "utf8")));
    return isRunning(serving.pid) ? serving : null;
  } catch {
    return null;
  }
}

/** Leaves word of a server, until this process ends. */
export async function noteServer(file: string, serving: Serving): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, JSON.stringify(serving));
  process.once("exit", () => rmSync(file, { force: true }));
}

/**
 * @param docs which docs are to be built, in the form of {@link Serving.docs}; `null` for a second server, which is refused in any case
 * @throws RepoBotError `bad_request` when a server shows other docs from the folder
 */
export async function requireUnserved(file: string, folder: string, docs: string | null): Promise<void> {
  const serving = await runningServer(file);
  if (serving === null || serving.docs === docs) return;
  const way =
    docs === null
      ? "or run the second one from another copy of RepoBot"
      : "or build into another folder with --out";
  throw new RepoBotError(
    "bad_request",
    `A server at http://localhost:${serving.port} (process ${serving.pid}) shows what is in ${folder}. Stop it, ${way}.`,
    { field: docs === null ? "--port" : "--out" },
  );
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // It runs, and belongs to somebody else.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

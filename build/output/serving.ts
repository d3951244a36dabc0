/** Which server on this machine shows the assets of this checkout, so that a build for other docs does not take them from under it. */
import { readFileSync, rmSync } from "node:fs";
import { constants, copyFile, link, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import * as z from "zod";
import { RepoBotError } from "../../src/core/errors.ts";
import { isRunning } from "./is-running.ts";

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
  const serving = servingOf(await readFile(file, "utf8").catch(() => ""));
  return serving !== null && isRunning(serving.pid) ? serving : null;
}

/**
 * Claims the folder for a server, until this process ends. Of several that claim it at once, one gets it.
 * @param folder that the server shows, for the message
 * @throws RepoBotError `bad_request` when another server shows it
 */
export async function claimServing(file: string, folder: string, serving: Serving): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  const own = `${file}.${serving.pid}`;
  const text = JSON.stringify(serving);
  try {
    await writeFile(own, text);
    // A claim appears whole or not at all, and never in place of another.
    while (!(await linked(own, file))) {
      await requireUnserved(file, folder, null);
      await removeStale(file, `${own}.stale`);
    }
  } finally {
    await rm(own, { force: true });
  }
  process.once("exit", () => {
    if (readOrEmpty(file) === text) rmSync(file, { force: true });
  });
}

/** @returns false when there is such a file already */
async function linked(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
    return true;
  } catch (error) {
    if (hasCode(error, "EEXIST")) return false;
    // Some file systems have no links.
    if (!hasCode(error, "EPERM", "ENOTSUP", "ENOSYS")) throw error;
  }
  try {
    await copyFile(from, to, constants.COPYFILE_EXCL);
    return true;
  } catch (error) {
    if (hasCode(error, "EEXIST")) return false;
    throw error;
  }
}

/** Removes the note of a server that has ended. One that came in its place meanwhile is put back. */
async function removeStale(file: string, aside: string): Promise<void> {
  try {
    await rename(file, aside);
  } catch (error) {
    // Another took it away first.
    if (hasCode(error, "ENOENT")) return;
    throw error;
  }
  if ((await runningServer(aside)) !== null) await linked(aside, file);
  await rm(aside, { force: true });
}

function readOrEmpty(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

function servingOf(text: string): Serving | null {
  try {
    return servingSchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
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
      ? "or give the second one another folder with --out and another port with --port"
      : "or build into another folder with --out";
  throw new RepoBotError(
    "bad_request",
    `A server at http://localhost:${serving.port} (process ${serving.pid}) shows what is in ${folder}. Stop it, ${way}.`,
    { field: "--out" },
  );
}

/**
 * What a build tells of the server that shows its folder and takes the new index over by itself; `null` where there is none.
 * @param file beside the assets, not among them
 * @param parentPid of the build: a server that began it tells what it serves itself
 */
export async function takeoverNote(file: string, parentPid: number): Promise<string | null> {
  const serving = await runningServer(file);
  if (serving === null || serving.pid === parentPid) return null;
  return `The server at http://localhost:${serving.port} takes this index over within seconds.`;
}

function hasCode(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && "code" in error && codes.includes(String(error.code));
}

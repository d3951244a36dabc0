/** Whether a folder may be built into: a build removes what it no longer writes, so it must never be let loose on anybody else's files. */
import { randomUUID } from "node:crypto";
import type { Stats } from "node:fs";
import { mkdir, readdir, rmdir, stat } from "node:fs/promises";
import { dirname, join, relative, resolve, sep } from "node:path";
import { isRepoBotError, RepoBotError } from "../../src/core/errors.ts";
import { isBuild } from "./is-build.ts";

export interface OutputCheck {
  /** Need not exist yet. */
  outDir: string;
  /** Folders in `outDir` from which a build removes files. */
  ownFolders: readonly string[];
  /** Folders that the docs are read from. */
  sourceFolders: readonly string[];
}

/** @throws RepoBotError `bad_request` with field `--out` when files that no build wrote could be lost */
export async function checkOutput(check: OutputCheck): Promise<void> {
  const outDir = resolve(check.outDir);
  const found = await stat(outDir).catch(() => null);
  if (found !== null && !found.isDirectory()) throw refused(`${check.outDir} is a file`);
  for (const folder of check.ownFolders) {
    const source = check.sourceFolders.find((path) => holds(join(outDir, folder), resolve(path)));
    if (source !== undefined) throw refused(`${check.outDir} would overwrite the docs in ${source}`);
  }
  const docs = check.sourceFolders.find((path) => resolve(path) === outDir);
  if (docs !== undefined)
    throw refused(`${docs} holds the docs, and the next build would read this one as docs`);
  if (found === null || (await isBuild(outDir))) return;
  const [file] = await readdir(outDir);
  if (file !== undefined) throw refused(`${check.outDir} holds ${file}, which no build of RepoBot wrote`);
}

/**
 * Before a build, since nobody wants to wait for one to learn this.
 * @throws RepoBotError `bad_request` with field `--out` when nothing can be written there
 */
export async function requireWritable(outDir: string): Promise<void> {
  let at = resolve(outDir);
  for (let found = await statOf(outDir, at); found === null; found = await statOf(outDir, at))
    at = dirname(at);
  const probe = join(at, `.repobot-${randomUUID().slice(0, 8)}`);
  try {
    // Rights do not say all: below /proc nobody can make anything, and making folders with their parents would try forever.
    await mkdir(probe);
    await rmdir(probe);
  } catch (error) {
    throw unwritable(outDir, error);
  }
}

/** Of a folder; `null` where there is nothing. @throws RepoBotError `bad_request` */
async function statOf(outDir: string, path: string): Promise<Stats | null> {
  try {
    const found = await stat(path);
    if (!found.isDirectory()) throw refused(`${outDir} cannot be made: ${path} is a file`);
    return found;
  } catch (error) {
    if (!hasCode(error) || error.code !== "ENOENT" || dirname(path) === path) throw unwritable(outDir, error);
    return null;
  }
}

/** What is thrown for a failure of the file system while the output was written; every other error as it is. */
export function unwritable(outDir: string, error: unknown): unknown {
  if (!hasCode(error) || isRepoBotError(error)) return error;
  const why = error.code === "ENOSPC" ? "no space is left" : error.code;
  const message = `Nothing can be written to ${outDir} (${why}). Give yourself the right to write there, or choose another folder with --out.`;
  return new RepoBotError("bad_request", message, { field: "--out", cause: error });
}

function hasCode(error: unknown): error is Error & { code: string } {
  return error instanceof Error && "code" in error && typeof error.code === "string";
}

function refused(why: string): RepoBotError {
  return new RepoBotError("bad_request", `${why}. Choose an empty folder with --out.`, { field: "--out" });
}

function holds(folder: string, path: string): boolean {
  const inside = relative(folder, path);
  return inside === "" || (inside !== ".." && !inside.startsWith(`..${sep}`));
}

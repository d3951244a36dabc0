/** Whether a folder may be built into: a build removes what it no longer writes, so it must never be let loose on anybody else's files. */
import { readdir, readFile, stat } from "node:fs/promises";
import { join, relative, resolve, sep } from "node:path";
import { RepoBotError } from "../../src/core/errors.ts";

export interface OutputCheck {
  /** Need not exist yet. */
  outDir: string;
  /** Relative to `outDir`; a build of ours has it. */
  manifestPath: string;
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
  if (found === null || (await isBuild(join(outDir, check.manifestPath)))) return;
  for (const folder of check.ownFolders) {
    const [file] = await readdir(join(outDir, folder)).catch(() => []);
    if (file !== undefined) {
      throw refused(`${check.outDir} holds ${folder}/${file}, which no build of RepoBot wrote`);
    }
  }
}

function refused(why: string): RepoBotError {
  return new RepoBotError("bad_request", `${why}. Choose an empty folder with --out.`, { field: "--out" });
}

function holds(folder: string, path: string): boolean {
  const inside = relative(folder, path);
  return inside === "" || (inside !== ".." && !inside.startsWith(`..${sep}`));
}

async function isBuild(manifest: string): Promise<boolean> {
  const text = await readFile(manifest, "utf8").catch(() => "");
  return text.includes('"repobot-index"');
}

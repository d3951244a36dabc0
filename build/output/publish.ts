/**
 * Puts a build's files in place of the last build's. All are first written to a folder beside the output; only when every one of them is
 * there are they moved in, the manifest last and by one rename, and only then are files of the last build removed. A build that fails
 * before, or is stopped, leaves the output as it was, and a Worker that reads meanwhile sees the old index or the new one, whole. The folder
 * of one that was killed is removed by the next.
 */
import { mkdir, readdir, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join, relative, resolve, sep } from "node:path";
import { holdSignals } from "./hold-signals.ts";
import { partialOf, removeLeftOf } from "./partial.ts";

export interface AssetFile {
  /** Relative to the output folder, with `/`. */
  path: string;
  bytes: Uint8Array;
}

export interface PublishOptions {
  /** Made when it does not exist. */
  outDir: string;
  /** All files of the build. */
  files: Iterable<AssetFile>;
  /** The one that names the others: moved last. */
  manifestPath: string;
  /** Folders in `outDir` that are the build's own: what it does not write there any more is removed. */
  ownFolders: readonly string[];
  /** Told of each file when it is written. */
  onFile?: () => void;
}

/**
 * @returns bytes by path, in path order
 * @throws Error of the file system, the output being as it was unless the very last step failed half way
 */
export async function publishAssets(options: PublishOptions): Promise<Map<string, number>> {
  const outDir = resolve(options.outDir);
  const staging = partialOf(outDir);
  const letGo = holdSignals();
  try {
    await removeLeftOf(outDir);
    const sizes = await stage(staging, options.files, options.onFile);
    if (!sizes.has(options.manifestPath)) throw new Error(`The build has no ${options.manifestPath}.`);
    if (!(await movedWhole(staging, outDir))) {
      const paths = [...sizes.keys()].filter((path) => path !== options.manifestPath);
      for (const path of [...paths, options.manifestPath])
        await move(join(staging, path), join(outDir, path));
      for (const folder of options.ownFolders) await removeOthers(outDir, folder, sizes);
    }
    return new Map([...sizes].sort(([a], [b]) => (a < b ? -1 : 1)));
  } finally {
    await rm(staging, { recursive: true, force: true });
    letGo();
  }
}

async function stage(
  staging: string,
  files: Iterable<AssetFile>,
  onFile: () => void = () => {},
): Promise<Map<string, number>> {
  const sizes = new Map<string, number>();
  for (const { path, bytes } of files) {
    const target = join(staging, path);
    if (relative(staging, target).startsWith(".."))
      throw new Error(`An asset would be written outside: ${path}`);
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, bytes);
    sizes.set(path, bytes.byteLength);
    onFile();
  }
  return sizes;
}

/**
 * Where there is nothing yet, one rename does it all: a first build that is killed half way leaves no folder that the next one would take for
 * somebody else's.
 */
async function movedWhole(staging: string, outDir: string): Promise<boolean> {
  try {
    await rename(staging, outDir);
    return true;
  } catch {
    // Something is there, or it is a place that cannot be replaced: its files can.
    return false;
  }
}

async function move(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true });
  await rename(from, to);
}

async function removeOthers(
  outDir: string,
  folder: string,
  kept: ReadonlyMap<string, number>,
): Promise<void> {
  const root = join(outDir, folder);
  const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch(() => []);
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    const path = relative(outDir, file).split(sep).join("/");
    if (!kept.has(path)) await rm(file, { force: true });
  }
}

/** What a build holds, against what Cloudflare takes. */
import { readdir, stat } from "node:fs/promises";
import { join, relative } from "node:path";

export interface AssetMeasures {
  files: number;
  /** Of the largest file. */
  largestBytes: number;
  largestPath: string;
}

/** @param assetsDir of a finished build */
export async function measureAssets(assetsDir: string): Promise<AssetMeasures> {
  const entries = await readdir(assetsDir, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  let [largestBytes, largestPath] = [0, ""];
  for (const path of paths) {
    const { size } = await stat(path);
    if (size > largestBytes) [largestBytes, largestPath] = [size, relative(assetsDir, path)];
  }
  return { files: paths.length, largestBytes, largestPath };
}

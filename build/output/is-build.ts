import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { MANIFEST_KIND } from "../../src/index-format/manifest.ts";

/** Folder of the index among the assets, which the Worker serves to nobody; relative to the output folder. */
export const INDEX_FOLDER = "index";

/** Of the index, relative to the output folder. */
export const MANIFEST_PATH = `${INDEX_FOLDER}/manifest.json`;

/** Whether a folder is what a build of RepoBot wrote. */
export async function isBuild(folder: string): Promise<boolean> {
  const text = await readFile(join(folder, MANIFEST_PATH), "utf8").catch(() => "");
  return text.includes(JSON.stringify(MANIFEST_KIND));
}

/** The index of a finished build, opened from its folder: what a deployment would serve. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { RepoBotError } from "../src/core/errors.ts";
import type { PassageIndex } from "../src/core/ports.ts";
import { type Manifest, parseManifest } from "../src/index-format/manifest.ts";
import { openIndex } from "../src/index-format/reader.ts";
import { MANIFEST_PATH } from "./output/is-build.ts";

/**
 * @param assetsDir e.g. `dist/assets`
 * @throws RepoBotError `index_missing` when nothing was built there, `index_corrupt`, `index_incompatible`
 */
export async function readBuiltManifest(assetsDir: string): Promise<Manifest> {
  const path = join(assetsDir, MANIFEST_PATH);
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (cause) {
    throw new RepoBotError(
      "index_missing",
      `There is no index in ${assetsDir}. Run \`npm run build\` first.`,
      { cause },
    );
  }
  try {
    return parseManifest(JSON.parse(text));
  } catch (cause) {
    if (cause instanceof RepoBotError) throw cause;
    throw new RepoBotError("index_corrupt", `${path} is damaged. Run \`npm run build\` again.`, { cause });
  }
}

/** @throws RepoBotError as {@link readBuiltManifest} does, and when a part is missing or damaged */
export async function openBuiltIndex(assetsDir: string): Promise<PassageIndex> {
  const manifest = await readBuiltManifest(assetsDir);
  const folder = join(assetsDir, MANIFEST_PATH, "..");
  return openIndex(manifest, async (name) => {
    try {
      // A copy: Node may hand out a piece of a buffer that it shares.
      return new Uint8Array(await readFile(join(folder, name))).buffer;
    } catch (cause) {
      throw new RepoBotError(
        "index_corrupt",
        `${join(folder, name)} is missing. Run \`npm run build\` again.`,
        { cause },
      );
    }
  });
}

/**
 * Bundles the script of the Worker's page and puts it with its style sheet among the assets: `npm run build:page`. Wrangler runs
 * it before it bundles the Worker, so that page and Worker are always of the same code.
 */
import { copyFile, mkdir, readdir } from "node:fs/promises";
import path from "node:path";
import { build } from "vite";

const ROOT = path.resolve(import.meta.dirname, "..");
const STATIC = path.join(ROOT, "src/page/static");

/** Folder of the page's files among the assets; the Worker serves it under the same name. */
export const PAGE_FOLDER = "_page";

/** @param assetsFolder e.g. `dist/assets` */
export async function buildPage(assetsFolder: string): Promise<void> {
  const outDir = path.join(assetsFolder, PAGE_FOLDER);
  await mkdir(outDir, { recursive: true });
  await build({
    configFile: false,
    root: path.join(ROOT, "src/page/browser"),
    publicDir: false,
    logLevel: "warn",
    build: {
      outDir,
      emptyOutDir: false,
      target: "es2022",
      modulePreload: false,
      rolldownOptions: {
        input: path.join(ROOT, "src/page/browser/main.ts"),
        output: { entryFileNames: "page.js", codeSplitting: false },
      },
    },
  });
  for (const name of await readdir(STATIC)) await copyFile(path.join(STATIC, name), path.join(outDir, name));
}

if (import.meta.main) await buildPage(path.join(ROOT, "dist/assets"));

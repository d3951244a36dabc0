/**
 * Bundles the scripts for browsers and puts them with their style sheets among the assets, and `openapi.json` beside them:
 * `npm run build:page`. Wrangler runs it before it bundles the Worker, so that page, widget, description and Worker are always of the
 * same code.
 */
import { copyFile, mkdir, readdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { build, type Plugin } from "vite";
import { TRANSLATIONS } from "../src/widget/texts/all.ts";
import { textsPath } from "../src/widget/texts.ts";
import { writeOpenApi } from "./openapi/document.ts";

const ROOT = path.resolve(import.meta.dirname, "..");
const STATIC = path.join(ROOT, "src/page/static");

/** Folder of the page's files among the assets; the Worker serves it under the same name. */
export const PAGE_FOLDER = "_page";

/** The first that know `light-dark()`, `popover` and constructable style sheets: nothing is rewritten for older ones. */
const BROWSERS = ["chrome123", "firefox128", "safari17.5"];

/** By name of the file that is made. */
const SCRIPTS: Readonly<Record<string, string>> = {
  "page.js": "src/page/browser/main.ts",
  "widget.js": "src/widget/main.ts",
};

/** @param assetsFolder e.g. `dist/assets` */
export async function buildPage(assetsFolder: string): Promise<void> {
  const outDir = path.join(assetsFolder, PAGE_FOLDER);
  await mkdir(outDir, { recursive: true });
  for (const [name, source] of Object.entries(SCRIPTS)) await bundle(path.join(ROOT, source), outDir, name);
  for (const [language, texts] of Object.entries(TRANSLATIONS)) {
    await writeFile(path.join(assetsFolder, textsPath(language)), JSON.stringify(texts));
  }
  await writeOpenApi(assetsFolder);
  for (const name of await readdir(STATIC)) await copyFile(path.join(STATIC, name), path.join(outDir, name));
}

/** As one classic script: it knows where it was loaded from, and needs no permission of another origin to load. */
async function bundle(input: string, outDir: string, name: string): Promise<void> {
  await build({
    configFile: false,
    root: path.dirname(input),
    publicDir: false,
    logLevel: "warn",
    plugins: [lexerOnly()],
    build: {
      outDir,
      emptyOutDir: false,
      target: BROWSERS,
      modulePreload: false,
      rolldownOptions: {
        input,
        output: { entryFileNames: name, format: "iife", codeSplitting: false },
        treeshake: {
          propertyReadSideEffects: false,
          propertyWriteSideEffects: false,
          unknownGlobalSideEffects: false,
        },
      },
    },
  });
}

/**
 * `marked` builds its HTML renderer when it is loaded, which keeps it in a bundle that only uses the lexer. Its constructors do nothing but
 * construct: saying so lets the bundler leave them out. The lexer runs with its default options, so the branches of others go as well.
 */
function lexerOnly(): Plugin {
  return {
    name: "lexer-only",
    transform(code, id) {
      if (!id.includes("/marked/lib/")) return;
      const pure = code.replace(/=new ([\w$]+)(?=[;,(])/g, "=/* @__PURE__ */new $1");
      const fixed = pure
        .replace(/this\.options\.(?:pedantic|breaks|silent)\b/g, "false")
        .replace(/this\.options\.gfm\b/g, "true")
        .replace(/this\.options\.(?:extensions|hooks)(?=\?\.)/g, "null");
      return { code: fixed, map: null };
    },
  };
}

if (import.meta.main) await buildPage(path.join(ROOT, "dist/assets"));

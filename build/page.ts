/**
 * Bundles the scripts for browsers and puts them with their style sheets among the assets, and `openapi.json` beside them:
 * `npm run build:page`. Wrangler runs it before it bundles the Worker, so that page, widget, description and Worker are always of the
 * same code.
 */
import { copyFile, mkdir, readdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { build } from "vite";
import { TRANSLATIONS } from "../src/widget/texts/all.ts";
import { textsPath } from "../src/widget/texts.ts";
import { runCommand } from "./args.ts";
import { lexerOnly } from "./lexer-only.ts";
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
  "owner.js": "src/page/owner/main.ts",
  "widget.js": "src/widget/main.ts",
};

/** What these scripts load themselves, as modules. */
const MODULES: Readonly<Record<string, string>> = {
  "widget-highlight.js": "src/widget/highlighter/main.ts",
  "widget-check.js": "src/widget/check/main.ts",
};

/** What lets the bundler drop unused parts of the scripts' code. The highlighter builds its grammars by writing properties, and needs them. */
export const ASSUMED = {
  propertyReadSideEffects: false,
  propertyWriteSideEffects: false,
  unknownGlobalSideEffects: false,
} as const;

/** @param assetsFolder e.g. `dist/assets` */
export async function buildPage(assetsFolder: string): Promise<void> {
  const outDir = path.join(assetsFolder, PAGE_FOLDER);
  await mkdir(outDir, { recursive: true });
  // A classic script knows where it was loaded from, and needs no permission of another origin to load.
  for (const [name, source] of Object.entries(SCRIPTS)) await bundle(source, outDir, name, "iife");
  for (const [name, source] of Object.entries(MODULES)) await bundle(source, outDir, name, "es");
  for (const [language, texts] of Object.entries(TRANSLATIONS)) {
    await writeFile(path.join(assetsFolder, textsPath(language)), JSON.stringify(texts));
  }
  await writeOpenApi(assetsFolder);
  for (const name of await readdir(STATIC)) await copyFile(path.join(STATIC, name), path.join(outDir, name));
}

/** As one file. @param source below the root. @param name of the file */
async function bundle(source: string, outDir: string, name: string, format: "iife" | "es"): Promise<void> {
  const input = path.join(ROOT, source);
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
        output: { entryFileNames: name, format, codeSplitting: false },
        preserveEntrySignatures: "strict",
        treeshake: format === "es" || ASSUMED,
      },
    },
  });
}

const HELP = `Bundles the widget and the page at / into dist/assets.

Usage: npm run build:page

  -h, --help  print this help
`;

if (import.meta.main) {
  await runCommand({ help: HELP, options: {} }, () => buildPage(path.join(ROOT, "dist/assets")));
}

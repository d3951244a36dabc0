/** Finds the configuration of the site that docs belong to, and reads of it what is plain data. */
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { parse as parseYaml } from "yaml";
import type { StaticValue } from "../read/static-value.ts";
import { docusaurusEntries } from "./docusaurus.ts";
import { isMapping, type SiteConfig, stringOr } from "./entries.ts";
import { mkdocsEntries } from "./mkdocs.ts";
import { starlightEntries, starlightOptions } from "./starlight.ts";
import { staticDefaultExport } from "./static-module.ts";
import { vitepressEntries } from "./vitepress.ts";

/** Docs of Starlight lie this deep below their configuration. */
const LEVELS_UP = 3;

/**
 * Looks in the folder of the docs and those above it, up to the top of their repository.
 * @param folder absolute path of the docs
 * @returns a configuration that says nothing when there is none
 */
export async function siteConfig(folder: string): Promise<SiteConfig> {
  let at = resolve(folder);
  for (let level = 0; level <= LEVELS_UP; level++) {
    for (const read of [mkdocs, docusaurus, vitepress, starlight]) {
      const found = await read(at);
      if (found !== null) return found;
    }
    // What lies above a repository is another project's.
    if (existsSync(join(at, ".git")) || dirname(at) === at) break;
    at = dirname(at);
  }
  return { title: null, root: folder, entries: [] };
}

async function mkdocs(folder: string): Promise<SiteConfig | null> {
  const text = (await textOf(join(folder, "mkdocs.yml"))) ?? (await textOf(join(folder, "mkdocs.yaml")));
  const config = text === null ? null : yaml(text);
  if (!isMapping(config)) return null;
  const root = join(folder, stringOr(config.docs_dir) ?? "docs");
  return { title: stringOr(config.site_name), root, entries: mkdocsEntries(config.nav) };
}

async function docusaurus(folder: string): Promise<SiteConfig | null> {
  const config = await moduleOf(folder, "docusaurus.config");
  const sidebars = await moduleOf(folder, "sidebars");
  if (config === null && sidebars === null) return null;
  const title = isMapping(config) ? stringOr(config.title) : null;
  return { title, root: join(folder, docsOptions(config).path), entries: docusaurusEntries(sidebars) };
}

/** What the docs plugin of Docusaurus' classic preset is told. */
export interface DocusaurusDocs {
  /** Folder of the docs, relative to the site's. @defaultValue `docs` */
  path: string;
  /** Where the docs are shown, `""` for the top of the site. @defaultValue `docs` */
  routeBasePath: string;
  /** The version shown without its name in the address; `null` for the newest one. */
  lastVersion: string | null;
}

/** @param folder that holds `docusaurus.config.js` or its like */
export async function docusaurusDocs(folder: string): Promise<DocusaurusDocs> {
  return docsOptions(await moduleOf(folder, "docusaurus.config"));
}

function docsOptions(config: StaticValue): DocusaurusDocs {
  const presets = isMapping(config) && Array.isArray(config.presets) ? config.presets : [];
  const options = presets.map((preset) => (Array.isArray(preset) ? preset[1] : null)).filter(isMapping);
  const docs = options.map((one) => one.docs).find(isMapping) ?? {};
  const trimmed = (value: string) => value.replace(/^[./]+|\/+$/g, "");
  return {
    path: trimmed(stringOr(docs.path) ?? "docs"),
    routeBasePath: trimmed(stringOr(docs.routeBasePath) ?? "docs"),
    lastVersion: stringOr(docs.lastVersion),
  };
}

async function vitepress(folder: string): Promise<SiteConfig | null> {
  const config = await moduleOf(join(folder, ".vitepress"), "config");
  if (config === null) return null;
  const srcDir = isMapping(config) ? stringOr(config.srcDir) : null;
  return {
    title: isMapping(config) ? stringOr(config.title) : null,
    root: join(folder, srcDir ?? "."),
    entries: vitepressEntries(config),
  };
}

async function starlight(folder: string): Promise<SiteConfig | null> {
  const options = starlightOptions(await moduleOf(folder, "astro.config"));
  if (options === null) return null;
  return {
    title: stringOr(options.title),
    root: join(folder, "src/content/docs"),
    entries: starlightEntries(options.sidebar),
  };
}

/** The default export of a module by its name without extension, or the value of a JSON file. */
async function moduleOf(folder: string, name: string): Promise<StaticValue> {
  for (const extension of ["js", "ts", "mjs", "mts", "cjs", "cts"]) {
    const text = await textOf(join(folder, `${name}.${extension}`));
    if (text !== null) return staticDefaultExport(text, `${name}.${extension}`) ?? {};
  }
  const json = await textOf(join(folder, `${name}.json`));
  try {
    // JSON has no values that are not static.
    return json === null ? null : (JSON.parse(json) as StaticValue);
  } catch {
    return null;
  }
}

async function textOf(path: string): Promise<string | null> {
  return readFile(path, "utf8").catch(() => null);
}

function yaml(text: string): unknown {
  try {
    return parseYaml(text, { logLevel: "error" });
  } catch {
    return null;
  }
}

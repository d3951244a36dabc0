/** Finds the configuration of the site that docs belong to, and reads of it what is plain data. */
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, join, relative, resolve, sep } from "node:path";
import { parse as parseYaml } from "yaml";
import type { StaticValue } from "../read/static-value.ts";
import type { BuildWarning } from "../warnings.ts";
import { docusaurusEntries } from "./docusaurus.ts";
import { isMapping, type SidebarEntry, type SiteConfig, stringOr } from "./entries.ts";
import { antoraEntries, isLinkList, markdownLinkEntries } from "./link-list.ts";
import { mintlifyEntries } from "./mintlify.ts";
import { mkdocsEntries } from "./mkdocs.ts";
import { starlightEntries, starlightOptions } from "./starlight.ts";
import { staticDefaultExport } from "./static-module.ts";
import { vitepressEntries } from "./vitepress.ts";

/** Docs of Starlight lie this deep below their configuration. */
const LEVELS_UP = 3;

/**
 * Looks in the folder of the docs and those above it, up to the top of their repository.
 * @param folder absolute path of the docs
 * @param warn is told of a configuration that cannot be read, so that nobody looks for its order and titles in vain
 * @returns a configuration that says nothing when there is none
 */
export async function siteConfig(
  folder: string,
  warn: (warning: BuildWarning) => void = () => {},
): Promise<SiteConfig> {
  const onBroken: OnBroken = (path, language) =>
    warn({
      file: relative(folder, path).split(sep).join("/"),
      cause: `is not valid ${language}, so that pages have the order and the titles of their files`,
    });
  let at = resolve(folder);
  for (let level = 0; level <= LEVELS_UP; level++) {
    for (const read of [mkdocs, docusaurus, vitepress, starlight, mintlify, antora, linkList]) {
      const found = await read(at, onBroken);
      if (found !== null) return found;
    }
    // What lies above a repository is another project's.
    if (existsSync(join(at, ".git")) || dirname(at) === at) break;
    at = dirname(at);
  }
  return { title: null, root: folder, entries: [] };
}

/** @param path of a configuration that is there and cannot be parsed */
type OnBroken = (path: string, language: "JSON" | "YAML") => void;

async function mkdocs(folder: string, onBroken: OnBroken): Promise<SiteConfig | null> {
  const name = existsSync(join(folder, "mkdocs.yml")) ? "mkdocs.yml" : "mkdocs.yaml";
  const config = await yamlOf(join(folder, name), onBroken);
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

async function mintlify(folder: string, onBroken: OnBroken): Promise<SiteConfig | null> {
  for (const name of ["docs", "mint"]) {
    const config = await moduleOf(folder, name, ["json"], onBroken);
    if (!isMapping(config) || config.navigation === undefined) continue;
    const entries = mintlifyEntries(config.navigation);
    return { title: stringOr(config.name), root: folder, entries };
  }
  return null;
}

async function antora(folder: string, onBroken: OnBroken): Promise<SiteConfig | null> {
  const config = await yamlOf(join(folder, "antora.yml"), onBroken);
  if (!isMapping(config)) return null;
  const lists = Array.isArray(config.nav) ? config.nav.filter((list) => typeof list === "string") : [];
  const entries: SidebarEntry[] = [];
  for (const list of lists) {
    const module = /^modules\/([^/]+)\//.exec(list)?.[1] ?? "ROOT";
    entries.push(...antoraEntries((await textOf(join(folder, list))) ?? "", module));
  }
  return { title: stringOr(config.title), root: folder, entries };
}

async function linkList(folder: string): Promise<SiteConfig | null> {
  for (const root of [folder, join(folder, "src")]) {
    for (const name of ["SUMMARY.md", "_sidebar.md"]) {
      const text = await textOf(join(root, name));
      if (text === null || (name === "SUMMARY.md" && !isLinkList(text))) continue;
      return { title: await bookTitle(folder), root, entries: markdownLinkEntries(text) };
    }
  }
  return null;
}

/** HonKit and GitBook keep it beside their list. */
async function bookTitle(folder: string): Promise<string | null> {
  const book = await moduleOf(folder, "book", ["json"]);
  return isMapping(book) ? stringOr(book.title) : null;
}

/** The default export of a module by its name without extension, or the value of a JSON file. */
async function moduleOf(
  folder: string,
  name: string,
  extensions = ["js", "ts", "mjs", "mts", "cjs", "cts", "json"],
  onBroken: OnBroken = () => {},
): Promise<StaticValue> {
  for (const extension of extensions.filter((one) => one !== "json")) {
    const text = await textOf(join(folder, `${name}.${extension}`));
    if (text !== null) return staticDefaultExport(text, `${name}.${extension}`) ?? {};
  }
  const json = extensions.includes("json") ? await textOf(join(folder, `${name}.json`)) : null;
  try {
    // JSON has no values that are not static.
    return json === null ? null : (JSON.parse(json) as StaticValue);
  } catch {
    onBroken(join(folder, `${name}.json`), "JSON");
    return null;
  }
}

async function textOf(path: string): Promise<string | null> {
  return readFile(path, "utf8").catch(() => null);
}

async function yamlOf(path: string, onBroken: OnBroken): Promise<unknown> {
  const text = await textOf(path);
  if (text === null) return null;
  try {
    return parseYaml(text, { logLevel: "error" });
  } catch {
    onBroken(path, "YAML");
    return null;
  }
}

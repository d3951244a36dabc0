/** What a bare folder of docs is about, from what stands in it: never from where it lies, so that equal docs give equal builds. */
import { readFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { parse as parseToml } from "smol-toml";
import * as z from "zod";
import type { SourceConfig } from "../config.ts";
import { siteConfig } from "../sidebar/site-config.ts";
import { pathInside } from "./inside.ts";
import { readFilePages } from "./read-file.ts";

/** The name of docs that do not say what they are about. */
export const UNNAMED = "Documentation";

/** Folders that are called after what they hold, not after what that is about: what they lie in belongs to them. */
const GENERIC =
  /^(?:docs?|documentation|content|pages|src|www|site|website|build|dist|html|public|_build|_site|out)$/i;

const FIRST_PAGES = [
  "index.md",
  "README.md",
  "index.mdx",
  "index.html",
  "index.adoc",
  "readme.md",
  "README.mdx",
  "_index.md",
];

/** Titles that say what kind of page it is. */
const NO_NAME =
  /^(?:an? )?(?:introduction|intro|overview|getting started|get started|welcome|docs?|documentation|home(?: ?page)?|index|readme|guides?|user guide|table of contents|contents|quick ?start|about|untitled|start here|what is this\??)[.!]?$/i;

/**
 * The title that the site's configuration gives, else the name of the package that the docs belong to, else the title of their first page.
 * @param folder absolute path of the docs
 * @returns {@link UNNAMED} when none of them says it
 */
export async function docsName(folder: string, source: SourceConfig): Promise<string> {
  const places = [folder];
  for (let at = folder; GENERIC.test(basename(at)) && places.length < 3; at = dirname(at))
    places.push(dirname(at));
  const candidates = [
    async () => (await siteConfig(folder)).title,
    ...places.map((place) => () => packageName(place)),
    ...FIRST_PAGES.map((file) => () => pageName(file, source)),
  ];
  for (const candidate of candidates) {
    const name = plain((await candidate()) ?? "");
    if (name !== "" && name.length <= 60 && !NO_NAME.test(name)) return name;
  }
  return UNNAMED;
}

const packageSchema = z.looseObject({ name: z.string() });
const projectSchema = z.looseObject({ project: packageSchema });

async function packageName(folder: string): Promise<string | null> {
  try {
    const { name } = packageSchema.parse(JSON.parse(await readFile(join(folder, "package.json"), "utf8")));
    // The package of a website is named after its kind.
    return /(?:^|[-/])(?:docs?|website|site|documentation)$/i.test(name) ? null : name;
  } catch {
    return pythonName(folder);
  }
}

async function pythonName(folder: string): Promise<string | null> {
  try {
    return projectSchema.parse(parseToml(await readFile(join(folder, "pyproject.toml"), "utf8"))).project
      .name;
  } catch {
    return null;
  }
}

async function pageName(file: string, source: SourceConfig): Promise<string | null> {
  // Also not through a link that leads out of the docs.
  if (pathInside(source.folder, join(source.folder, file)) === null) return null;
  const [page] = await readFilePages(source, file, () => {});
  return page === undefined ? null : (page.givenTitle ?? page.headingTitle);
}

/** `Welcome to the Widget documentation!` is about Widget. */
function plain(title: string): string {
  return title
    .replace(/\s+/g, " ")
    .replace(/^welcome to (?:the )?/i, "")
    .replace(/(?:'s|’s)? (?:documentation|docs)\b.*$/i, "")
    .replace(/[!.:\s]+$/, "")
    .trim();
}

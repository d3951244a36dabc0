/** Where a Docusaurus site shows the files of its repository, which is not where they lie: versions, translations, posts and standing pages. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";
import { canonicalLanguageTag } from "../language-tag.ts";
import { docusaurusDocs } from "../sidebar/site-config.ts";

/** Place of a file on its site. */
export interface SitePlace {
  /** The file that its address is made of, below the site's address. */
  siteFile: string;
  /** What a `slug` with a leading slash is relative to, with a final `/` or `""`; every slug, where `isFlat`. */
  base: string;
  isFlat: boolean;
  /** Whether an `id` in front matter stands in its address for the name of the file: so with docs, unless they stand for their folder. */
  isNamedById: boolean;
  /** The version that it belongs to; `null` for a site of one version and for what has none. */
  version: string | null;
  /** BCP 47; `null` for the site's own language. */
  language: string | null;
}

/** The version that is still being written, as its addresses name it. */
export const UNRELEASED = "next";

const TRANSLATION = /^i18n\/([^/]+)\/docusaurus-plugin-content-(docs|blog|pages)\/(.+)$/;
const VERSION_FOLDER = /^version-([^/]+)\/(.+)$/;
/** A post: `2026-01-31-title.md`, `2026/01/31/title.md` and folders of such names. */
const POST_DATE = /^(\d{4})[-/](\d\d?)[-/](\d\d?)[-/]/;
/** Numbers that order files and are no part of their address; those of dates and versions are. */
const ORDER_PREFIX = /^\d+\s*[-_.]+\s*(?=[^-_.\s\d])/;

const versionsSchema = z.array(z.string()).catch([]);

/**
 * @param folder of a source
 * @returns places by path relative to the folder; `null` when the folder is not the top of a Docusaurus site
 */
export async function docusaurusSite(folder: string): Promise<((file: string) => SitePlace) | null> {
  const names = await readdir(folder).catch((): string[] => []);
  if (!names.some((name) => /^docusaurus\.config\.[cm]?[jt]s$/.test(name))) return null;
  const { path, routeBasePath, lastVersion } = await docusaurusDocs(folder);
  const versions = await releasedVersions(folder);
  const docsAt = routeBasePath === "" ? "" : `${routeBasePath}/`;
  const last = lastVersion ?? versions[0] ?? "current";

  const docsPlace = (version: string, file: string, locale: string): SitePlace => {
    const named = version === "current" ? UNRELEASED : version;
    const base = `${locale}${docsAt}${version === last ? "" : `${named}/`}`;
    const label = versions.length === 0 ? null : named;
    const shown = shownDoc(file);
    return {
      siteFile: base + shown,
      base,
      isFlat: false,
      isNamedById: !/(?:^|\/)(?:index|readme)\.[^./]+$/i.test(shown),
      version: label,
      language: null,
    };
  };
  const own = (file: string, locale: string, kind: string, within: string): SitePlace => {
    if (kind === "docs") {
      const [, version = "current", rest = within.replace(/^current\//, "")] =
        VERSION_FOLDER.exec(within) ?? [];
      return docsPlace(version, rest, locale);
    }
    const base = kind === "blog" ? `${locale}blog/` : locale;
    const siteFile =
      kind === "blog" ? base + within.replace(POST_DATE, "$1/$2/$3/") : locale + (within || file);
    return {
      siteFile,
      base,
      isFlat: kind === "blog",
      isNamedById: false,
      version: null,
      language: null,
    };
  };

  return (file) => {
    const [, locale, kind, within] = TRANSLATION.exec(file) ?? [];
    if (locale !== undefined)
      return { ...own(file, `${locale}/`, kind!, within!), language: canonicalLanguageTag(locale) };
    if (file.startsWith("versioned_docs/"))
      return own(file, "", "docs", file.slice("versioned_docs/".length));
    if (file.startsWith(`${path}/`)) return docsPlace("current", file.slice(path.length + 1), "");
    if (file.startsWith("blog/")) return own(file, "", "blog", file.slice("blog/".length));
    return own(file, "", "pages", file.replace(/^src\/pages\//, ""));
  };
}

/** Newest first, as the site lists them. */
async function releasedVersions(folder: string): Promise<string[]> {
  const text = await readFile(join(folder, "versions.json"), "utf8").catch(() => "[]");
  try {
    return versionsSchema.parse(JSON.parse(text));
  } catch {
    return [];
  }
}

/** Without numbers that only order; a page called as its folder is that folder's own. */
function shownDoc(file: string): string {
  const parts = file.split("/").map((part) => part.replace(ORDER_PREFIX, ""));
  const name = parts.at(-1)!;
  const extension = /\.[^.]+$/.exec(name)?.[0] ?? "";
  const bare = name.slice(0, name.length - extension.length);
  return parts.length > 1 && bare === parts.at(-2)
    ? [...parts.slice(0, -1), `index${extension}`].join("/")
    : parts.join("/");
}

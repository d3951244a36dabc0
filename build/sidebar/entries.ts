/** The order in which a site lists its pages. */
import type { StaticValue } from "../read/static-value.ts";

/** A page, or all pages of a folder that are not listed by themselves. Paths are relative to the site's docs, without extension. */
export type SidebarEntry = { page: string; title: string | null } | { folder: string };

/** What the configuration of a site says, as far as it is plain data. */
export interface SiteConfig {
  /** Name of the site; `null` when it says none. */
  title: string | null;
  /** Absolute folder that the paths of entries are relative to. */
  root: string;
  entries: SidebarEntry[];
}

export function isMapping(value: unknown): value is { [key: string]: StaticValue } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function stringOr(value: unknown): string | null {
  return typeof value === "string" && value.trim() !== "" ? value.trim() : null;
}

/** A page's path in the form entries have: no extension, no slash at its ends, and the folder for the page that stands for it. */
export function pagePath(link: string): string {
  const path = link.replace(/[?#].*$/, "").replace(/\.(?:mdx?|markdown|html?|adoc|ipynb)$/i, "");
  return path
    .replace(/^(?:\.?\/)+|(?<!\/)\/+$/g, "")
    .replace(/(^|\/)(?:index|_index|readme)$/i, "$1")
    .replace(/\/$/, "");
}

/** True for a link to another site. */
export function isExternal(link: string): boolean {
  return /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(link);
}

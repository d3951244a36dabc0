import { isExternal, isMapping, pagePath, type SidebarEntry, stringOr } from "./entries.ts";

/** `nav` of `mkdocs.yml`: files, or files and sections by their titles. */
export function mkdocsEntries(nav: unknown): SidebarEntry[] {
  if (!Array.isArray(nav)) return [];
  return nav.flatMap((item): SidebarEntry[] => {
    if (typeof item === "string") return entry(item, null);
    if (!isMapping(item)) return [];
    return Object.entries(item).flatMap(([title, value]) => {
      const file = stringOr(value);
      return file === null ? mkdocsEntries(value) : entry(file, title);
    });
  });
}

function entry(file: string, title: string | null): SidebarEntry[] {
  return isExternal(file) ? [] : [{ page: pagePath(file), title }];
}

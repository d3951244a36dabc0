import type { StaticValue } from "../read/static-value.ts";
import { isExternal, isMapping, pagePath, type SidebarEntry, stringOr } from "./entries.ts";

/** What the Starlight integration of an Astro configuration is given; `null` when there is none that can be read. */
export function starlightOptions(config: unknown): { [key: string]: StaticValue } | null {
  if (!isMapping(config) || !Array.isArray(config.integrations)) return null;
  const found = config.integrations.find(
    (options) => isMapping(options) && ("sidebar" in options || "title" in options),
  );
  return isMapping(found) ? found : null;
}

export function starlightEntries(sidebar: unknown): SidebarEntry[] {
  if (!Array.isArray(sidebar)) return [];
  return sidebar.flatMap((item): SidebarEntry[] => {
    if (typeof item === "string") return [{ page: pagePath(item), title: null }];
    if (!isMapping(item)) return [];
    const link = stringOr(item.slug) ?? stringOr(item.link);
    if (link !== null) return isExternal(link) ? [] : [{ page: pagePath(link), title: stringOr(item.label) }];
    const folder = isMapping(item.autogenerate) ? stringOr(item.autogenerate.directory) : null;
    return folder === null ? starlightEntries(item.items) : [{ folder: pagePath(folder) }];
  });
}

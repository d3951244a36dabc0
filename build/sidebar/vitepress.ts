import { isExternal, isMapping, pagePath, type SidebarEntry, stringOr } from "./entries.ts";

/** `themeConfig.sidebar` of every locale: a list, or lists by the path that they are shown under. */
export function vitepressEntries(config: unknown): SidebarEntry[] {
  if (!isMapping(config)) return [];
  const locales = isMapping(config.locales) ? Object.values(config.locales) : [];
  return [config, ...locales].flatMap((locale) =>
    isMapping(locale) && isMapping(locale.themeConfig) ? sidebarEntries(locale.themeConfig.sidebar) : [],
  );
}

function sidebarEntries(sidebar: unknown): SidebarEntry[] {
  if (Array.isArray(sidebar)) return itemsOf(sidebar, "");
  if (!isMapping(sidebar)) return [];
  return Object.values(sidebar).flatMap((list) =>
    isMapping(list) ? itemsOf(list.items, stringOr(list.base) ?? "") : itemsOf(list, ""),
  );
}

function itemsOf(items: unknown, base: string): SidebarEntry[] {
  if (!Array.isArray(items)) return [];
  return items.flatMap((item): SidebarEntry[] => {
    if (!isMapping(item)) return [];
    const link = stringOr(item.link);
    const own: SidebarEntry[] =
      link === null || isExternal(link) ? [] : [{ page: pagePath(base + link), title: stringOr(item.text) }];
    return [...own, ...itemsOf(item.items, stringOr(item.base) ?? base)];
  });
}

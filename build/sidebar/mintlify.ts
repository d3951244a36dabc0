import { isMapping, pagePath, type SidebarEntry } from "./entries.ts";

/** What holds pages, or more of what does, in `navigation` of `docs.json` and `mint.json`, in the order readers see it. */
const LEVELS = [
  "languages",
  "versions",
  "products",
  "tabs",
  "anchors",
  "dropdowns",
  "root",
  "groups",
  "pages",
];

/** Every page that the navigation lists: a group is an object with a name and its pages. */
export function mintlifyEntries(navigation: unknown): SidebarEntry[] {
  if (typeof navigation === "string") return [{ page: pagePath(navigation), title: null }];
  if (Array.isArray(navigation)) return navigation.flatMap(mintlifyEntries);
  if (!isMapping(navigation)) return [];
  return LEVELS.flatMap((level) => mintlifyEntries(navigation[level]));
}

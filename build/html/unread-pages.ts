import type { PageFacts } from "./page-facts.ts";

/** Pages that generators add to every site, by the file they are written to. */
const GENERATED: readonly [RegExp, string][] = [
  [/(?:^|\/)404(?:\.html?|\/index\.html?)$/i, "the site's page for addresses that are not there"],
  [/(?:^|\/)search(?:\.html?|\/index\.html?)$/i, "the site's search page"],
  [
    /(?:^|\/)(?:genindex(?:-[\w.]+)?|(?:py|np|http-)?-?(?:modindex|routingtable))(?:\.html?|\/index\.html?)$/i,
    "a generated index",
  ],
  [/(?:^|\/)doc-index(?:-[^/]+)?\.html$/i, "a generated index"],
  [
    /(?:^|\/)(?:index-files\/|index-all\.html|allclasses|allpackages|overview-tree|package-tree|constant-values|serialized-form|deprecated-list|help-doc)/i,
    "a generated index",
  ],
  [/(?:^|\/)(?:class-use\/[^/]+|package-use)\.html$/i, "a generated list of uses"],
  [/(?:^|\/)src-html\/.+\.html$/i, "a source listing of a generated site"],
];

/** Lists of everything that is documented, told by what stands in them: any page may have their names. */
const LISTS: readonly [RegExp, RegExp][] = [
  // YARD has its lists in frames beside the page, and one for readers without them.
  [/(?:^|\/)(?:class|method|file|tag)_list\.html$/, /\bid="full_list_header"/],
  [/(?:^|\/)_index\.html$/, /\bid="listing"|\byardoc\.org\b/],
  [/(?:^|\/)frames\.html$/, /<iframe\b[^>]*\bid="nav"/],
  [/(?:^|\/)table_of_contents\.html$/, /\bclass="table-of-contents"|\brdoc\b/],
];

/** JSDoc's listings, whose lines get their places in the browser. */
const LISTING_FILE = /\.[cm]?[jt]sx?\.html$/i;
const LISTING_CODE = /<pre class="[^"]*\blinenums\b/;

/** Why a page of HTML holds nothing to read; `null` for a page that does. */
export function unreadableCause(file: string, text: string, facts: PageFacts): string | null {
  if (facts.redirectsTo !== null) return `redirects to ${facts.redirectsTo}`;
  if (facts.isNoindex) return "asks not to be indexed (robots: noindex)";
  if (facts.isSearchResult) return "a piece of the site's search";
  if (facts.isSourceListing || (LISTING_FILE.test(file) && LISTING_CODE.test(text)))
    return "a source listing of a generated site";
  if (facts.isShell) return "a frame that a script fills with the site's pages";
  if (facts.isListing) return "a list of other pages";
  for (const [pattern, what] of GENERATED) if (pattern.test(file)) return what;
  if (LISTS.some(([name, mark]) => name.test(file) && mark.test(text))) return "a generated index";
  if (/\{%-?\s*\w|<\?php|<%[=@ ]/.test(text) && !/<pre\b/i.test(text)) return "a template, no generated page";
  return null;
}

/** Words that are spelled out: those without a vowel, and a few common ones. */
const ACRONYM = /(?<![\p{L}\p{N}])(?:[b-df-hj-np-tv-xz]{2,5}|api|cli|faq|ui|url)\d*(?![\p{L}\p{N}])/giu;

/**
 * A title made of a page's path, for pages that name none: `advanced/event-hooks.md` is "Event hooks", and an index page is called after its folder.
 * @param corpusName title of an index page at the top
 */
export function titleFromFile(file: string, corpusName: string): string {
  const parts = file.split("/");
  const name = parts.at(-1)!.replace(/\.[^.]+$/, "");
  const telling = /^(?:index|_index|readme)$/i.test(name) ? parts.at(-2) : name;
  if (telling === undefined) return corpusName;
  const words = telling
    .replace(/^\d+[-_. ]+(?=\S)/, "")
    .replace(/[-_]+/g, " ")
    .trim();
  if (words === "") return telling;
  return words
    .replace(ACRONYM, (word) => word.toUpperCase())
    .replace(/^./u, (letter) => letter.toUpperCase());
}

/** A level-1 heading that at least this many pages, and this share of them, begin with is the site's name and no page's title. */
const SITE_NAME_PAGES = 3;
const SITE_NAME_SHARE = 0.2;

/** What a page offers as its title. */
export interface TitleCandidates {
  file: string;
  /** `""` when it has none. */
  version: string;
  /** BCP 47. */
  language: string;
  /** From front matter or the like. */
  givenTitle: string | null;
  /** First level-1 heading. */
  headingTitle: string | null;
  /** Heading right below that one. */
  subtitle: string | null;
  /** What the site's sidebar calls the page. */
  listedTitle?: string | undefined;
}

/** What a page is called. */
export interface ChosenTitle {
  title: string;
  /** Its level-1 heading where that names the site and not the page; else `null`. */
  siteHeading: string | null;
}

/**
 * Chooses the title of every page of a source, in order: the given one, its level-1 heading unless that names the site, what the site's
 * sidebar calls it, or its path. Versions and translations of a page share its heading, so pages are counted within one of each.
 */
export function chooseTitles(pages: readonly TitleCandidates[], corpusName: string): ChosenTitle[] {
  const sites = Map.groupBy(pages, ({ version, language }) => `${version}\0${language}`);
  const siteHeadings = new Map([...sites].map(([site, ofSite]) => [site, sharedHeadings(ofSite)]));
  return pages.map(({ file, version, language, givenTitle, headingTitle, subtitle, listedTitle }) => {
    const namesSite = headingTitle !== null && siteHeadings.get(`${version}\0${language}`)!.has(headingTitle);
    const ownHeading = namesSite && !isTopIndex(file) ? null : headingTitle;
    const title =
      givenTitle ??
      ownHeading ??
      (namesSite ? subtitle : null) ??
      listedTitle ??
      titleFromFile(file, corpusName);
    return { title, siteHeading: namesSite && title !== headingTitle ? headingTitle : null };
  });
}

function sharedHeadings(pages: readonly TitleCandidates[]): Set<string> {
  const counts = new Map<string, number>();
  for (const { headingTitle } of pages) {
    if (headingTitle !== null) counts.set(headingTitle, (counts.get(headingTitle) ?? 0) + 1);
  }
  const leastPages = Math.max(SITE_NAME_PAGES, pages.length * SITE_NAME_SHARE);
  return new Set([...counts].flatMap(([heading, count]) => (count >= leastPages ? [heading] : [])));
}

function isTopIndex(file: string): boolean {
  return /^(?:index|_index|readme)\.[^/]+$/i.test(file);
}

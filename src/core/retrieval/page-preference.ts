/** Preferences by page: the one the reader is on, and how much of the result one page may fill. */

/** What the functions here look at. */
interface OnPage {
  chunk: number;
  rrfScore: number;
  passage: { url: string; file: string };
}

/**
 * Raises the rrfScore of passages of the reader's page by a share and sorts anew. A mild push among near equals: at 0.1, a passage
 * gains about seven ranks of one ranking.
 *
 * @param page address of the reader's page, absolute or rooted; fragment, query and a trailing slash are ignored
 * @param boost 0 or more
 */
export function boostPage<T extends OnPage>(
  passages: readonly T[],
  page: string | undefined,
  boost: number,
): T[] {
  const path = page === undefined ? null : pagePath(page);
  if (path === null || boost <= 0) return [...passages];
  return passages
    .map((entry) =>
      pagePath(entry.passage.url) === path ? { ...entry, rrfScore: entry.rrfScore * (1 + boost) } : entry,
    )
    .sort((a, b) => b.rrfScore - a.rrfScore || a.chunk - b.chunk);
}

/**
 * Lowers the rrfScore of every further passage of one page by a share, each time again, and sorts anew. Among near equals, a second page
 * tells the reader more than a third passage of the first: at 0.03 a passage gives way to those up to two ranks behind.
 *
 * @param passages best first
 * @param discount 0, for none, to 1
 */
export function spreadPages<T extends OnPage>(passages: readonly T[], discount: number): T[] {
  if (discount <= 0) return [...passages];
  const before = new Map<string, number>();
  return passages
    .map((entry) => {
      const count = before.get(entry.passage.file) ?? 0;
      before.set(entry.passage.file, count + 1);
      return { ...entry, rrfScore: entry.rrfScore * (1 - discount) ** count };
    })
    .sort((a, b) => b.rrfScore - a.rrfScore || a.chunk - b.chunk);
}

/**
 * The passages with at most `maxPerFile` of one file first; what is over the limit follows, so that no place stays empty.
 * @param maxPerFile `null` for no limit
 */
export function limitPerFile<T extends OnPage>(passages: readonly T[], maxPerFile: number | null): T[] {
  if (maxPerFile === null) return [...passages];
  const seen = new Map<string, number>();
  const first: T[] = [];
  const rest: T[] = [];
  for (const entry of passages) {
    const count = (seen.get(entry.passage.file) ?? 0) + 1;
    seen.set(entry.passage.file, count);
    (count <= maxPerFile ? first : rest).push(entry);
  }
  return [...first, ...rest];
}

/**
 * The passages without those whose text a better one has already: reference pages repeat the same option on many pages. What is left out
 * follows at the end, so that no place stays empty.
 */
export function repeatedLast<T extends { passage: { text: string } }>(passages: readonly T[]): T[] {
  const alike = Map.groupBy(passages, ({ passage }) => beginningOf(passage.text));
  const seen = new Set<string>();
  const first: T[] = [];
  const repeated: T[] = [];
  for (const entry of passages) {
    const beginning = beginningOf(entry.passage.text);
    // Nearly all begin unlike any other, and need no comparison of the whole.
    const text = alike.get(beginning)?.length === 1 ? beginning : withSingleSpaces(entry.passage.text);
    (text !== "" && seen.has(text) ? repeated : first).push(entry);
    seen.add(text);
  }
  return [...first, ...repeated];
}

/** The first words of a text, with one space between them. */
function beginningOf(text: string): string {
  return withSingleSpaces(/\S+(?:\s+\S+){0,7}/.exec(text)?.[0] ?? "");
}

function withSingleSpaces(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

/** The docs version that a page's address names in one of its path segments (`/v2/`, `/2.0/`, letter case aside), or `null`. */
export function versionOfPage(page: string, versions: readonly string[]): string | null {
  const segments = new Set((pagePath(page)?.split("/") ?? []).map(decoded));
  const isNamed = (version: string) => segments.has(version) || segments.has(`v${version}`);
  return versions.find((version) => version !== "" && isNamed(version.toLowerCase())) ?? null;
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment).toLowerCase();
  } catch {
    return segment;
  }
}

/** Path of an address without its ornaments; `null` when it is no address. The host is left out: docs are often read on a preview host. */
function pagePath(address: string): string | null {
  const base = "https://docs.invalid";
  if (!URL.canParse(address, base)) return null;
  return new URL(address, base).pathname.replace(/(?:\/index)?(?:\.(?:html?|md))?\/*$/i, "").toLowerCase();
}

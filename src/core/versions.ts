/** Which version of the docs a turn is about: what the request says, the question names, the reader's page shows, or the default. */
import { versionOfPage } from "./page-preference.ts";
import type { CorpusInfo } from "./ports.ts";

/** What is known of a corpus' versions. */
export type Versioned = Pick<CorpusInfo, "versions" | "versionAliases">;

/** Names that mean the default version wherever no alias says otherwise. */
const DEFAULT_NAMES = new Set(["latest", "current", "stable", "default"]);

/**
 * The known version that a name means: itself, with or without `v`; an alias of the configuration; `latest`; or the newest of a line, so
 * that `v5` and `5.x` are 5.12 where 5.11 and 5.12 are there.
 * @returns `null` when it means none
 */
export function resolveVersion(name: string, corpus: Versioned): string | null {
  const { versions, versionAliases = {} } = corpus;
  const wanted = bare(name);
  const exact = versions.find((version) => bare(version) === wanted);
  if (exact !== undefined) return exact;
  const alias = Object.keys(versionAliases).find((known) => bare(known) === wanted);
  if (alias !== undefined) return versionAliases[alias]!;
  if (DEFAULT_NAMES.has(wanted)) return versions[0] ?? null;
  const line = /^(\d+(?:\.\d+)*)(?:\.x)*$/.exec(wanted)?.[1];
  if (line === undefined) return null;
  const ofLine = versions.filter((version) => bare(version).startsWith(`${line}.`) || bare(version) === line);
  return ofLine.sort(newestFirst)[0] ?? null;
}

function bare(version: string): string {
  return version
    .trim()
    .toLowerCase()
    .replace(/^v(?=\d)/, "");
}

function newestFirst(a: string, b: string): number {
  return b.localeCompare(a, "en", { numeric: true });
}

/** "v4", "version 4.2", "4.x", "版本 4", "バージョン4", "Version 4". */
const NAMED =
  /(?<![\p{L}\p{N}./@-])(?:v\.?\s?(\d+(?:\.\d+)*(?:\.x)?)|(?:versions?|release|版本|バージョン)\s*v?(\d+(?:\.\d+)*(?:\.x)?)|(\d+(?:\.\d+)*\.x))(?![\p{Script=Latin}\p{N}])(?!\.\d)/giu;
/** A number with a point counts only when the docs have just that version. */
const NUMBER = /(?<![\p{L}\p{N}./@-])\d+(?:\.\d+)+(?![\p{Script=Latin}\p{N}])(?!\.\d)/gu;

/**
 * The one version that a question names and the docs have.
 * @returns `null` when it names none, an unknown one, or several, as in "from v4 to v5"
 */
export function versionInQuestion(question: string, corpus: Versioned): string | null {
  if (corpus.versions.length < 2) return null;
  const named = [...question.matchAll(NAMED)].map((match) => match[1] ?? match[2] ?? match[3]!);
  const numbers = [...question.matchAll(NUMBER)]
    .map(([number]) => number)
    .filter((number) => corpus.versions.some((version) => bare(version) === number));
  const meant = new Set([...named, ...numbers].map((name) => resolveVersion(name, corpus)));
  meant.delete(null);
  return meant.size === 1 ? ([...meant][0] ?? null) : null;
}

export interface ChosenVersion {
  /** `""` when the corpus has no versions. */
  version: string;
  /** The version that the reader is at home in, where the answer is about another; else `null`. */
  home: string | null;
}

/**
 * Chooses the version of a turn.
 * @param wanted by the request
 * @param page address of the reader's page
 * @returns `null` when `wanted` is no version of these docs
 */
export function chooseVersion(
  question: string,
  wanted: string | undefined,
  page: string | undefined,
  corpus: Versioned,
): ChosenVersion | null {
  const { versions } = corpus;
  const ofPage = page === undefined ? null : versionOnPage(page, corpus);
  const given = wanted === undefined ? null : resolveVersion(wanted, corpus);
  if (wanted !== undefined && given === null) return null;
  const home = ofPage ?? given ?? versions[0] ?? "";
  const version = given ?? versionInQuestion(question, corpus) ?? home;
  return { version, home: version === home ? null : home };
}

/** The version that a page's address names: a version itself, or an alias such as `/latest/` or `/v5.x/`. */
function versionOnPage(page: string, corpus: Versioned): string | null {
  const exact = versionOfPage(page, corpus.versions);
  if (exact !== null || corpus.versions.length === 0 || !URL.canParse(page, "https://docs.invalid"))
    return exact;
  const segments = new URL(page, "https://docs.invalid").pathname.split("/");
  for (const segment of segments) {
    const isAlias = Object.keys(corpus.versionAliases ?? {}).some((alias) => bare(alias) === bare(segment));
    if (!isAlias && !/^(?:v\d+(?:\.\d+)*(?:\.x)?|\d+(?:\.\d+)*\.x|latest|current|stable)$/i.test(segment))
      continue;
    const version = resolveVersion(segment, corpus);
    if (version !== null) return version;
  }
  return null;
}

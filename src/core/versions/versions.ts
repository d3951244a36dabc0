/** Which version of the docs a turn is about: what the request says, the question names, the reader's page shows, or the default. */

import type { CorpusInfo } from "../ports.ts";
import { versionOfPage } from "../retrieval/page-preference.ts";
import { type VersionMention, versionMentions } from "./version-mentions.ts";
import { versionPairs } from "./version-pairs.ts";

/** What is known of a corpus' versions. */
export type Versioned = Pick<CorpusInfo, "versions" | "versionAliases"> & Partial<Pick<CorpusInfo, "name">>;

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

/** The versions that a question names and the docs have, each once, in its order. */
export function versionsInQuestion(question: string, corpus: Versioned): string[] {
  if (corpus.versions.length < 2) return [];
  const found: { name: string; at: number }[] = [];
  for (const mention of mentionsIn(question, corpus)) if (isMeant(mention, corpus)) found.push(mention);
  for (const { names, at } of versionPairs(question, corpus.name)) {
    if (names.every((name) => resolveVersion(name, corpus) !== null))
      for (const name of names) found.push({ name, at });
  }
  found.sort((a, b) => a.at - b.at);
  const meant = found.map(({ name }) => resolveVersion(name, corpus)).filter((version) => version !== null);
  return [...new Set(meant)];
}

function mentionsIn(question: string, corpus: Versioned): VersionMention[] {
  const names = [...Object.keys(corpus.versionAliases ?? {}), ...corpus.versions];
  return versionMentions(
    question,
    names.filter((name) => !/^v?\d/i.test(name)),
    corpus.name,
  );
}

/** A number alone counts only when the docs have just that version, or call one so. */
function isMeant({ name, isMarked }: VersionMention, corpus: Versioned): boolean {
  const known = [...corpus.versions, ...Object.keys(corpus.versionAliases ?? {})];
  return isMarked || known.some((version) => bare(version) === name);
}

/** Versions that a question names beyond doubt and the docs do not have: to be told rather than passed over. */
export function missingVersions(question: string, corpus: Versioned): string[] {
  if (corpus.versions.length < 2) return [];
  const certain = mentionsIn(question, corpus).filter(({ isCertain }) => isCertain);
  return [
    ...new Set(certain.map(({ name }) => name).filter((name) => resolveVersion(name, corpus) === null)),
  ];
}

/**
 * The version that earlier questions of a conversation are about: a follow-up stays in the version that was named or requested before it,
 * until a question names another or stands on its own.
 * @param questions of the reader, oldest first, the present one last
 * @param isFollowUp whether the question at a position leans on what was said before it
 * @param requested the version that the request of each question asked for, if any
 * @returns `null` when nothing carries over
 */
export function inheritedVersion(
  questions: readonly string[],
  isFollowUp: (position: number) => boolean,
  corpus: Versioned,
  requested: readonly (string | undefined)[] = [],
): string | null {
  for (let position = questions.length - 1; position >= 0; position -= 1) {
    const asked = requested[position];
    if (asked !== undefined) return resolveVersion(asked, corpus);
    const named = versionsInQuestion(questions[position]!, corpus);
    // Two at once are a comparison, after which neither is the topic.
    if (named.length > 0) return named.length === 1 ? named[0]! : null;
    if (missingVersions(questions[position]!, corpus).length > 0) return null;
    if (position === 0 || !isFollowUp(position)) return null;
  }
  return null;
}

export interface ChosenVersion {
  /** `""` when the corpus has no versions. */
  version: string;
  /** The version that the reader is at home in, where the answer is about another; else `null`. */
  home: string | null;
  /** A second version that the question compares it with: both are searched, each source says which it is of; else `null`. */
  compared: string | null;
}

/**
 * Chooses the version of a turn.
 * @param wanted by the request
 * @param page address of the reader's page
 * @param inherited of the conversation, see {@link inheritedVersion}
 * @returns `null` when `wanted` is no version of these docs
 */
export function chooseVersion(
  question: string,
  wanted: string | undefined,
  page: string | undefined,
  corpus: Versioned,
  inherited: string | null = null,
): ChosenVersion | null {
  const { versions } = corpus;
  const ofPage = page === undefined ? null : versionOnPage(page, corpus);
  const given = wanted === undefined ? null : resolveVersion(wanted, corpus);
  if (wanted !== undefined && given === null) return null;
  const home = ofPage ?? given ?? versions[0] ?? "";
  const named = given === null ? versionsInQuestion(question, corpus) : [];
  if (named.length === 2) {
    const [first, second] = named as [string, string];
    return { version: first, home: null, compared: second };
  }
  const version = given ?? (named.length === 1 ? named[0]! : (inherited ?? home));
  return { version, home: version === home ? null : home, compared: null };
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

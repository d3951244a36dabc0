/**
 * Questions for what a version changed, and nothing besides: "what's new in 2.0?", "what changed between 1 and 2?". Their words stand in
 * no section that answers them, so changelogs, release notes and migration guides are found by what pages and sections are called.
 */

import type { Passage } from "../passage.ts";
import type { PassageFilter, PassageIndex } from "../ports.ts";
import { isEverydayWord } from "../question/everyday-words.ts";
import { isFunctionWord } from "../question/language.ts";
import { foundByWords } from "../retrieval/found-by-words.ts";
import type { RankedPassage } from "../retrieval/retrieve.ts";
import { versionMentions } from "./version-mentions.ts";
import { versionPairs } from "./version-pairs.ts";

const ASKS =
  /\bwhat(?:['’]s|\s+(?:is|are|has|have|was|were))?\s+(?:new|changed|different|(?:the\s+)?(?:differences?|changes))\b|\b(?:breaking\s+)?changes?\b|\bdifferences?\b|\bchangelog\b|\brelease\s+notes?\b|\b(?:upgrad|migrat)(?:e|ing|ion)\b|\b(?:neu(?:es|e|erungen)?|geändert|änderungen|ändert|unterschiede?|migrier\p{L}*|umst[ei]\p{L}*|aktualisier\p{L}*)(?!\p{L})|有(?:什么|哪些|何)(?:新\p{Script=Han}{0,2}|变化|不同|区别|改变|更新|变更|改动)|新功能|新特性|变化|区别|变更|改动|升级|迁移|更新|変更点|違い|新機能|何が(?:変わ\p{Script=Hiragana}*|新し\p{Script=Hiragana}*)|変わ\p{Script=Hiragana}+|移行|アップグレード/giu;
const NUMBER = /(?<![\p{Script=Latin}\p{N}.])v?(\d+(?:\.\d+)*)(?:\.x)?(?![\p{Script=Latin}\p{N}])/giu;
/** Words of such questions that name no topic. */
const FILLER =
  /\b(?:versions?|releases?|docs?|documentation|auf|von|zu|bis|vs)\b|版本|版|之间|怎么|如何|什么|哪些|バージョン|何|どう|教え|すれば|ですか|ますか/giu;

const KIND =
  /\b(?:change\s?log|changes|release\s+notes|releases|history|news|what['’]?s\s+new|migrat\p{L}*|upgrad\p{L}*|breaking\s+changes)\b|änderung|neuerung|neu in|umstieg|versionshinweise|更新日志|变更|更新记录|发布说明|版本说明|新特性|新功能|迁移|升级|変更履歴|変更点|更新履歴|リリースノート|新機能|移行|アップグレード/iu;
const HEADING_LINE = /^#{1,6} (.+)$/gm;
/** A section of a version: "2.0.0 (2026-01-01)". */
const ENTRY = /^\W*v?\d+(?:\.\d+)+\b/i;
const GUIDE = /\b(?:migrat|upgrad)\p{L}*|umstieg|迁移|升级|移行|アップグレード/iu;
/** What else the heading of a guide may say. */
const GUIDE_WORD = /^(?:guides?|instructions?|notes?|versions?|releases?|leitfaden|anleitung|hinweise)$/i;
/** What such pages call themselves, searched for in one go. */
const WORDS =
  "changelog changes release notes releases history news new migration migrating upgrade upgrading breaking Änderungen Neuerungen Umstieg 更新日志 变更 发布说明 迁移 升级 変更履歴 リリースノート 移行";
const CANDIDATES = 40;

/**
 * The numbers of the versions whose changes a question asks for, as written without `v`.
 * @returns `null` for a question about anything else, or with a topic of its own
 */
export function askedChanges(
  question: string,
  index: Pick<PassageIndex, "corpus" | "analyzeQuery">,
): string[] | null {
  if (question.search(ASKS) < 0) return null;
  const numbers = [...question.matchAll(NUMBER)].map((match) => match[1]!);
  if (numbers.length === 0 || numbers.length > 2) return null;
  const name = index.corpus.name.toLowerCase();
  const rest = question
    .toLowerCase()
    .replaceAll(name, " ")
    .replace(ASKS, " ")
    .replace(NUMBER, " ")
    .replace(FILLER, " ");
  const words = rest.match(/[\p{L}\p{N}_]+/gu) ?? [];
  const isTopic = (word: string) => {
    if (/^[\p{Script=Hiragana}和与跟从到在中里的有吗呢了把]+$/u.test(word)) return false;
    return !isFunctionWord(word, "en") && !isFunctionWord(word, "de") && !isEverydayWord(word);
  };
  return words.some(isTopic) ? null : numbers;
}

/**
 * Whether a question asks what is new in a version or between two, and nothing besides. Where no section tells of that, sentences that
 * share its words are no answer. How to upgrade is told by other sections as well, and numbers of other things are none of versions.
 */
export function asksWhatChanged(
  question: string,
  index: Pick<PassageIndex, "corpus" | "analyzeQuery">,
): boolean {
  const numbers = askedChanges(question, index);
  if (numbers === null || GUIDE.test(question)) return false;
  const { name } = index.corpus;
  const named = [
    ...versionMentions(question, [], name).map((mention) => mention.name),
    ...versionPairs(question, name).flatMap(({ names }) => names),
  ].map((version) => version.replace(/\.x$/i, ""));
  return numbers.every((number) => named.includes(number));
}

/**
 * The sections that tell what a version changed, best first: those of changelogs and guides that name the newest of the versions asked
 * for; for two versions also guides that name none.
 * @param numbers see {@link askedChanges}
 */
export async function findChanges(
  numbers: readonly string[],
  filter: PassageFilter,
  topK: number,
  index: PassageIndex,
): Promise<RankedPassage[]> {
  const newest = [...numbers].sort((a, b) => b.localeCompare(a, "en", { numeric: true }))[0]!;
  const ranking = index.lexicalRanking(`${WORDS} ${numbers.join(" ")} ${newest}.0`, CANDIDATES, filter);
  const passages = await index.passages(ranking.map(({ chunk }) => chunk));
  const found = ranking.flatMap(({ chunk, value }, at) => {
    const passage = passages[at]!;
    const fit = fitOf(passage, newest, numbers.length > 1 ? index.corpus.name : null);
    return fit === 0 ? [] : [{ passage: sectionsAbout(passage, newest), chunk, value, fit, rank: at + 1 }];
  });
  found.sort((a, b) => b.fit - a.fit || a.rank - b.rank);
  return found.slice(0, topK).map((one, at) => foundByWords(one, at + 1));
}

/**
 * 2 for a section about the version's changes, 1 for one in the version's own docs that is called so without its number and for a guide to a
 * change of versions that names none, 0 for anything else.
 * @param product of which a guide may be, where a change of versions is asked for
 */
function fitOf(passage: Passage, version: string, product: string | null): number {
  const { title, headingPath, kind, text } = passage;
  if (kind === "code") return 0;
  const headings = [title, ...headingPath, ...[...text.matchAll(HEADING_LINE)].map((match) => match[1]!)];
  const isKind = [title, ...headingPath].some((heading) => KIND.test(heading));
  const isNamed = (heading: string) =>
    namesVersion(heading, version) && (isKind || KIND.test(heading) || ENTRY.test(heading));
  if (headings.some(isNamed)) return 2;
  const namesNone = headings.every((heading) => numbersIn(heading).length === 0);
  const isOwn = namesVersion(passage.version, version);
  if (
    isOwn &&
    namesNone &&
    [title, ...headingPath].some((heading) => heading.replace(KIND, "").trim() === "")
  )
    return 1;
  return product !== null && namesNone && headings.some((heading) => isGuide(heading, product)) ? 1 : 0;
}

/** "Upgrading", "How to migrate to a new version", but neither "Dispatcher.upgrade()" nor "Upgrading a connection". */
function isGuide(heading: string, product: string): boolean {
  if (!GUIDE.test(heading)) return false;
  const rest = heading.toLowerCase().replaceAll(product.toLowerCase(), " ");
  const words = rest.match(/[\p{Script=Latin}\p{N}_$.()]+/gu) ?? [];
  return words.every((word) => {
    const isOfGuide = GUIDE_WORD.test(word) || word.replace(GUIDE, "") === "";
    return isOfGuide || isFunctionWord(word, "en") || isFunctionWord(word, "de") || isEverydayWord(word);
  });
}

/** A chunk may hold several short sections: those of the version alone, or all where none names it. */
function sectionsAbout(passage: Passage, version: string): Passage {
  let isAbout = namesVersion([passage.title, ...passage.headingPath].join("\n"), version);
  const sections = passage.text.split(/^(?=#{1,6} )/m).filter((section) => {
    const heading = /^#{1,6} .*/.exec(section)?.[0] ?? "";
    if (numbersIn(heading).length > 0) isAbout = namesVersion(heading, version);
    return isAbout;
  });
  return sections.length === 0 ? passage : { ...passage, text: sections.join("") };
}

function numbersIn(heading: string): string[] {
  return [...heading.matchAll(NUMBER)].map((match) => match[1]!);
}

function namesVersion(heading: string, version: string): boolean {
  return numbersIn(heading).some(
    (number) => number === version || number.startsWith(`${version}.`) || version === `${number}.0`,
  );
}

/**
 * Where a question names a version of the docs, and where a number is something else: "HTTP 1.0" and "Python 3" are versions of other
 * things, "2.0 seconds" is a quantity. A number counts beside a word that makes it a version, and not behind a name that the docs do not
 * have.
 */
import { isEverydayWord } from "../question/everyday-words.ts";
import { isFunctionWord } from "../question/language.ts";

/** A name that may mean a version. */
export interface VersionMention {
  /** As written, without `v`. */
  name: string;
  /** UTF-16 offset. */
  at: number;
  /** True where it stands beside "version", `v` or the like, or is an alias; a number without it is a version only when the docs have it. */
  isMarked: boolean;
  /** True where the words say that it is a version, so that one which the docs lack is worth telling. */
  isCertain: boolean;
}

/** "v4", "version 4.2", "4.x", "版本 4", "バージョン4", "Version 4". */
const MARKED =
  /(?<![\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}./@-])(?:v\.?\s?(\d+(?:\.\d+)*(?:\.x)?)|(?:versions?|release|版本|バージョン)\s*v?(\d+(?:\.\d+)*(?:\.x)?)|(\d+(?:\.\d+)*\.x))(?![\p{Script=Latin}\p{N}])(?!\.\d)/giu;
/** A number with a point. */
const POINTED =
  /(?<![\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}./@-])\d+(?:\.\d+)+(?![\p{Script=Latin}\p{N}%])(?!\.\d)/gu;
/** A number without one: most of them count something, so the words on both sides must fit. */
const WHOLE =
  /(?<![\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}./@:#+-])\d{1,4}(?![\p{Script=Latin}\p{N}%_/:-])(?!\.\d)/gu;
/** Something is counted. */
const COUNTED =
  /^\s*(?:%|(?:ms|s|sec|min|h|[kmgt]i?b|bytes?|(?:milli|micro)?(?:seconds?|sekunden?)|minutes?|minuten?|hours?|stunden?|days?|tagen?|times|mal|percent|prozent)(?![\p{L}\p{N}])|[秒分个個回倍])/iu;

/** Words right before a bare number that may be a version's. */
const LEADS =
  /(?:^|[\s（(,，、])(?:in|for|on|since|until|before|after|with|under|using|für|bei|mit|seit|ab|unter|vor|nach)\s*$/iu;
/** The same before a number without a point: fewer, as "start with 1" and "split in 2" name none. */
const LEADS_WHOLE =
  /(?:^|[\s（(,])(?<!\b(?:split|splits|divide[ds]?|cut|break|broken|fold|end|ends|result|results)\s(?:\S+\s)?)(?:in|for|on|since|until|before|für|seit|ab)\s+$/iu;
const LEADS_WHOLE_CJK = /在\s*$/u;
/** Behind it: further numbers, which are of its kind. */
const SERIES = /^(?:\s*(?:,|,?\s*(?:and|or|to|und|oder|bis))\s*v?\d+(?:\.\d+)*)+/iu;
/** No noun and no unit follows: the sentence ends there, or goes on with one of these. */
const GOES_ON =
  /^\s*(?:$|[.,;:?!)\]"'”’。，；：？！）」]|(?:on|with|without|when|while|if|is|are|was|were|do|does|did|can|could|should|will|would|must|and|but|how|what|which|that|the|my|our|ist|sind|wird|wie|was|ohne|wenn|und)(?![\p{L}\p{N}_-])|in(?!\s*\d)(?![\p{L}\p{N}_-]))/iu;
const GOES_ON_CJK = /^\s*[中里版]/u;
/** Things: "6 connections", but not "6 does" or "6 class". */
const PLURAL = /^\s+(?!(?:is|was|does|has)\b)[\p{L}]+[^su\P{L}]s\b/iu;
const LEADS_CJK = /[在从對对于比跟自はでに、]\s*$/u;
/** Words that join a further number to one that was counted. */
const JOINS = /^\s*(?:,|and|or|to|vs\.?|versus|und|oder|auf|bis|到|和|与|跟|或|と|から|や)\s*$/iu;
/** "Between" and "from" alone give a range of values. */
const DIFFERS =
  /(?:\b(?:differ|chang|compar|unterschied|unterscheid|geändert|ändert)\p{L}*|\bnew)\b[^.?!]*\b(?:between|from|zwischen|von)\s*$/iu;
/** An upgrade's goal: "to" alone sets a value. */
const UPGRADES_TO =
  /\b(?:upgrad|updat|migrat|migrier|mov|switch|chang\w* over|wechs|umst[ei])\p{L}*(?:\s+[\p{L}'’-]+){0,4}\s+(?:to|auf|zu)\s*$/iu;
const VERSION_WORD_AFTER = /^[\s-]*(?:(?:version|release)s?\b|版本?|バージョン|系)/iu;
/** Names of versions that say of other things as well how far they are. */
const STATES = /^(?:latest|current|stable|default)$/i;
const VERSION_WORD_BEFORE = /(?:\b(?:version|release)s?|版本|バージョン)\s*$/iu;
const ENDS_HERE = /^\s*(?:$|[.,;:?!)\]。，；：？！）、]|[\p{Script=Han}\p{Script=Hiragana}])/u;
const STARTS_HERE = /(?:^|[.;:?!(（。；：？！])\s*$/u;

/**
 * What a question may name as a version, in its order.
 * @param aliases names of versions that are no numbers
 * @param product name of what the docs are about: right before a number it makes it a version
 */
export function versionMentions(
  question: string,
  aliases: readonly string[],
  product = "",
): VersionMention[] {
  const found: VersionMention[] = [];
  const marked: { at: number; end: number; counts: boolean }[] = [];
  for (const match of question.matchAll(MARKED)) {
    const before = question.slice(0, match.index);
    const end = match.index + match[0].length;
    const after = question.slice(end);
    const counts = !isOfAnother(before, after, product);
    marked.push({ at: match.index, end, counts });
    if (!counts) continue;
    const name = match[1] ?? match[2] ?? match[3]!;
    found.push({ name, at: match.index, isMarked: true, isCertain: isLedByLittle(before, product) });
  }
  let joined = -1;
  for (const match of question.matchAll(POINTED)) {
    const before = question.slice(0, match.index);
    const end = match.index + match[0].length;
    const after = question.slice(end);
    const counts =
      (isLed(before, product) ||
        VERSION_WORD_AFTER.test(after) ||
        (joined >= 0 && JOINS.test(before.slice(joined)))) &&
      !COUNTED.test(after) &&
      !isOfAnother(before, after, product);
    if (counts) found.push({ name: match[0], at: match.index, isMarked: false, isCertain: false });
    if (counts || found.some(({ at }) => at <= match.index && match.index <= at + 12)) joined = end;
  }
  const ends = marked.filter(({ counts }) => counts).map(({ end }) => end);
  for (const match of question.matchAll(WHOLE)) {
    const { index } = match;
    if (marked.some(({ at, end }) => at <= index && index < end)) continue;
    const before = question.slice(0, index);
    const after = question.slice(index + match[0].length);
    const isJoined = ends.some((end) => end < index && JOINS.test(before.slice(end)));
    if (!isWholeVersion(before, after, product, isJoined) || isOfAnother(before, after, product)) continue;
    found.push({ name: match[0], at: index, isMarked: false, isCertain: false });
    ends.push(index + match[0].length);
  }
  for (const name of aliases) found.push(...aliasMentions(question, name, product));
  return found.sort((a, b) => a.at - b.at);
}

/** "In 6?", "for 6, how …", "does undici 6 support": led by a word or the product's name, and nothing that it could count behind it. */
function isWholeVersion(before: string, after: string, product: string, isJoined: boolean): boolean {
  const rest = after.replace(SERIES, "");
  if (COUNTED.test(rest)) return false;
  if (endsWithName(before, product)) return !PLURAL.test(rest);
  if (LEADS_WHOLE_CJK.test(before)) return GOES_ON_CJK.test(after);
  return (isJoined || LEADS_WHOLE.test(before)) && GOES_ON.test(rest);
}

function isLed(before: string, product: string): boolean {
  return (
    STARTS_HERE.test(before) ||
    LEADS.test(before) ||
    LEADS_CJK.test(before) ||
    UPGRADES_TO.test(before) ||
    DIFFERS.test(before) ||
    endsWithName(before, product)
  );
}

/** An alias by whole words: beside "version", or, when it is no everyday word, in the place of a version ("in lts?"). */
function* aliasMentions(question: string, name: string, product: string): Generator<VersionMention> {
  const pattern = new RegExp(
    String.raw`(?<![\p{L}\p{N}_./@-])${escaped(name)}(?![\p{Script=Latin}\p{N}_/-])`,
    "giu",
  );
  for (const match of question.matchAll(pattern)) {
    const before = question.slice(0, match.index);
    const after = question.slice(match.index + match[0].length);
    const isBeside = VERSION_WORD_AFTER.test(after) || VERSION_WORD_BEFORE.test(before);
    const led = before.replace(/\b(?:the|der|die|das|dem|den|our)\s*$/iu, "");
    const word = /^\s*([\p{Script=Latin}\d]+)/u.exec(after)?.[1];
    const goesOn = word === undefined ? ENDS_HERE.test(after) : isLittleWord(word);
    const isPlace =
      !isEverydayWord(name) &&
      !STATES.test(name) &&
      !isLittleWord(name) &&
      goesOn &&
      (isLed(led, product) || /\b(?:and|or|und|oder)\s*$/iu.test(led));
    const afterVersion = after.replace(VERSION_WORD_AFTER, "");
    if ((isBeside || isPlace) && !isOfAnother(isBeside ? "" : before, afterVersion, product))
      yield { name, at: match.index, isMarked: true, isCertain: false };
  }
}

/** "HTTP 1.0", "on Node v22", "version 3 of Python": a name in capitals that is not the docs' own. */
function isOfAnother(before: string, after: string, product: string): boolean {
  const owner = /^\s*(?:of|von|des|der)\s+(?:the\s+|der\s+|des\s+)?(\p{Lu}[\p{L}\p{N}.+#-]*)/u.exec(
    after,
  )?.[1];
  if (owner !== undefined && !product.toLowerCase().startsWith(owner.toLowerCase())) return true;
  if (endsWithName(before, product)) return false;
  const word = /([\p{Script=Latin}][\p{Script=Latin}\p{N}.+#-]*)\s*(?:version\s*)?$/iu.exec(before);
  if (word === null || !/\p{Lu}/u.test(word[1]!) || isLittleWord(word[1]!)) return false;
  const isFirst = STARTS_HERE.test(before.slice(0, word.index));
  return !isFirst || /\p{Lu}/u.test(word[1]!.slice(1));
}

/** Nothing stands before it, or a word that names nothing: what is before "version 3" in "with the schema version 3" names a thing. */
function isLedByLittle(before: string, product: string): boolean {
  if (STARTS_HERE.test(before) || endsWithName(before, product)) return true;
  const word = /([\p{L}\p{N}_-]+)\s*$/u.exec(before)?.[1];
  return word === undefined || !/\p{Script=Latin}/u.test(word) || isLittleWord(word);
}

function isLittleWord(word: string): boolean {
  const lower = word.toLowerCase();
  return isFunctionWord(lower, "en") || isFunctionWord(lower, "de");
}

function endsWithName(before: string, product: string): boolean {
  const name = product.trim().toLowerCase();
  const start = before.trimEnd().toLowerCase();
  return (
    name !== "" && start.endsWith(name) && !/[\p{Script=Latin}\p{N}]$/u.test(start.slice(0, -name.length))
  );
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
}

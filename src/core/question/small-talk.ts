/**
 * Small talk: greetings, thanks, remarks and announcements, alone or around a question. A message of nothing else is answered with a
 * friendly line; around a question they are left out of all that looks for an answer, since they say nothing of what is asked.
 */

import { PHRASES_BEYOND_LATIN } from "./small-talk/beyond-latin.ts";
import { ENGLISH_PHRASES } from "./small-talk/english.ts";
import { LATIN_PHRASES } from "./small-talk/latin.ts";
import { ADDITIONS, QUESTION_OPENERS, type SmallTalkRole, UNSPACED_OPENERS } from "./small-talk/phrases.ts";

const LANGUAGES = [...ENGLISH_PHRASES, ...LATIN_PHRASES, ...PHRASES_BEYOND_LATIN];

/** A message without its small talk. */
export interface SpokenQuestion {
  /** What is asked, `""` when nothing is. */
  question: string;
  /** Of the small talk, BCP 47 primary tag; `""` where it is usual in every language ("hi"), null where there is none. */
  language: string | null;
  /** True when what is said may be the name of a thing as well: "help", "perfect". */
  mayBeName: boolean;
}

/** Roles that may end a message; a greeting or a remark at the end belongs to the question. */
const ENDING = new Set<SmallTalkRole>(["thanks", "farewell", "closing", "call"]);
const NAMES = new Set<SmallTalkRole>(["remark", "call"]);
/** Behind them a colon announces a question; "ok: when is it said?" asks about a word. */
const BEFORE_COLON = new Set<SmallTalkRole>(["greeting", "announcement", "asking"]);
/** A question may follow them without a mark. */
const BEFORE_QUESTION = new Set<SmallTalkRole>([
  "greeting",
  "thanks",
  "farewell",
  "remark",
  "announcement",
  "asking",
  "closing",
]);

const EMOJI =
  "(?:[\\p{Extended_Pictographic}\\p{Regional_Indicator}][\\u200d\\ufe0f\\u{1f3fb}-\\u{1f3ff}]{0,4}|[:;]-?[)D(P]|<3|\\^\\^)";
const WORD_END = "(?![\\p{L}\\p{N}_])";
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]$/u;
/** What may end a message comes first: of equally long phrases the first is taken. */
const ROLES: readonly SmallTalkRole[] = [
  "thanks",
  "farewell",
  "closing",
  "greeting",
  "remark",
  "call",
  "announcement",
  "asking",
];

interface Phrases {
  language: string;
  role: SmallTalkRole;
  pattern: RegExp;
}

const PHRASES: readonly Phrases[] = ROLES.flatMap((role) =>
  LANGUAGES.flatMap(([language, said]): Phrases[] => {
    const wordings = said[role];
    if (wordings === undefined) return [];
    const end = language === "zh" || language === "ja" ? "" : WORD_END;
    const pattern = new RegExp(`(?:${wordings.map((one) => `${one}${end}`).join("|")})`, "iuy");
    return [{ language, role, pattern }];
  }),
);

const BLANK = /[\s¡¿]*/uy;
const FACE = new RegExp(`${EMOJI}+`, "uy");
const ADDITION = new RegExp(
  `[\\s,]{1,3}(?:@[\\p{L}\\p{N}_-]{1,40}|${ADDITIONS.join("|")})${WORD_END}`,
  "iuy",
);
/** A name that nobody here knows; "Hello World" is the name of an example. */
const CALLED =
  /\s(?!World|Welt|Mundo|Monde|Mondo|Wereld)\p{Lu}[\p{L}\p{N}]{1,20}(?: \p{Lu}[\p{L}\p{N}]{1,20})?(?=\s{0,2}(?:[,!]|\n))/uy;
/** Who signs. */
const SIGNED = /[\s,]{1,3}\p{Lu}[\p{L}.-]{0,20}(?: \p{Lu}[\p{L}.-]{0,20})?(?=\s*$)/uy;
const MARKS = /\s*(?:[,!?;~…。！？、，；]|\.(?=\s|\.|$)|\s[-–—](?=\s)|\n)+/uy;
const COLON = /\s{0,3}(?::(?=\s)|：)/uy;
const OPENER = new RegExp(`\\s+(?=(?:${QUESTION_OPENERS.join("|")})${WORD_END})`, "iuy");
/** A word between a comma and another one or a conjunction. */
const ENUMERATION = new RegExp(
  `,\\s{1,3}(?!(?:${QUESTION_OPENERS.join("|")})${WORD_END})[\\p{L}\\p{N}_-]{1,40}(?:,\\s|\\s(?:and|or|und|oder|et|ou|y|o|e|en|и|или)\\s)`,
  "iuy",
);
const UNSPACED_OPENER = new RegExp(`(?=[${UNSPACED_OPENERS}])`, "uy");
/** Behind it, whatever stands before, nothing is asked any more. */
const SURE_ENDINGS =
  /^(?:many thanks|.*(?:in advance|im voraus|d['’]avance|par avance|de antemano|por adelantado|desde já|in anticipo))/iu;

/** Of a message, so much at its end is looked through for thanks. */
const MAX_ENDING_CHARS = 160;
/** Phrases in a row; more are no small talk. */
const MAX_PHRASES = 8;

/** What stands at a position: one phrase with all that belongs to it. */
interface Said {
  end: number;
  language: string;
  roles: readonly SmallTalkRole[];
}

/**
 * Parts a message into what it asks and the small talk around it.
 * @param name of the docs, by which they may be addressed
 */
export function spokenQuestion(message: string, name = ""): SpokenQuestion {
  const text = message.trim();
  const before = phrasesFrom(text, 0, name);
  if (before.end >= text.length) {
    const mayBeName = before.roles.length === 1 && before.roles.every((role) => NAMES.has(role));
    return { question: "", language: text === "" ? null : before.language, mayBeName };
  }
  const after = endingOf(text, before.end, name);
  const question = text
    .slice(before.end, after.start)
    .replace(/^[,;:.!–—-]{1,3}\s+/u, "")
    .trim()
    .replace(/[,;，、]$/u, "");
  const isSaid = before.end > 0 || after.start < text.length;
  const language = isSaid ? before.language || after.language : null;
  if (/[\p{L}\p{N}]/u.test(question)) return { question, language, mayBeName: false };
  return { question: text, language: null, mayBeName: false };
}

/** What a message asks, without the small talk around it; the whole message where it is nothing else. */
export function bareQuestion(message: string, name = ""): string {
  return spokenQuestion(message, name).question || message;
}

/**
 * The language of a message that is nothing but small talk, BCP 47 primary tag; `""` for one that is usual in every language ("hi"),
 * null for a message that asks or says anything else.
 */
export function smallTalkLanguage(message: string, name = ""): string | null {
  const { question, language } = spokenQuestion(message, name);
  return question === "" ? language : null;
}

/** As many phrases as follow one another, to where something else begins. */
function phrasesFrom(text: string, start: number, name: string): Said {
  const roles: SmallTalkRole[] = [];
  let language = "";
  let at = start;
  for (let count = 0; count < MAX_PHRASES && at < text.length; count++) {
    const said = phraseAt(text, at, name);
    if (said === null) break;
    at = said.end;
    language ||= said.language;
    roles.push(...said.roles);
  }
  return { end: at, language, roles };
}

/** One phrase, up to what parts it from the rest; null where none stands, or where the sentence goes on behind it. */
function phraseAt(text: string, start: number, name: string, depth = 0): Said | null {
  const from = skip(BLANK, text, start);
  const face = skip(FACE, text, from);
  if (face > from) return { end: skipMarks(text, face), language: "", roles: [] };
  let longest: Said | null = null;
  for (const { language, role, pattern } of PHRASES) {
    const end = skip(pattern, text, from);
    if (end === from || (longest !== null && end <= longest.end)) continue;
    longest = { end, language, roles: [role] };
  }
  if (longest === null) return null;
  const role = longest.roles[0]!;
  const end = endOfPhrase(text, skipAdditions(text, longest.end, role, name), role, name, depth);
  return end === null ? null : { ...longest, end };
}

/** Whom it addresses and what strengthens it: "there", "a lot", the name of the docs. */
function skipAdditions(text: string, start: number, role: SmallTalkRole, name: string): number {
  let at = start;
  for (let count = 0; count < 3; count++) {
    let next = skip(ADDITION, text, at);
    if (next === at && name !== "") next = skipName(text, at, name);
    if (next === at && (role === "greeting" || role === "thanks")) next = skip(CALLED, text, at);
    if (next === at && role === "closing") next = skip(SIGNED, text, at);
    if (next === at) break;
    at = next;
  }
  return at;
}

function skipName(text: string, start: number, name: string): number {
  const from = skip(/[\s,]{1,3}/uy, text, start);
  const end = from + name.length;
  const isName = from > start && text.slice(from, end).toLowerCase() === name.toLowerCase();
  return isName && !/^[\p{L}\p{N}_.-]*[\p{L}\p{N}]/u.test(text.slice(end)) ? end : start;
}

/** Where the rest begins: behind a mark, or where a question or another phrase follows. Null where the sentence goes on. */
function endOfPhrase(
  text: string,
  at: number,
  role: SmallTalkRole,
  name: string,
  depth: number,
): number | null {
  if (skip(/\s*/uy, text, at) >= text.length) return text.length;
  // "Help, version and quiet": the first of what is asked about.
  if (NAMES.has(role) && matchesAt(ENUMERATION, text, at)) return null;
  const marks = skipMarks(text, at);
  if (marks > at) return marks;
  if (BEFORE_COLON.has(role)) {
    const colon = skip(COLON, text, at);
    if (colon > at) return skip(/\s*/uy, text, colon);
    if (role === "asking") return at;
  }
  if (BEFORE_QUESTION.has(role)) {
    const opener = skip(OPENER, text, at);
    if (opener > at) return opener;
    if (UNSPACED.test(text.slice(0, at)) && matchesAt(UNSPACED_OPENER, text, at)) return at;
  }
  // "okay thanks": what follows is small talk as well.
  const isParted = /\s/.test(text[at] ?? "") || UNSPACED.test(text.slice(0, at)) || matchesAt(FACE, text, at);
  return isParted && depth < MAX_PHRASES && phraseAt(text, at, name, depth + 1) !== null ? at : null;
}

/** The place from which on a message says nothing but thanks, please or goodbye. */
function endingOf(text: string, from: number, name: string): { start: number; language: string } {
  for (let at = Math.max(from + 1, text.length - MAX_ENDING_CHARS); at < text.length; at++) {
    const before = text[at - 1]!;
    if (!/[\s,;.!?…。！？、，；\p{Extended_Pictographic}]/u.test(before) && !matchesAt(FACE, text, at))
      continue;
    if (/\s/.test(text[at]!)) continue;
    const isParted = /[,;.!?…。！？、，；\n]\s{0,3}$/u.test(text.slice(Math.max(0, at - 4), at));
    if (!isParted && !matchesAt(FACE, text, at) && !SURE_ENDINGS.test(text.slice(at))) continue;
    const said = phrasesFrom(text, at, name);
    // "Which commands are there: start, stop, help?"
    const isListed =
      /[,，、]\s{0,3}$/.test(text.slice(Math.max(from, at - 4), at)) &&
      /^[\p{L}\p{N}]+\W*$/u.test(text.slice(at));
    if (isListed && said.roles.includes("call")) continue;
    if (said.end >= text.length && said.roles.every((role) => ENDING.has(role)))
      return { start: at, language: said.language };
  }
  return { start: text.length, language: "" };
}

function skipMarks(text: string, start: number): number {
  const marks = skip(MARKS, text, start);
  return marks > start ? skip(/\s*/uy, text, marks) : start;
}

/** @returns the position behind what a sticky pattern matches at `start`, or `start` */
function skip(pattern: RegExp, text: string, start: number): number {
  pattern.lastIndex = start;
  return pattern.test(text) ? pattern.lastIndex : start;
}

function matchesAt(pattern: RegExp, text: string, at: number): boolean {
  pattern.lastIndex = at;
  return pattern.test(text);
}

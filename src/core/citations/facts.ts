/**
 * What a sentence states, in a form that can be looked up in a passage: numbers, identifiers, quoted strings, concepts
 * and words, each with whether it stands in a negated clause.
 */
import { stemEnglish } from "../../index-format/english-stemmer.ts";
import { type ConceptMatch, findConcepts } from "../glossary.ts";
import { isFunctionWord } from "../language.ts";
import { findNumbers, findPeriods, type NumberFact } from "./numbers.ts";

/** A name from code, or a proper name. */
export interface IdentifierFact {
  /** As it stands, without code marks. */
  name: string;
  /** From a code span, or spelled as only code is. What is not is a proper name or an abbreviation. */
  isCode: boolean;
  /** Position in the text, UTF-16 units. */
  start: number;
}

/** A word or a concept. */
export interface TermFact {
  /** `#concept` or a stem. */
  key: string;
  /** 1 or -1 for the pole of a concept with an opposite, turned by a negation; 1 or -1 by negation alone for others. */
  sign: 1 | -1;
  /** True for a concept that has an opposite. */
  polar: boolean;
  /** True for what can be done or not: only there a negation contradicts. */
  isPredicate: boolean;
  /** 1 for a word that says something, less for what nearly every sentence holds. */
  weight: number;
  /** Position in the text, UTF-16 units. */
  start: number;
}

export interface Facts {
  numbers: NumberFact[];
  periods: string[];
  identifiers: IdentifierFact[];
  quoted: string[];
  terms: TermFact[];
}

/** Spellings that only code has: `snake_case`, `camelCase`, `--flag`, `a.b()`, `CONSTANT_CASE`, `X-Header`, `file.ext`. */
const CODE_LIKE =
  /(?<![\p{L}\p{N}_])(?:--?[a-z][\w-]+|@?[A-Za-z$][\w$]{0,100}(?:[./:-][\w$]{1,100}){0,12}\(\)|[A-Za-z][A-Za-z0-9]*_\w+|[a-z][a-z0-9]*[A-Z]\w*|(?:[A-Z][a-z0-9]+){2,}|[A-Z][A-Z0-9]+(?:_[A-Z0-9]+)+|X-[A-Z][\w-]+|[\w-]{1,100}\.(?:js|ts|tsx|py|md|mdx|json|toml|ya?ml|css|html|sh|txt|pem|env|lock)|[A-Z]{2,}(?:-[A-Z0-9]+)+|[A-Z]+-[A-Z]+\d+|[A-Za-z]+\/\d(?:\.\d)?)(?![\p{L}\p{N}_])/gu;
const ACRONYM = /(?<![\p{L}\p{N}_-])[A-Z][A-Z0-9]{1,7}(?![\p{Ll}\p{N}_])/gu;
const CAPITALIZED = /(?<![\p{L}\p{N}_-])[A-Z][a-z]{2,}(?![\p{L}\p{N}_])/gu;
/** Abbreviations that any technical sentence may use on its own. */
const COMMON_ACRONYMS = new Set(
  "API URL URI HTTP HTTPS CLI ID IDS OK JSON HTML CSS UI OS IP CPU SDK FAQ DB APP RAM TLS SSL".split(" "),
);

const QUOTED =
  /"([^"\n]{3,160})"|“([^”\n]{3,160})”|„([^“”\n]{3,160})[“”]|«([^»\n]{3,160})»|「([^」\n]{2,120})」|『([^』\n]{2,120})』/g;

/** Words that nearly every sentence of docs may hold. */
const LIGHT = new Set(
  "use set make get pass call take give want need work thing way case also provide let see follow note mean possible specify nutz verwend setz angeb bedeut".split(
    " ",
  ),
);

/** Where a clause ends for what a negation covers. */
const CLAUSE_BREAK =
  /[,;:–—(][\s]?|[，；：（]|\s(?:but|while|whereas|unless|if|when|until|because|since|which|so that|aber|sondern|während|sofern|wenn|weil|damit|bis)\s|但是?|如果|除非|并且|而|ただし|場合|ですが?、|が、|限り、|と、|ば、|ので、/giu;

const NEGATIONS =
  /(?<![\p{L}])(?:(?:not|no)(?! (?:more|longer|larger|later|greater|fewer|less|earlier) than)|never|none|neither|nor|without|cannot|nothing|nobody|isn't|aren't|doesn't|don't|didn't|won't|can't|couldn't|wasn't|weren't|hasn't|haven't|shouldn't|mustn't|nicht(?! (?:mehr|weniger|länger|größer|später|früher) als)|nichts|nie|niemals|ohne|weder|kein\w{0,2})(?![\p{L}])|n't\b|不(?!同|仅|过|断|管|论|区分|超过|能超过|得超过|满|足)|没|無し|无法|无需|未(?!来)|勿|ません|ない(?!限り)|なく|なし|ず(?=に|、|。|$)|できぬ/giu;
/** Turns a negated clause into a limit: "only once". */
const ONLY_WITH_NEGATION = /しか|not only|nicht nur|不仅|不只/i;

/** Facts of a text without citation markers. @param language BCP 47 tag of the text */
export function findFacts(text: string, language: string): Facts {
  const { bare, spans } = maskCode(text);
  const identifiers: IdentifierFact[] = spans.map(({ code, start }) => ({ name: code, isCode: true, start }));
  const masked = addNames(bare, language, identifiers);
  const quoted = [...bare.matchAll(QUOTED)].map(
    (match) => match.slice(1).find((group) => group !== undefined)!,
  );
  const numbers = findNumbers(bare, { language });
  return {
    numbers,
    periods: findPeriods(bare),
    identifiers,
    quoted,
    terms: findTerms(withoutNumbers(masked, numbers), language),
  };
}

/** Names of a text: those in code marks, those spelled as only code is, proper names. */
export function findIdentifiers(text: string, language: string): IdentifierFact[] {
  const { bare, spans } = maskCode(text);
  const identifiers: IdentifierFact[] = spans.map(({ code, start }) => ({ name: code, isCode: true, start }));
  addNames(bare, language, identifiers);
  return identifiers;
}

/**
 * Terms of a passage's sentence, those inside code marks and names included: docs write `retries` where a sentence says
 * "retries". Positions are those of the text.
 */
export function spelledTerms(text: string, numbers: readonly NumberFact[], language: string): TermFact[] {
  const plain = withoutNumbers(text, numbers)
    .replace(/[`*_={}"<>|]/g, " ")
    .replace(/(?<=[\p{L}\p{N}])[.:/-](?=[\p{L}\p{N}])/gu, " ");
  return findTerms(plain, language);
}

/** Quantities are facts of their own: "90 days" is no word about days. */
function withoutNumbers(text: string, numbers: readonly NumberFact[]): string {
  let rest = "";
  let from = 0;
  for (const { start, end } of numbers) {
    // Two may overlap, such as a count in words and its unit.
    if (end <= from) continue;
    rest += text.slice(from, Math.max(from, start)) + " ".repeat(end - Math.max(from, start));
    from = end;
  }
  return rest + text.slice(from);
}

/** Code spans taken out and replaced by spaces of the same length. */
function maskCode(text: string): { bare: string; spans: { code: string; start: number }[] } {
  const spans: { code: string; start: number }[] = [];
  const bare = text.replace(
    /(?<!`)(`+)(?!`)([\s\S]*?[^`])\1(?!`)/g,
    (whole, _marks: string, code: string, start: number) => {
      spans.push({ code: code.trim(), start });
      return " ".repeat(whole.length);
    },
  );
  return { bare, spans };
}

/** Adds names that stand outside code marks; returns the text with them replaced by spaces. */
function addNames(bare: string, language: string, identifiers: IdentifierFact[]): string {
  const add = (name: string, start: number, isCode: boolean) => {
    identifiers.push({ name, isCode, start });
    return " ".repeat(name.length);
  };
  let masked = bare.replace(CODE_LIKE, (name: string, start: number) => add(name, start, true));
  masked = masked.replace(ACRONYM, (name: string, start: number) =>
    COMMON_ACRONYMS.has(name) ? name : add(name, start, false),
  );
  if (language === "de") return masked;
  return masked.replace(CAPITALIZED, (name: string, start: number) => {
    // The first word of a Latin sentence is capitalized anyway.
    const first =
      /(?:^|[.!?:]\s*|^[\s*_("'“]*)$/.test(masked.slice(0, start).trimEnd()) && !isUnspaced(language);
    return first ? name : add(name, start, false);
  });
}

function isUnspaced(language: string): boolean {
  return language === "zh" || language === "ja";
}

function findTerms(masked: string, language: string): TermFact[] {
  const terms: TermFact[] = [];
  const concepts = findConcepts(masked, language);
  const negated = negatedRanges(masked, concepts);
  const negationAt = (position: number) =>
    negated.some(([start, end]) => position >= start && position < end);
  for (const match of concepts) {
    const term = conceptTerm(match, negationAt(match.start));
    terms.push(isNominal(masked, match) ? { ...term, isPredicate: false } : term);
  }
  const covered = (start: number) => concepts.some((match) => start >= match.start && start < match.end);
  for (const match of masked.matchAll(/\p{Script=Latin}[\p{Script=Latin}\p{M}'’-]*/gu)) {
    const word = match[0].toLowerCase().replace(/['’]s?$/, "");
    if (word.length < 2 || covered(match.index) || isFunctionWord(word, language)) continue;
    const key = stemWord(word, language);
    const sign = negationAt(match.index) ? -1 : 1;
    const weight = LIGHT.has(key) ? 0.3 : 1;
    const isPredicate = weight === 1 && looksLikePredicate(masked, match.index, match[0], language);
    terms.push({ key, sign, polar: false, isPredicate, weight, start: match.index });
  }
  addUnspacedTerms(masked, covered, negationAt, terms);
  return terms.sort((a, b) => a.start - b.start);
}

/** German nouns are capitalized; English verbs follow an auxiliary or end in -ed. */
function looksLikePredicate(text: string, at: number, word: string, language: string): boolean {
  if (language === "de") return /^\p{Ll}/u.test(word);
  if (language !== "en") return false;
  const before = text.slice(Math.max(0, at - 24), at).toLowerCase();
  if (/ed$/.test(word) && word.length > 4) return true;
  return /\b(?:not|never|cannot|can|must|may|will|should|does|do|is|are|was|were|be|been|n't)\s+(?:\w+ly\s+)?$/.test(
    before,
  );
}

/** What is spoken of rather than what is said of it: "for sharing", "to make it safe", "the cache" against "is cached". */
function isNominal(text: string, { concept, start, end }: ConceptMatch): boolean {
  const before = text.slice(Math.max(0, start - 30), start).toLowerCase();
  const surface = text.slice(start, end).toLowerCase();
  if (/\b(?:to|zu|zum)\s+$|\bto (?:make|keep|get|have|let) (?:\w+ )?$/.test(before)) return true;
  if (/ing$/.test(surface) && /\b(?:for|by|of|without|when|while|in|on|from|about)\s+$/.test(before))
    return true;
  if (!NOUNS_TOO.has(concept)) return false;
  return (
    !/(?:ed|ing)$|^ge\w+t$|iert$/.test(surface) && !/[被会會不]$|(?:n't|not|never|nicht|nie)\s+$/.test(before)
  );
}

/** Concepts whose words are as often names of things. */
const NOUNS_TOO = new Set([
  "cache",
  "log",
  "index",
  "search",
  "limit",
  "parse",
  "schedule",
  "deploy",
  "migration",
  "restore",
  "compress",
]);

function conceptTerm(match: ConceptMatch, negated: boolean): TermFact {
  const turned = negated ? -1 : 1;
  const sign = ((match.pole === 0 ? 1 : match.pole) * turned) as 1 | -1;
  const weight = VAGUE_CONCEPTS.has(match.concept) ? 0.4 : 1;
  const polar = match.pole !== 0;
  const isPredicate = polar || PREDICATES.has(match.concept);
  return { key: `#${match.concept}`, sign, polar, isPredicate, weight, start: match.start };
}

/** Concepts without an opposite that are done or not done. */
const PREDICATES = new Set(
  "read write send receive retry redirect limit auth verify encrypt override ignore install call run return match search parse deploy migration restore schedule notification compress share listen convert replace hide compare choose print extend disconnect cache log index duplicate raise shared merge generate subscribe wait validate".split(
    " ",
  ),
);

/** Concepts that say little about what a sentence is about. */
const VAGUE_CONCEPTS = new Set([
  "possible",
  "before",
  "after",
  "optional",
  "all",
  "only",
  "same",
  "other",
  "value",
  "call",
  "attempt",
  "option",
]);

/** Han pairs and katakana words that no concept covers. */
function addUnspacedTerms(
  text: string,
  covered: (start: number) => boolean,
  negationAt: (position: number) => boolean,
  terms: TermFact[],
): void {
  const push = (key: string, start: number, weight: number) =>
    terms.push({ key, sign: negationAt(start) ? -1 : 1, polar: false, isPredicate: false, weight, start });
  for (const match of text.matchAll(/[\p{Script=Katakana}ー]{2,}/gu)) {
    if (!covered(match.index)) push(match[0], match.index, 1);
  }
  for (const match of text.matchAll(/\p{Script=Han}+/gu)) {
    for (let at = match.index; at + 1 < match.index + match[0].length; at += 1) {
      if (covered(at) || covered(at + 1)) continue;
      push(text.slice(at, at + 2), at, 0.5);
    }
  }
}

/** Stretches between clause breaks that hold an odd number of negations. */
function negatedRanges(text: string, concepts: readonly ConceptMatch[]): [number, number][] {
  // The 未 of 未使用 is a part of the word.
  const bare = concepts.reduce(
    (rest, { start, end }) =>
      /^[\x20-\x7e]+$/.test(rest.slice(start, end))
        ? rest
        : rest.slice(0, start) + "〇".repeat(end - start) + rest.slice(end),
    text,
  );
  const ranges: [number, number][] = [];
  let start = 0;
  const breaks = [...text.matchAll(CLAUSE_BREAK)].map((match) => match.index + match[0].length);
  for (const end of [...breaks, text.length]) {
    const clause = bare.slice(start, end);
    const count = clause.match(NEGATIONS)?.length ?? 0;
    if (count % 2 === 1 && !ONLY_WITH_NEGATION.test(text.slice(start, end))) ranges.push([start, end]);
    start = end;
  }
  return ranges;
}

/** A word's comparable form. */
function stemWord(word: string, language: string): string {
  if (language === "de") return stemGerman(word);
  return /^[a-z]+$/.test(word) ? stemEnglish(word) : word;
}

/** Endings off, umlauts folded: enough to compare two German sentences. */
function stemGerman(word: string): string {
  const folded = word.replace(/ä/g, "a").replace(/ö/g, "o").replace(/ü/g, "u").replace(/ß/g, "ss");
  const stem = folded.replace(/(?:ern|em|er|en|es|et|e|n|s|t)$/, "");
  return stem.length >= 3 ? stem : folded;
}

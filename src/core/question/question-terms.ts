/**
 * What a question asks about, as the index sees it: its terms with how much each says and whether the docs know it. The
 * common ground of coverage, extraction, gate, follow-ups and the second query.
 */
import { stemEnglish } from "../../index-format/text/english-stemmer.ts";
import { singularAbbreviation } from "../../index-format/text/plural-abbreviations.ts";
import type { PassageIndex, QueryTerm } from "../ports.ts";
import { missingVersions, resolveVersion, versionsInQuestion } from "../versions/versions.ts";
import { isEverydayWord } from "./everyday-words.ts";
import { findConcepts } from "./glossary.ts";
import { detectLanguage, isFunctionWord } from "./language.ts";
import { lexicalQuery } from "./translation.ts";

/** One term of a question. */
export interface QuestionTerm {
  /** As it stands in the question, or an English word in its place. */
  surface: string;
  /** Index terms that mean it. */
  terms: readonly string[];
  /** Chunks that hold it; 0 when the docs do not have the word itself. */
  docFreq: number;
  /** How much it says: inverse document frequency, less for everyday words. */
  weight: number;
  /** True for what must match literally, and for names and abbreviations. */
  isName: boolean;
  /** Concepts of the word, so that "switch off" finds "disable". */
  concepts: readonly string[];
  /** A text holds it only in just this spelling; absent where capitals make no difference. */
  spelling?: string;
}

/** Part of its weight that an everyday word keeps. */
const EVERYDAY_SHARE = 0.4;
/** A word of a question in another language came through a small glossary. */
const TRANSLATED_SHARE = 0.8;
/** Words of the corpus's own name say nothing in it. */
const OWN_NAME_SHARE = 0.15;
/** A figure that the docs do not mention is the reader's own. */
const UNKNOWN_VALUE_SHARE = 0.25;

const WORD_OF_VERSION = /^(?:versions?|release)$/i;
const NUMBERED_VERSION = /\b(?:versions?|release)\s+v?\d/i;

/** Terms of a question, in its order, without those that only name versions: those searched anyway, and those that the docs lack. */
export function questionTerms(question: string, index: PassageIndex): QuestionTerm[] {
  const terms = allTerms(question, index);
  const named = versionsInQuestion(question, index.corpus);
  const missing = missingVersions(question, index.corpus);
  if (named.length + missing.length === 0) return terms;
  const others = terms.filter(({ surface }) => {
    if (WORD_OF_VERSION.test(surface) && NUMBERED_VERSION.test(question)) return false;
    if (missing.includes(surface.replace(/^v(?=\d)/i, ""))) return false;
    const version = resolveVersion(surface, index.corpus);
    return version === null || !named.includes(version);
  });
  return others.length === 0 ? terms : others;
}

function allTerms(question: string, index: PassageIndex): QuestionTerm[] {
  const docsLanguage = primaryTag(index.corpus.language);
  const language = detectLanguage(question, docsLanguage);
  if (language !== docsLanguage && !hasLanguage(index, language))
    return foreignTerms(question, language, index);
  const asked = question.replace(MEASURED, "$1");
  return withoutParts(index.analyzeQuery(asked)).map((term) => questionTerm(term, asked, index, 1));
}

/** "How long" asks for a figure: it is not about what is long. */
const MEASURED = /\b(how) (?:many|much|long|often|big|large|high|fast|far|old)\b/gi;

function hasLanguage(index: PassageIndex, language: string): boolean {
  return index.corpus.languages.some((docs) => primaryTag(docs) === language);
}

function primaryTag(language: string): string {
  return language.toLowerCase().split(/[-_]/, 1)[0]!;
}

/** Only what carries over from another language: names, numbers, loan words that the docs have, and glossary words. */
function foreignTerms(question: string, language: string, index: PassageIndex): QuestionTerm[] {
  const carried: QuestionTerm[] = [];
  for (const term of withoutParts(index.analyzeQuery(question))) {
    if (!/[\p{Script=Latin}\p{N}]/u.test(term.surface)) continue;
    const made = questionTerm(term, question, index, 1);
    const word = term.surface.toLowerCase();
    // A capital letter makes no name in German.
    const isName =
      made.isName && (language !== "de" || term.isIdentifier || /^[A-Z][A-Z0-9]+$/.test(term.surface));
    if (isFunctionWord(word, language) || (made.docFreq === 0 && !isName)) continue;
    carried.push(made);
  }
  // What the translation added stands behind the question's own words.
  const words = lexicalQuery(question, index.corpus).slice(question.length).trim();
  const translated = words === "" ? [] : index.analyzeQuery(words);
  for (const term of translated) {
    if (carried.some((known) => known.terms[0] === term.terms[0])) continue;
    const made = questionTerm(term, words, index, TRANSLATED_SHARE);
    // Another word for what the docs call by the question's own: that they lack "wait" says nothing beside "Timeout".
    if (made.docFreq === 0 && carried.some((known) => known.docFreq > 0 && sharesConcept(known, made)))
      continue;
    carried.push(made);
  }
  return carried;
}

function sharesConcept(a: QuestionTerm, b: QuestionTerm): boolean {
  return a.concepts.some((concept) => b.concepts.includes(concept));
}

/** The analysis gives a compound and its parts; the compound stands for them. */
function withoutParts(terms: readonly QueryTerm[]): QueryTerm[] {
  return terms.filter((term, position) => {
    const whole = terms.slice(0, position).findLast((other) => other.isIdentifier);
    if (whole === undefined || whole === term) return true;
    const isPart =
      whole.surface.length > term.surface.length &&
      splitName(whole.surface).includes(term.surface.toLowerCase());
    return !(
      isPart &&
      position - terms.indexOf(whole) <= splitName(whole.surface).length &&
      whole.docFreq > 0
    );
  });
}

/** Words of a name, lower case: `maxRetries` and `max-retries` alike. */
export function splitName(name: string): string[] {
  return name
    .replace(/(?<=\p{Ll})(?=\p{Lu})/gu, " ")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
}

function questionTerm(term: QueryTerm, question: string, index: PassageIndex, share: number): QuestionTerm {
  const exact = isExact(term);
  const { surface } = term;
  const isValue = looksLikeValue(surface);
  const everyday = isEverydayWord(surface);
  const isName = !isValue && !everyday && looksLikeName(term, question);
  const isOwnName =
    index.corpus.name.toLowerCase().includes(surface.toLowerCase()) || term.docFreq > index.chunkCount * 0.6;
  // What the index holds as something else only is as rare as can be, and unknown.
  const idf = exact ? term.idf : Math.log(1 + (index.chunkCount + 0.5) / 0.5);
  const scale =
    (everyday && !isName ? EVERYDAY_SHARE : 1) *
    (isValue && (!exact || /^\d{1,2}$/.test(surface)) ? UNKNOWN_VALUE_SHARE : 1) *
    (isOwnName && exact ? OWN_NAME_SHARE : 1) *
    (isName && exact ? 1.2 : 1);
  return {
    surface,
    terms: exact ? term.terms : [],
    docFreq: exact ? term.docFreq : 0,
    weight: idf * scale * share,
    isName,
    concepts: findConcepts(surface, "en").map(({ concept, pole }) => `${concept}${pole}`),
  };
}

/** Figures, sizes, addresses, file names and samples: the reader's own, which docs need not mention. */
function looksLikeValue(surface: string): boolean {
  if (/^\d[\d.,:]*(?:[a-z]{1,3}|%)?$/i.test(surface)) return true;
  if (/^\/|^~|\/.*\/|:\d{2,5}$|^(?:\d{1,3}\.){3}\d{1,3}$/.test(surface)) return true;
  return /^[\w-]+(?:\.[\w-]+)*\.(?:com|org|net|io|dev|local|log|txt|csv|png|jpe?g|pdf|zip|exe|js|ts|py|sh)$/i.test(
    surface,
  );
}

/** Whether the index holds the word itself, not merely words like it. */
export function isExact(term: QueryTerm): boolean {
  if (term.docFreq === 0) return false;
  if (term.isIdentifier) return true;
  const word = term.surface.toLowerCase();
  const stem = /^[a-z]+$/.test(word) ? stemEnglish(word) : word;
  const singular = singularAbbreviation(word);
  if (term.terms.some((known) => known === word || known === stem || known === singular)) return true;
  // A slip in a long word is still the word.
  return term.terms.length === 1 && word.length >= 7 && Math.abs(term.terms[0]!.length - stem.length) <= 1;
}

/** Identifiers, versions, abbreviations, and names in the middle of a sentence. */
function looksLikeName(term: QueryTerm, question: string): boolean {
  const { surface } = term;
  if (term.isIdentifier) return true;
  if (/^[A-Z][A-Z0-9]+$/.test(surface)) return true;
  if (!/^[A-Z]/.test(surface)) return false;
  const at = question.indexOf(surface);
  const before = question.slice(0, at).trimEnd();
  return at > 0 && before !== "" && !/[.!?:;"'(\n]$/.test(before);
}

/** Words and concepts of a text, each with whether it is denied, a condition, or said of something. */
import { stemEnglish } from "../../index-format/text/english-stemmer.ts";
import { CONCEPTS } from "../question/concepts.ts";
import { isEverydayWord } from "../question/everyday-words.ts";
import { type ConceptMatch, findConcepts, type Glossary, loadGlossary } from "../question/glossary.ts";
import { isFunctionWord } from "../question/language.ts";
import { EVIDENCE_CONCEPTS } from "./evidence-concepts.ts";
import { conditions, negations } from "./negation.ts";

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
  /** True in a condition: "if it was not read" does not say that it is not. */
  isCondition: boolean;
  /** True for a word of general language: where a passage lacks it, that says little. */
  isEveryday: boolean;
  /** 1 for a word that says something, less for what nearly every sentence holds. */
  weight: number;
  /** Position in the text, UTF-16 units. */
  start: number;
}

/** Words of grammar, beside those by which a language is told. */
const SILENT = new Set(
  "no one ones cannot never none nothing nobody neither nor without until unless while whereas since because though although even also still just yet already either both rather instead otherwise else etc them themselves itself yourself himself us our whose whom there here when where once then than so such very much many most get gets got goes go going come comes way back up out off away lets puts put ll re ve don doesn isn aren won can't aber auch noch schon sehr so dann doch wenn falls als wie wer was wo sich man etwas nichts nie kein keine keinen keiner nicht mehr weder ohne sofern solange sobald damit dass bis dort hier dabei dafür davon dazu darin daran gibt".split(
    " ",
  ),
);

/** Words that nearly every sentence of docs may hold. */
const LIGHT = new Set(
  "use set make get pass call take give want need work thing way case also provide let see follow note mean possible specify nutz verwend setz angeb bedeut".split(
    " ",
  ),
);

let known: Glossary | null = null;

function words(): Glossary {
  known ??= loadGlossary(CONCEPTS + EVIDENCE_CONCEPTS);
  return known;
}

/** @param denying the text as far as its negations count: the `no` of a name denies nothing */
export function findTerms(masked: string, language: string, denying = masked): TermFact[] {
  const terms: TermFact[] = [];
  const concepts = [...findConcepts(masked, language, words()), ...spelledConcepts(masked)];
  const negationAt = negations(denying, concepts);
  for (const match of concepts) {
    const term = conceptTerm(match, negationAt(match.start));
    terms.push(isNominal(masked, match) ? { ...term, isPredicate: false } : term);
  }
  const covered = (start: number) => concepts.some((match) => start >= match.start && start < match.end);
  for (const match of masked.matchAll(/\p{Script=Latin}[\p{Script=Latin}\p{M}'’-]*/gu)) {
    const word = match[0].toLowerCase().replace(/['’]s?$/, "");
    if (word.length < 2 || covered(match.index) || isFunctionWord(word, language) || SILENT.has(word))
      continue;
    const key = stemWord(word, language);
    const sign = negationAt(match.index) ? -1 : 1;
    const weight = LIGHT.has(key) ? 0.3 : 1;
    const isPredicate = weight === 1 && looksLikePredicate(masked, match.index, match[0], language);
    const isEveryday = language === "de" ? /^\p{Ll}/u.test(match[0]) : isEverydayWord(word);
    terms.push({
      key,
      sign,
      polar: false,
      isPredicate,
      isEveryday,
      isCondition: false,
      weight,
      start: match.index,
    });
  }
  addUnspacedTerms(masked, covered, negationAt, terms);
  const isCondition = conditions(masked);
  for (const term of terms) {
    term.isCondition = isCondition(term.start);
    term.isPredicate &&= !term.isCondition;
  }
  return terms.sort((a, b) => a.start - b.start);
}

/** Concepts that take more than a list of words to tell: "is on" at the end of a statement, "as many as you like". */
const SPELLED: readonly (readonly [concept: string, pole: 1 | -1, pattern: RegExp])[] = [
  [
    "enable",
    1,
    /\b(?:is|are|be|stays?|turned|switched)\s(?:always |already )?on(?=\s*(?:[.,;:)]|$|by|from|unless|if|when|and|for all))|\b(?:ist|sind|bleibt|bleiben) (?:immer |standardmäßig |von anfang an )?(?:an|aktiv)(?=\s*(?:[.,;:)]|$))/giu,
  ],
  [
    "limit",
    -1,
    /\bas (?:many|much|often|long) \S*(?:\s\S+){0,5}?\s?as (?:you|they|one|it) (?:like|want|need|wish|please)s?\b|\b(?:without|no) (?:any )?(?:upper )?limit\b|\b(?:so|beliebig) (?:viele?|oft|lange)\b(?=.{0,40}(?:man (?:will|möchte)|beliebig))|\bohne (?:obere )?(?:grenze|begrenzung|beschränkung)\b|没有(?:上限|限制|数量限制)|不受(?:数量)?限制|想.{1,6}多少.{0,6}多少|(?:上限|制限)(?:は|が)?(?:ありません|ない|なく|なし)|好きなだけ/giu,
  ],
];

function spelledConcepts(text: string): ConceptMatch[] {
  return SPELLED.flatMap(([concept, pole, pattern]) =>
    [...text.matchAll(pattern)].map(({ 0: { length }, index: start }) => ({
      concept,
      pole,
      start,
      end: start + length,
    })),
  );
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
  // "Nach dem Anlegen": German nouns are capitalized.
  if (start > 0 && /^\p{Lu}\p{Ll}+(?:en|ung)$/u.test(text.slice(start, end))) return true;
  // Code between the two is masked by more than one space.
  if (/\b(?:to|zu|zum) $|\bto (?:make|keep|get|have|let) (?:\w+ )?$/.test(before)) return true;
  if (/ing$/.test(surface) && !/\b(?:am|is|are|was|were|be|been|not|keeps?|stops?|starts?)\s+$/.test(before))
    return true;
  if (
    ACTS.has(concept) &&
    !/(?:ed|ing|s)$/.test(surface) &&
    /\b(?:the|an?|this|each|every|any|first|last|next|its|your)\s+$/.test(before)
  )
    return true;
  if (!NOUNS_TOO.has(concept)) return false;
  return (
    !/(?:ed|ing)$|^ge\w+t$|iert$/.test(surface) && !/[被会會不]$|(?:n't|not|never|nicht|nie)\s+$/.test(before)
  );
}

/** Concepts whose English verbs are nouns after an article: "the first start". */
const ACTS = new Set(
  "start open share retry change match return call run use copy move import export".split(" "),
);

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
  const turned = negated && !UNTURNED.has(match.concept) ? -1 : 1;
  const sign = ((match.pole === 0 ? 1 : match.pole) * turned) as 1 | -1;
  const weight = VAGUE_CONCEPTS.has(match.concept) ? 0.4 : 1;
  const polar = match.pole !== 0;
  const isPredicate = polar || PREDICATES.has(match.concept);
  return {
    key: `#${match.concept}`,
    sign,
    polar,
    isPredicate,
    isEveryday: false,
    isCondition: false,
    weight,
    start: match.start,
  };
}

/** Poles that a negation leaves as they are: "not before the first start" is still about the first. */
const UNTURNED = new Set(
  "first once fast max newest ascending edge above immediate full internal local memory early half upper success more".split(
    " ",
  ),
);

/** Concepts without an opposite that are done or not done. */
const PREDICATES = new Set(
  "read write send receive retry redirect limit auth verify encrypt override ignore install call run return match search parse deploy migration restore schedule notification compress share listen convert replace hide compare choose print extend disconnect cache log index duplicate raise shared merge generate subscribe wait validate refund use guarantee confirm approve prevent export import copy move publish rotate truncate scale sort filter affect cause miss".split(
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
  "unit_second",
  "unit_minute",
  "unit_hour",
  "unit_millisecond",
  "unit_byte",
]);

/** Characters that hold a sentence together. */
const GRAMMAR = /[的了是在会被就也都和与及或而把从到给让使所其这那此每可能要应于为以之得着个不没未再]/u;

/** Han pairs and katakana words that no concept covers. */
function addUnspacedTerms(
  text: string,
  covered: (start: number) => boolean,
  negationAt: (position: number) => boolean,
  terms: TermFact[],
): void {
  const push = (key: string, start: number, weight: number) =>
    terms.push({
      key,
      sign: negationAt(start) ? -1 : 1,
      polar: false,
      isPredicate: false,
      isEveryday: false,
      isCondition: false,
      weight,
      start,
    });
  for (const match of text.matchAll(/[\p{Script=Katakana}ー]{2,}/gu)) {
    if (!covered(match.index)) push(match[0], match.index, 1);
  }
  for (const match of text.matchAll(/\p{Script=Han}+/gu)) {
    for (let at = match.index; at + 1 < match.index + match[0].length; at += 1) {
      if (covered(at) || covered(at + 1)) continue;
      const pair = text.slice(at, at + 2);
      if (!GRAMMAR.test(pair)) push(pair, at, 0.5);
    }
  }
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

/**
 * Whether retrieved passages cover a question, or the honest answer is that the docs do not say.
 *
 * Words alone cannot tell for certain. What separates best on our question sets (development halves: 171 questions that
 * their docs answer, 53 that they do not) are six measures, weighed by logistic regression: how much of the question one
 * passage holds, how much of it headings hold, how strongly the best passage matches, whether the question names something
 * that the docs never mention, or mention only beside other matters, and whether a figure or a price is asked for where none
 * stands. A seventh was found on questions made from headings, list items and table rows: whether one of the latter two defines
 * what is asked for.
 */

import type { Passage } from "../passage.ts";
import type { PassageIndex } from "../ports.ts";
import { isEverydayWord } from "../question/everyday-words.ts";
import { firstStepsAsked } from "../question/first-steps.ts";
import { findConcepts } from "../question/glossary.ts";
import { loneNames } from "../question/lone-names.ts";
import { namesPrice, questionKind, speaksOfCost } from "../question/question-kind.ts";
import { type QuestionTerm, questionTerms } from "../question/question-terms.ts";
import { lexicalQuery } from "../question/translation.ts";
import { wordShares } from "../question/word-shares.ts";
import { findNumbers } from "../support/numbers.ts";
import { findPeriods } from "../support/periods.ts";
import { answerUnits } from "./answer-units.ts";
import { headingOf, isAskedHeading } from "./asked-heading.ts";
import { matterOf } from "./asked-matter.ts";
import { lacksProductFact } from "./product-facts.ts";
import { definedShares } from "./unit-subject.ts";

/** A retrieved passage with its place in the index. */
export interface CoveringPassage {
  passage: Passage;
  /** Position of the chunk in the index. */
  chunk: number;
}

/** How well passages cover a question. Shares are of the question's weight, 0 to 1. */
export interface Coverage {
  /** What the best single passage holds. */
  best: number;
  /** What title and headings of one of the first passages hold. */
  inHeadings: number;
  /** What a list item or a table row says the meaning of; 0 where the question asks for more than that. */
  defined: number;
  /** ln of the best BM25F value over the idf of a word that one chunk holds. */
  strength: number;
  /** Names that the docs do not know. */
  unknownNames: number;
  /** Names that the passages mention only where they speak of nothing else that the question asks about. */
  loneNames: number;
  /** True when a figure, a rate or a price is asked for and no passage that speaks of the matter has one. */
  lacksFigure: boolean;
  terms: readonly QuestionTerm[];
  /** False means that the honest answer is the refusal. */
  covered: boolean;
}

/** Part of a term's weight that a passage earns by speaking of the same concept in other words. */
const CONCEPT_SHARE = 0.4;
/** Passages whose headings count. */
const HEADING_PASSAGES = 3;
/** Passages that are looked into for what the question asks about by name. */
const NAMING_PASSAGES = 5;
/** What an item defines counts where the question asks about little else. */
const MIN_DEFINED = 0.6;
/** A unit speaks of the matter when it holds this share. */
const MATTER_SHARE = 0.25;
const WEIGHTS = {
  best: 4.7,
  inHeadings: 3.2,
  defined: 3.5,
  strength: 3.3,
  unknownNames: -5.9,
  loneNames: -3.3,
  lacksFigure: -4.4,
};
/** Refuses one in ten questions that the docs answer, and three of four that they do not (34 of 334 and 51 of 69 of all sets). */
const THRESHOLD = 2.7;

/**
 * Measures how well passages, best first, cover a question.
 * @param query as it was searched, when that is not the question's own words
 * @param margin by which the sum must pass the threshold; minus infinity where a rule of its own found what answers
 */
export function measureCoverage(
  question: string,
  passages: readonly CoveringPassage[],
  index: PassageIndex,
  query: string = question,
  margin = 0,
): Coverage {
  const terms = questionTerms(query, index);
  const total = terms.reduce((sum, { weight }) => sum + weight, 0);
  const nothing = {
    best: 0,
    inHeadings: 0,
    defined: 0,
    strength: 0,
    unknownNames: 0,
    loneNames: 0,
    lacksFigure: false,
    terms,
    covered: false,
  };
  if (total === 0 || passages.length === 0) return nothing;
  const share = (shares: readonly number[]) => weighted(terms, shares) / total;
  const kind = questionKind(question);
  const shareOf = (text: string) => share(wordShares(text, terms, index));
  const counted = terms.find(
    ({ surface, isName }) => surface === kind.counted && !isName && !isEverydayWord(surface),
  );
  const speaksOfCounted = (text: string): boolean =>
    counted === undefined || wordShares(text, [counted], index)[0]! > 0 || holdsConcept(counted, text);
  const lacksAmount = (): boolean => {
    if (kind.wantsPrice)
      return !passages.some(
        ({ passage }) => namesPrice(passage) || hasFigure(passage, shareOf, speaksOfCost),
      );
    return kind.wantsNumber && !passages.some(({ passage }) => hasFigure(passage, shareOf, speaksOfCounted));
  };
  const unknown = terms.map((term) => (term.isName && term.docFreq === 0 ? 1 : 0));
  const measures = {
    best: Math.max(...passages.map((passage) => share(heldShares(terms, passage, index)))),
    inHeadings: Math.max(
      ...passages
        .slice(0, HEADING_PASSAGES)
        .map(({ passage }) =>
          share(wordShares([passage.title, ...passage.headingPath].join("\n"), terms, index)),
        ),
    ),
    defined: definedShare(terms, passages, share),
    strength: matchStrength(query, index),
    unknownNames: share(unknown),
    loneNames: share(loneNames(terms, passages, index, kind.wantsAgent)),
    lacksFigure: lacksRate(question, passages) || lacksAmount(),
  };
  const sum =
    WEIGHTS.best * measures.best +
    WEIGHTS.inHeadings * measures.inHeadings +
    WEIGHTS.defined * measures.defined +
    WEIGHTS.strength * measures.strength +
    WEIGHTS.unknownNames * measures.unknownNames +
    WEIGHTS.loneNames * measures.loneNames +
    WEIGHTS.lacksFigure * Number(measures.lacksFigure);
  // In a small corpus, or one that holds each page once a version, every word is common and no measure says much.
  const steps = firstStepsAsked(question);
  const isVague =
    (kind.isAboutAnswerer && namesNothing(terms)) || (steps?.wants === "start" && steps.name === null);
  const lacksFact = isVague || lacksProductFact(question, passages, terms, index);
  const covered =
    margin === Number.NEGATIVE_INFINITY ||
    (sum >= THRESHOLD + margin && !lacksFact) ||
    passages.some(({ passage }) => answersUnder(passage, question)) ||
    // A section about the matter is no answer where it lacks the figure that is asked for, or where the answerer is meant.
    (!measures.lacksFigure &&
      !lacksFact &&
      !kind.isAboutAnswerer &&
      isHeaded(question, passages.slice(0, NAMING_PASSAGES), index));
  return { ...measures, terms, covered: measures.best > 0 && covered };
}

/** Whether a passage has text under a heading that is the question itself. */
function answersUnder(passage: Passage, question: string): boolean {
  return answerUnits(passage).some((unit) => isAskedHeading(headingOf(unit, passage), question));
}

/** Whether the first passages have text under a heading that says what the question asks about, and nothing else. */
function isHeaded(question: string, passages: readonly CoveringPassage[], index: PassageIndex): boolean {
  const asked = matterOf(question, index);
  if (asked === "") return false;
  const headings = passages.flatMap(({ passage }) =>
    answerUnits(passage).map((unit) => headingOf(unit, passage)),
  );
  return [...new Set(headings)].some((heading) => matterOf(heading, index) === asked);
}

/** Of the question, the most that one list item or table row of the first passages says the meaning of. */
function definedShare(
  terms: readonly QuestionTerm[],
  passages: readonly CoveringPassage[],
  shareOf: (shares: readonly number[]) => number,
): number {
  const units = passages.slice(0, NAMING_PASSAGES).flatMap(({ passage }) => answerUnits(passage));
  const defined = Math.max(0, ...units.map((unit) => shareOf(definedShares(unit, terms))));
  return defined < MIN_DEFINED ? 0 : defined;
}

/** Whether a question is all everyday words: those of the docs that hold them do so by chance. */
function namesNothing(terms: readonly QuestionTerm[]): boolean {
  return terms.every(({ surface, isName }) => !isName && isEverydayWord(surface));
}

function matchStrength(query: string, index: PassageIndex): number {
  const best = index.lexicalRanking(lexicalQuery(query, index.corpus), 1)[0]?.value ?? 0;
  const rarest = Math.log(1 + (index.chunkCount + 0.5) / 0.5);
  return Math.log((best + 0.1) / rarest);
}

/** "10 requests per second" where no passage says anything by the second. */
function lacksRate(question: string, passages: readonly CoveringPassage[]): boolean {
  const asked = findPeriods(question);
  if (asked.length === 0) return false;
  return !passages.some(({ passage }) => namesPeriod(passage.text, asked));
}

/** Whether a text names one of the periods, be it in the name of a setting: `LIMIT_PER_DAY` is a daily limit. */
function namesPeriod(text: string, periods: readonly string[]): boolean {
  return findPeriods(text.replaceAll("_", " ")).some((period) => periods.includes(period));
}

/** Whether a unit that speaks of the matter, and of `about`, has a number in its prose. */
function hasFigure(
  passage: Passage,
  shareOf: (text: string) => number,
  about: (text: string) => boolean = () => true,
): boolean {
  return answerUnits(passage).some(({ leadIn, heading, header, sentences, code }) => {
    const prose = sentences.join(" ");
    if (findNumbers(prose, { anywhere: true }).length === 0) return false;
    const all = [leadIn, heading, ...header, prose, ...code.map(({ text }) => text)].join(" ");
    return about(all) && shareOf(all) >= MATTER_SHARE;
  });
}

/** For each term, how much of it a passage holds: 1 for the word, less for its concept, 0 for nothing. */
function heldShares(
  terms: readonly QuestionTerm[],
  { passage, chunk }: CoveringPassage,
  index: PassageIndex,
): number[] {
  let concepts: Set<string> | null = null;
  const has = (concept: string): boolean => {
    concepts ??= conceptKeys(
      [passage.title, ...passage.headingPath, passage.text].join("\n"),
      passage.language,
    );
    return concepts.has(concept);
  };
  return terms.map((term) => {
    if (term.docFreq > 0 && index.chunkHasTerm(chunk, term.terms)) return 1;
    // "Daily" is what the docs call "a day" or "per day".
    const periods = term.docFreq > 0 ? [] : findPeriods(term.surface);
    if (periods.length > 0 && namesPeriod(passage.text, periods)) return 1;
    return term.concepts.some(has) ? CONCEPT_SHARE : 0;
  });
}

/** Concepts of a text with their poles, as {@link QuestionTerm.concepts} spells them. */
export function conceptKeys(text: string, language: string): Set<string> {
  return new Set(findConcepts(text, language).map(({ concept, pole }) => `${concept}${pole}`));
}

function holdsConcept({ concepts }: QuestionTerm, text: string): boolean {
  const held = conceptKeys(text, "en");
  return concepts.some((concept) => held.has(concept));
}

function weighted(terms: readonly QuestionTerm[], shares: readonly number[]): number {
  return terms.reduce((sum, { weight }, position) => sum + weight * shares[position]!, 0);
}

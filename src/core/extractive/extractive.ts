/**
 * The answer that needs no model: what the best passages themselves say about the question, each sentence cited, with the
 * code it introduces; or nothing, when they do not cover the question.
 */

import type { PassageIndex } from "../ports.ts";
import { isSpelled, namesByCapital } from "../question/capitalized-words.ts";
import { type QuestionKind, questionKind } from "../question/question-kind.ts";
import { type QuestionTerm, splitName } from "../question/question-terms.ts";
import { wordShares } from "../question/word-shares.ts";
import { findNumbers } from "../support/numbers.ts";
import { introducedBy, withoutDangling } from "./announced-units.ts";
import { type AnswerUnit, answerUnits } from "./answer-units.ts";
import { headingOf, isAskedHeading, ofAskedSections } from "./asked-heading.ts";
import { matterOf } from "./asked-matter.ts";
import { type CoveringPassage, conceptKeys, measureCoverage } from "./coverage.ts";
import { renderUnits } from "./extractive-text.ts";
import { definedShares } from "./unit-subject.ts";

/** A passage with its place in the index and the number that cites it. */
export interface RankedPassageLike extends CoveringPassage {
  /** 1-based number by which an answer cites it. */
  n: number;
}

export interface ExtractiveInput {
  /** As the reader asked it. */
  question: string;
  /** As it was searched: the rewritten or joined question. */
  query: string;
  /** BCP 47. */
  language: string;
  /** Best first. */
  passages: readonly RankedPassageLike[];
  index: PassageIndex;
  /** By how much more the passages must cover the question than in a first search. @defaultValue 0 */
  margin?: number;
}

/** A unit with what speaks for it. */
interface Candidate {
  passage: RankedPassageLike;
  rank: number;
  unit: AnswerUnit;
  /** For each term, how much of it the unit holds, 0 to 1. */
  held: number[];
  /** Factor for what the question asks for and where the passage stands. */
  factor: number;
  /** Characters it adds to an answer; code counts half. */
  cost: number;
  /** Versions that say it in the same words, where there are several. */
  versions?: string[];
}

const MAX_UNITS = 6;
/** Characters of an answer, code counted half. */
const MAX_COST = 1_300;
/** Sections up to this cost are quoted whole: the one that answers best, and each further one. */
const WHOLE_SECTION = 900;
const WHOLE_FURTHER_SECTION = 600;
const MAX_PASSAGES = 5;
/** What is left of a term's worth once it has been quoted. */
const REPEATED_SHARE = 0.7;
/** What a unit gets of a term that only its headings hold, and of one that it names in other words. */
const HEADING_SHARE = 0.3;
/** What the first unit of a section gets of a term that its headings hold: it says in other words what the section is about. */
const OPENING_SHARE = 0.8;
/** What a unit gets of a name that it defines. */
const DEFINED_SHARE = 1.5;
const CONCEPT_SHARE = 0.5;
/**
 * Pages about a fault tell it in sections: the symptom in the words of the question, and what to do about it, in other words, under a
 * heading of its own. What the page is called holds for the latter most of all.
 */
const SYMPTOM = /^(?:the )?(?:issue|problem|symptoms?|error message|症状|问题|問題)$/i;
const SOLUTION =
  /^(?:the )?(?:(?:possible |recommended )?(?:solutions?|resolution|fix(?:es)?|workarounds?|remed(?:y|ies))|what to do|how to (?:fix|solve|resolve)\b.*|lösung|abhilfe|解决(?:方案|方法|办法)|解決(?:策|方法)|対処(?:法|方法))$/i;
const SOLUTION_SHARE = 0.7;
const SYMPTOM_FACTOR = 0.7;
/** How much more a unit under a heading that is the question word for word is worth. */
const ASKED_FACTOR = 2;
/** The same for one under a heading that names what the question asks about, and nothing else. */
const MATTER_FACTOR = 1.5;
/** What a unit gets of a term that the unit before it holds: it goes on about the same. */
const CONTEXT_SHARE = 0.6;
const CODE_SHARE = 0.7;
/** What a unit gets of a name that it spells in another way, or in part. */
const PART_SHARE = 0.5;
/** How much less each further passage is trusted. */
const RANK_DISCOUNT = 0.3;
/** A further unit needs this share of the best one's worth. */
const MIN_SHARE = 0.25;

/** Sentences that answer the question, cited `[n]`, or `null` when the passages do not cover it. */
export function extractiveAnswer(input: ExtractiveInput): { text: string } | null {
  const { question, query, passages, index } = input;
  if (passages.length === 0) return null;
  const coverage = measureCoverage(question, passages, index, query, input.margin);
  if (!coverage.covered) return null;
  const kind = questionKind(question);
  const first = passages.slice(0, MAX_PASSAGES);
  const texts = first.map(({ passage }) => passage.text);
  const terms = namesByCapital(coverage.terms, query, texts, index);
  // A passage that never spells a name as it is asked speaks of something else.
  const spellings = terms.flatMap(({ spelling }) => spelling ?? []);
  const speaks = ({ passage }: RankedPassageLike) => spellings.every((name) => isSpelled(passage.text, name));
  const isAbout = first.some(speaks) ? speaks : () => true;
  const headingFactor = headingFactors(question, index);
  const candidates = first.flatMap((passage, rank) => {
    if (!isAbout(passage)) return [];
    return candidatesOf(passage, rank, terms, kind, index).map((candidate) => ({
      ...candidate,
      factor: candidate.factor * headingFactor(headingOf(candidate.unit, passage.passage)),
    }));
  });
  // Of two versions that are compared each is quoted, in a part of its own; what belongs to none stands with the first.
  const [version = ""] = first.map(({ passage }) => passage.version).filter((one) => one !== "");
  // A heading is worded anew from version to version: the one that asks as the reader does must not silence the other.
  const byVersion = [
    ...Map.groupBy(candidates, ({ passage }) => passage.passage.version || version).values(),
  ].map((part) => ofAskedSections(part, terms, question, index));
  const parts = byVersion.map((part) => choose(part, terms, MAX_COST / byVersion.length));
  const chosen = saidOnce(withSameOfOthers(parts, byVersion));
  if (chosen.length === 0) return null;
  return { text: renderUnits(chosen, terms) };
}

/** How much more a unit is worth for its heading. */
function headingFactors(question: string, index: PassageIndex): (heading: string) => number {
  const asked = matterOf(question, index);
  const known = new Map<string, number>();
  return (heading) => {
    let factor = known.get(heading);
    if (factor === undefined) {
      if (isAskedHeading(heading, question)) factor = ASKED_FACTOR;
      else factor = asked !== "" && matterOf(heading, index) === asked ? MATTER_FACTOR : 1;
      known.set(heading, factor);
    }
    return factor;
  };
}

function candidatesOf(
  passage: RankedPassageLike,
  rank: number,
  terms: readonly QuestionTerm[],
  kind: QuestionKind,
  index: PassageIndex,
): Candidate[] {
  const heading = [passage.passage.title, ...passage.passage.headingPath].join("\n");
  const inHeading = holdings(heading, terms, index);
  let before = terms.map(() => 0);
  let sectionBefore: string | null = null;
  return answerUnits(passage.passage).map((unit) => {
    const section = headingOf(unit, passage.passage);
    const opens = section !== sectionBefore;
    sectionBefore = section;
    const headingShare = opens ? OPENING_SHARE : SOLUTION.test(section) ? SOLUTION_SHARE : HEADING_SHARE;
    const defined = definedShares(unit, terms);
    const prose = [unit.leadIn, unit.heading, ...unit.header, ...unit.sentences].join(" ");
    const code = unit.code.map(({ text }) => text).join("\n");
    const inProse = holdings(prose, terms, index);
    const inCode = code === "" ? null : holdings(code.slice(0, 2_000), terms, index);
    const own = terms.map((_, position) =>
      Math.max(inProse[position]!, CODE_SHARE * (inCode?.[position] ?? 0)),
    );
    // Rows and items stand side by side: what the one above holds says nothing about the next.
    const goesOn = unit.kind === "prose" || unit.kind === "code" ? CONTEXT_SHARE : 0;
    const held = own.map((share, position) =>
      Math.max(
        share,
        headingShare * inHeading[position]!,
        goesOn * before[position]!,
        DEFINED_SHARE * defined[position]!,
      ),
    );
    before = own;
    const cost = unit.sentences.join(" ").length + Math.min(code.length, 1_000) / 2;
    return {
      passage,
      rank,
      unit,
      held,
      factor: factorOf(unit, rank, kind) * (SYMPTOM.test(section) ? SYMPTOM_FACTOR : 1),
      cost,
    };
  });
}

/** What is quoted of one version and stands in the same words in another is quoted of both: it adds a name to what is shown, no text. */
function withSameOfOthers(
  parts: readonly (readonly Candidate[])[],
  candidates: readonly (readonly Candidate[])[],
): Candidate[][] {
  return parts.map((part, at) => {
    const others = parts.filter((other) => other !== part).flat();
    const same = candidates[at]!.filter(
      (candidate) => !part.includes(candidate) && others.some((other) => saysTheSame(other, candidate)),
    );
    return [...part, ...same];
  });
}

/** The units of each version, one after the other; what a later one says in the same words stands once, under the names of all. */
function saidOnce(parts: readonly (readonly Candidate[])[]): Candidate[] {
  const said: Candidate[] = [];
  for (const part of parts) {
    for (const candidate of part) {
      const same = said.findIndex((earlier) => !part.includes(earlier) && saysTheSame(earlier, candidate));
      if (same < 0) said.push(candidate);
      else {
        const earlier = said[same]!;
        const { version } = candidate.passage.passage;
        said[same] = {
          ...earlier,
          versions: [...(earlier.versions ?? [earlier.passage.passage.version]), version],
        };
      }
    }
  }
  return said;
}

/** For each term: 1 when a text has the word, less for its concept, 0 for neither. */
function holdings(text: string, terms: readonly QuestionTerm[], index: PassageIndex): number[] {
  const concepts = conceptKeys(text, "en");
  return wordShares(text, terms, index).map((share, position) => {
    const { spelling } = terms[position]!;
    if (spelling !== undefined && !isSpelled(text, spelling)) return 0;
    if (share > 0) return share;
    const inParts = partShare(terms[position]!, text, index);
    if (inParts > 0) return inParts;
    return terms[position]!.concepts.some((concept) => concepts.has(concept)) ? CONCEPT_SHARE : 0;
  });
}

/** Of a name of several words that a text does not have: how much of it stands in another name, as `headersTimeout` for `HEADERS_TIMEOUT`. */
function partShare({ surface, isName }: QuestionTerm, text: string, index: PassageIndex): number {
  const parts = isName ? splitName(surface).filter((part) => part.length > 2) : [];
  if (parts.length < 2) return 0;
  const words = new Set(index.analyzeQuery(text).flatMap((term) => term.terms));
  const asked = parts.flatMap((part) => index.analyzeQuery(part)).filter(({ docFreq }) => docFreq > 0);
  const total = asked.reduce((sum, { idf }) => sum + idf, 0);
  const held = asked.filter((term) => term.terms.some((word) => words.has(word)));
  return total === 0 ? 0 : (PART_SHARE * held.reduce((sum, { idf }) => sum + idf, 0)) / total;
}

/** What the kind of question wants: code for a how-to, a figure for a "how many", a name for a "which". */
function factorOf(unit: AnswerUnit, rank: number, kind: QuestionKind): number {
  const prose = unit.sentences.join(" ");
  const hasNames = /`[^`]+`/.test(prose);
  let factor = 1 / (1 + RANK_DISCOUNT * rank);
  if (unit.code.length > 0) factor *= kind.wantsCode ? 1.25 : 1.1;
  if (hasNames) factor *= 1.1;
  if (kind.wantsNumber && findNumbers(prose, { anywhere: true }).length > 0) factor *= 1.2;
  if (unit.kind === "code") factor *= 0.9;
  // "For more, see …" answers nothing.
  if (/^(?:for (?:more|a full|further)|see\b)/i.test(prose) && unit.code.length === 0) factor *= 0.5;
  return factor;
}

/** Greedily the units that add most, until enough is said. */
function choose(
  candidates: readonly Candidate[],
  terms: readonly QuestionTerm[],
  maxCost: number,
): Candidate[] {
  const chosen: Candidate[] = [];
  const said = terms.map(() => 0);
  const left = new Set(candidates);
  let cost = 0;
  let first = 0;
  let picks = 0;
  const take = (candidate: Candidate) => {
    chosen.push(candidate);
    for (const other of left) if (saysTheSame(other, candidate)) left.delete(other);
    cost += candidate.cost;
    for (const [position, share] of candidate.held.entries())
      said[position] = Math.max(said[position]!, share);
  };
  while (picks < MAX_UNITS && left.size > 0) {
    let best: Candidate | null = null;
    let bestWorth = 0;
    for (const candidate of left) {
      const worth = worthOf(candidate, terms, said);
      if (worth > bestWorth && (chosen.length === 0 || cost + candidate.cost <= maxCost)) {
        best = candidate;
        bestWorth = worth;
      }
    }
    if (best === null || bestWorth < first * MIN_SHARE) break;
    const isFirst = picks === 0;
    if (isFirst) first = bestWorth;
    picks += 1;
    take(best);
    for (const said of introducedBy(best, candidates)) {
      if (!left.has(said)) continue;
      if (cost + said.cost > maxCost) break;
      take(said);
    }
    for (const near of restOfSection(best, candidates, isFirst ? WHOLE_SECTION : WHOLE_FURTHER_SECTION)) {
      if (!left.has(near) || cost + near.cost > maxCost) continue;
      take(near);
    }
  }
  return withoutDangling(chosen).sort((a, b) => a.rank - b.rank || a.unit.order - b.unit.order);
}

/** The rest of a unit's section when the whole of it is short: what a unit says is seldom all that its section answers. */
function restOfSection(best: Candidate, candidates: readonly Candidate[], maxCost: number): Candidate[] {
  const section = candidates.filter(
    ({ passage, unit }) => passage === best.passage && unit.heading === best.unit.heading,
  );
  const total = section.reduce((sum, { cost }) => sum + cost, 0);
  return total <= maxCost ? section.filter((candidate) => candidate !== best) : [];
}

/** Reference pages repeat whole paragraphs. */
function saysTheSame(a: Candidate, b: Candidate): boolean {
  return wordsOf(a.unit) === wordsOf(b.unit);
}

function wordsOf({ sentences, code }: AnswerUnit): string {
  return [...sentences, ...code.map(({ text }) => text)].join("\n");
}

function worthOf(
  { held, factor }: Candidate,
  terms: readonly QuestionTerm[],
  said: readonly number[],
): number {
  let worth = 0;
  for (const [position, { weight }] of terms.entries()) {
    const share = held[position]!;
    const fresh = Math.max(0, share - said[position]!);
    worth += weight * (fresh + REPEATED_SHARE * Math.min(share, said[position]!));
  }
  return worth * factor;
}

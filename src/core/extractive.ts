/**
 * The answer that needs no model: what the best passages themselves say about the question, each sentence cited, with the
 * code it introduces; or nothing, when they do not cover the question.
 */
import { type AnswerUnit, answerUnits, isLeadIn } from "./answer-units.ts";
import { findNumbers } from "./citations/numbers.ts";
import { codeExcerpt } from "./code-excerpt.ts";
import { type CoveringPassage, conceptKeys, measureCoverage, wordShares } from "./coverage.ts";
import type { PassageIndex } from "./ports.ts";
import { type QuestionKind, questionKind } from "./question-kind.ts";
import type { QuestionTerm } from "./question-terms.ts";

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
}

const MAX_UNITS = 4;
/** Characters of an answer, code counted half. */
const MAX_COST = 1_300;
const MAX_PASSAGES = 5;
/** What is left of a term's worth once it has been quoted. */
const REPEATED_SHARE = 0.7;
/** What a unit gets of a term that only its headings hold, and of one that it names in other words. */
const HEADING_SHARE = 0.3;
const CONCEPT_SHARE = 0.5;
/** What a unit gets of a term that the unit before it holds: it goes on about the same. */
const CONTEXT_SHARE = 0.4;
const CODE_SHARE = 0.7;
/** How much less each further passage is trusted. */
const RANK_DISCOUNT = 0.12;
/** A further unit needs this share of the best one's worth. */
const MIN_SHARE = 0.25;

/** Sentences that answer the question, cited `[n]`, or `null` when the passages do not cover it. */
export function extractiveAnswer(input: ExtractiveInput): { text: string } | null {
  const { question, query, passages, index } = input;
  if (passages.length === 0) return null;
  const coverage = measureCoverage(question, passages, index, query);
  if (!coverage.covered) return null;
  const kind = questionKind(question);
  const candidates = passages
    .slice(0, MAX_PASSAGES)
    .flatMap((passage, rank) => candidatesOf(passage, rank, coverage.terms, kind, index));
  const chosen = choose(candidates, coverage.terms);
  if (chosen.length === 0) return null;
  return { text: render(chosen, coverage.terms) };
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
  return answerUnits(passage.passage).map((unit) => {
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
      Math.max(share, HEADING_SHARE * inHeading[position]!, goesOn * before[position]!),
    );
    before = own;
    const cost = unit.sentences.join(" ").length + Math.min(code.length, 1_000) / 2;
    return { passage, rank, unit, held, factor: factorOf(unit, rank, kind), cost };
  });
}

/** For each term: 1 when a text has the word, less for its concept, 0 for neither. */
function holdings(text: string, terms: readonly QuestionTerm[], index: PassageIndex): number[] {
  const concepts = conceptKeys(text, "en");
  return wordShares(text, terms, index).map((share, position) => {
    if (share > 0) return share;
    return terms[position]!.concepts.some((concept) => concepts.has(concept)) ? CONCEPT_SHARE : 0;
  });
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
function choose(candidates: readonly Candidate[], terms: readonly QuestionTerm[]): Candidate[] {
  const chosen: Candidate[] = [];
  const said = terms.map(() => 0);
  const left = new Set(candidates);
  let cost = 0;
  let first = 0;
  while (chosen.length < MAX_UNITS && left.size > 0) {
    let best: Candidate | null = null;
    let bestWorth = 0;
    for (const candidate of left) {
      const worth = worthOf(candidate, terms, said);
      if (worth > bestWorth && (chosen.length === 0 || cost + candidate.cost <= MAX_COST)) {
        best = candidate;
        bestWorth = worth;
      }
    }
    if (best === null || bestWorth < first * MIN_SHARE) break;
    if (chosen.length === 0) first = bestWorth;
    left.delete(best);
    chosen.push(best);
    cost += best.cost;
    for (const [position, share] of best.held.entries()) said[position] = Math.max(said[position]!, share);
  }
  return chosen.sort((a, b) => a.rank - b.rank || a.unit.order - b.unit.order);
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

/** In reading order, every sentence with its number; lead-ins before what they introduce, rows under their header. */
function render(chosen: readonly Candidate[], terms: readonly QuestionTerm[]): string {
  const parts: string[] = [];
  let previous: Candidate | null = null;
  for (const candidate of chosen) {
    const { unit, passage } = candidate;
    const mark = ` [${passage.n}]`;
    const samePlace = previous !== null && previous.passage === passage;
    const continues = samePlace && previous!.unit.kind === unit.kind && previous!.unit.leadIn === unit.leadIn;
    const introduced = samePlace && (previous!.unit.order === unit.leadInOrder || continues);
    if (!samePlace && (unit.kind !== "code" || unit.heading !== "")) parts.push(...label(candidate, chosen));
    if (unit.leadIn !== "" && !introduced) parts.push(`${unit.leadIn}${mark}`);
    if (unit.kind === "row") {
      const row = `| ${unit.sentences[0]!}${mark} |`;
      const head = `| ${unit.header.join(" | ")} |\n|${" --- |".repeat(unit.header.length)}`;
      if (continues && previous!.unit.header === unit.header) parts[parts.length - 1] += `\n${row}`;
      else parts.push(`${head}\n${row}`);
    } else if (unit.kind === "item") {
      const item = `${unit.marker.trimStart()}${unit.sentences.map((text) => `${text}${mark}`).join(" ")}`;
      if (continues && previous!.unit.code.length === 0) parts[parts.length - 1] += `\n${item}`;
      else parts.push(item);
    } else if (unit.kind === "code") {
      // Code without a sentence before it: its heading introduces it.
      const { headingPath, title } = passage.passage;
      parts.push(`${unit.heading || (headingPath.at(-1) ?? title)}:${mark}`);
    } else parts.push(citedProse(unit, mark));
    for (const { info, text } of unit.code) parts.push(fenced(info, codeExcerpt(text, terms)));
    previous = candidate;
  }
  return parts.join("\n\n");
}

/** The name of the section, unless what is quoted of it names it. A heading needs no number. */
function label({ passage }: Candidate, chosen: readonly Candidate[]): string[] {
  const heading = passage.passage.headingPath.at(-1);
  if (heading === undefined) return [];
  const quoted = chosen
    .filter((other) => other.passage === passage)
    .map(({ unit }) => unit.sentences.join(" "));
  if (quoted.join(" ").toLowerCase().includes(heading.toLowerCase())) return [];
  return [`**${heading.replaceAll("*", "\\*")}**`];
}

function citedProse(unit: AnswerUnit, mark: string): string {
  const last = unit.sentences.length - 1;
  return unit.sentences
    .filter((text, position) => !(isLeadIn(text) && position === last && unit.code.length === 0 && last > 0))
    .map((text) => `${text}${mark}`)
    .join(" ");
}

function fenced(info: string, code: string): string {
  const longest = Math.max(2, ...[...code.matchAll(/`{3,}/g)].map((match) => match[0].length));
  const marks = "`".repeat(longest + 1);
  return `${marks}${info}\n${code}\n${marks}`;
}

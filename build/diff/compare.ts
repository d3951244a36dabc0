/** What became of each golden question between two states of the docs. */
import type { Chunk } from "../../src/core/passage.ts";
import type { AnswerOutcome } from "../eval/evaluate-answers.ts";
import { holdsRelevantSection } from "../eval/relevance.ts";

/**
 * - `unanswerable`: answered before, refused now; `answerable`: the other way round.
 * - `lost`: a passage that should answer was among those given before and is not now; `found`: the other way round. It should answer when
 *   the row names its section in `relevant`, or, in a row without, when the answer before cited it.
 * - `answer`: answered in other words, or from other sections.
 * - `passages`: other passages were given, or the same with another text. Their order alone is no change.
 */
export type Change = "unanswerable" | "lost" | "answer" | "passages" | "answerable" | "found";

/** Gravest first. */
export const CHANGES: readonly Change[] = [
  "unanswerable",
  "lost",
  "answer",
  "answerable",
  "found",
  "passages",
];

/** A section of the docs as reports name it. */
export interface SectionName {
  file: string;
  /** Title of the page, then headings, without repeats. */
  place: string;
}

/** One side of a comparison. */
export interface Side {
  mode: string;
  answered: boolean;
  text: string;
  /** Sections that the answer cites. */
  sources: SectionName[];
}

export interface QuestionDiff {
  id: string;
  lang: string;
  question: string;
  /** Gravest first; empty when nothing changed. */
  changes: Change[];
  base: Side;
  head: Side;
  passages: { added: SectionName[]; removed: SectionName[]; reworded: SectionName[] };
}

/** A chunk under a name that is the same for two states of the docs, wherever they lie. */
export interface PlacedChunk extends Chunk {
  /** Of its file, its anchor and, where that section was cut, which part it is. */
  placeKey: string;
}

/** An outcome with the chunks of the index that it was asked of, by id. */
export interface AskedSide {
  outcome: AnswerOutcome;
  chunks: ReadonlyMap<string, PlacedChunk>;
}

/** By id. Ids themselves do not compare: they depend on the name of the source, which may be that of its folder. */
export function placeChunks(chunks: readonly Chunk[]): Map<string, PlacedChunk> {
  const parts = new Map<string, number>();
  return new Map(
    chunks.map((chunk) => {
      const section = `${chunk.file}#${chunk.anchor}`;
      const part = (parts.get(section) ?? 0) + 1;
      parts.set(section, part);
      return [chunk.id, { ...chunk, placeKey: `${section} ${part}` }];
    }),
  );
}

/** @param base and `head` of the same row */
export function compareOutcomes(base: AskedSide, head: AskedSide): QuestionDiff {
  const { id, lang, question } = head.outcome.row;
  const passages = comparePassages(base, head);
  const changes = new Set<Change>();
  const [before, now] = [base.outcome.answered, head.outcome.answered];
  if (before !== now) changes.add(before ? "unanswerable" : "answerable");
  const [hadSource, hasSource] = heldSources(base, head);
  if (hadSource && !hasSource) changes.add("lost");
  if (!hadSource && hasSource && head.outcome.row.relevant.length > 0) changes.add("found");
  const samePassages = Object.values(passages).every(({ length }) => length === 0);
  if (!samePassages) changes.add("passages");
  const byModel = base.outcome.answer.mode === "llm" && head.outcome.answer.mode === "llm";
  // A model never says the same twice: from the same passages, other words mean nothing.
  if (before && now && !(byModel && samePassages) && saidOf(base) !== saidOf(head)) changes.add("answer");
  return {
    id,
    lang,
    question,
    changes: CHANGES.filter((change) => changes.has(change)),
    base: sideOf(base.outcome),
    head: sideOf(head.outcome),
    passages,
  };
}

function comparePassages(base: AskedSide, head: AskedSide): QuestionDiff["passages"] {
  const [before, now] = [chunksOf(base), chunksOf(head)];
  const textBefore = new Map(before.map((chunk) => [chunk.placeKey, chunk.text]));
  const placesNow = new Set(now.map(({ placeKey }) => placeKey));
  return {
    added: now.filter((chunk) => !textBefore.has(chunk.placeKey)).map(sectionName),
    removed: before.filter((chunk) => !placesNow.has(chunk.placeKey)).map(sectionName),
    reworded: now
      .filter((chunk) => (textBefore.get(chunk.placeKey) ?? chunk.text) !== chunk.text)
      .map(sectionName),
  };
}

/** Whether each side was given a passage that should answer. */
function heldSources(base: AskedSide, head: AskedSide): [base: boolean, head: boolean] {
  const { relevant } = head.outcome.row;
  const wanted = chunksOf(base).filter((chunk) =>
    relevant.length > 0 ? holdsRelevantSection(chunk, relevant) : cites(base.outcome, chunk),
  );
  const places = new Set(wanted.map(({ placeKey }) => placeKey));
  const texts = new Set(wanted.map(({ text }) => text));
  const holds = (chunk: PlacedChunk) =>
    // A section that only moved to another page is not lost.
    places.has(chunk.placeKey) || texts.has(chunk.text) || holdsRelevantSection(chunk, relevant);
  return [wanted.length > 0, chunksOf(head).some(holds)];
}

function cites({ answer, passages }: AnswerOutcome, chunk: Chunk): boolean {
  const numbers = new Set(answer.sources.map(({ n }) => n));
  return passages.some(({ id, n }) => id === chunk.id && numbers.has(n));
}

/** Of the passages that the answer was made from, and so of the last attempt. */
function chunksOf({ outcome, chunks }: AskedSide): PlacedChunk[] {
  return outcome.passages.flatMap(({ id }) => chunks.get(id) ?? []);
}

/** The answer without its numbers, which depend on the order of passages alone. */
function saidOf({ outcome }: AskedSide): string {
  const sections = outcome.answer.sources.map(({ title, headingPath }) =>
    [title, ...headingPath].join("\u0000"),
  );
  return JSON.stringify([withoutMarkers(outcome.answer.text), [...new Set(sections)].sort()]);
}

/** @param text an answer with markers such as `[1][3]` */
export function withoutMarkers(text: string): string {
  return text.replace(/[ \t]*\[\d+\](?!\()/g, "");
}

function sideOf({ answer, answered, passages }: AnswerOutcome): Side {
  const fileOf = new Map(passages.map(({ n, file }) => [n, file]));
  return {
    mode: answer.mode,
    answered,
    text: answer.text,
    sources: answer.sources.map(({ n, ...source }) => ({
      file: fileOf.get(n) ?? "",
      place: placeOf(source),
    })),
  };
}

function sectionName(chunk: Chunk): SectionName {
  return { file: chunk.file, place: placeOf(chunk) };
}

function placeOf({ title, headingPath }: { title: string; headingPath: readonly string[] }): string {
  return [title, ...headingPath].filter((part, i, all) => part !== "" && part !== all[i - 1]).join(" > ");
}

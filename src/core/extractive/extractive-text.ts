/** The Markdown of an extractive answer: quoted units with their numbers, the names of their sections and their code. */

import type { Passage } from "../passage.ts";
import type { QuestionTerm } from "../question/question-terms.ts";
import { type AnswerUnit, isLeadIn } from "./answer-units.ts";
import { codeExcerpt } from "./code-excerpt.ts";

/** A unit with the passage that it is quoted from. */
export interface QuotedUnit {
  unit: AnswerUnit;
  /** `n` is the number that cites it; units of one passage share one object. */
  passage: { passage: Passage; n: number };
  /** Versions that say it in the same words, where there are several. */
  versions?: readonly string[];
}

/** In reading order, every sentence with its number; lead-ins before what they introduce, rows under their header. */
export function renderUnits(chosen: readonly QuotedUnit[], terms: readonly QuestionTerm[]): string {
  const parts: string[] = [];
  let previous: QuotedUnit | null = null;
  for (const candidate of chosen) {
    const { unit, passage } = candidate;
    const mark = ` [${passage.n}]`;
    const samePlace = previous !== null && previous.passage === passage;
    const sameSection =
      samePlace &&
      previous!.unit.heading === unit.heading &&
      (previous!.versions === undefined) === (candidate.versions === undefined);
    const continues =
      sameSection && previous!.unit.kind === unit.kind && previous!.unit.leadIn === unit.leadIn;
    const introduced = samePlace && (previous!.unit.order === unit.leadInOrder || continues);
    // Code without a sentence before it is introduced by its heading anyway.
    if (!sameSection && unit.kind !== "code") parts.push(...label(candidate, chosen));
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

/** The name of the section that a unit stands in, unless what is quoted of it names it. A heading needs no number. */
function label({ passage, unit, versions }: QuotedUnit, chosen: readonly QuotedUnit[]): string[] {
  const own = unit.heading || passage.passage.headingPath.at(-1);
  const { version } = passage.passage;
  if (versions !== undefined) return [bold([versions.join(" = "), own])];
  const isCompared =
    version !== "" && chosen.some(({ passage: other }) => !["", version].includes(other.passage.version));
  if (isCompared) return [bold([version, own])];
  const heading = own;
  if (heading === undefined) return [];
  const quoted = chosen
    .filter((other) => other.passage === passage && other.unit.heading === unit.heading)
    .map((other) => other.unit.sentences.join(" "));
  const named = (text: string) => text.replaceAll("`", "").toLowerCase();
  if (named(quoted.join(" ")).includes(named(heading))) return [];
  return [bold([heading])];
}

function bold(parts: readonly (string | undefined)[]): string {
  return `**${parts.filter(Boolean).join(": ").replaceAll("*", "\\*")}**`;
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

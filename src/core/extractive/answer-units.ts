/**
 * A passage cut into what an extractive answer may quote: a short paragraph, some sentences of a long one, a list item or
 * a table row, each with the code that it introduces and the lead-in that it needs to be understood.
 */

import { type Block, parseBlocks, splitSentences } from "../citations/sentences.ts";
import type { Passage } from "../passage.ts";
import { commentedCode } from "./code-comments.ts";

export type UnitKind = "prose" | "item" | "row" | "code";

export interface AnswerUnit {
  kind: UnitKind;
  /** Position in the passage. */
  order: number;
  /** Sentences, one of an item or a row. */
  sentences: string[];
  /** Code blocks that follow, without fences. */
  code: { info: string; text: string }[];
  /** The sentence that introduces the list or the code, when it is not the unit itself; `""` for none. */
  leadIn: string;
  /** Position of the unit whose last sentence is `leadIn`, or -1. */
  leadInOrder: number;
  /** Of a list item: its mark with indentation, e.g. `- `. */
  marker: string;
  /** Of a table row. */
  header: readonly string[];
  /** Heading of a smaller section inside the passage, `""` for none. */
  heading: string;
}

/** A sentence that introduces a list, with the position of its unit. */
interface Introduction {
  text: string;
  order: number;
}

/** A label such as `prepublishOnly` or `On Windows` is no longer. */
const MAX_LABEL_CHARS = 60;
/** A paragraph of more sentences is cut. */
const MAX_PARAGRAPH_SENTENCES = 3;
const MAX_PARAGRAPH_CHARS = 420;

type CutPassage = Pick<Passage, "text" | "language"> & { kind?: Passage["kind"] };

/** Of the passages of the turns at hand: coverage and extraction look at the same ones, several times. */
const known = new WeakMap<CutPassage, readonly AnswerUnit[]>();

/** Units of a passage in reading order. */
export function answerUnits(passage: CutPassage): readonly AnswerUnit[] {
  let units = known.get(passage);
  if (units === undefined) {
    units = cutPassage(passage);
    known.set(passage, units);
  }
  return units;
}

function cutPassage(passage: CutPassage): AnswerUnit[] {
  const units: AnswerUnit[] = [];
  let heading = "";
  let leadIn: Introduction | null = null;
  /** List items that the next one may stand under, outermost first. */
  const parents: { indent: number; leadIn: Introduction | null }[] = [];
  let previous: Block["kind"] | null = null;
  const push = (unit: Partial<AnswerUnit> & Pick<AnswerUnit, "kind">): AnswerUnit => {
    const made: AnswerUnit = {
      order: units.length,
      sentences: [],
      code: [],
      leadIn: "",
      leadInOrder: -1,
      marker: "",
      header: [],
      heading,
      ...unit,
    };
    units.push(made);
    return made;
  };
  for (const block of parseBlocks(passage.text)) {
    if (block.kind !== "listItem" && !(block.kind === "code" && block.indent > 0)) parents.length = 0;
    switch (block.kind) {
      case "heading":
        heading = block.text;
        leadIn = null;
        break;
      case "paragraph": {
        for (const sentences of cutParagraph(block.text, passage.language))
          push({ kind: "prose", sentences });
        const last = units.at(-1)?.sentences.at(-1) ?? "";
        leadIn =
          isLeadIn(last) || (isLabel(last) && units.at(-1)!.sentences.length === 1)
            ? { text: last, order: units.length - 1 }
            : null;
        break;
      }
      case "listItem": {
        const sentences = splitSentences(block.text, passage.language).map(({ text }) => oneLine(text));
        const marker = `${" ".repeat(Math.min(block.indent, 6))}${/^\d/.test(block.marker) ? block.marker : "- "}`;
        while (parents.length > 0 && parents.at(-1)!.indent >= block.indent) parents.pop();
        const parent = parents.at(-1);
        const introduction = parent?.leadIn ?? leadIn;
        const { order } = push({
          kind: "item",
          sentences,
          marker,
          leadIn: introduction?.text ?? "",
          leadInOrder: introduction?.order ?? -1,
        });
        const last = sentences.at(-1) ?? "";
        const introduces = isLeadIn(last) || (sentences.length === 1 && isLabel(last));
        parents.push({ indent: block.indent, leadIn: introduces ? { text: last, order } : introduction });
        break;
      }
      case "tableRow":
        if (block.isHeader) break;
        push({
          kind: "row",
          sentences: [oneLine(block.text)],
          header: block.header,
          leadIn: leadIn?.text ?? "",
          leadInOrder: leadIn?.order ?? -1,
        });
        break;
      case "code": {
        const last = units.at(-1);
        const belongs =
          last !== undefined && last.kind !== "row" && previous !== null && previous !== "heading";
        const unit = belongs ? last : push({ kind: "code" });
        const info = block.info.split(/\s/, 1)[0]!;
        unit.code.push({ info, text: block.text });
        if (passage.kind !== "code") break;
        for (const { comment, code } of commentedCode(block.text)) {
          const sentences = splitSentences(comment, passage.language).map(({ text }) => oneLine(text));
          push({ kind: "prose", sentences, code: code === "" ? [] : [{ info, text: code }] });
        }
        break;
      }
    }
    if (block.kind !== "listItem" && block.kind !== "tableRow" && block.kind !== "paragraph") leadIn = null;
    previous = block.kind;
  }
  return units;
}

/** Whether a sentence introduces what comes after it. */
export function isLeadIn(sentence: string): boolean {
  return /(?:[:：]|\.\.\.|…)[*_]*$/.test(sentence);
}

/** Whether a paragraph or an item only names what the list after it says: a term of a list of definitions. */
function isLabel(text: string): boolean {
  return text.length <= MAX_LABEL_CHARS && !/[.!?;,。！？；、][)\]*_"'”’」]*$/.test(text);
}

/** A name with an index, such as `sources[0].folder`, outside of code marks. */
const INDEXED_NAME = /(?<![\w$])[A-Za-z_$][\w$]*(?:\.[\w$]+)*\[-?\d+\](?:\.[\w$]+|\[-?\d+\])*/g;

/** On one line, and with indexed names in code marks: in prose their brackets would be read as citations, and taken out. */
function oneLine(text: string): string {
  return withoutBreaks(text)
    .split(/(`[^`]*`)/)
    .map((piece) => (piece.startsWith("`") ? piece : piece.replace(INDEXED_NAME, "`$&`")))
    .join("");
}

function withoutBreaks(text: string): string {
  return text.replace(/\s*\n\s*/g, " ");
}

/** Sentences of a paragraph in groups of up to three. */
function cutParagraph(text: string, language: string): string[][] {
  const sentences = splitSentences(text, language).map((sentence) => oneLine(sentence.text));
  if (sentences.length <= MAX_PARAGRAPH_SENTENCES && text.length <= MAX_PARAGRAPH_CHARS) return [sentences];
  const groups: string[][] = [];
  let group: string[] = [];
  let chars = 0;
  for (const sentence of sentences) {
    if (group.length > 0 && (group.length >= 2 || chars + sentence.length > MAX_PARAGRAPH_CHARS)) {
      groups.push(group);
      group = [];
      chars = 0;
    }
    group.push(sentence);
    chars += sentence.length;
  }
  if (group.length > 0) groups.push(group);
  return groups;
}

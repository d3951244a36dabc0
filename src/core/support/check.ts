/**
 * The check of a finished answer: which of its sentences are cited, and whether what they cite supports them.
 */

import { type Block, parseBlocks, withoutMarkers } from "../citations/sentences.ts";
import type { SentenceCheck } from "../events.ts";
import { isRefusal } from "../model/refusal.ts";
import type { Passage } from "../passage.ts";
import { detectLanguage } from "../question/language.ts";
import { type PassageView, viewPassage } from "./evidence.ts";
import { judgeSentence } from "./judge.ts";
import { statingUnits } from "./stating-units.ts";
import { type CodeBlock, linesWith, unknownInCode } from "./unknown-code.ts";

/** What of a passage the check reads; the passage at position i is cited as `[i + 1]`. */
export type CheckedPassage = Pick<Passage, "text" | "title" | "headingPath" | "language">;

export interface CheckOptions {
  /** Whether the index knows a name that no passage has. Without it such names are all unknown. */
  knowsIdentifier?: (name: string) => boolean;
  /** BCP 47 tag of the answer. @defaultValue detected */
  language?: string;
}

export interface AnswerCheck {
  /** Sentences that need a citation, in reading order, and lines of code that hold something unknown. */
  sentences: SentenceCheck[];
  /** Names and commands in the answer's code that neither a passage nor the index has, in order, without repetition. */
  unknownIdentifiers: string[];
  /** Valid numbers that the answer cites, ascending. */
  citedNumbers: number[];
}

/** Views of passages by the number that they are cited by; they go with their passages. */
const views = new WeakMap<CheckedPassage, PassageView>();

/**
 * Makes a cited passage ready for the check, which costs about a millisecond per thousand characters: done while an answer streams, its
 * reader does not wait for it at the end.
 * @param n by which the answer cites it
 */
export function viewOfPassage(passage: CheckedPassage, n: number): PassageView {
  const known = views.get(passage);
  if (known?.source.n === n) return known;
  const { text, title, headingPath, language } = passage;
  const view = viewPassage({ n, text, title, headingPath, language });
  views.set(passage, view);
  return view;
}

/** Sentences this short need no citation: "Ja.", "No, never." */
const MAX_EXEMPT_CHARS = 8;

/**
 * Checks an answer as {@link AnswerStream} gave it out. Code, headings, table headers, lead-ins without a citation, very
 * short sentences and the refusal need none.
 */
export function checkAnswer(
  text: string,
  passages: readonly CheckedPassage[],
  options: CheckOptions = {},
): AnswerCheck {
  const language = options.language ?? detectLanguage(text);
  const viewOf = (n: number) => viewOfPassage(passages[n - 1]!, n);
  const checked: (SentenceCheck | CodeBlock)[] = [];
  const cited = new Set<number>();
  const spans: string[] = [];
  const blocks = parseBlocks(text);
  for (const [position, block] of blocks.entries()) {
    if (block.kind === "code") checked.push({ info: block.info.split(/\s/, 1)[0]!, text: block.text });
    for (const unit of statingUnits(block, language)) {
      const bare = withoutMarkers(unit);
      const citations = bare.citations.filter((n) => n >= 1 && n <= passages.length);
      for (const n of citations) cited.add(n);
      spans.push(...(bare.text.match(/`[^`\n]+`/g) ?? []));
      if (isExempt(bare.text, citations, blocks[position + 1])) continue;
      checked.push(checkSentence(bare.text, citations, language, viewOf));
    }
  }
  const knows = options.knowsIdentifier ?? (() => false);
  const unknown = unknownInCode(checked.filter(isCode), spans, passages, knows);
  return {
    sentences: checked.flatMap((one) => (isCode(one) ? unknownLines(one, unknown) : [one])),
    unknownIdentifiers: unknown,
    citedNumbers: [...cited].sort((a, b) => a - b),
  };
}

function isCode(checked: SentenceCheck | CodeBlock): checked is CodeBlock {
  return "info" in checked;
}

/** A reader copies code without weighing it: a line that nothing backs is named like a sentence. */
function unknownLines({ text }: CodeBlock, unknown: readonly string[]): SentenceCheck[] {
  return linesWith(text, unknown).map((line) => ({ text: line, citations: [], support: "unsupported" }));
}

function isExempt(text: string, citations: readonly number[], next: Block | undefined): boolean {
  const letters = text.replace(/[\s*_~>#|.,;:!?。！？、：-]+/gu, "");
  if (letters.length <= MAX_EXEMPT_CHARS && citations.length === 0) return true;
  if (citations.length > 0) return false;
  if (/[:：]\s*[*_]*$/u.test(text)) return true;
  // "Then restart…" before a code block is a lead-in as well.
  if (/(?:\.\.\.|…)$/u.test(text) && next?.kind === "code") return true;
  return isRefusal(text);
}

function checkSentence(
  text: string,
  citations: number[],
  language: string,
  viewOf: (n: number) => PassageView,
): SentenceCheck {
  if (citations.length === 0) return { text, citations, support: "uncited" };
  const { support, evidence } = judgeSentence(text, language, citations.map(viewOf));
  return evidence === undefined ? { text, citations, support } : { text, citations, support, evidence };
}

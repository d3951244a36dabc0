/**
 * The check of a finished answer: which of its sentences are cited, and whether what they cite supports them.
 */
import type { SentenceCheck } from "../events.ts";
import { detectLanguage } from "../language.ts";
import type { Passage } from "../passage.ts";
import { isRefusal } from "../refusal.ts";
import { type Block, parseBlocks, splitSentences, withoutMarkers } from "../sentences.ts";
import { codeIdentifiers } from "./code-identifiers.ts";
import { type PassageView, viewPassage } from "./evidence.ts";
import { judgeSentence } from "./judge.ts";

/** What of a passage the check reads; the passage at position i is cited as `[i + 1]`. */
export type CheckedPassage = Pick<Passage, "text" | "title" | "headingPath" | "language">;

export interface CheckOptions {
  /** Whether the index knows a name that no passage has. Without it such names are all unknown. */
  knowsIdentifier?: (name: string) => boolean;
  /** BCP 47 tag of the answer. @defaultValue detected */
  language?: string;
}

export interface AnswerCheck {
  /** Sentences that need a citation, in reading order. */
  sentences: SentenceCheck[];
  /** Names in the answer's code that neither a passage nor the index has, in order, without repetition. */
  unknownIdentifiers: string[];
  /** Valid numbers that the answer cites, ascending. */
  citedNumbers: number[];
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
  const views = new Map<number, PassageView>();
  const viewOf = (n: number): PassageView => {
    let view = views.get(n);
    if (view === undefined) {
      const { text: passageText, title, headingPath, language: passageLanguage } = passages[n - 1]!;
      view = viewPassage({ n, text: passageText, title, headingPath, language: passageLanguage });
      views.set(n, view);
    }
    return view;
  };

  const sentences: SentenceCheck[] = [];
  const cited = new Set<number>();
  const code: string[] = [];
  const blocks = parseBlocks(text);
  for (const [position, block] of blocks.entries()) {
    if (block.kind === "code") code.push(block.text);
    for (const unit of unitsOf(block, language)) {
      const bare = withoutMarkers(unit);
      const citations = bare.citations.filter((n) => n >= 1 && n <= passages.length);
      for (const n of citations) cited.add(n);
      code.push(...(bare.text.match(/`[^`\n]+`/g) ?? []));
      if (isExempt(bare.text, citations, blocks[position + 1])) continue;
      sentences.push(checkSentence(bare.text, citations, language, viewOf));
    }
  }
  return {
    sentences,
    unknownIdentifiers: unknownAmong(code, passages, options.knowsIdentifier),
    citedNumbers: [...cited].sort((a, b) => a - b),
  };
}

/** The parts of a block that make statements. */
function unitsOf(block: Block, language: string): string[] {
  if (block.kind === "code" || block.kind === "heading") return [];
  if (block.kind === "tableRow") return block.isHeader ? [] : [block.text];
  // A line in bold is a heading.
  if (/^\*\*[^*\n]+\*\*$/.test(block.text) && !/[.!。！]\**$/u.test(block.text)) return [];
  return splitSentences(block.text, language).map(({ text }) => text);
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

function unknownAmong(
  code: readonly string[],
  passages: readonly CheckedPassage[],
  knowsIdentifier: ((name: string) => boolean) | undefined,
): string[] {
  if (code.length === 0) return [];
  const known = new Set(
    passages.flatMap(
      ({ text, title, headingPath }) =>
        [text, title, ...headingPath].join("\n").match(/[\p{L}\p{N}_$]+/gu) ?? [],
    ),
  );
  const unknown: string[] = [];
  for (const name of codeIdentifiers(code)) {
    if (known.has(name) || unknown.includes(name) || knowsIdentifier?.(name) === true) continue;
    unknown.push(name);
  }
  return unknown;
}

/**
 * A passage cut into the windows that can support a sentence: clauses, sentences, pairs of sentences, list items, table
 * rows and lines of code. Every sentence is analysed once; its parts take their share of that.
 */
import { parseBlocks, splitSentences } from "../citations/sentences.ts";
import { findIdentifiers, type IdentifierFact, spelledTerms } from "./facts.ts";
import { findAllNumbers, type NumberFact } from "./numbers.ts";
import { rowText, type TableRow } from "./table-row.ts";
import type { TermFact } from "./terms.ts";

/** The parts of a passage that can support a sentence. */
export interface EvidenceSource {
  /** Number by which the answer cites it. */
  n: number;
  text: string;
  title: string;
  headingPath: readonly string[];
  /** BCP 47. */
  language: string;
}

/** `clause` ends at every comma, `part` only where a sentence turns ("…, while …"), `wide` is more than a sentence. */
export type WindowSize = "clause" | "part" | "sentence" | "wide";

/** One stretch of a passage. */
export interface Window {
  /** What a reader is shown. */
  quote: string;
  size: WindowSize;
  /** Sentence, list item, row or line of code that it is a part of. */
  sentence: number;
  /** Position that `text` begins at in the positions of its terms, numbers and names: those of its whole sentence. */
  offset: number;
  terms: readonly TermFact[];
  /** Term keys with the signs they stand in, those of a sentence before included where a pronoun points back to it. */
  signs: Map<string, Set<1 | -1>>;
  numbers: readonly NumberFact[];
  identifiers: readonly IdentifierFact[];
  text: string;
  /** The row of a table that `text` is made of; `null` for anything else. */
  row: TableRow | null;
  /** Made when first asked for. */
  readonly words: WordSet;
}

/** A text's words, for looking up names. */
export interface WordSet {
  /** Without white space and code marks. */
  compact: string;
  lowerCompact: string;
  /** Every run of letters, digits and underscores. Made when first asked for: most windows lack a name altogether. */
  readonly tokens: ReadonlySet<string>;
  readonly lowerTokens: ReadonlySet<string>;
}

const MAX_QUOTE_CHARS = 300;
const MAX_CODE_BLOCK_LINES = 12;

/** What a stretch of text holds, with positions in it. */
interface Analysis {
  text: string;
  offset: number;
  terms: readonly TermFact[];
  numbers: readonly NumberFact[];
  identifiers: readonly IdentifierFact[];
}

/** All windows of a passage, and how many sentences, items, rows and lines of code it has. */
export function windowsOf({ text, language }: EvidenceSource): { windows: Window[]; sentences: number } {
  const windows: Window[] = [];
  let sentence = 0;
  const push = (
    analysis: Analysis,
    size: WindowSize,
    quote: string,
    context: Context = NO_CONTEXT,
  ): Window => {
    const made = makeWindow(analysis, size, quote, sentence, context);
    windows.push(made);
    return made;
  };
  const pushWhole = (whole: string, quote: string, row: TableRow | null = null) => {
    push(analyse(whole, language), "sentence", quote, { ...NO_CONTEXT, row });
    sentence += 1;
  };
  let above: Window | null = null;
  for (const block of parseBlocks(text)) {
    if (block.kind === "heading") continue;
    if (block.kind === "code") {
      const lines = block.text
        .split("\n")
        .map((line) => line.trim())
        .filter(hasWords);
      for (const line of lines) pushWhole(line, line);
      if (lines.length > 1 && lines.length <= MAX_CODE_BLOCK_LINES) {
        push(analyse(block.text, language), "wide", block.text);
      }
      continue;
    }
    if (block.kind === "tableRow") {
      if (!block.isHeader) pushWhole(rowText(block), block.text, block);
      continue;
    }
    const sentences = splitSentences(block.text, language)
      .map((one) => one.text.replace(/(?<!\s)\s*\n\s*/g, " "))
      .filter(hasWords);
    let head: Window | null = null;
    let previous: Analysis | null = null;
    for (const one of sentences) {
      const analysis = analyse(one, language);
      // The further sentences of an item speak of what its first one names.
      const inherits: boolean = block.kind === "listItem" && head !== null;
      const context: Context = { before: inherits ? head : above, inherits };
      if (previous !== null)
        push(joined(previous, analysis), "wide", quoteOfBoth(previous.text, analysis.text));
      above = push(analysis, "sentence", one, context);
      head ??= above;
      pushParts(analysis, language, inherits ? head : above, inherits, (part, size, partContext) =>
        push(part, size, one, partContext),
      );
      previous = analysis;
      sentence += 1;
    }
  }
  return { windows, sentences: sentence };
}

/** Both sentences of a window, or the beginning of each. */
function quoteOfBoth(first: string, second: string): string {
  // Chinese and Japanese have no blank between sentences.
  const gap = /[。！？]$/.test(first) ? "" : " ";
  const whole = first + gap + second;
  if (whole.length <= MAX_QUOTE_CHARS) return whole;
  const half = Math.floor((MAX_QUOTE_CHARS - 1) / 2);
  const firstChars = Math.max(half, MAX_QUOTE_CHARS - 1 - second.length);
  return `${cut(first, firstChars)}${gap}${cut(second, Math.max(half, MAX_QUOTE_CHARS - 1 - first.length))}`;
}

function cut(text: string, maxChars: number): string {
  return text.length > maxChars ? `${text.slice(0, maxChars - 1).trimEnd()}…` : text;
}

function hasWords(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}

function analyse(text: string, language: string): Analysis {
  // Figures inside code stay words of their names: `http2`.
  const { quantities, elsewhere } = findAllNumbers(text, language);
  const numbers = [...quantities, ...elsewhere].sort((a, b) => a.start - b.start);
  const identifiers = findIdentifiers(text, language);
  return { text, offset: 0, terms: spelledTerms(text, quantities, language), numbers, identifiers };
}

/** Two sentences that stand side by side. */
function joined(first: Analysis, second: Analysis): Analysis {
  const offset = first.text.length + 1;
  const moved = <T extends { start: number }>(facts: readonly T[]) =>
    facts.map((fact) => ({ ...fact, start: fact.start + offset }));
  return {
    text: `${first.text} ${second.text}`,
    offset: 0,
    terms: [...first.terms, ...moved(second.terms)],
    numbers: [...first.numbers, ...moved(second.numbers)],
    identifiers: [...first.identifiers, ...moved(second.identifiers)],
  };
}

/** The part of a sentence from `start` to before `end`. */
function slice(whole: Analysis, start: number, end: number): Analysis {
  const within = <T extends { start: number }>(facts: readonly T[]) =>
    facts.filter((fact) => fact.start >= start && fact.start < end);
  return {
    text: whole.text.slice(start, end),
    offset: start,
    terms: within(whole.terms),
    numbers: within(whole.numbers),
    identifiers: within(whole.identifiers),
  };
}

function pushParts(
  analysis: Analysis,
  language: string,
  first: Window | null,
  inherits: boolean,
  push: (part: Analysis, size: WindowSize, context: Context) => Window,
): void {
  for (const size of ["part", "clause"] as const) {
    const parts = size === "part" ? partsOf(analysis.text, language) : clausesOf(analysis.text, language);
    if (parts.length < 2) continue;
    let before = first;
    let from = 0;
    for (const part of parts) {
      const start = analysis.text.indexOf(part, from);
      from = start + part.length;
      if (hasWords(part)) before = push(slice(analysis, start, from), size, { before, inherits });
    }
  }
}

/** What stands before a window, for pronouns; `inherits` where it is spoken of in any case. And the row that it is. */
interface Context {
  before: Window | null;
  inherits: boolean;
  row?: TableRow | null;
}

const NO_CONTEXT: Context = { before: null, inherits: false };

const PRONOUN_FIRST =
  /^(?:(?:and|but|while|whereas|und|aber|so)\s+)?(?:it|they|this|these|that|those|which|sie|es|er|dies\p{L}*|它们?|这些?|其|それ|これ)(?![\p{L}])/iu;

function makeWindow(
  { text, offset, terms, numbers, identifiers }: Analysis,
  size: WindowSize,
  quote: string,
  sentence: number,
  { before, inherits, row = null }: Context,
): Window {
  const signs = new Map<string, Set<1 | -1>>();
  const add = (key: string, sign: 1 | -1) => {
    const known = signs.get(key);
    if (known === undefined) signs.set(key, new Set([sign]));
    else known.add(sign);
  };
  for (const { key, sign } of terms) add(key, sign);
  const pointsBack = before !== null && (inherits || PRONOUN_FIRST.test(text));
  if (before !== null && pointsBack) {
    // What it speaks of is denied or not by this sentence, not by the one before.
    const sign = terms.length > 0 && terms.every((term) => term.sign === -1) ? -1 : 1;
    for (const { key, isPredicate } of before.terms) {
      if ((inherits || !isPredicate) && !signs.has(key)) add(key, sign);
    }
  }
  let words: WordSet | null = null;
  return {
    quote: cut(quote, MAX_QUOTE_CHARS),
    size,
    sentence,
    offset,
    terms,
    signs,
    numbers,
    identifiers,
    text,
    row,
    get words() {
      words ??= wordSet(before !== null && pointsBack ? `${before.text}\n${text}` : text);
      return words;
    },
  };
}

/** Where a sentence turns to something else. */
function partsOf(sentence: string, language: string): string[] {
  const turns =
    language === "zh" || language === "ja"
      ? /(?<=[；。])|(?<=.{6}[，])(?=.{6})|(?<=が、|で、|ただし)/u
      : /(?<=;)\s+|,?\s(?=(?:but|while|whereas|aber|sondern|während|otherwise)\s)/u;
  return trimmed(sentence.split(turns));
}

/** The clauses of a sentence: a comma parts them where it does not part the items of a short list. */
export function clausesOf(sentence: string, language: string): string[] {
  return trimmed(
    partsOf(sentence, language).flatMap((part) =>
      part.split(/(?<=[:–—])\s+|(?<=,)\s+(?=\S+\s+\S+\s+\S)|(?<=[，：])/u),
    ),
  );
}

function trimmed(parts: readonly string[]): string[] {
  return parts.map((part) => part.trim()).filter(Boolean);
}

/** A text's words, ready for looking up names. */
export function wordSet(text: string): WordSet {
  const compact = compacted(text);
  let tokens: ReadonlySet<string> | null = null;
  let lowerTokens: ReadonlySet<string> | null = null;
  const words: WordSet = {
    compact,
    lowerCompact: compact.toLowerCase(),
    get tokens() {
      tokens ??= new Set(text.match(/[\p{L}\p{N}_$]+/gu) ?? []);
      return tokens;
    },
    get lowerTokens() {
      lowerTokens ??= new Set([...words.tokens].map((token) => token.toLowerCase()));
      return lowerTokens;
    },
  };
  return words;
}

/** Without white space, code marks and backslashes. */
export function compacted(text: string): string {
  return text.replace(/[\s`*\\]+/g, "");
}

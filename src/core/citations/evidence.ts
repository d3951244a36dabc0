/**
 * A cited passage cut into the windows that can support a sentence: clauses, sentences, pairs of sentences, list items,
 * table rows and lines of code.
 */
import { parseBlocks, splitSentences } from "../sentences.ts";
import { findFacts, type IdentifierFact, type TermFact } from "./facts.ts";
import { findNumbers, type NumberFact, sameQuantity } from "./numbers.ts";

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
  terms: readonly TermFact[];
  /** Term keys with the signs they stand in, those of a sentence before included where a pronoun points back to it. */
  signs: Map<string, Set<1 | -1>>;
  numbers: NumberFact[];
  periods: string[];
  identifiers: readonly IdentifierFact[];
  text: string;
  words: WordSet;
}

/** A text's words, for looking up names. */
export interface WordSet {
  /** Without white space and code marks. */
  compact: string;
  /** Every run of letters, digits and underscores. */
  tokens: ReadonlySet<string>;
  lowerTokens: ReadonlySet<string>;
}

/** A passage made ready for comparison. */
export interface PassageView {
  source: EvidenceSource;
  windows: Window[];
  /** Sentences, list items, rows and lines of code. */
  sentenceCount: number;
  /** For each term key, the number of sentences that hold it. */
  sentenceFreq: Map<string, number>;
  /** Term keys of title and headings: the topic that its sentences need not repeat. */
  topic: Set<string>;
  words: WordSet;
  numbers: NumberFact[];
  periods: Set<string>;
  keys: Set<string>;
}

const MAX_QUOTE_CHARS = 300;
const MAX_CODE_BLOCK_LINES = 12;

/** Prepares a passage. Costs about a millisecond per thousand characters. */
export function viewPassage(source: EvidenceSource): PassageView {
  const { language } = source;
  const { windows, sentences } = windowsOf(source);
  const heading = [source.title, ...source.headingPath].join("\n");
  const text = `${heading}\n${source.text}`;
  const topic = new Set(findFacts(heading, language).terms.map((term) => term.key));
  const sentenceFreq = new Map<string, number>();
  for (const window of windows.filter(({ size }) => size === "sentence")) {
    for (const key of window.signs.keys()) sentenceFreq.set(key, (sentenceFreq.get(key) ?? 0) + 1);
  }
  return {
    source,
    windows,
    sentenceCount: sentences,
    sentenceFreq,
    topic,
    words: wordSet(text),
    numbers: findNumbers(text, { anywhere: true, language }),
    periods: new Set(windows.flatMap((window) => window.periods)),
    keys: new Set([...sentenceFreq.keys(), ...topic]),
  };
}

/** All windows of a passage, and how many sentences, items, rows and lines of code it has. */
function windowsOf({ text, language }: EvidenceSource): { windows: Window[]; sentences: number } {
  const windows: Window[] = [];
  let sentence = 0;
  const push = (part: string, size: WindowSize, quote: string, rest: Partial<WindowParts> = {}) => {
    if (!/[\p{L}\p{N}]/u.test(part)) return null;
    const made = makeWindow({
      text: part,
      size,
      quote,
      sentence,
      language,
      before: null,
      inherits: false,
      ...rest,
    });
    windows.push(made);
    return made;
  };
  let above: Window | null = null;
  for (const block of parseBlocks(text)) {
    if (block.kind === "heading") continue;
    if (block.kind === "code") {
      const lines = block.text.split("\n").filter((line) => line.trim() !== "");
      for (const line of lines) {
        push(line.trim(), "sentence", line.trim());
        sentence += 1;
      }
      if (lines.length > 1 && lines.length <= MAX_CODE_BLOCK_LINES)
        push(block.text, "wide", lines[0]!.trim());
      continue;
    }
    if (block.kind === "tableRow") {
      if (!block.isHeader) push(`${block.text} (${block.header.join(", ")})`, "sentence", block.text);
      sentence += 1;
      continue;
    }
    const sentences = splitSentences(block.text, language).map((one) => one.text.replace(/\s*\n\s*/g, " "));
    // The further sentences of an item speak of what its first one names.
    let head: Window | null = null;
    for (const [position, one] of sentences.entries()) {
      const inherits: boolean = block.kind === "listItem" && head !== null;
      above = push(one, "sentence", one, { before: inherits ? head : above, inherits }) ?? above;
      head ??= above;
      for (const size of ["part", "clause"] as const) {
        let before = inherits ? head : above;
        const parts = size === "part" ? partsOf(one, language) : clausesOf(one, language);
        if (parts.length < 2) continue;
        for (const part of parts) before = push(part, size, one, { before, inherits }) ?? before;
      }
      sentence += 1;
      const next = sentences[position + 1];
      if (next !== undefined) push(`${one} ${next}`, "wide", one);
    }
    if (sentences.length > 2 && block.kind === "listItem") push(sentences.join(" "), "wide", sentences[0]!);
  }
  return { windows, sentences: sentence };
}

interface WindowParts {
  text: string;
  size: WindowSize;
  quote: string;
  sentence: number;
  language: string;
  /** What stands before it, for pronouns. */
  before: Window | null;
  /** True where `before` is what it speaks of in any case. */
  inherits: boolean;
}

const PRONOUN_FIRST =
  /^(?:(?:and|but|while|whereas|und|aber|so)\s+)?(?:it|they|this|these|that|those|which|sie|es|er|dies\p{L}*|它们?|这些?|其|それ|これ)(?![\p{L}])/iu;

function makeWindow(parts: WindowParts): Window {
  const { text, size, quote, sentence, language, before, inherits } = parts;
  const facts = findFacts(text, language);
  // Words inside code marks count as words too: the docs write `retries` where a sentence says "retries".
  const plain = text.replace(/[`*]/g, " ").replace(/[_.=(){}"':/-]+/g, " ");
  const signs = new Map<string, Set<1 | -1>>();
  const add = ({ key, sign }: Pick<TermFact, "key" | "sign">) => {
    const known = signs.get(key);
    if (known === undefined) signs.set(key, new Set([sign]));
    else known.add(sign);
  };
  for (const term of facts.terms) add(term);
  for (const term of findFacts(plain, language).terms) if (!signs.has(term.key)) add(term);
  if (before !== null && (inherits || PRONOUN_FIRST.test(text))) {
    // What it speaks of is denied or not by this sentence, not by the one before.
    const sign = facts.terms.length > 0 && facts.terms.every((term) => term.sign === -1) ? -1 : 1;
    for (const { key, isPredicate } of before.terms) {
      if ((inherits || !isPredicate) && !signs.has(key)) add({ key, sign });
    }
  }
  return {
    quote: quote.length > MAX_QUOTE_CHARS ? `${quote.slice(0, MAX_QUOTE_CHARS - 1).trimEnd()}…` : quote,
    size,
    sentence,
    terms: facts.terms,
    signs,
    numbers: findNumbers(text, { anywhere: true, language }),
    periods: facts.periods,
    identifiers: facts.identifiers,
    text,
    words: wordSet(inherits && before !== null ? `${before.text}\n${text}` : text),
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

/** A comma that parts clauses, not the items of a short list. */
function clausesOf(sentence: string, language: string): string[] {
  return trimmed(
    partsOf(sentence, language).flatMap((part) =>
      part.split(/(?<=[:–—])\s+|(?<=,)\s+(?=\S+\s+\S+\s+\S)|(?<=[，：])/u),
    ),
  );
}

function trimmed(parts: readonly string[]): string[] {
  return parts.map((part) => part.trim()).filter(Boolean);
}

function wordSet(text: string): WordSet {
  const tokens = new Set(text.match(/[\p{L}\p{N}_$]+/gu) ?? []);
  return {
    compact: compacted(text),
    tokens,
    lowerTokens: new Set([...tokens].map((token) => token.toLowerCase())),
  };
}

function compacted(text: string): string {
  return text.replace(/[\s`*\\]+/g, "");
}

/** Whether a text has a name. */
export function identifierIn(identifier: IdentifierFact, where: WordSet): boolean {
  const compact = compacted(identifier.name);
  if (compact !== "" && where.compact.includes(compact)) return true;
  if (!identifier.isCode) {
    const lower = identifier.name.toLowerCase();
    return where.lowerTokens.has(lower) || where.lowerTokens.has(lower.replace(/s$/, ""));
  }
  const names = namesOf(identifier.name);
  return (
    names.length > 0 &&
    names.every((name) => where.tokens.has(name) || where.lowerTokens.has(name.toLowerCase()))
  );
}

/** Names that a piece of code cannot do without: of `a.b.c(x)` not the `a`, which is a variable; sample strings are left out. */
function namesOf(code: string): string[] {
  const bare = code.replace(/"[^"]*"|'[^']*'/g, (literal) =>
    literal.length === code.trim().length ? literal : " ",
  );
  const names: string[] = [];
  for (const chain of bare.match(/[\p{L}_$][\p{L}\p{N}_$]*(?:\.[\p{L}_$][\p{L}\p{N}_$]*)*|\d+(?:\.\d+)*/gu) ??
    []) {
    const parts = chain.split(".");
    const kept = parts.length > 1 && !/^\d/.test(chain) ? parts.slice(1) : parts;
    for (const name of kept) if (name.length > 1 || /^\d$/.test(name)) names.push(name);
  }
  return names;
}

/** Whether a text states the same quantity, or the same figure without a unit of its own. */
export function numberIn(claim: NumberFact, numbers: readonly NumberFact[]): boolean {
  return numbers.some((number) => sameQuantity(claim, number) || sameFigure(claim, number));
}

/** "60 seconds" against "60" in a table whose header says seconds; "60" against "60 seconds". */
function sameFigure(claim: NumberFact, number: NumberFact): boolean {
  if (claim.dimension !== "plain" && number.dimension !== "plain") return false;
  return figure(claim) === figure(number);
}

function figure(fact: NumberFact): number {
  const digits = /\d+(?:[.,]\d+)*/.exec(fact.surface)?.[0];
  return digits === undefined ? fact.value : Number(digits.replace(/,(?=\d{3})/g, ""));
}

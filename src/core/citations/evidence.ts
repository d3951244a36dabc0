/**
 * A cited passage cut into the windows that can support a sentence: clauses, sentences, pairs of sentences, list items,
 * table rows and lines of code.
 */
import { parseBlocks, splitSentences } from "../sentences.ts";
import { type Facts, findFacts, type IdentifierFact } from "./facts.ts";
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

/** One stretch of a passage. */
export interface Window {
  /** What a reader is shown. */
  quote: string;
  /** `clause` is a part of a sentence, `wide` several of them. */
  size: "clause" | "sentence" | "wide";
  /** Term keys with the signs they stand in. */
  signs: Map<string, Set<1 | -1>>;
  numbers: NumberFact[];
  periods: string[];
  /** Term keys in reading order, for what stands left and right of a comparison. */
  sequence: { key: string; start: number }[];
  text: string;
  /** Without white space. */
  compact: string;
}

/** A passage made ready for comparison. */
export interface PassageView {
  source: EvidenceSource;
  windows: Window[];
  /** Term keys of title and headings: the topic that its sentences need not repeat. */
  topic: Set<string>;
  /** All of it, headings included. */
  text: string;
  compact: string;
  /** Every word of letters, digits and underscores. */
  tokens: Set<string>;
  lowerTokens: Set<string>;
  numbers: NumberFact[];
  periods: Set<string>;
  keys: Set<string>;
}

const MAX_QUOTE_CHARS = 300;
const MAX_CODE_BLOCK_LINES = 12;

/** Prepares a passage. Costs about a millisecond per thousand characters. */
export function viewPassage(source: EvidenceSource): PassageView {
  const windows: Window[] = [];
  const { language } = source;
  const push = (text: string, size: Window["size"], quote = text) => {
    if (/[\p{L}\p{N}]/u.test(text)) windows.push(makeWindow(text, size, quote, language));
  };
  for (const block of parseBlocks(source.text)) {
    if (block.kind === "code") {
      const lines = block.text.split("\n").filter((line) => line.trim() !== "");
      for (const line of lines) push(line.trim(), "sentence");
      if (lines.length > 1 && lines.length <= MAX_CODE_BLOCK_LINES)
        push(block.text, "wide", lines[0]!.trim());
      continue;
    }
    if (block.kind === "tableRow") {
      if (!block.isHeader) push(`${block.text} (${block.header.join(", ")})`, "sentence", block.text);
      continue;
    }
    const sentences = splitSentences(block.text, language).map(({ text }) => text.replace(/\s*\n\s*/g, " "));
    for (const [position, sentence] of sentences.entries()) {
      push(sentence, "sentence");
      for (const clause of clausesOf(sentence)) push(clause, "clause", sentence);
      const next = sentences[position + 1];
      if (next !== undefined) push(`${sentence} ${next}`, "wide");
    }
    if (sentences.length > 2 && block.kind === "listItem") push(sentences.join(" "), "wide", sentences[0]!);
  }
  const heading = [source.title, ...source.headingPath].join("\n");
  const text = `${heading}\n${source.text}`;
  const topicFacts = findFacts(heading, language);
  const tokens = new Set(text.match(/[\p{L}\p{N}_$]+/gu) ?? []);
  return {
    source,
    windows,
    topic: new Set(topicFacts.terms.map((term) => term.key)),
    text,
    compact: compacted(text),
    tokens,
    lowerTokens: new Set([...tokens].map((token) => token.toLowerCase())),
    numbers: findNumbers(text, { anywhere: true, language }),
    periods: new Set(windows.flatMap((window) => window.periods)),
    keys: new Set([
      ...windows.flatMap((window) => [...window.signs.keys()]),
      ...topicFacts.terms.map(({ key }) => key),
    ]),
  };
}

function makeWindow(text: string, size: Window["size"], quote: string, language: string): Window {
  // Words inside code marks count as words too: the docs write `retries` where a sentence says "retries".
  const facts: Facts = findFacts(text, language);
  const spelledOut = findFacts(text.replace(/[`*]/g, " ").replace(/[_.=(){}"':/-]+/g, " "), language);
  const signs = new Map<string, Set<1 | -1>>();
  for (const { key, sign } of [...facts.terms, ...spelledOut.terms.filter((term) => !has(facts, term.key))]) {
    const known = signs.get(key);
    if (known === undefined) signs.set(key, new Set([sign]));
    else known.add(sign);
  }
  return {
    quote: quote.length > MAX_QUOTE_CHARS ? `${quote.slice(0, MAX_QUOTE_CHARS - 1).trimEnd()}…` : quote,
    size,
    signs,
    numbers: findNumbers(text, { anywhere: true, language }),
    periods: facts.periods,
    sequence: facts.terms.map(({ key, start }) => ({ key, start })),
    text,
    compact: compacted(text),
  };
}

function has(facts: Facts, key: string): boolean {
  return facts.terms.some((term) => term.key === key);
}

function clausesOf(sentence: string): string[] {
  const parts = sentence.split(
    /(?<=[,;:–—])\s+|(?<=[，、；：])|\s(?=(?:and|but|while|whereas|unless|und|aber|sondern|während|sofern)\s)/u,
  );
  return parts.length > 1 ? parts.map((part) => part.trim()) : [];
}

function compacted(text: string): string {
  return text.replace(/[\s`*\\]+/g, "");
}

/** How an identifier stands in a text. */
export function identifierIn(
  identifier: IdentifierFact,
  where: { compact: string; tokens: ReadonlySet<string>; lowerTokens: ReadonlySet<string> },
): boolean {
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

/** Names that a piece of code cannot do without: of `a.b.c(x)` only `c` and `x`; sample strings and short names are left out. */
function namesOf(code: string): string[] {
  const bare = code.replace(/"[^"]*"|'[^']*'/g, (literal) =>
    literal.length === code.trim().length ? literal : " ",
  );
  const names: string[] = [];
  for (const chain of bare.match(/[\p{L}_$][\p{L}\p{N}_$]*(?:\.[\p{L}_$][\p{L}\p{N}_$]*)*|\d+(?:\.\d+)?/gu) ??
    []) {
    const last = chain.includes(".") && !/^\d/.test(chain) ? chain.split(".").at(-1)! : chain;
    for (const name of last.split("-"))
      if (name.length > 1 || /^\d$/.test(name)) names.push(...name.split("."));
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

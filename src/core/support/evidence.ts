/** A cited passage made ready for comparison with sentences. */
import { findFacts, type IdentifierFact } from "./facts.ts";
import { findNumbers, type NumberFact, sameQuantity } from "./numbers.ts";
import { findPeriods } from "./periods.ts";
import { compacted, type EvidenceSource, type Window, type WordSet, windowsOf, wordSet } from "./windows.ts";

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
    periods: new Set(findPeriods(text)),
    keys: new Set([...sentenceFreq.keys(), ...topic]),
  };
}

/** A name as it is looked up: one is looked for in every window of a passage. */
interface Spellings {
  compact: string;
  lower: string;
  singular: string;
  names: { name: string; lower: string }[];
}

const spellings = new WeakMap<IdentifierFact, Spellings>();

function spellingsOf(identifier: IdentifierFact): Spellings {
  let known = spellings.get(identifier);
  if (known === undefined) {
    const { name, isCode } = identifier;
    const lower = name.toLowerCase();
    const names = isCode ? namesOf(name).map((one) => ({ name: one, lower: one.toLowerCase() })) : [];
    known = { compact: compacted(name), lower, singular: lower.replace(/s$/, ""), names };
    spellings.set(identifier, known);
  }
  return known;
}

/** Whether a text has a name. */
export function identifierIn(identifier: IdentifierFact, where: WordSet): boolean {
  const { compact, lower, singular, names } = spellingsOf(identifier);
  if (compact !== "" && where.compact.includes(compact)) return true;
  // A word of a text stands in its letters as well, which are looked through far quicker than its words are made.
  if (!identifier.isCode)
    return (
      where.lowerCompact.includes(singular) &&
      (where.lowerTokens.has(lower) || where.lowerTokens.has(singular))
    );
  return (
    names.length > 0 &&
    names.every((one) => where.lowerCompact.includes(one.lower)) &&
    names.every((one) => where.tokens.has(one.name) || where.lowerTokens.has(one.lower))
  );
}

/** Names that a piece of code cannot do without: of `a.b.c(x)` not the `a`, which is a variable; sample strings are left out. */
function namesOf(code: string): string[] {
  // The value of a named option is no sample: `fit: "fill"` is not `fit: "cover"`.
  const isOption = /^[\w$.-]+\s*[:=]\s*["'][\w.-]+["']$/.test(code.trim());
  const bare = code.replace(/"[^"]*"|'[^']*'/g, (literal) =>
    isOption || literal.length === code.trim().length ? literal : " ",
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
  if (claim.dimension !== number.dimension && isMeasure(claim.counts ? number : number.counts ? claim : null))
    return false;
  return figure(claim) === figure(number);
}

function isMeasure(number: NumberFact | null): boolean {
  return number !== null && ["time", "bytes", "percent"].includes(number.dimension);
}

function figure(fact: NumberFact): number {
  const digits = /\d+(?:[.,]\d+)*/.exec(fact.surface)?.[0];
  return digits === undefined ? fact.value : Number(digits.replace(/,(?=\d{3})/g, ""));
}

/**
 * "What is <product>?": every page names the product, so its name finds nothing, while one sentence of the docs says what it is.
 */

import { isAskedHeading } from "../extractive/asked-heading.ts";
import type { Passage } from "../passage.ts";
import type { PassageFilter, PassageIndex, RankedChunk } from "../ports.ts";
import { definedName } from "../question/defined-name.ts";
import { bearsName, isProductName } from "../question/product-name.ts";
import { foundByWords } from "./found-by-words.ts";
import type { RankedPassage } from "./retrieve.ts";

/** Passages that are looked at: those of pages that introduce, and those that speak of kinds of products. */
const CANDIDATES = 40;
const CANDIDATES_OF_KIND = 20;
/** Passages that define, at most. */
const MAX_DEFINING = 2;
/** An opening of fewer words says nothing of what a product is. */
const MIN_OPENING_WORDS = 5;
const SPACELESS = new Set(["zh", "ja"]);
const INTRODUCTION =
  /^(?:introduction|overview|about|einführung|einleitung|überblick|简介|介绍|概述|はじめに|概要)$/i;
/** Kinds of things that a product may be, as the sentence that defines it says. */
const KINDS = "is library framework tool toolkit client server service platform package engine minimal";

/**
 * Passages that say what a common word of the docs is, each cut to the paragraph that does; none for any other question, and none where a
 * section is headed by the question itself.
 * @param filter which passages may answer
 */
export async function findDefinitions(
  question: string,
  filter: PassageFilter,
  index: PassageIndex,
): Promise<RankedPassage[]> {
  const name = definedName(question);
  if (name === null || !isProductName(name, index)) return [];
  const ranking = withOthers(
    index.lexicalRanking(`${name} introduction overview`, CANDIDATES, filter),
    index.lexicalRanking(`${name} ${KINDS}`, CANDIDATES_OF_KIND, filter),
  );
  const passages = await index.passages(ranking.map(({ chunk }) => chunk));
  const asked = passages.findIndex(({ title, headingPath }) => {
    const own = headingPath.at(-1) ?? title;
    return isAskedHeading(own, question) || isAskedHeading(own, `What is ${name}?`);
  });
  if (asked >= 0) {
    const passage = passages[asked]!;
    const { chunk, value } = ranking[asked]!;
    const isWordForWord = isAskedHeading(passage.headingPath.at(-1) ?? passage.title, question);
    return isWordForWord ? [] : [foundByWords({ passage, chunk, value, rank: asked + 1 }, 1)];
  }
  const found = ranking.flatMap(({ chunk, value }, at) => {
    const passage = passages[at]!;
    const text = passage.kind === "code" ? null : definingParagraph(passage, name);
    return text === null ? [] : [{ passage: { ...passage, text }, chunk, value, rank: at + 1 }];
  });
  const opening = found.length > 0 ? [] : openingsOf(name, ranking, passages);
  // What a product is stands near the top of a page; in the order of the docs, its beginning comes first.
  const inOrder = [...found, ...opening].sort(
    (a, b) => a.passage.headingPath.length - b.passage.headingPath.length || a.chunk - b.chunk,
  );
  return inOrder.slice(0, opening.length > 0 ? 1 : MAX_DEFINING).map((one, at) => foundByWords(one, at + 1));
}

/** One ranking, and behind it what only the other has. */
function withOthers(ranking: readonly RankedChunk[], other: readonly RankedChunk[]): RankedChunk[] {
  const known = new Set(ranking.map(({ chunk }) => chunk));
  return [...ranking, ...other.filter(({ chunk }) => !known.has(chunk))];
}

/**
 * Where no sentence defines the product, the page that bears its name tells at its top, or under "Introduction", what it is: "HTTP server
 * mocking for Node.js".
 */
function openingsOf(name: string, ranking: readonly RankedChunk[], passages: readonly Passage[]) {
  return ranking.flatMap(({ chunk, value }, at) => {
    const passage = passages[at]!;
    const { title, headingPath, kind } = passage;
    const own = headingPath.at(-1) ?? title;
    const isTop = headingPath.length < 2 || (headingPath.length === 2 && INTRODUCTION.test(own));
    if (kind === "code" || !isTop || !bearsName(title, name)) return [];
    const text = openingParagraph(passage);
    return text === null ? [] : [{ passage: { ...passage, text }, chunk, value, rank: at + 1 }];
  });
}

/** The first paragraph of prose, of at least one whole sentence. */
function openingParagraph({ text, language }: Passage): string | null {
  for (const paragraph of proseParagraphs(text)) {
    const words = paragraph.match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
    const isListOrBadge = /^\s*(?:(?:[-*+]|\d+[.)])\s|\[?!\[)/.test(paragraph);
    if (!isListOrBadge && (words >= MIN_OPENING_WORDS || (SPACELESS.has(language) && paragraph.length >= 15)))
      return paragraph.replace(/^> ?/gm, "");
  }
  return null;
}

/** The first paragraph with a sentence that begins with the name and says what it is. */
function definingParagraph({ text }: Passage, name: string): string | null {
  const word = name.replace(/s$/i, "").replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const mark = "[`*_]{0,3}";
  const defines = new RegExp(
    `(?:^|[.!?]\\s+)(?:(?:an?|the|eine?|der|die|das|une?|le|la|una?|el|il) )?${mark}${word}s?(?:\\.js)?${mark}(?: \\([^()\\n]{1,40}\\))? (?:is|are|ist|sind|est|sont|es|son|è|sono|é|são)(?: (?:essentially|basically|simply|also))? (?:an?|the|one|any|designed|built|made|meant|intended|eine?|der|die|das|une?|le|la|una?|el|il|um)\\b`,
    "iu",
  );
  for (const paragraph of proseParagraphs(text)) {
    if (defines.test(paragraph.replace(/\s*\n\s*/g, " ").trimStart())) return paragraph;
  }
  return null;
}

/** Paragraphs and lists; no code, tables or headings. */
function* proseParagraphs(text: string): Generator<string, void, undefined> {
  let isCode = false;
  for (const paragraph of text.split(/\n[ \t]*\n/)) {
    const wasCode = isCode;
    if ((paragraph.match(/^\s*(?:```|~~~)/gm)?.length ?? 0) % 2 === 1) isCode = !isCode;
    if (!wasCode && !isCode && !/^\s*(?:```|~~~|\||#)/.test(paragraph)) yield paragraph;
  }
}

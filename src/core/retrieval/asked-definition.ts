/**
 * "What is <product>?": every page names the product, so its name finds nothing, while one sentence of the docs says what it is.
 */

import { isAskedHeading } from "../extractive/asked-heading.ts";
import type { Passage } from "../passage.ts";
import type { PassageFilter, PassageIndex, RankedChunk } from "../ports.ts";
import { questionTerms } from "../question/question-terms.ts";
import { foundByWords } from "./found-by-words.ts";
import type { RankedPassage } from "./retrieve.ts";

/** Up to three words, none of them with a space or a mark of punctuation that ends something. */
const NAME = "[\\p{L}\\p{N}@`][\\p{L}\\p{N}@/._`-]*(?: [\\p{L}\\p{N}][\\p{L}\\p{N}/._-]*){0,2}?";
const ASKING: readonly RegExp[] = [
  `(?:what(?:['’]s| is| are)|(?:tell me )?what exactly (?:is|are))(?: an?| the)? (${NAME})`,
  `was (?:ist|sind)(?: eine?| der| die| das)? (${NAME})`,
  `qu['’]est[- ]ce (?:que (?:c['’]est )?(?:que )?|qu['’])(?:une? |le |la |les |l['’])?(${NAME})`,
  `¿?qué (?:es|son)(?: una?| el| la| los| las)? (${NAME})`,
  `(?:che )?cos['’]è(?: una?| uno| il| lo| la)? (${NAME})`,
  `o que (?:é|são)(?: uma?| o| a)? (${NAME})`,
  `wat (?:is|zijn)(?: een| de| het)? (${NAME})`,
  `什么是\\s*(${NAME})`,
  `(${NAME})\\s*(?:是什么|とは(?:何(?:ですか)?)?)`,
].map((pattern) => new RegExp(`^${pattern}\\s*[?？.!。]*$`, "iu"));

/** Passages that are looked at. */
const CANDIDATES = 40;
/** Passages that define, at most. */
const MAX_DEFINING = 2;
/** An opening of fewer words says nothing of what a product is. */
const MIN_OPENING_WORDS = 5;
const SPACELESS = new Set(["zh", "ja"]);
const INTRODUCTION =
  /^(?:introduction|overview|about|einführung|einleitung|überblick|简介|介绍|概述|はじめに|概要)$/i;
/** A word that fewer of the chunks hold is found by itself. */
const COMMON_SHARE = 0.1;

/** What a question asks the meaning of and nothing else: "winston" of "What is winston?"; `null` for any other question. */
export function definedName(question: string): string | null {
  for (const asking of ASKING) {
    const name = asking.exec(question.trim())?.[1];
    if (name !== undefined) return name.replaceAll("`", "");
  }
  return null;
}

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
  if (name === null || !isCommon(name, index)) return [];
  const ranking = index.lexicalRanking(`${name} introduction overview`, CANDIDATES, filter);
  const passages = await index.passages(ranking.map(({ chunk }) => chunk));
  if (passages.some(({ title, headingPath }) => isAskedHeading(headingPath.at(-1) ?? title, question)))
    return [];
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

/** Whether a page is called by the name, with nothing behind it but marks and badges. */
function bearsName(title: string, name: string): boolean {
  const badge = /\[?!\[/.exec(title);
  const plain = badge === null ? title : title.slice(0, badge.index);
  const first = plain.search(/[\p{L}\p{N}@]/u);
  if (first < 0) return false;
  // Compared from its start, as a pattern for the marks at the end would be tried at each of them.
  const rest = plain.slice(first).toLowerCase();
  const wanted = name.toLowerCase();
  return rest.startsWith(wanted) && !/[\p{L}\p{N}]/u.test(rest.slice(wanted.length));
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

/** Whether a name is all of the corpus's own, or of words that much of the docs hold. */
function isCommon(name: string, index: PassageIndex): boolean {
  if (name.toLowerCase() === index.corpus.name.toLowerCase()) return true;
  const terms = questionTerms(name, index);
  return terms.length > 0 && terms.every(({ docFreq }) => docFreq > index.chunkCount * COMMON_SHARE);
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

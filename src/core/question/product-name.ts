/** Names of what the docs are about: every page has them, so they find nothing. */

import type { PassageIndex } from "../ports.ts";
import { questionTerms } from "./question-terms.ts";

/** A word that fewer of the chunks hold is found by itself. */
const COMMON_SHARE = 0.1;

/** Whether a name is all of the corpus's own, or of words that much of the docs hold. */
export function isProductName(name: string, index: PassageIndex): boolean {
  if (isCorpusName(name, index)) return true;
  const terms = questionTerms(name, index);
  return terms.length > 0 && terms.every(({ docFreq }) => docFreq > index.chunkCount * COMMON_SHARE);
}

/** Whether a name is the corpus's own. */
export function isCorpusName(name: string, index: PassageIndex): boolean {
  const plain = (text: string) => text.toLowerCase().replace(/\.js$/, "");
  return plain(name) === plain(index.corpus.name);
}

/** Pages about the product as a whole; what "Installation" or "it" is about on any other page is something else. */
const GENERAL_PAGE =
  /^(?:introduction|overview|about|read ?me|documentation|docs|guide|home|index|get(?:ting)? started|quick ?start|first steps|install(?:ation|ing)?|usage|set ?up)$/i;

/** Whether a page with this title is about the product as a whole: it bears a general title, or the product's name. */
export function isGeneralPage(title: string, names: readonly string[]): boolean {
  return names.some((name) => bearsName(title, name)) || GENERAL_PAGE.test(withoutNames(title, names));
}

/** "Getting started with Pipeliner" without the name and the word before it, lower case. */
export function withoutNames(heading: string, names: readonly string[]): string {
  let plain = heading.toLowerCase().replace(/[`*_]/g, "");
  for (const name of names) plain = plain.replaceAll(name.toLowerCase(), " ");
  return plain
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim()
    .replace(/ (?:with|using|the|to|of|for)$/, "");
}

/** Whether a text is called by the name, with nothing behind it but marks and badges. */
export function bearsName(text: string, name: string): boolean {
  const badge = /\[?!\[/.exec(text);
  const plain = badge === null ? text : text.slice(0, badge.index);
  const first = plain.search(/[\p{L}\p{N}@]/u);
  if (first < 0) return false;
  // Compared from its start, as a pattern for the marks at the end would be tried at each of them.
  const rest = plain.slice(first).toLowerCase();
  const wanted = name.toLowerCase();
  return rest.startsWith(wanted) && !/[\p{L}\p{N}]/u.test(rest.slice(wanted.length).replace(/^\.js\b/, ""));
}

/**
 * The second chance without a model: another query for the same question, in words that the docs have.
 */
import type { RankedPassageLike } from "../extractive/extractive.ts";
import type { PassageIndex } from "../ports.ts";
import { synonymsFor } from "../question/glossary.ts";
import { type QuestionTerm, questionTerms } from "../question/question-terms.ts";

/** Words added for one word that the docs do not have, and for one that they have. */
const SYNONYMS_OF_UNKNOWN = 3;
const SYNONYMS_OF_KNOWN = 1;
/** Known words of a question that are asked for again, the most informative first. */
const KEPT_SHARE = 0.75;

/**
 * A query that differs from the first, or `null` when there is nothing new to ask: the question's words that say most, and
 * in place of those that the docs lack, or beside those that they have, other words for the same that they do have.
 * @param query what was searched first
 * @param passages what it found, best first
 */
export function secondQuery(
  question: string,
  query: string,
  passages: readonly RankedPassageLike[],
  index: PassageIndex,
): string | null {
  const terms = questionTerms(query, index);
  const known = terms.filter((term) => term.docFreq > 0).sort((a, b) => b.weight - a.weight);
  const kept = known.slice(0, Math.ceil(known.length * KEPT_SHARE));
  const added = terms.flatMap((term) => otherWords(term, index));
  if (added.length === 0) return headingQuery(question, kept, passages);
  const words = distinct([
    ...terms.filter((term) => kept.includes(term)).map(({ surface }) => surface),
    ...added,
  ]);
  return isNew(words, query) ? words.join(" ") : null;
}

/**
 * Whether one of the passages is, by its own heading, about a word that the second query has and the first had not. A text that holds such
 * a word somewhere often speaks of another matter.
 */
export function headingHasAdded(
  query: string,
  firstQuery: string,
  passages: readonly RankedPassageLike[],
  index: PassageIndex,
): boolean {
  const termsOf = (text: string) => index.analyzeQuery(text).flatMap(({ terms }) => terms);
  const asked = new Set(termsOf(firstQuery));
  const added = termsOf(query).filter((term) => !asked.has(term));
  return passages.some(({ passage }) => {
    const heading = new Set(termsOf(passage.headingPath.at(-1) ?? passage.title));
    return added.some((term) => heading.has(term));
  });
}

/** Synonyms that the index has. */
function otherWords(term: QuestionTerm, index: PassageIndex): string[] {
  const limit = term.docFreq === 0 ? SYNONYMS_OF_UNKNOWN : SYNONYMS_OF_KNOWN;
  const inDocs = synonymsFor(term.surface).filter((word) =>
    index.analyzeQuery(word).some(({ docFreq }) => docFreq > 0),
  );
  return inDocs.slice(0, limit);
}

/** Where the glossary has nothing to add: what the best passages' headings call it. */
function headingQuery(
  question: string,
  kept: readonly QuestionTerm[],
  passages: readonly RankedPassageLike[],
): string | null {
  const headings = passages.slice(0, 2).map(({ passage }) => passage.headingPath.at(-1) ?? passage.title);
  const words = distinct([...kept.map(({ surface }) => surface), ...headings]);
  return kept.length > 0 && isNew(words, question) ? words.join(" ") : null;
}

function distinct(words: readonly string[]): string[] {
  return [...new Set(words)];
}

function isNew(words: readonly string[], query: string): boolean {
  const asked = new Set(query.toLowerCase().split(/[^\p{L}\p{N}_]+/u));
  return words.some((word) =>
    word
      .toLowerCase()
      .split(/[^\p{L}\p{N}_]+/u)
      .some((part) => part !== "" && !asked.has(part)),
  );
}

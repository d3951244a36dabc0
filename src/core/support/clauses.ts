/**
 * The clauses of a sentence that state something each: what a sentence of several says of one thing is not to be held
 * against what its passage says of another.
 */
import type { Facts } from "./facts.ts";
import { clausesOf } from "./windows.ts";

/** Words, names and numbers that a clause needs to state something of its own. */
const MIN_TOLD = 2;

/** A Japanese clause goes on after a verb: "…せず、…", "…して、…". */
const VERB_LINK = /(?<=なく|ず|ずに|[てで]|ので|[しりきみびげべせけれめえ])、(?=.{6})/u;

/** One clause with its facts, in the positions of the whole sentence. */
export interface Clause {
  text: string;
  facts: Facts;
}

/**
 * The clauses of a sentence that are more than a condition; fewer than two for a simple one.
 *
 * @param facts of the whole sentence
 */
export function statingClauses(facts: Facts, sentence: string, language: string): Clause[] {
  const texts = clausesOf(sentence, language).flatMap((text) =>
    language === "ja" ? text.split(VERB_LINK) : [text],
  );
  if (texts.length < 2) return [];
  const clauses: Clause[] = [];
  let end = 0;
  for (const text of texts) {
    const start = sentence.indexOf(text, end);
    end = start + text.length;
    const part = factsIn(facts, text, start, end);
    const told = part.terms.filter(({ weight, isCondition }) => weight >= 0.5 && !isCondition);
    if (told.length + part.identifiers.length + part.numbers.length >= MIN_TOLD && told.length > 0)
      clauses.push({ text, facts: part });
  }
  return clauses;
}

function factsIn(facts: Facts, text: string, start: number, end: number): Facts {
  const isWithin = (fact: { start: number }) => fact.start >= start && fact.start < end;
  return {
    terms: facts.terms.filter(isWithin),
    numbers: facts.numbers.filter(isWithin),
    identifiers: facts.identifiers.filter(isWithin),
    quoted: facts.quoted.filter((quoted) => text.includes(quoted)),
    periods: [],
  };
}

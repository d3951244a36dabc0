import type { ConceptTerm, QueryConcept } from "./bm25f.ts";
import type { Dictionary, TermEntry } from "./dictionary.ts";
import { expandTerm } from "./text/expansion.ts";
import { isLightWord, LIGHT_WORD_WEIGHT } from "./text/light-words.ts";
import { singularAbbreviation } from "./text/plural-abbreviations.ts";
import { SYNONYM_SHARE, synonymsOf } from "./text/synonyms.ts";

/** What was put in the place of a word that the index lacks. */
export interface StandIn {
  terms: string[];
  /** Number of chunks that hold the most frequent of them. */
  docFreq: number;
}

/** Collects what a query asks for: each index term once, in the concept that has the best claim to it. */
export class QueryConcepts {
  private readonly dictionary: Dictionary;
  private readonly isEnglish: boolean;
  private readonly concepts: QueryConcept[] = [];
  /** Index terms that the query itself has. */
  private readonly own = new Map<string, QueryConcept>();
  private readonly standIns = new Map<string, StandIn | null>();
  private readonly entries = new Map<string, TermEntry | null>();

  /** @param isEnglish whether the docs are, so that light words and synonyms apply */
  constructor(dictionary: Dictionary, isEnglish: boolean) {
    this.dictionary = dictionary;
    this.isEnglish = isEnglish;
  }

  /** @returns null when the index lacks the term */
  find(term: string): TermEntry | null {
    let entry = this.entries.get(term);
    if (entry === undefined) {
      entry = this.dictionary.find(term);
      this.entries.set(term, entry);
    }
    return entry;
  }

  /** Adds a term that the index holds; of two weights the greater counts. */
  addOwn(term: string, entry: TermEntry, roleWeight: number): void {
    const queryWeight = this.isEnglish && isLightWord(term) ? roleWeight * LIGHT_WORD_WEIGHT : roleWeight;
    const known = this.own.get(term);
    if (known !== undefined) {
      known.queryWeight = Math.max(known.queryWeight, queryWeight);
      return;
    }
    const concept = { terms: [conceptTerm(term, entry, 1)], docFreq: entry.docFreq, queryWeight };
    this.own.set(term, concept);
    this.concepts.push(concept);
  }

  /**
   * Adds what stands in for a term that the index lacks: the one of an abbreviation's plural, synonyms, else what is spelled like it. Conversation has neither: that
   * a word such as `really` is missing says nothing.
   * @returns null when nothing does
   */
  addStandIn(term: string, roleWeight: number): StandIn | null {
    const known = this.standIns.get(term);
    if (known !== undefined) return known;
    const standIn =
      this.bySingular(term, roleWeight) ??
      this.bySynonyms(term, roleWeight) ??
      this.bySpelling(term, roleWeight);
    this.standIns.set(term, standIn);
    return standIn;
  }

  private bySingular(term: string, roleWeight: number): StandIn | null {
    const singular = singularAbbreviation(term);
    const entry = singular === null ? null : this.find(singular);
    return entry === null ? null : this.addTogether([{ term: singular!, entry, share: 1 }], roleWeight);
  }

  private bySynonyms(term: string, roleWeight: number): StandIn | null {
    if (!this.isEnglish) return null;
    const found = synonymsOf(term).flatMap((synonym) => {
      const entry = this.dictionary.findListed(synonym);
      return entry === null ? [] : [{ term: synonym, entry, share: 1 }];
    });
    return this.addTogether(found, roleWeight);
  }

  private bySpelling(term: string, roleWeight: number): StandIn | null {
    if (this.isEnglish && isLightWord(term)) return null;
    const found = expandTerm(this.dictionary, term);
    const best = found[0]?.queryWeight ?? 1;
    return this.addTogether(
      found.map(({ queryWeight, ...expansion }) => ({ ...expansion, share: queryWeight / best })),
      roleWeight * best,
    );
  }

  private addTogether(
    found: readonly { term: string; entry: TermEntry; share: number }[],
    queryWeight: number,
  ): StandIn | null {
    if (found.length === 0) return null;
    const docFreq = Math.max(...found.map(({ entry }) => entry.docFreq));
    const terms = found.map(({ term, entry, share }) => conceptTerm(term, entry, share));
    this.concepts.push({ terms, docFreq, queryWeight });
    return { terms: terms.map(({ term }) => term), docFreq };
  }

  /** All of it, with the synonyms of what the query itself has. */
  finish(): QueryConcept[] {
    const taken = new Set(this.own.keys());
    const concepts: QueryConcept[] = [];
    for (const concept of this.concepts) {
      const isOwn = this.own.get(concept.terms[0]!.term) === concept;
      const terms = isOwn ? concept.terms : concept.terms.filter(({ term }) => !taken.has(term));
      if (terms.length === 0) continue;
      for (const { term } of terms) taken.add(term);
      concepts.push({ ...concept, terms });
    }
    return this.isEnglish ? concepts.map((concept) => this.withSynonyms(concept, taken)) : concepts;
  }

  private withSynonyms(concept: QueryConcept, taken: Set<string>): QueryConcept {
    const { term } = concept.terms[0]!;
    if (!this.own.has(term)) return concept;
    const terms = [...concept.terms];
    for (const synonym of synonymsOf(term)) {
      const entry = taken.has(synonym) ? null : this.dictionary.findListed(synonym);
      if (entry === null) continue;
      taken.add(synonym);
      terms.push(conceptTerm(synonym, entry, SYNONYM_SHARE));
    }
    return terms.length === concept.terms.length ? concept : { ...concept, terms };
  }
}

function conceptTerm(term: string, { postingsStart, postingsEnd }: TermEntry, share: number): ConceptTerm {
  return { term, postingsStart, postingsEnd, share };
}

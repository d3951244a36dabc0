import { type ConceptTerm, isCompound, type QueryConcept } from "./bm25f.ts";
import { byteLengthOf, inOrder } from "./scorer.ts";

/** A concept of which some terms have been added to the scores. */
export interface OpenConcept {
  /** In the order in which they are added. */
  readonly terms: readonly ConceptTerm[];
  readonly factor: number;
  readonly isCompound: boolean;
  /** How many of the terms have been added. */
  addedCount: number;
}

/** A concept of which none has been added. @param factor what its saturated frequency is multiplied by */
export function openConcept(concept: QueryConcept, factor: number): OpenConcept {
  return { terms: inOrder(concept), factor, isCompound: isCompound(concept), addedCount: 0 };
}

/** A term to be added to the scores. */
export interface TermStep {
  readonly concept: OpenConcept;
  readonly term: ConceptTerm;
  /** More than the term adds to any score. */
  readonly bound: number;
}

/** Above what rounding can make of a bound: relative, and for what is added to a score. */
const BOUND_SLACK = 1 + 2 ** -40;
const SCORE_SLACK = 2 ** -36;

/**
 * The terms of a query in the order in which they are added: those first that can add most to a score, as they decide who is among the
 * best; and never one before those that its concept adds before it.
 * @param greatestTf the greatest frequency of a term in any chunk; undefined where it is not known
 */
export function termSteps(
  concepts: readonly OpenConcept[],
  k1: number,
  greatestTf: (term: ConceptTerm) => number | undefined,
): TermStep[] {
  const steps: (TermStep & { place: number })[] = concepts.flatMap((concept) =>
    concept.terms.map((term, place) => {
      const greatest = greatestTf(term);
      // A frequency without limit is worth the whole factor; what is added to others of its concept, less than alone.
      const saturated = greatest === undefined ? 1 : (term.share * greatest) / (term.share * greatest + k1);
      return { concept, term, place, bound: concept.factor * saturated * BOUND_SLACK + SCORE_SLACK };
    }),
  );
  steps.sort((a, b) => b.bound - a.bound || byteLengthOf(a.term) - byteLengthOf(b.term));
  const ordered: TermStep[] = [];
  const taken = new Set<TermStep>();
  for (const step of steps) {
    if (taken.has(step)) continue;
    const before = steps.filter(
      (other) => other.concept === step.concept && other.place <= step.place && !taken.has(other),
    );
    before.sort((a, b) => a.place - b.place);
    for (const each of before) {
      taken.add(each);
      ordered.push(each);
    }
  }
  return ordered;
}

/** For each step the sum of its bound and those after it. */
export function boundsFrom(steps: readonly TermStep[]): Float64Array {
  const sums = new Float64Array(steps.length + 1);
  for (let at = steps.length - 1; at >= 0; at--) sums[at] = sums[at + 1]! + steps[at]!.bound;
  return sums;
}

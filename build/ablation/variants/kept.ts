/** What the product has, taken away one at a time. */
import type { Chunk } from "../../../src/core/passage.ts";
import { DEFAULT_BM25F, type QueryConcept } from "../../../src/index-format/bm25f.ts";
import type { QueryPlan } from "../../../src/index-format/query.ts";
import { isLightWord, LIGHT_WORD_WEIGHT } from "../../../src/index-format/text/light-words.ts";
import { SYNONYM_SHARE } from "../../../src/index-format/text/synonyms.ts";
import { indexedFields, type PlanContext, type Variant } from "../variant.ts";

/** Asks for plans that know neither light words nor synonyms. */
const PLAIN_LANGUAGE = "und";

function mapConcepts(plan: QueryPlan, change: (concept: QueryConcept) => QueryConcept[]): QueryPlan {
  return { ...plan, concepts: plan.concepts.flatMap(change) };
}

function weighLightWords(factor: number): (context: PlanContext) => QueryPlan {
  return ({ plan }) =>
    mapConcepts(plan, (concept) => {
      const isLight = isLightWord(concept.terms[0]!.term);
      return [isLight ? { ...concept, queryWeight: concept.queryWeight * factor } : concept];
    });
}

/** Every synonym as a word of its own, as if the reader had typed it with a small weight. */
function synonymsApart({ plan, index }: PlanContext): QueryPlan {
  return mapConcepts(plan, (concept) => {
    const [first, ...rest] = concept.terms;
    if (rest.length === 0 || rest[0]!.share !== SYNONYM_SHARE) return [concept];
    const apart = rest.map((term) => ({
      terms: [{ ...term, share: 1 }],
      docFreq: index.inverted.postings.get(term.term)?.length ?? 0,
      queryWeight: concept.queryWeight * SYNONYM_SHARE,
    }));
    return [{ ...concept, terms: [first!] }, ...apart];
  });
}

function withoutPath(chunk: Chunk): readonly string[] {
  const [, ...others] = indexedFields(chunk);
  return [chunk.title, ...others];
}

const FIRST_BM25F = { ...DEFAULT_BM25F, b: [0.5, 0.5, 0.75, 0.75] };
const QUESTION_LANGUAGES = ["zh", "ja", "de"];

export const KEPT_VARIANTS: readonly Variant[] = [
  {
    name: "the first version: none of the rows below",
    verdict: "kept",
    ranking: { planLanguage: PLAIN_LANGUAGE, bm25f: FIRST_BM25F },
    fields: withoutPath,
    retrieval: { repeatedPageDiscount: 0 },
    claimedLanguages: QUESTION_LANGUAGES,
  },
  {
    name: "without light words",
    verdict: "kept",
    ranking: { rewritePlan: weighLightWords(1 / LIGHT_WORD_WEIGHT) },
  },
  {
    name: "without synonyms",
    verdict: "kept",
    ranking: { planLanguage: PLAIN_LANGUAGE, rewritePlan: weighLightWords(LIGHT_WORD_WEIGHT) },
  },
  {
    name: "synonyms scored apart from their word",
    verdict: "kept",
    ranking: { rewritePlan: synonymsApart },
  },
  {
    name: "prose normalized by its length more, b 0.75",
    verdict: "kept",
    ranking: { bm25f: FIRST_BM25F },
  },
  { name: "without the words of the path", verdict: "kept", fields: withoutPath },
  {
    name: "without giving way to other pages",
    verdict: "kept",
    retrieval: { repeatedPageDiscount: 0 },
  },
  { name: "without translated terms", verdict: "kept", claimedLanguages: QUESTION_LANGUAGES },
];

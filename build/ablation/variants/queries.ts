/** Other readings of the question that were tried and dropped. */
import type { QueryConcept } from "../../../src/index-format/bm25f.ts";
import { DEFAULT_ROLE_WEIGHTS, type QueryPlan } from "../../../src/index-format/query.ts";
import { stemEnglish } from "../../../src/index-format/text/english-stemmer.ts";
import { WORD } from "../../../src/index-format/text/tokens.ts";
import type { PlanContext, Variant } from "../variant.ts";

/** Drops what merely resembles a word that the index lacks. */
function withoutSlips({ plan, query, index }: PlanContext): QueryPlan {
  const { tokenizer } = index.inverted;
  const own = new Set<string>();
  tokenizer.tokenize(tokenizer.normalize(query), (term) => own.add(term));
  const concepts = plan.concepts.filter(
    ({ terms, queryWeight }) => own.has(terms[0]!.term) || queryWeight === 1,
  );
  return { ...plan, concepts };
}

/** Neighbouring words also asked for as one: `log in` as `login`, `status code` as `statusCode`. */
function joinedWords(queryWeight: number): (context: PlanContext) => QueryPlan {
  return ({ plan, query, index }) => {
    const { tokenizer, dictionary } = index.inverted;
    const words = [
      ...tokenizer
        .normalize(query)
        .toLowerCase()
        .matchAll(/[a-z]+/g),
    ];
    const asked = new Set(plan.concepts.flatMap(({ terms }) => terms.map(({ term }) => term)));
    const added: QueryConcept[] = [];
    words.slice(1).forEach((second, i) => {
      const first = words[i]!;
      if (second.index !== first.index + first[0].length + 1) return;
      for (const joined of [first[0] + second[0], stemEnglish(first[0]) + second[0]]) {
        tokenizer.tokenize(joined, (term, role) => {
          const entry = role === WORD && !asked.has(term) ? dictionary.find(term) : null;
          if (entry === null) return;
          asked.add(term);
          added.push({ terms: [{ ...entry, term, share: 1 }], docFreq: entry.docFreq, queryWeight });
        });
      }
    });
    return { ...plan, concepts: [...plan.concepts, ...added] };
  };
}

function dropped(name: string, ranking: Variant["ranking"]): Variant {
  return { name, verdict: "dropped", ranking };
}

export const QUERY_VARIANTS: readonly Variant[] = [
  dropped("no tolerance for slips", { rewritePlan: withoutSlips }),
  dropped("neighbouring words also as one word, weight 0.5", { rewritePlan: joinedWords(0.5) }),
  dropped("neighbouring words also as one word, weight 1", { rewritePlan: joinedWords(1) }),
  dropped("parts of identifiers weigh 0.5", { roleWeights: { ...DEFAULT_ROLE_WEIGHTS, part: 0.5 } }),
  dropped("whole identifiers weigh 1.5", { roleWeights: { ...DEFAULT_ROLE_WEIGHTS, whole: 1.5 } }),
];

/** Figures of a variant, and how far it is from the product, with the noise of the question sets. */
import { randomNumbers } from "../bench/random.ts";
import { type FirstHitRank, type RankMetrics, rankMetrics } from "../eval/metrics.ts";
import type { QuestionResult } from "./variant-runner.ts";

/** A change of the mean and the 95 % interval of a paired bootstrap over the questions. */
export interface Difference {
  change: number;
  low: number;
  high: number;
}

export interface Figures extends Pick<RankMetrics, "n" | "mrr" | "hitAt5"> {
  headingMrr: number;
  headingHitAt5: number;
  /** Of the MRR, against the product. */
  mrrChange: Difference;
}

const RESAMPLES = 2_000;

/** A question's results under the variant and under the product. */
interface Pair {
  result: QuestionResult;
  product: QuestionResult;
}

/** Figures set by set, in order of first appearance. */
export function figuresBySet(
  results: readonly QuestionResult[],
  product: readonly QuestionResult[],
): Map<string, Figures> {
  const groups = [...pairsBySet(results, product)];
  return new Map(groups.map(([set, pairs]) => [set, { ...plain(pairs), mrrChange: change([pairs]) }]));
}

/** The mean over sets, each counting alike whatever its size. Resamples within every set. */
export function averageFigures(
  results: readonly QuestionResult[],
  product: readonly QuestionResult[],
): Figures {
  const groups = [...pairsBySet(results, product).values()];
  const each = groups.map(plain);
  const average = (of: (figures: (typeof each)[number]) => number) => mean(each.map(of));
  return {
    n: results.length,
    mrr: average(({ mrr }) => mrr),
    hitAt5: average(({ hitAt5 }) => hitAt5),
    headingMrr: average(({ headingMrr }) => headingMrr),
    headingHitAt5: average(({ headingHitAt5 }) => headingHitAt5),
    mrrChange: change(groups),
  };
}

function pairsBySet(
  results: readonly QuestionResult[],
  product: readonly QuestionResult[],
): Map<string, Pair[]> {
  const known = new Map(product.map((result) => [keyOf(result), result]));
  const pairs = results.map((result) => ({ result, product: known.get(keyOf(result))! }));
  return Map.groupBy(pairs, ({ result }) => result.set);
}

function keyOf({ set, id }: QuestionResult): string {
  return `${set} ${id}`;
}

function plain(pairs: readonly Pair[]): Omit<Figures, "mrrChange"> {
  const { n, mrr, hitAt5 } = rankMetrics(pairs.map(({ result }) => result.rank));
  const heading = rankMetrics(pairs.map(({ result }) => result.headingRank));
  return { n, mrr, hitAt5, headingMrr: heading.mrr, headingHitAt5: heading.hitAt5 };
}

/** @see Efron, Tibshirani: An Introduction to the Bootstrap, 1993, chapter 13 (percentile intervals) */
function change(groups: readonly (readonly Pair[])[]): Difference {
  const differences = groups.map((pairs) =>
    pairs.map(({ result, product }) => reciprocal(result.rank) - reciprocal(product.rank)),
  );
  const random = randomNumbers(1);
  const means = Array.from({ length: RESAMPLES }, () =>
    mean(
      differences.map((of) => {
        let sum = 0;
        for (let i = 0; i < of.length; i++) sum += of[Math.floor(random() * of.length)]!;
        return sum / of.length;
      }),
    ),
  ).sort((a, b) => a - b);
  return {
    change: mean(differences.map(mean)),
    low: means[Math.floor(RESAMPLES * 0.025)]!,
    high: means[Math.floor(RESAMPLES * 0.975)]!,
  };
}

function reciprocal(rank: FirstHitRank): number {
  return rank === null ? 0 : 1 / rank;
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}

import type { FuzzFailure, FuzzOutcome, FuzzTarget } from "./target.ts";

/** Cases that one thread runs at a stretch. */
export interface Batch {
  target: string;
  cases: number;
  /** Of the first batch the seed that was asked for, of each next one a greater by 1: a batch is run again by its own seed. */
  seed: number;
  /** Of a counted target: the first case. */
  from: number;
}

export const BATCH_CASES = 1_000;

/** Cases for each target: by their shares, and of those that can be counted no more than there are. */
export function planCases(targets: readonly FuzzTarget[], total: number): Map<string, number> {
  const plan = new Map<string, number>();
  let left = total;
  let shares = targets.reduce((sum, { share }) => sum + share, 0);
  const fraction = ({ size, share }: FuzzTarget) => (size === null ? Number.POSITIVE_INFINITY : size / share);
  // The smallest first, so that what they do not need goes to the others.
  for (const target of [...targets].sort((a, b) => Math.sign(fraction(a) - fraction(b)) || 0)) {
    const part = Math.ceil((left * target.share) / shares);
    const cases = Math.min(part, target.size ?? part, left);
    plan.set(target.name, cases);
    left -= cases;
    shares -= target.share;
  }
  return plan;
}

/** In the order of the targets. */
export function batchesOf(targets: readonly FuzzTarget[], total: number, seed: number): Batch[] {
  const plan = planCases(targets, total);
  return targets.flatMap(({ name }) => {
    const cases = plan.get(name)!;
    return Array.from({ length: Math.ceil(cases / BATCH_CASES) }, (_, n) => ({
      target: name,
      cases: Math.min(BATCH_CASES, cases - n * BATCH_CASES),
      seed: (seed + n) | 0,
      from: n * BATCH_CASES,
    }));
  });
}

export interface TargetResult {
  target: string;
  cases: number;
  /** One for each kind of error, by its first line and place. */
  failures: FuzzFailure[];
}

/** Adds what a batch showed to its target's result. */
export function addOutcome(result: TargetResult, { cases, failure }: FuzzOutcome): void {
  result.cases += cases;
  if (failure !== null && !result.failures.some(({ error }) => error === failure.error)) {
    result.failures.push(failure);
  }
}

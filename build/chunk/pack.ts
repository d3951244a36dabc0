import type { Atom } from "./atoms.ts";

/** Tokens that a joint between two blocks may add. */
const JOINT_TOKENS = 2;

/**
 * Parts atoms into runs of at most `maxTokens`, as near to `targetTokens` as their edges allow: the cheapest way over the
 * whole section, so that no crumb is left at its end. A lead-in stays with what it introduces where both fit.
 * @returns runs in order, none empty; an atom larger than `maxTokens` is a run of its own
 */
export function packAtoms(atoms: readonly Atom[], targetTokens: number, maxTokens: number): Atom[][] {
  const count = atoms.length;
  if (count === 0) return [];
  // best[i]: least cost of packing the first i atoms; from[i]: where the last run then begins.
  const best = new Float64Array(count + 1).fill(Number.POSITIVE_INFINITY);
  const from = new Int32Array(count + 1);
  best[0] = 0;
  for (let end = 1; end <= count; end++) {
    let tokens = 0;
    for (let start = end - 1; start >= 0; start--) {
      tokens += tokensBefore(atoms, start, end);
      if (tokens > maxTokens && start < end - 1) break;
      const cost = best[start]! + sizeCost(tokens, targetTokens) + (start === 0 ? 0 : cutCost(atoms, start));
      if (cost < best[end]!) {
        best[end] = cost;
        from[end] = start;
      }
    }
  }
  const runs: Atom[][] = [];
  for (let end = count; end > 0; end = from[end]!) runs.unshift(atoms.slice(from[end], end));
  return runs;
}

/** Tokens that atom `start` adds in front of the run that ends before `end`. */
function tokensBefore(atoms: readonly Atom[], start: number, end: number): number {
  const atom = atoms[start]!;
  const next = start + 1 < end ? atoms[start + 1] : undefined;
  if (next?.block === atom.block) return atom.tokens;
  return atom.tokens + atom.block.frameTokens + (next === undefined ? 0 : JOINT_TOKENS);
}

/** A run twice as far from the target is four times as bad; too small is worse than too large by the same share. */
function sizeCost(tokens: number, targetTokens: number): number {
  const miss = tokens / targetTokens - 1;
  return miss * miss;
}

/** Cost of beginning a run at an atom. */
function cutCost(atoms: readonly Atom[], start: number): number {
  const before = atoms[start - 1]!;
  if (before.leadsIn) return 4;
  return before.block === atoms[start]!.block ? before.block.cutCost : 0;
}

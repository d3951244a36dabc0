import { countTokens } from "../chunk/tokens.ts";

/** A line of code that may end up in a chunk. */
export interface CodeLine {
  /** 0-based row in the file. */
  row: number;
  text: string;
  /** How deep the statement that begins here lies, 0 for those of the definition itself; `null` where none begins. */
  depth: number | null;
  /** True for a comment or the first line: what follows belongs to it. */
  holdsNext: boolean;
}

/** Cost of a cut where a statement begins, a level deeper each. */
const DEPTH_COST = 0.25;
/** Cost of a cut where none begins, or between a comment and its statement. */
const BAD_CUT_COST = 3;

/**
 * Parts lines into runs of at most `maxTokens`, as near to `targetTokens` as the statements allow.
 * @returns runs in order, none empty; a line larger than `maxTokens` is a run of its own
 */
export function cutLines(lines: readonly CodeLine[], targetTokens: number, maxTokens: number): CodeLine[][] {
  const count = lines.length;
  const tokens = lines.map(({ text }) => countTokens(text) + 1);
  // best[i]: least cost of parting the first i lines; from[i]: where the last run then begins.
  const best = new Float64Array(count + 1).fill(Number.POSITIVE_INFINITY);
  const from = new Int32Array(count + 1);
  best[0] = 0;
  for (let end = 1; end <= count; end++) {
    let sum = 0;
    for (let start = end - 1; start >= 0; start--) {
      sum += tokens[start]!;
      if (sum > maxTokens && start < end - 1) break;
      const miss = sum / targetTokens - 1;
      const cost = best[start]! + miss * miss + (start === 0 ? 0 : cutCost(lines, start));
      if (cost < best[end]!) {
        best[end] = cost;
        from[end] = start;
      }
    }
  }
  const runs: CodeLine[][] = [];
  for (let end = count; end > 0; end = from[end]!) runs.unshift(lines.slice(from[end], end));
  return runs;
}

function cutCost(lines: readonly CodeLine[], start: number): number {
  const { depth } = lines[start]!;
  if (depth === null || lines[start - 1]!.holdsNext) return BAD_CUT_COST;
  return depth * DEPTH_COST;
}

/** Lines with the white space taken off that all of them begin with. */
export function dedentLines(lines: readonly string[]): string[] {
  const indents = lines.filter((line) => line.trim() !== "").map((line) => /^[ \t]*/.exec(line)![0]);
  const common = indents.reduce((shared, indent) => {
    let at = 0;
    while (at < shared.length && shared[at] === indent[at]) at++;
    return shared.slice(0, at);
  }, indents[0] ?? "");
  return lines.map((line) => line.slice(common.length).trimEnd());
}

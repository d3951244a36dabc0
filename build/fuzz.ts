/** `npm run fuzz`: hostile input at random, for everything that reads what others wrote. */
import { randomInt } from "node:crypto";
import { availableParallelism } from "node:os";
import { RepoBotError } from "../src/core/errors.ts";
import { runCommand } from "./args.ts";
import { addOutcome, batchesOf, type TargetResult } from "./fuzz/plan.ts";
import { type FuzzReport, reportText } from "./fuzz/report.ts";
import { runBatches } from "./fuzz/run-batches.ts";

const OPTIONS = {
  cases: { type: "string" },
  seed: { type: "string" },
  target: { type: "string" },
  json: { type: "boolean" },
} as const;

const DEFAULT_CASES = 1_000_000;
const MAX_CASES = 100_000_000;
const MAX_SEED = 2 ** 31 - 1;

const HELP = `Usage: npm run fuzz -- [options]

Gives hostile input to everything that reads what others wrote: the readers of all formats and the chunker, the tokenizer, the loader of
the index, citations and the support check, the parsers of streams, every request, and the widget's Markdown. Prints cases and
failures of each, with the smallest input that fails; exits with 1 when there is any. A million cases take a while.

  --cases N      cases in all (default 1000000)
  --seed S       to have the same cases again (default: another one each time)
  --target NAME  one target alone
  --json         print one JSON object
  -h, --help     print this help
`;

/** @throws RepoBotError `bad_request` */
function wholeNumber(
  option: "cases" | "seed",
  text: string | undefined,
  fallback: number,
  max: number,
): number {
  if (text === undefined) return fallback;
  const value = Number(text);
  const min = option === "cases" ? 1 : -MAX_SEED;
  if (Number.isInteger(value) && value >= min && value <= max) return value;
  const field = `--${option}`;
  throw new RepoBotError("bad_request", `${field} takes a whole number from ${min} to ${max}.`, { field });
}

await runCommand({ help: HELP, options: OPTIONS }, async (options) => {
  const cases = wholeNumber("cases", options.cases, DEFAULT_CASES, MAX_CASES);
  const seed = wholeNumber("seed", options.seed, randomInt(MAX_SEED), MAX_SEED);
  // They build an index, which `--help` need not wait for.
  const { TARGETS } = await import("./fuzz/targets.ts");
  const targets = TARGETS.filter(({ name }) => options.target === undefined || name === options.target);
  if (targets.length === 0) {
    const names = TARGETS.map(({ name }) => name).join(", ");
    throw new RepoBotError("bad_request", `There is no target "${options.target}". Known: ${names}.`, {
      field: "--target",
    });
  }
  const startMs = performance.now();
  const results = new Map<string, TargetResult>(
    targets.map(({ name }) => [name, { target: name, cases: 0, failures: [] }]),
  );
  await runBatches(batchesOf(targets, cases, seed), availableParallelism(), ({ target }, outcome) => {
    addOutcome(results.get(target)!, outcome);
  });
  const report: FuzzReport = {
    seed,
    seconds: Math.round((performance.now() - startMs) / 1_000),
    cases: [...results.values()].reduce((sum, result) => sum + result.cases, 0),
    targets: [...results.values()],
  };
  process.stdout.write(options.json ? `${JSON.stringify(report)}\n` : reportText(report));
  if (report.targets.some(({ failures }) => failures.length > 0)) process.exitCode = 1;
});

/** `npm run fuzz`: hostile input at random, for everything that reads what others wrote. */
import { randomInt } from "node:crypto";
import { availableParallelism } from "node:os";
import { RepoBotError } from "../src/core/errors.ts";
import { runCommand, wholeNumberOption } from "./args.ts";
import type { ReaderGrowth } from "./fuzz/growth-report.ts";
import { addOutcome, batchesOf, type TargetResult } from "./fuzz/plan.ts";
import { type FuzzReport, reportText } from "./fuzz/report.ts";
import { runBatches } from "./fuzz/run-batches.ts";

const OPTIONS = {
  cases: { type: "string" },
  seed: { type: "string" },
  target: { type: "string" },
  growth: { type: "boolean" },
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
  --growth       instead of cases: repeats of each piece of markup at a length and at four times that length; prints the power of the
                 length that the CPU time grows with, and exits with 1 when it is above 1.6
  --json         print one JSON object
  -h, --help     print this help
`;

function unknownTarget(target: string | undefined, known: readonly { name: string }[]): RepoBotError {
  const names = known.map(({ name }) => name).join(", ");
  return new RepoBotError("bad_request", `There is no target "${target}". Known: ${names}.`, {
    field: "--target",
  });
}

/** On one thread: the CPU time is that of the whole process. */
async function checkGrowth(target: string | undefined, json: boolean): Promise<void> {
  const { GROWTH_READERS } = await import("./fuzz/growth-readers.ts");
  const { growsTooFast, growthText, measureReader } = await import("./fuzz/growth-report.ts");
  const { ATOMS } = await import("./fuzz/texts.ts");
  const readers = GROWTH_READERS.filter(({ name }) => target === undefined || name === target);
  if (readers.length === 0) throw unknownTarget(target, GROWTH_READERS);
  const found: ReaderGrowth[] = [];
  for (const reader of readers) found.push(await measureReader(reader, ATOMS));
  process.stdout.write(json ? `${JSON.stringify({ readers: found })}\n` : growthText(found));
  if (growsTooFast(found)) process.exitCode = 1;
}

await runCommand({ help: HELP, options: OPTIONS }, async (options) => {
  if (options.growth) return checkGrowth(options.target, options.json === true);
  const cases = wholeNumberOption("--cases", options.cases, { fallback: DEFAULT_CASES, max: MAX_CASES });
  const seed = wholeNumberOption("--seed", options.seed, {
    fallback: randomInt(MAX_SEED),
    min: -MAX_SEED,
    max: MAX_SEED,
  });
  // They build an index, which `--help` need not wait for.
  const { TARGETS } = await import("./fuzz/targets.ts");
  const targets = TARGETS.filter(({ name }) => options.target === undefined || name === options.target);
  if (targets.length === 0) throw unknownTarget(options.target, TARGETS);
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

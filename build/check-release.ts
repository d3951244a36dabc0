/** `npm run check:release`: whether a finished build may be deployed. */
import { appendFile } from "node:fs/promises";
import { createProviders } from "../src/adapters/providers.ts";
import { RepoBotError } from "../src/core/errors.ts";
import type { PassageIndex } from "../src/core/ports.ts";
import type { Settings } from "../src/settings.ts";
import { pipelineSettings } from "../src/turn-settings.ts";
import { type OptionValues, runCommand } from "./args.ts";
import { DEFAULT_OUT_DIR } from "./build-assets.ts";
import { openBuiltIndex } from "./built-index.ts";
import { summarizeAnswers } from "./eval/answer-report.ts";
import { questionsFromOptions } from "./eval/eval-options.ts";
import { evaluateAnswers } from "./eval/evaluate-answers.ts";
import { evaluateRetrieval } from "./eval/evaluate-retrieval.ts";
import { memoryCache } from "./eval/memory-cache.ts";
import { rankMetrics } from "./eval/metrics.ts";
import type { EvalRow } from "./eval/questions.ts";
import { progressTo } from "./output/progress.ts";
import { ASSET_COUNT_LIMITS, ASSET_LIMIT_BYTES } from "./output/report.ts";
import { type Check, checksMarkdown, formatChecks, passes } from "./release/checks.ts";
import { measureAssets } from "./release/measure-assets.ts";
import { patientSettings, readCommandSettings } from "./settings.ts";

const MIB = 1024 * 1024;
/** Above, an index with vectors of 384 dimensions no longer fits a Worker's memory beside its requests. */
const DEFAULT_MAX_CHUNKS = 100_000;
/** Exit code of a build that must not be deployed; 1 stands for checks that could not be made. */
const REFUSED_EXIT_CODE = 2;

const HELP = `Checks a finished build before it is deployed: its sizes, and with --questions its answers to golden questions.
Ends with exit code ${REFUSED_EXIT_CODE} when a floor is broken or a limit passed.

Usage: npm run --silent check:release -- [options]

  --assets DIR       the build (default ${DEFAULT_OUT_DIR})
  --questions FILE   one JSON object a line, as for \`npm run eval\`
  --min-hit5 X       share of questions with a relevant page among the first five, 0 to 1
  --min-mrr X        mean reciprocal rank, 0 to 1
  --min-contains X   share of answers that hold every word of must_contain, 0 to 1
  --min-refused X    share of questions without an answer in the docs that are refused, 0 to 1
  --max-asset-mib N  largest file (default ${ASSET_LIMIT_BYTES / MIB}, what Cloudflare takes)
  --max-files N      files (default ${ASSET_COUNT_LIMITS.free}, what the free plan takes)
  --max-chunks N     chunks (default ${DEFAULT_MAX_CHUNKS})
  --summary FILE     appends the checks as Markdown, for the summary of a run
  --json             prints one JSON object instead of lines
  -h, --help         print this help
`;

const OPTIONS = {
  assets: { type: "string" },
  questions: { type: "string" },
  "min-hit5": { type: "string" },
  "min-mrr": { type: "string" },
  "min-contains": { type: "string" },
  "min-refused": { type: "string" },
  "max-asset-mib": { type: "string" },
  "max-files": { type: "string" },
  "max-chunks": { type: "string" },
  summary: { type: "string" },
  json: { type: "boolean" },
} as const;

type Options = OptionValues<typeof OPTIONS>;

const BOUNDS = Object.keys(OPTIONS).filter((name) => /^m(?:in|ax)-/.test(name));

await runCommand({ help: HELP, options: OPTIONS, mayBeEmpty: BOUNDS }, async (options) => {
  const floors = floorsOf(options);
  const limits = limitsOf(options);
  const rows =
    options.questions === undefined ? null : await questionsFromOptions({ questions: options.questions });
  if (rows === null && floors.length > 0) {
    throw new RepoBotError("bad_request", `${floors[0]!.option} goes with --questions FILE.jsonl.`, {
      field: floors[0]!.option,
    });
  }
  const { settings } = await readCommandSettings();
  const assetsDir = options.assets ?? DEFAULT_OUT_DIR;
  const index = await openBuiltIndex(assetsDir);
  const checks = [
    ...(await limitChecks(assetsDir, index, limits)),
    ...(rows === null ? [] : await floorChecks(rows, index, settings, floors)),
  ];
  if (options.summary !== undefined) await appendFile(options.summary, checksMarkdown(checks, index.hash));
  const failed = checks.filter((check) => !passes(check));
  process.stdout.write(
    options.json
      ? `${JSON.stringify({ indexHash: index.hash, passed: failed.length === 0, checks: checks.map((check) => ({ ...check, passed: passes(check) })) })}\n`
      : `index ${index.hash}\n${formatChecks(checks)}\n`,
  );
  if (failed.length === 0) return;
  process.stderr.write(`error: Not to be deployed: ${failed.map(({ name }) => name).join(", ")}.\n`);
  process.exitCode = REFUSED_EXIT_CODE;
});

interface Floor {
  option: "--min-hit5" | "--min-mrr" | "--min-contains" | "--min-refused";
  min: number;
}

function floorsOf(options: Options): Floor[] {
  const given: [Floor["option"], string | undefined][] = [
    ["--min-hit5", options["min-hit5"]],
    ["--min-mrr", options["min-mrr"]],
    ["--min-contains", options["min-contains"]],
    ["--min-refused", options["min-refused"]],
  ];
  return given.flatMap(([option, text]) =>
    text === undefined || text.trim() === "" ? [] : [{ option, min: numberIn(option, text, 1) }],
  );
}

function limitsOf(options: Options) {
  const read = (option: "max-asset-mib" | "max-files" | "max-chunks", standard: number) => {
    const text = options[option];
    return text === undefined || text.trim() === "" ? standard : numberIn(`--${option}`, text, 1e9);
  };
  return {
    assetBytes: read("max-asset-mib", ASSET_LIMIT_BYTES / MIB) * MIB,
    files: read("max-files", ASSET_COUNT_LIMITS.free),
    chunks: read("max-chunks", DEFAULT_MAX_CHUNKS),
  };
}

/** @throws RepoBotError `bad_request` */
function numberIn(option: string, text: string, maximum: number): number {
  const value = Number(text);
  if (text.trim() !== "" && value >= 0 && value <= maximum) return value;
  throw new RepoBotError("bad_request", `${option} must be a number from 0 to ${maximum}.`, {
    field: option,
  });
}

async function limitChecks(
  assetsDir: string,
  index: PassageIndex,
  limits: ReturnType<typeof limitsOf>,
): Promise<Check[]> {
  const { files, largestBytes, largestPath } = await measureAssets(assetsDir);
  return [
    {
      name: "largest file, MiB",
      value: largestBytes / MIB,
      bound: { max: limits.assetBytes / MIB },
      detail: largestPath,
    },
    { name: "files", value: files, bound: { max: limits.files }, detail: "" },
    { name: "chunks", value: index.chunkCount, bound: { max: limits.chunks }, detail: "" },
  ];
}

/** Measures only what a floor asks for. */
async function floorChecks(
  rows: readonly EvalRow[],
  index: PassageIndex,
  settings: Settings,
  floors: readonly Floor[],
): Promise<Check[]> {
  const patient = patientSettings(settings);
  const deps = {
    index,
    providers: createProviders(patient),
    settings: pipelineSettings(patient),
    cache: memoryCache(),
  };
  const progress = progressTo(process.stderr);
  const onProgress = (done: number, total: number) => progress.advance(done, total);
  const wants = (...options: Floor["option"][]) => floors.some(({ option }) => options.includes(option));
  const measured = new Map<Floor["option"], Omit<Check, "bound"> & { n: number }>();
  if (wants("--min-hit5", "--min-mrr")) {
    progress.step("Searching");
    const run = await evaluateRetrieval(rows, {
      ...deps,
      chunks: [],
      rerank: settings.rerankByDefault,
      onProgress,
    });
    const { n, hitAt5, mrr } = rankMetrics(run.outcomes.map(({ rank }) => rank));
    const detail = `of ${n} questions`;
    measured.set("--min-hit5", { name: "hit@5", value: hitAt5, detail, n });
    measured.set("--min-mrr", { name: "MRR", value: mrr, detail, n });
  }
  if (wants("--min-contains", "--min-refused")) {
    progress.step("Asking");
    const summary = summarizeAnswers(await evaluateAnswers(rows, { ...deps, onProgress }));
    const { expected, containsExpectedShare, unanswerable, offTopic } = summary;
    const n = unanswerable.n + offTopic.n;
    const refused = (unanswerable.refused + offTopic.refused) / Math.max(1, n);
    const contains = { name: "answers with their words", value: containsExpectedShare };
    measured.set("--min-contains", { ...contains, detail: `of ${expected} answers`, n: expected });
    measured.set("--min-refused", {
      name: "rightly refused",
      value: refused,
      detail: `of ${n} questions`,
      n,
    });
  }
  progress.end();
  return floors.map(({ option, min }) => {
    const { n, ...check } = measured.get(option)!;
    if (n > 0) return { ...check, bound: { min } };
    // A floor that nothing can break would look like a check.
    throw new RepoBotError(
      "bad_request",
      `${option}: the question file has no row that it could be measured on.`,
      {
        field: option,
      },
    );
  });
}

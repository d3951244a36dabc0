import { createProviders } from "../src/adapters/providers.ts";
import { RepoBotError } from "../src/core/errors.ts";
import type { Settings } from "../src/settings.ts";
import { pipelineSettings } from "../src/turn-settings.ts";
import { runCommand } from "./args.ts";
import {
  docsFromOptions,
  EVAL_OPTIONS,
  EVAL_OPTIONS_HELP,
  questionsFromOptions,
} from "./eval/eval-options.ts";
import { type EvalSummary, formatSummary, summarize } from "./eval/eval-report.ts";
import { evaluateRetrieval } from "./eval/evaluate-retrieval.ts";
import { memoryCache } from "./eval/memory-cache.ts";
import { sectionWarnings } from "./eval/question-warnings.ts";
import { makeIndex, openMadeIndex } from "./make-index.ts";
import { progressTo } from "./output/progress.ts";
import { formatWarnings } from "./output/report.ts";
import { patientSettings, readCommandSettings } from "./settings.ts";

const HELP = `Measures retrieval: indexes the docs with the configured providers, asks every question as the Worker would, and prints
hit@1, hit@3, hit@5 (of what a reader gets) and MRR over the first 10 passages, by language, and each miss with what came instead.

Usage: npm run --silent eval -- --questions FILE.jsonl [options]

  --questions FILE  one JSON object a line: id, lang, question, relevant [{file, heading}], history
${EVAL_OPTIONS_HELP}
  --rerank          reranks every question with the configured reranker
  --json            prints one JSON object instead of a table
  -h, --help        print this help
`;

const OPTIONS = {
  ...EVAL_OPTIONS,
  rerank: { type: "boolean" },
} as const;

await runCommand({ help: HELP, options: OPTIONS }, async (options) => {
  const rows = await questionsFromOptions(
    options,
    ({ relevant }) => relevant.length > 0,
    " with a relevant file",
  );
  const { settings } = await readCommandSettings();
  const rerank = options.rerank ?? settings.rerankByDefault;
  if (rerank && settings.rerank === null) {
    throw new RepoBotError("config_invalid", "--rerank needs a reranker: set RERANK_PROVIDER.", {
      field: "--rerank",
    });
  }
  const config = await docsFromOptions(options);
  const made = await makeIndex({ config, settings, progress: progressTo(process.stderr) });
  for (const warning of formatWarnings(made.read.warnings)) process.stderr.write(`${warning}\n`);
  const files = new Set(made.read.documents.map(({ file }) => file));
  for (const line of sectionWarnings(rows, files, made.read.chunks)) process.stderr.write(`${line}\n`);

  const index = await openMadeIndex(made);
  const providers = createProviders(patientSettings(settings));
  const run = await evaluateRetrieval(rows, {
    index,
    chunks: made.read.chunks,
    providers,
    settings: pipelineSettings(patientSettings(settings)),
    rerank,
    cache: memoryCache(),
  });
  const summary = summarize(run, {
    corpus: made.corpus.name,
    indexHash: index.hash,
    ...modelsUsed(settings, rerank),
    chunks: index.chunkCount,
  });
  warnOfFailures(run.outcomes.flatMap(({ notices }) => notices));
  process.stdout.write(options.json ? `${JSON.stringify(summary)}\n` : `${formatSummary(summary)}\n`);
});

function modelsUsed(
  settings: Settings,
  rerank: boolean,
): Omit<EvalSummary["config"], "corpus" | "indexHash" | "chunks"> {
  const { chat, embedding, rerank: reranker } = settings;
  return {
    embeddingModel: embedding?.model ?? null,
    rewriteModel: chat?.rewriteModel ?? null,
    rerankModel: rerank ? (reranker?.model ?? null) : null,
  };
}

/** Figures of a run in which a service failed are those of a lower rung. */
function warnOfFailures(notices: readonly string[]): void {
  const counts = Map.groupBy(notices, (notice) => notice);
  for (const [notice, { length }] of counts) {
    process.stderr.write(`warning: ${notice} on ${length} questions: the figures are those without it\n`);
  }
}

import { createProviders } from "../src/adapters/providers.ts";
import { RepoBotError } from "../src/core/errors.ts";
import { pipelineSettings } from "../src/turn-settings.ts";
import { runCommand } from "./args.ts";
import { formatAnswers, summarizeAnswers } from "./eval/answer-report.ts";
import {
  docsFromOptions,
  EVAL_OPTIONS,
  EVAL_OPTIONS_HELP,
  questionsFromOptions,
} from "./eval/eval-options.ts";
import { evaluateAnswers } from "./eval/evaluate-answers.ts";
import { judgeAnswers } from "./eval/judge-answers.ts";
import { memoryCache } from "./eval/memory-cache.ts";
import { sectionWarnings } from "./eval/question-warnings.ts";
import { makeIndex, openMadeIndex } from "./make-index.ts";
import { progressTo } from "./output/progress.ts";
import { formatWarnings } from "./output/report.ts";
import { patientSettings, readCommandSettings } from "./settings.ts";

const HELP = `Measures answers: indexes the docs, asks every question through the whole pipeline in process, with the configured
providers or with none, and prints what was answered, refused, cited and supported, tokens, cost and latency by stage.

Usage: npm run --silent eval:answers -- --questions FILE.jsonl [options]

  --questions FILE  one JSON object a line: id, lang, question, relevant [{file, heading}], must_contain, history, expected;
                    a row with no relevant file is one that the docs do not answer, "expected": "refuse" one that is off topic
${EVAL_OPTIONS_HELP}
  --judge           faithfulness and relevance by the configured chat model
  --no-second-chance  leaves out the second search, to see what it is worth
  --answers         prints every question with its answer as well
  --json            prints one JSON object instead of a table
  -h, --help        print this help
`;

const OPTIONS = {
  ...EVAL_OPTIONS,
  judge: { type: "boolean" },
  "no-second-chance": { type: "boolean" },
  answers: { type: "boolean" },
} as const;

await runCommand({ help: HELP, options: OPTIONS }, async (options) => {
  const rows = await questionsFromOptions(options);
  const { settings } = await readCommandSettings();
  if (options.judge && settings.chat === null) {
    throw new RepoBotError(
      "config_invalid",
      "--judge needs a chat model: set CHAT_API_KEY or CHAT_BASE_URL.",
      {
        field: "--judge",
      },
    );
  }
  const config = await docsFromOptions(options);
  const progress = progressTo(process.stderr);
  const made = await makeIndex({ config, settings, progress });
  for (const warning of formatWarnings(made.read.warnings)) process.stderr.write(`${warning}\n`);
  const files = new Set(made.read.documents.map(({ file }) => file));
  for (const line of sectionWarnings(rows, files, made.read.chunks)) process.stderr.write(`${line}\n`);

  const index = await openMadeIndex(made);
  const providers = createProviders(patientSettings(settings));
  const pipeline = pipelineSettings(patientSettings(settings));
  progress.step("Asking");
  const outcomes = await evaluateAnswers(rows, {
    index,
    providers,
    settings: options["no-second-chance"] ? { ...pipeline, secondChance: false } : pipeline,
    cache: memoryCache(),
    onProgress: (done, total) => progress.advance(done, total),
  });
  progress.end();
  const judge =
    options.judge && providers.chat !== null
      ? await judgeAnswers(outcomes, providers.chat, pipeline)
      : undefined;
  const summary = summarizeAnswers(outcomes, judge);
  if (options.json) {
    process.stdout.write(`${JSON.stringify(summary)}\n`);
    return;
  }
  if (options.answers) {
    for (const { row, answer } of outcomes)
      process.stdout.write(`${row.id}: ${row.question}\n\n${answer.text}\n\n---\n\n`);
  }
  process.stdout.write(`${formatAnswers(summary, outcomes)}\n`);
});

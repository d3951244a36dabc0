import { createProviders } from "../src/adapters/providers.ts";
import { RepoBotError } from "../src/core/errors.ts";
import { pipelineSettings } from "../src/turn-settings.ts";
import {
  CORPUS_OPTIONS,
  corpusFromOptions,
  DEFAULT_CONFIG_FILE,
  parseCommandLine,
  runCommand,
} from "./args.ts";
import { formatAnswers, summarizeAnswers } from "./eval/answer-report.ts";
import { evaluateAnswers } from "./eval/evaluate-answers.ts";
import { judgeAnswers } from "./eval/judge-answers.ts";
import { memoryCache } from "./eval/memory-cache.ts";
import { readQuestions } from "./eval/questions.ts";
import { makeIndex, openMadeIndex } from "./make-index.ts";
import { progressTo } from "./output/progress.ts";
import { formatWarnings } from "./output/report.ts";
import { patientSettings, readCommandSettings } from "./settings.ts";

const HELP = `Measures answers: indexes the docs, asks every question through the whole pipeline in process, with the configured
providers or with none, and prints what was answered, refused, cited and supported, tokens, cost and latency by stage.

Usage: npm run --silent eval:answers -- --questions FILE.jsonl [options]

  --questions FILE  one JSON object a line: id, lang, question, relevant [{file, heading}], must_contain, history, expected;
                    a row with no relevant file is one that the docs do not answer, "expected": "refuse" one that is off topic
  --docs DIR        a folder of docs, without a configuration
  --docs-lang TAG   language of --docs (default en)
  --config FILE     the configuration (default ${DEFAULT_CONFIG_FILE})
  --lang TAG        only questions of this language
  --judge           faithfulness and relevance by the configured chat model
  --answers         prints every question with its answer as well
  --json            prints one JSON object instead of a table
  -h, --help        print this help
`;

const OPTIONS = {
  docs: CORPUS_OPTIONS.docs,
  config: CORPUS_OPTIONS.config,
  help: CORPUS_OPTIONS.help,
  "docs-lang": { type: "string" },
  questions: { type: "string" },
  lang: { type: "string" },
  judge: { type: "boolean" },
  answers: { type: "boolean" },
  json: { type: "boolean" },
} as const;

await runCommand(async () => {
  const options = parseCommandLine(process.argv.slice(2), OPTIONS);
  if (options.help) {
    process.stdout.write(HELP);
    return;
  }
  if (options.questions === undefined) {
    throw new RepoBotError("bad_request", "Give the questions with --questions FILE.jsonl.", {
      field: "--questions",
    });
  }
  const rows = await readQuestions(options.questions, { lang: options.lang });
  if (rows.length === 0) {
    const ofLanguage = options.lang === undefined ? "" : ` of language ${options.lang}`;
    throw new RepoBotError("bad_request", `${options.questions} has no question${ofLanguage}.`, {
      field: "--questions",
    });
  }
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
  const config = await corpusFromOptions({
    docs: options.docs,
    config: options.config,
    lang: options["docs-lang"],
  });
  const progress = progressTo(process.stderr);
  const made = await makeIndex({ config, settings, progress });
  for (const warning of formatWarnings(made.read.warnings)) process.stderr.write(`${warning}\n`);

  const index = await openMadeIndex(made);
  const providers = createProviders(patientSettings(settings));
  const pipeline = pipelineSettings(patientSettings(settings));
  progress.step("Asking");
  const outcomes = await evaluateAnswers(rows, {
    index,
    providers,
    settings: pipeline,
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

/** `npm run diff`: which golden questions a change of the docs answers otherwise. */
import { stat } from "node:fs/promises";
import { createProviders } from "../src/adapters/providers.ts";
import { RepoBotError } from "../src/core/errors.ts";
import type { Settings } from "../src/settings.ts";
import { pipelineSettings } from "../src/turn-settings.ts";
import { runCommand } from "./args.ts";
import { type CorpusConfig, corpusConfigForDocs, loadCorpusConfig } from "./config.ts";
import { CHANGES, type Change, compareOutcomes, type PlacedChunk, placeChunks } from "./diff/compare.ts";
import { diffReport, formatDiff } from "./diff/report.ts";
import { questionsFromOptions } from "./eval/eval-options.ts";
import { type AnswerOutcome, evaluateAnswers } from "./eval/evaluate-answers.ts";
import { memoryCache } from "./eval/memory-cache.ts";
import type { EvalRow } from "./eval/questions.ts";
import { makeIndex, openMadeIndex } from "./make-index.ts";
import { progressTo } from "./output/progress.ts";
import { patientSettings, readCommandSettings } from "./settings.ts";
import { checkOutSources } from "./sources/git-source.ts";

/** Exit code when a change came that `--fail-on` names; 1 stands for a comparison that could not be made. */
const CHANGED_EXIT_CODE = 2;

const HELP = `Compares the answers to golden questions before and after a change of the docs, as Markdown for a comment on a pull request.
Both indexes are built in memory, with the configured providers or with none.

Usage: npm run --silent diff -- --base PLACE --head PLACE --questions FILE.jsonl [options]

  --base PLACE      the docs before: a folder, or a corpus.json
  --head PLACE      the docs after
  --questions FILE  one JSON object a line, as for \`npm run eval\`
  --docs-lang TAG   language of folders of docs (default en)
  --lang TAG        only questions of this language
  --fail-on LIST    exit code ${CHANGED_EXIT_CODE} when a question has one of these changes, with commas between: ${CHANGES.join(", ")}, any
  --json            prints one JSON object instead
  -h, --help        print this help
`;

const OPTIONS = {
  base: { type: "string" },
  head: { type: "string" },
  questions: { type: "string" },
  "docs-lang": { type: "string" },
  lang: { type: "string" },
  "fail-on": { type: "string" },
  json: { type: "boolean" },
} as const;

await runCommand({ help: HELP, options: OPTIONS }, async (options) => {
  const failOn = changesNamed(options["fail-on"]);
  const [base, head] = [
    await configAt("--base", options.base, options["docs-lang"]),
    await configAt("--head", options.head, options["docs-lang"]),
  ];
  const rows = await questionsFromOptions(options);
  const { settings } = await readCommandSettings();
  // The name is no part of the change, but titles and the gate look at it.
  const before = await ask({ ...base, name: head.name, description: head.description }, rows, settings);
  const now = await ask(head, rows, settings);
  const questions = now.outcomes.map((outcome, i) =>
    compareOutcomes({ outcome: before.outcomes[i]!, chunks: before.chunks }, { outcome, chunks: now.chunks }),
  );
  const report = diffReport({
    base: before.docs,
    head: now.docs,
    model: settings.chat?.model ?? null,
    questions,
  });
  process.stdout.write(options.json ? `${JSON.stringify(report)}\n` : formatDiff(report));
  const failed = questions.filter(({ changes }) => changes.some((change) => failOn.has(change)));
  if (failed.length === 0) return;
  process.stderr.write(`${failed.length} questions changed in a way that --fail-on names.\n`);
  process.exitCode = CHANGED_EXIT_CODE;
});

/** @throws RepoBotError `bad_request` with the option as `field`, and what a configuration throws */
async function configAt(
  option: string,
  place: string | undefined,
  lang: string | undefined,
): Promise<CorpusConfig> {
  if (place === undefined) {
    throw new RepoBotError("bad_request", `Give the docs with ${option} DIR.`, { field: option });
  }
  const found = await stat(place).catch(() => null);
  if (found === null)
    throw new RepoBotError("bad_request", `${option}: there is no ${place}.`, { field: option });
  if (found.isFile()) return checkOutSources(await loadCorpusConfig(place));
  return corpusConfigForDocs(place, lang === undefined ? {} : { lang });
}

async function ask(config: CorpusConfig, rows: readonly EvalRow[], settings: Settings) {
  const progress = progressTo(process.stderr);
  const made = await makeIndex({ config, settings, progress });
  const patient = patientSettings(settings);
  progress.step("Asking");
  const outcomes: AnswerOutcome[] = await evaluateAnswers(rows, {
    index: await openMadeIndex(made),
    providers: createProviders(patient),
    settings: pipelineSettings(patient),
    cache: memoryCache(),
    onProgress: (done, total) => progress.advance(done, total),
  });
  progress.end();
  const { hash, counts } = made.written.manifest;
  const docs = { documents: made.read.documents.length, chunks: counts.chunks, indexHash: hash };
  const chunks: Map<string, PlacedChunk> = placeChunks(made.read.chunks);
  return { outcomes, chunks, docs };
}

/** @throws RepoBotError `bad_request` */
function changesNamed(list: string | undefined): ReadonlySet<Change> {
  const names = (list ?? "").split(",").flatMap((name) => name.trim() || []);
  const known = new Map<string, readonly Change[]>([
    ["any", CHANGES],
    ...CHANGES.map((change): [string, Change[]] => [change, [change]]),
  ]);
  return new Set(
    names.flatMap((name) => {
      const changes = known.get(name);
      if (changes !== undefined) return changes;
      throw new RepoBotError("bad_request", `--fail-on must be of ${[...known.keys()].join(", ")}.`, {
        field: "--fail-on",
      });
    }),
  );
}

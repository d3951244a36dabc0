/** What the two evaluations are told in the same words: which docs, and which questions. */
import { RepoBotError } from "../../src/core/errors.ts";
import { CORPUS_OPTIONS, corpusFromOptions, DEFAULT_CONFIG_FILE, OWN_CONFIG_FILE } from "../args.ts";
import type { CorpusConfig } from "../config.ts";
import { type EvalRow, readQuestions } from "./questions.ts";

export const EVAL_OPTIONS = {
  docs: CORPUS_OPTIONS.docs,
  config: CORPUS_OPTIONS.config,
  "docs-lang": { type: "string" },
  questions: { type: "string" },
  lang: { type: "string" },
  json: { type: "boolean" },
} as const;

/** How help texts describe the options that choose docs and questions. */
export const EVAL_OPTIONS_HELP = `  --docs DIR        a folder of docs, without a configuration
  --docs-lang TAG   language of --docs (default en)
  --config FILE     the configuration (default ${OWN_CONFIG_FILE}, else ${DEFAULT_CONFIG_FILE})
  --lang TAG        only questions of this language`;

interface Options {
  docs?: string;
  config?: string;
  "docs-lang"?: string;
  questions?: string;
  lang?: string;
}

/**
 * The questions to ask.
 * @param isOfUse whether a question can be measured; at least one must be
 * @param kind of those questions, for the message when there is none, e.g. ` with a relevant file`
 * @throws RepoBotError `bad_request` with `--questions` as `field`, and what {@link readQuestions} throws
 */
export async function questionsFromOptions(
  { questions, lang }: Options,
  isOfUse: (row: EvalRow) => boolean = () => true,
  kind = "",
): Promise<EvalRow[]> {
  const field = "--questions";
  if (questions === undefined) {
    throw new RepoBotError("bad_request", "Give the questions with --questions FILE.jsonl.", { field });
  }
  const rows = await readQuestions(questions, { lang, warn: (line) => process.stderr.write(`${line}\n`) });
  if (rows.some(isOfUse)) return rows;
  const ofLanguage = lang === undefined ? "" : ` of language ${lang}`;
  throw new RepoBotError("bad_request", `${questions} has no question${ofLanguage}${kind}.`, { field });
}

/** The docs to ask. @throws RepoBotError as {@link corpusFromOptions} does */
export function docsFromOptions(options: Options): Promise<CorpusConfig> {
  return corpusFromOptions({ docs: options.docs, config: options.config, lang: options["docs-lang"] });
}

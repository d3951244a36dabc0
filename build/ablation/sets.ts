/** The question sets of the ablation. */
import { fileURLToPath } from "node:url";
import { corpusConfigForDocs } from "../config.ts";
import { type ReadCorpus, readCorpus } from "../corpus.ts";
import { type EvalRow, readQuestions } from "../eval/questions.ts";
import { questionsFile } from "../models/docs-packages.ts";
import { EVAL_SET_NAMES, type EvalSet, loadEvalSets } from "../models/eval-sets.ts";
import { readQuestionRows } from "../models/question-rows.ts";

/** RepoBot's own pages, whose questions were written together with them: shown, but in no average. */
export const OWN_SET = "repobot";

const corpusDir = fileURLToPath(new URL("../../corpus", import.meta.url));

/** Names in the order they are run in. */
export const ABLATION_SET_NAMES: readonly string[] = [...EVAL_SET_NAMES, OWN_SET];

/** Half of a set; questions of other hands have no halves and are `whole`. */
export type Split = "dev" | "held-out" | "whole";

/** Docs with the questions about them. */
export interface AblationSet {
  name: string;
  corpus: ReadCorpus;
  /** Answerable ones, follow-ups included. */
  rows: EvalRow[];
  /** By question id. */
  splits: Map<string, Split>;
}

/** Reads the docs once each. A set whose docs cannot be had is left out. @param names of {@link ABLATION_SET_NAMES} */
export async function loadAblationSets(names: readonly string[]): Promise<AblationSet[]> {
  const found = await loadEvalSets(
    names.filter((name) => name !== OWN_SET),
    undefined,
  );
  if (names.includes(OWN_SET)) found.push(await ownSet());
  const corpora = new Map<string, ReadCorpus>();
  const sets: AblationSet[] = [];
  for (const { name, docsDir, rows } of found) {
    const corpus = corpora.get(docsDir) ?? (await readCorpus(await corpusConfigForDocs(docsDir)));
    corpora.set(docsDir, corpus);
    const answerable = rows.filter(({ relevant }) => relevant.length > 0);
    sets.push({ name, corpus, rows: answerable, splits: splitsOf(name, answerable) });
  }
  return sets;
}

async function ownSet(): Promise<EvalSet> {
  const files = [questionsFile(OWN_SET), questionsFile(OWN_SET, "-followups")].filter(
    (file) => file !== null,
  );
  const rows = (await Promise.all(files.map((file) => readQuestions(file)))).flat();
  return { name: OWN_SET, docsDir: corpusDir, rows };
}

function splitsOf(name: string, rows: readonly EvalRow[]): Map<string, Split> {
  const splits = new Map<string, Split>(rows.map(({ id }) => [id, "whole"]));
  for (const kind of ["", "-followups"] as const) {
    const file = questionsFile(name, kind);
    if (file !== null) for (const row of readQuestionRows(file)) splits.set(row.id, row.split);
  }
  return splits;
}

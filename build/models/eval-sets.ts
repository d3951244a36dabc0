/** Which docs and questions `npm run eval:models` goes through. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type EvalRow, readQuestions } from "../eval/questions.ts";
import { questionProblems } from "./check-questions.ts";
import { DOCS_PACKAGES, ensureDocs, installedDocs, questionsFile } from "./docs-packages.ts";
import { type QuestionRow, readQuestionRows } from "./question-rows.ts";

/** Beside the repository, where the project keeps question sets of other hands; absent elsewhere. */
const sharedDir = fileURLToPath(new URL("../../../shared", import.meta.url));

export interface EvalSet {
  name: string;
  docsDir: string;
  rows: EvalRow[];
}

/** Names in the order they are run in. */
export const EVAL_SET_NAMES: readonly string[] = [
  "shared-httpx",
  "shared-fastify",
  ...DOCS_PACKAGES.filter(({ answersOnly }) => answersOnly !== true).map((docs) => docs.name),
];

/**
 * Follow-ups go along with their set; a set whose docs are not here is left out.
 * @param names of {@link EVAL_SET_NAMES}
 * @param split of our own sets; those of other hands have none and are taken whole
 * @throws Error listing what is wrong with the questions
 */
export async function loadEvalSets(
  names: readonly string[],
  split: QuestionRow["split"] | undefined,
): Promise<EvalSet[]> {
  ensureDocs(DOCS_PACKAGES.filter(({ name }) => names.includes(name)));
  const sets = await Promise.all(names.map((name) => loadSet(name, split)));
  return sets.filter((set) => set !== null);
}

async function loadSet(name: string, split: QuestionRow["split"] | undefined): Promise<EvalSet | null> {
  if (name === "shared-httpx") return sharedSet(name, join(sharedDir, "corpora/httpx/docs"), "httpx.jsonl");
  const docs = DOCS_PACKAGES.find((one) => `shared-${one.name}` === name || one.name === name);
  const docsDir = docs === undefined ? null : installedDocs(docs);
  if (docs === undefined || docsDir === null) throw new Error(`There is no set or no docs for "${name}".`);
  if (name.startsWith("shared-")) return sharedSet(name, docsDir, `${docs.name}.jsonl`);
  const files = [questionsFile(docs.name), questionsFile(docs.name, "-followups")];
  const rows: EvalRow[] = [];
  for (const file of files) {
    if (file === null) continue;
    const ours = readQuestionRows(file);
    const problems = questionProblems(ours, docsDir);
    if (problems.length > 0) throw new Error(problems.join("\n"));
    const wanted = new Set(
      ours.filter((row) => split === undefined || row.split === split).map(({ id }) => id),
    );
    rows.push(...(await readQuestions(file)).filter(({ id }) => wanted.has(id)));
  }
  return { name, docsDir, rows };
}

async function sharedSet(name: string, docsDir: string, file: string): Promise<EvalSet | null> {
  const questions = join(sharedDir, "eval", file);
  if (!existsSync(questions) || !existsSync(docsDir)) return null;
  return { name, docsDir, rows: await readQuestions(questions) };
}

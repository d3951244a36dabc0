/**
 * `npm run --silent eval:support`: how well the support check finds unsupported sentences, on a labelled set.
 *
 * Prints precision and recall of the verdict "unsupported" by half of the set and by language, and how many of each kind of
 * error are found. The development half was looked at while the check was written, the held-out half only later, and so were
 * `support-fresh`, `support-blind`, `support-blind2` and, of `support-blind3`, the true sentences that were called unsupported.
 * The sentences of `support-blind4` were read by nobody who changed the check: only how often its rules were right on them was
 * counted, after it had been measured once with the check before its last change and once after it; a rule was switched off
 * with those counts in sight, so what it prints now is no unread figure.
 * `support-kinds` was written for rules about kinds of errors, and was measured once before the first of them was written.
 */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import * as z from "zod";
import { viewPassage } from "../src/core/support/evidence.ts";
import { judgeSentence } from "../src/core/support/judge.ts";
import { type OptionValues, runCommand } from "./args.ts";

/** `dev` was read while the check was written; `test` was not, at first; `blind` was read by nobody until it was measured once. */
const Split = z.enum(["dev", "test", "blind"]);

const PassageRow = z.object({
  id: z.string(),
  split: Split,
  language: z.string(),
  title: z.string(),
  headingPath: z.array(z.string()),
  text: z.string(),
});

const SentenceRow = z.object({
  id: z.string(),
  split: Split,
  lang: z.string(),
  passages: z.array(z.string()).min(1),
  sentence: z.string(),
  label: z.enum(["supported", "unsupported"]),
  error: z.string().optional(),
});

type Label = z.infer<typeof SentenceRow>["label"];

/** One labelled sentence and what the check says of it. */
export interface SupportResult {
  id: string;
  split: z.infer<typeof Split>;
  lang: string;
  sentence: string;
  label: Label;
  error: string | undefined;
  support: "supported" | "weak" | "unsupported";
  reason: string;
}

export interface SupportScore {
  n: number;
  /** Of the sentences called unsupported, the share that is. */
  precision: number;
  /** Of the unsupported sentences, the share that is called so. */
  recall: number;
  weak: number;
}

/** Runs the check over the labelled set. @param folder that holds `passages.jsonl` and `sentences.jsonl` */
export function judgeLabelledSet(folder: string): SupportResult[] {
  const passages = new Map(readRows(`${folder}/passages.jsonl`, PassageRow).map((row) => [row.id, row]));
  return readRows(`${folder}/sentences.jsonl`, SentenceRow).map((row) => {
    const views = row.passages.map((id, position) => {
      const passage = passages.get(id);
      if (passage === undefined) throw new Error(`${row.id}: no passage ${id}`);
      return viewPassage({ n: position + 1, ...passage });
    });
    const { support, reason } = judgeSentence(row.sentence, row.lang, views);
    const { id, split, lang, sentence, label, error } = row;
    return { id, split, lang, sentence, label, error, support, reason };
  });
}

function readRows<T>(path: string, schema: z.ZodType<T>): T[] {
  const lines = readFileSync(path, "utf8")
    .split("\n")
    .filter((line) => line.trim() !== "");
  return lines.map((line) => schema.parse(JSON.parse(line)));
}

export function scoreSupport(results: readonly SupportResult[]): SupportScore {
  const called = results.filter(({ support }) => support === "unsupported");
  const wrong = results.filter(({ label }) => label === "unsupported");
  const right = called.filter(({ label }) => label === "unsupported");
  return {
    n: results.length,
    precision: called.length === 0 ? 1 : right.length / called.length,
    recall: wrong.length === 0 ? 1 : right.length / wrong.length,
    weak: results.filter(({ support }) => support === "weak").length,
  };
}

/** Of the unsupported sentences of each kind (a swapped name, another number…), how many are called so. */
export function findByKind(results: readonly SupportResult[]): { kind: string; n: number; found: number }[] {
  const kinds = new Map<string, { n: number; found: number }>();
  for (const { label, error, support } of results) {
    if (label !== "unsupported") continue;
    const kind = error ?? "other";
    const counts = kinds.get(kind) ?? { n: 0, found: 0 };
    counts.n += 1;
    if (support === "unsupported") counts.found += 1;
    kinds.set(kind, counts);
  }
  return [...kinds].map(([kind, counts]) => ({ kind, ...counts })).sort((a, b) => b.n - a.n);
}

const HELP = `Measures the support check on labelled sentences: precision and recall of the verdict "unsupported".

Usage: npm run --silent eval:support -- [options]

  --data DIR     folder with passages.jsonl and sentences.jsonl (default test/data/support, with a line for each of
                 support-fresh, support-blind, support-blind2, support-blind3, support-blind4 and support-kinds)
  --misses HALF  dev or test: prints the sentences of that half that are judged wrongly
  --json         prints one JSON object instead of a table
  -h, --help     print this help
`;

const OPTIONS = {
  json: { type: "boolean" },
  misses: { type: "string" },
  data: { type: "string" },
} as const;

async function main(values: OptionValues<typeof OPTIONS>): Promise<void> {
  if (values.misses === "blind")
    throw new Error("--misses takes dev or test: a blind set is not to be read.");
  const folder = values.data ?? fileURLToPath(new URL("../test/data/support", import.meta.url));
  const results = judgeLabelledSet(folder);
  const groups: [string, SupportResult[]][] = [
    ["development half", results.filter(({ split }) => split === "dev")],
    ["held-out half", results.filter(({ split }) => split === "test")],
    ["all", results],
    ...["en", "zh", "ja", "de"].map((lang): [string, SupportResult[]] => [
      lang,
      results.filter((row) => row.lang === lang),
    ]),
  ];
  const scores = groups
    .filter(([, rows]) => rows.length > 0)
    .map(([name, rows]) => ({ name, ...scoreSupport(rows) }));
  if (values.data === undefined) {
    for (const [name, set] of [
      ["labelled later", "support-fresh"],
      ["read since", "support-blind"],
      ["read since, second", "support-blind2"],
      ["read since, third", "support-blind3"],
      ["counted since, fourth", "support-blind4"],
      ["kinds of errors", "support-kinds"],
    ] as const) {
      const rows = judgeLabelledSet(fileURLToPath(new URL(`../test/data/${set}`, import.meta.url)));
      scores.push({ name, ...scoreSupport(rows) });
    }
  }
  const kinds = findByKind(results);
  if (values.json === true) {
    console.log(JSON.stringify({ scores, kinds }));
    return;
  }
  console.log('verdict "unsupported"      n  precision  recall  weak');
  for (const { name, n, precision, recall, weak } of scores) {
    console.log(
      `${name.padEnd(20)} ${String(n).padStart(6)}  ${precision.toFixed(3).padStart(9)}  ${recall.toFixed(3).padStart(6)}  ${String(weak).padStart(4)}`,
    );
  }
  console.log("\nof the unsupported, by kind");
  for (const { kind, n, found } of kinds)
    console.log(`${kind.padEnd(20)} ${String(n).padStart(6)}  found ${String(found)}`);
  for (const row of results) {
    const isMiss =
      row.label === "unsupported" ? row.support !== "unsupported" : row.support === "unsupported";
    if (!isMiss || row.split !== values.misses) continue;
    console.log(
      `${row.id} ${row.label}${row.error === undefined ? "" : ` (${row.error})`} but ${row.support}: ${row.sentence} [${row.reason}]`,
    );
  }
}

if (import.meta.main ?? process.argv[1] === fileURLToPath(import.meta.url))
  await runCommand({ help: HELP, options: OPTIONS }, main);

/** What was found in the docs, in a few lines, before anything is written. */
import type { ReadCorpus } from "../corpus.ts";
import { formatWarnings } from "../output/report.ts";

export interface Survey {
  pages: number;
  chunks: number;
  /** Pages by language, most first. */
  languages: [language: string, pages: number][];
  /** Pages by docs version, most first; without those that have none. */
  versions: [version: string, pages: number][];
  /** Pages left out since they say so themselves. */
  hidden: number;
  /** Files of other kinds by extension, most first. */
  otherFiles: [extension: string, files: number][];
  /** Lines, equal ones once. */
  warnings: string[];
}

export function surveyOf({ documents, chunks, warnings, skipped, ignoredByExtension }: ReadCorpus): Survey {
  return {
    pages: documents.length,
    chunks: chunks.length,
    languages: counted(documents.map(({ language }) => language)),
    versions: counted(documents.map(({ version }) => version).filter((version) => version !== "")),
    hidden: skipped.length,
    otherFiles: Object.entries(ignoredByExtension).sort(([, a], [, b]) => b - a),
    warnings: formatWarnings(warnings),
  };
}

const MAX_WARNINGS = 5;
const MAX_KINDS = 6;

export function formatSurvey(survey: Survey): string {
  const { pages, chunks, languages, versions, hidden, otherFiles, warnings } = survey;
  const rows: [string, string][] = [
    ["pages", `${count(pages)}, cut into ${count(chunks)} chunks`],
    ["languages", languages.map(([name, n]) => `${name} (${count(n)})`).join(", ") || "none"],
    ["versions", versions.map(([name, n]) => `${name} (${count(n)})`).join(", ") || "none named"],
  ];
  if (hidden > 0) rows.push(["left out", `${count(hidden)} drafts and unlisted pages`]);
  if (otherFiles.length > 0) {
    const kinds = otherFiles
      .slice(0, MAX_KINDS)
      .map(([kind, n]) => `${kind || "no extension"} (${count(n)})`);
    rows.push(["other files", kinds.join(", ") + (otherFiles.length > MAX_KINDS ? ", …" : "")]);
  }
  rows.push(["warnings", count(warnings.length)]);
  const width = Math.max(...rows.map(([name]) => name.length));
  const lines = rows.map(([name, value]) => `${name.padEnd(width)}  ${value}`);
  lines.push(...warnings.slice(0, MAX_WARNINGS).map((line) => `  ${line}`));
  const more = warnings.length - MAX_WARNINGS;
  if (more > 0) lines.push(`  and ${count(more)} more; \`npm run build\` prints them all`);
  return lines.join("\n");
}

function counted(values: readonly string[]): [string, number][] {
  const groups = [...Map.groupBy(values, (value) => value)];
  return groups.map(([value, { length }]): [string, number] => [value, length]).sort(([, a], [, b]) => b - a);
}

function count(value: number): string {
  return value.toLocaleString("en-US");
}

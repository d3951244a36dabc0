/** The figures of all variants of one set, a language a block of columns. */
import type { RankMetrics } from "../eval/metrics.ts";
import type { SetResult } from "./variants.ts";

type Figures = RankMetrics & { headingHitAt5: number; headingMrr: number };

/** MRR / hit@5 by file, then heading MRR, for each language and for all. */
export function variantTable(title: string, { variants, quantization, embedding }: SetResult): string {
  const languages = Object.keys(variants[0]?.summary.byLanguage ?? {});
  const columns = languages.length > 1 ? [...languages, "all"] : languages;
  const rows = variants.map(({ name, summary }) => [
    name,
    ...columns.map((column) => cell(column === "all" ? summary : summary.byLanguage[column]!)),
  ]);
  const counts = columns.map((column) => {
    const summary = variants[0]!.summary;
    return `${column} (${column === "all" ? summary.n : summary.byLanguage[column]!.n})`;
  });
  const chunks = variants[0]?.summary.config.chunks ?? 0;
  const gated = variants[0]?.gated ?? 0;
  return [
    `### ${title}, ${chunks} chunks`,
    "",
    markdownRow(["lexical : vector", ...counts]),
    markdownRow(["---", ...columns.map(() => "---")]),
    ...rows.map(markdownRow),
    "",
    "MRR / hit@5 by file; MRR by heading.",
    `int8 against float32: recall@10 ${quantization.recallAt10.toFixed(4)}, same first ${share(quantization.sameFirst)}.`,
    ...(gated > 0 ? [`The gate held ${gated} questions to be off topic.`] : []),
    ...(embedding.computed > 0
      ? [`Embedded ${embedding.computed} passages, ${embedding.seconds.toFixed(0)} s with reading.`]
      : []),
    "",
  ].join("\n");
}

function cell(figures: Figures): string {
  return `${figures.mrr.toFixed(3)} / ${share(figures.hitAt5)}; ${figures.headingMrr.toFixed(3)}`;
}

function share(value: number): string {
  return `${(value * 100).toFixed(0)}%`;
}

function markdownRow(cells: readonly string[]): string {
  return `| ${cells.join(" | ")} |`;
}

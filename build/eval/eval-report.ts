/** The evaluation's figures, for people and for programs. */
import type { EvalOutcome, EvalRun } from "./evaluate-retrieval.ts";
import { type RankMetrics, rankMetrics } from "./metrics.ts";

/** What the figures were measured with. */
export interface EvalConfig {
  corpus: string;
  indexHash: string;
  chunks: number;
  /** `null`: lexical only. */
  embeddingModel: string | null;
  rewriteModel: string | null;
  rerankModel: string | null;
}

export interface EvalMiss {
  id: string;
  lang: string;
  question: string;
  /** What was searched for; `null` when the gate held the question to be off topic. */
  query: string | null;
  /** Of the first passage of a relevant file among the first 10; a miss is a question without one among the first 5. */
  rank: number | null;
  relevant: string[];
  /** Files of the first 5 passages. */
  got: string[];
}

/** Shares are 0 to 1. */
export interface EvalSummary extends RankMetrics {
  headingHitAt1: number;
  headingHitAt5: number;
  headingMrr: number;
  byLanguage: Record<string, RankMetrics & { headingHitAt5: number; headingMrr: number }>;
  misses: EvalMiss[];
  /** Questions left out since no file answers them. */
  unanswerable: number;
  costUsd: number | null;
  config: EvalConfig;
}

const MISS_DEPTH = 5;

export function summarize(run: EvalRun, config: EvalConfig): EvalSummary {
  const { outcomes, unanswerable, costUsd } = run;
  const byLanguage = Object.fromEntries(
    [...Map.groupBy(outcomes, ({ row }) => row.lang)].map(([lang, group]) => {
      const heading = rankMetrics(group.map(({ headingRank }) => headingRank));
      const figures = rankMetrics(group.map(({ rank }) => rank));
      return [lang, { ...figures, headingHitAt5: heading.hitAt5, headingMrr: heading.mrr }];
    }),
  );
  const heading = rankMetrics(outcomes.map(({ headingRank }) => headingRank));
  return {
    ...rankMetrics(outcomes.map(({ rank }) => rank)),
    headingHitAt1: heading.hitAt1,
    headingHitAt5: heading.hitAt5,
    headingMrr: heading.mrr,
    byLanguage,
    misses: outcomes.filter(({ rank }) => rank === null || rank > MISS_DEPTH).map(missOf),
    unanswerable,
    costUsd,
    config,
  };
}

function missOf({ row, query, rank, passages }: EvalOutcome): EvalMiss {
  return {
    id: row.id,
    lang: row.lang,
    question: row.question,
    query,
    rank,
    relevant: row.relevant.map(({ file, heading }) => (heading ? `${file} # ${heading}` : file)),
    got: passages.slice(0, MISS_DEPTH).map(({ passage }) => passage.file),
  };
}

/** A table by language, then each miss with what came instead. */
export function formatSummary(summary: EvalSummary): string {
  const { config, byLanguage, misses } = summary;
  const languages = Object.entries(byLanguage);
  const rows = [...languages, ...(languages.length === 1 ? [] : [["all", summary] as const])];
  const lines = [
    `${config.corpus}: ${config.chunks} chunks, ${describeConfig(config)}`,
    "",
    "lang      n   hit@1   hit@3   hit@5     MRR   heading hit@5   heading MRR",
    ...rows.map(([name, m]) => tableRow(name, m)),
  ];
  if (summary.unanswerable > 0)
    lines.push("", `${summary.unanswerable} questions that no file answers were left out.`);
  lines.push("", misses.length === 0 ? "No misses at 5." : `${misses.length} misses at 5:`);
  for (const miss of misses) lines.push(...missLines(miss));
  return lines.join("\n");
}

function describeConfig({ embeddingModel, rewriteModel, rerankModel }: EvalConfig): string {
  const retrieval = embeddingModel === null ? "lexical" : `lexical and vectors of ${embeddingModel}`;
  const rewrite = rewriteModel === null ? "no rewrite model" : `rewritten by ${rewriteModel}`;
  return [retrieval, rewrite, ...(rerankModel === null ? [] : [`reranked by ${rerankModel}`])].join(", ");
}

function tableRow(name: string, m: RankMetrics & { headingHitAt5: number; headingMrr: number }): string {
  const shares = [m.hitAt1, m.hitAt3, m.hitAt5].map((share) => `${(share * 100).toFixed(0)}%`.padStart(8));
  const heading =
    `${(m.headingHitAt5 * 100).toFixed(0)}%`.padStart(16) + m.headingMrr.toFixed(3).padStart(14);
  return name.padEnd(6) + String(m.n).padStart(5) + shares.join("") + m.mrr.toFixed(3).padStart(8) + heading;
}

function missLines({ id, lang, question, query, rank, relevant, got }: EvalMiss): string[] {
  const searched = query === null ? "held to be off topic" : `searched: ${query}`;
  return [
    `  ${id} (${lang}) ${question}`,
    ...(query === question ? [] : [`    ${searched}`]),
    `    wanted: ${relevant.join("; ")}${rank === null ? "" : ` (came at ${rank})`}`,
    `    got:    ${got.length === 0 ? "nothing" : got.join("; ")}`,
  ];
}

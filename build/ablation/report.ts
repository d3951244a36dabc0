/** The ablation's tables. */
import { averageFigures, type Figures, figuresBySet } from "./figures.ts";
import { OWN_SET } from "./sets.ts";
import type { Variant } from "./variant.ts";
import type { QuestionResult } from "./variant-runner.ts";

/** Questions that are read together. */
const PARTS = {
  /** English questions. */
  en: (result) => result.lang === "en",
  enDev: (result) => result.lang === "en" && result.split === "dev",
  enHeldOut: (result) => result.lang === "en" && result.split === "held-out",
  /** Chinese, Japanese and German questions over the same English docs. */
  other: (result) => result.lang !== "en",
} as const satisfies Record<string, (result: QuestionResult) => boolean>;
export type PartName = keyof typeof PARTS;

export interface VariantReport {
  name: string;
  verdict: Variant["verdict"];
  /** Means over the sets, RepoBot's own pages aside. */
  average: Record<PartName, Figures>;
  /** English questions, then the others, by set. */
  sets: Record<"en" | "other", Record<string, Figures>>;
}

export function reportVariant(
  { name, verdict }: Variant,
  results: readonly QuestionResult[],
  product: readonly QuestionResult[],
): VariantReport {
  const average = (part: PartName) => {
    const counts = (result: QuestionResult) => PARTS[part](result) && result.set !== OWN_SET;
    return averageFigures(results.filter(counts), product.filter(counts));
  };
  const sets = (part: PartName) =>
    Object.fromEntries(figuresBySet(results.filter(PARTS[part]), product.filter(PARTS[part])));
  return {
    name,
    verdict,
    average: {
      en: average("en"),
      enDev: average("enDev"),
      enHeldOut: average("enHeldOut"),
      other: average("other"),
    },
    sets: { en: sets("en"), other: sets("other") },
  };
}

const NAME_WIDTH = 52;

/** One line a variant: English MRR, its change with the interval, dev and held out apart, then the other languages. */
export function formatVariants(reports: readonly VariantReport[]): string {
  const head = [
    "MRR",
    "change",
    "95 % interval",
    "dev",
    "held out",
    "hit@5",
    "heading",
    "zh ja de",
    "change",
  ];
  const widths = [6, 8, 18, 8, 10, 7, 9, 10, 8];
  const line = (name: string, cells: readonly string[]) =>
    name.padEnd(NAME_WIDTH) + cells.map((cell, i) => cell.padStart(widths[i]!)).join("");
  const rows = reports.map(({ name, average: { en, enDev, enHeldOut, other } }) =>
    line(name, [
      en.mrr.toFixed(3),
      signed(en.mrrChange.change),
      `${signed(en.mrrChange.low)} ${signed(en.mrrChange.high)}`,
      signed(enDev.mrrChange.change),
      signed(enHeldOut.mrrChange.change),
      en.hitAt5.toFixed(3),
      en.headingMrr.toFixed(3),
      other.mrr.toFixed(3),
      signed(other.mrrChange.change),
    ]),
  );
  return [line("", head), ...rows].join("\n");
}

/** One line a set: questions, MRR, hit@5, heading MRR, and the change of the MRR with its interval. */
export function formatSets({ name, sets }: VariantReport): string {
  const lines = (["en", "other"] as const).flatMap((part) =>
    Object.entries(sets[part]).map(([set, { n, mrr, hitAt5, headingMrr, mrrChange }]) => {
      const label = `  ${set} ${part === "en" ? "en" : "zh ja de"}`.padEnd(NAME_WIDTH);
      const { change, low, high } = mrrChange;
      return `${label}${String(n).padStart(4)}  ${mrr.toFixed(3)}  ${hitAt5.toFixed(3)}  ${headingMrr.toFixed(3)}  ${signed(change)} [${signed(low)} ${signed(high)}]`;
    }),
  );
  return [`${name}: questions, MRR, hit@5, heading MRR, change of the MRR`, ...lines].join("\n");
}

function signed(value: number): string {
  return `${value < 0 ? "-" : "+"}${Math.abs(value).toFixed(3)}`;
}

/** The checks that a release passes, or does not. */

export interface Check {
  /** E.g. `hit@5`. */
  name: string;
  value: number;
  /** `min`: a floor that the value must not be below; `max`: a limit that it must not pass. */
  bound: { min: number } | { max: number };
  /** What the value was measured over, or where it comes from; `""` when the name says it. */
  detail: string;
}

export function passes({ value, bound }: Check): boolean {
  return "min" in bound ? value >= bound.min : value <= bound.max;
}

/** A line a check, those that failed marked. */
export function formatChecks(checks: readonly Check[]): string {
  const rows = checks.map((check) => [passes(check) ? "ok  " : "FAIL", check.name, ...cells(check)]);
  const widths = [0, 1, 2, 3].map((column) => Math.max(...rows.map((row) => row[column]!.length)));
  return rows
    .map((row) =>
      row
        .map((cell, i) => cell.padEnd(widths[i] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

/** A table for the summary of a run. Names and details are RepoBot's own. */
export function checksMarkdown(checks: readonly Check[], indexHash: string): string {
  const failed = checks.filter((check) => !passes(check)).length;
  const title = failed === 0 ? "passes its checks" : `fails ${failed} of ${checks.length} checks`;
  return [
    `## The index ${indexHash} ${title}`,
    "",
    "| | check | value | bound | |",
    "| --- | --- | ---: | ---: | --- |",
    ...checks.map(
      (check) => `| ${[passes(check) ? "ok" : "**fail**", check.name, ...cells(check)].join(" | ")} |`,
    ),
    "",
  ].join("\n");
}

function cells({ value, bound, detail }: Check): [string, string, string] {
  const limit = "min" in bound ? `at least ${figure(bound.min)}` : `at most ${figure(bound.max)}`;
  return [figure(value), limit, detail];
}

function figure(value: number): string {
  return value.toLocaleString("en-US", { maximumFractionDigits: 3 });
}

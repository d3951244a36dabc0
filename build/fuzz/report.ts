import type { TargetResult } from "./plan.ts";

export interface FuzzReport {
  seed: number;
  seconds: number;
  /** Cases that were run. */
  cases: number;
  targets: TargetResult[];
}

/** A line for each target, then each failure with what shows it. */
export function reportText({ seed, seconds, cases, targets }: FuzzReport): string {
  const number = (value: number) => value.toLocaleString("en");
  const failures = targets.flatMap(({ target, failures }) =>
    failures.map((failure) => ({ target, ...failure })),
  );
  const rows = targets.map(({ target, cases, failures }) =>
    [target.padEnd(18), number(cases).padStart(9), number(failures.length).padStart(9)].join(" "),
  );
  const lines = [
    `${"target".padEnd(18)} ${"cases".padStart(9)} ${"failures".padStart(9)}`,
    ...rows,
    "",
    `${number(cases)} cases in ${number(seconds)} s with seed ${seed}: ${number(failures.length)} kinds of failures`,
    ...failures.flatMap(({ target, error, counterexample, seed }) => [
      "",
      `${target}: ${error}`,
      `    input: ${counterexample}`,
      `    again: npm run fuzz -- --target ${target} --seed ${seed}`,
    ]),
  ];
  return `${lines.join("\n")}\n`;
}

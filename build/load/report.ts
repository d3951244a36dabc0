/** The report of `npm run load` for people. */
import { type LoadFigures, MIN_REQUESTS } from "./figures.ts";
import type { LoadShape } from "./run-load.ts";

export interface LoadReport extends LoadFigures, LoadShape {
  /** Of a Worker without any key. */
  search: LoadFigures;
  /** A handler that makes the same model calls and nothing else. */
  bareHono: LoadFigures;
  /** The same handler, which also reads the conversation, passes the answer on piece by piece and stores it, as any chat must. */
  bareStored: LoadFigures;
  machine: {
    cores: number;
    cpu: string;
    /** Of the last minute. Above the number of cores, what is measured is the machine as well. */
    loadAverage: number;
  };
}

const COLUMNS = [
  "",
  "requests",
  "per second",
  "errors",
  "overhead p50",
  "p99",
  "CPU each",
  "of the Worker",
  "memory",
  "slope",
  "at last",
  "alive",
];

export function loadReportText(report: LoadReport): string {
  const { conversations, seconds, thinkMs, machine, search, bareHono, bareStored } = report;
  const rows = [
    COLUMNS,
    row("RepoBot, answers", report),
    row("RepoBot, search", search),
    row("bare Hono, answers", bareHono),
    row("bare Hono, stored answers", bareStored),
  ];
  const widths = COLUMNS.map((_, column) => Math.max(...rows.map((cells) => cells[column]!.length)));
  const table = rows.map((cells) =>
    cells
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[column]!)))
      .join("  "),
  );
  return [
    `${conversations} conversations at once, ${seconds} s each, a pause of ${thinkMs} ms between requests`,
    `${machine.cores} cores, ${machine.cpu}, load average ${machine.loadAverage}`,
    "",
    ...table,
    "",
    ...tooFew([report, search, bareHono, bareStored]),
    `Answers over the bare handler's: ${ratios(report, bareHono)}`,
    `Answers over the bare handler's that stores them: ${ratios(report, bareStored)}`,
    "",
  ].join("\n");
}

/** Why percentiles say little, or are missing. */
function tooFew(all: readonly LoadFigures[]): string[] {
  const fewest = Math.min(...all.map(({ requests }) => requests));
  if (fewest >= MIN_REQUESTS.p99) return [];
  return [
    `Too few requests for percentiles that mean something: p50 takes ${MIN_REQUESTS.p50} measured ones, p99 takes ${MIN_REQUESTS.p99}, and a run had ${fewest}.`,
    "Measure longer with --seconds, or with more --conversations or a shorter --think-ms.",
    "",
  ];
}

function ratios(figures: LoadFigures, base: LoadFigures): string {
  return [
    `overhead p50 ${ratio(figures.overheadP50Ms, base.overheadP50Ms)}`,
    `p99 ${ratio(figures.overheadP99Ms, base.overheadP99Ms)}`,
    `CPU ${ratio(figures.cpuMsPerRequest, base.cpuMsPerRequest)}`,
  ].join(", ");
}

function row(name: string, figures: LoadFigures): string[] {
  const { requests, rps, errors, overheadP50Ms, overheadP99Ms } = figures;
  return [
    name,
    String(requests),
    rps.toFixed(1),
    String(errors),
    unit(overheadP50Ms, "ms"),
    unit(overheadP99Ms, "ms"),
    unit(figures.cpuMsPerRequest, "ms"),
    unit(figures.workerCpuMsPerRequest, "ms"),
    `${unit(figures.memoryFirstMb, "MB")} to ${unit(figures.memoryLastMb, "MB")}`,
    unit(figures.memorySlopeMbPerMin, "MB/min"),
    unit(figures.memoryLastSlopeMbPerMin, "MB/min"),
    `${unit(figures.liveHeapFirstMb, "MB")} to ${unit(figures.liveHeapLastMb, "MB")}`,
  ];
}

function unit(value: number | null, name: string): string {
  return value === null ? "-" : `${value.toFixed(1)} ${name}`;
}

function ratio(value: number | null, base: number | null): string {
  return value === null || base === null || base <= 0 ? "-" : `${(value / base).toFixed(1)} times`;
}

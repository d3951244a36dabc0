/** The report of `npm run load` for people. */
import type { LoadFigures } from "./figures.ts";
import type { LoadShape } from "./run-load.ts";

export interface LoadReport extends LoadFigures, LoadShape {
  /** Of a Worker without any key. */
  search: LoadFigures;
  /** A handler that makes the same model calls and nothing else. */
  bareHono: LoadFigures;
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
  "alive",
];

export function loadReportText(report: LoadReport): string {
  const { conversations, seconds, thinkMs, machine, bareHono } = report;
  const rows = [
    COLUMNS,
    row("RepoBot, answers", report),
    row("RepoBot, search", report.search),
    row("bare Hono, answers", bareHono),
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
    `Overhead of answers over the bare handler's: p50 ${ratio(report.overheadP50Ms, bareHono.overheadP50Ms)}, p99 ${ratio(report.overheadP99Ms, bareHono.overheadP99Ms)}`,
    "",
  ].join("\n");
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
    `${unit(figures.liveHeapFirstMb, "MB")} to ${unit(figures.liveHeapLastMb, "MB")}`,
  ];
}

function unit(value: number | null, name: string): string {
  return value === null ? "-" : `${value.toFixed(1)} ${name}`;
}

function ratio(value: number | null, base: number | null): string {
  return value === null || base === null || base <= 0 ? "-" : `${(value / base).toFixed(1)} times`;
}

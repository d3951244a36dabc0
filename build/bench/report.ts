/** The figures as one object for machines, and as tables for people. */

import { DIMENSIONS } from "./bench-vectors.ts";
import type { ColdResult } from "./cold.ts";
import type { Machine } from "./limits.ts";
import type { EngineRow } from "./run-engine.ts";
import { growthExponent, significant } from "./statistics.ts";

/** One engine at one size; null where it cannot be had. */
export interface ReportRow {
  engine: string;
  chunks: number;
  bytesPerChunk: number | null;
  loadMs: number | null;
  memoryMb: number;
  lexicalP50Ms: number;
  lexicalP99Ms: number;
  vectorP50Ms: number | null;
  vectorP99Ms: number | null;
  hybridP50Ms: number | null;
  hybridP99Ms: number | null;
}

export interface Report {
  rows: ReportRow[];
  date: string;
  machine: Machine;
  dimensions: number;
  /** Bytes of the deployed files, as they are and compressed by gzip; and RepoBot's time for the texts of five passages. */
  sizes: {
    engine: string;
    chunks: number;
    bytes: number | null;
    gzipBytes: number | null;
    buildMs: number;
  }[];
  textsP50Ms: { chunks: number; ms: number }[];
  /** How many times as much as RepoBot an engine takes at the same size. */
  ratios: {
    engine: string;
    chunks: number;
    bytes: number | null;
    load: number | null;
    memory: number | null;
    lexical: number | null;
    hybrid: number | null;
  }[];
  /** Exponents of RepoBot's growth in the number of chunks: 1 is proportional. */
  growth: Record<"bytes" | "load" | "memory" | "lexical" | "vector" | "hybrid", number | null>;
  /** What one vector query reads on average, and how long copying so much takes at the machine's speed. */
  vectorLimit: { chunks: number; bytesTouched: number; limitMs: number; vectorP50Ms: number }[];
  cold: { chunks: number; results: ColdResult[] } | null;
}

export function makeReport(rows: readonly EngineRow[], machine: Machine, cold: Report["cold"]): Report {
  const ours = rows.filter((row) => row.engine === "repobot");
  const ratio = (other: number | null | undefined, own: number | null | undefined) =>
    other == null || own == null || own === 0 ? null : significant(other / own);
  const growth = (of: (row: EngineRow) => number | null | undefined) => {
    // Small indexes are mostly fixed cost.
    const points = ours
      .filter((row) => row.chunks >= 2_000)
      .map((row) => ({ x: row.chunks, y: of(row) ?? 0 }));
    return significant(growthExponent(points));
  };
  return {
    rows: rows.map((row) => ({
      engine: row.engine,
      chunks: row.chunks,
      bytesPerChunk: row.bytes === null ? null : Math.round((10 * row.bytes) / row.chunks) / 10,
      loadMs: significant(row.loadMs),
      memoryMb: significant(row.memoryMb)!,
      lexicalP50Ms: significant(row.lexical.p50Ms)!,
      lexicalP99Ms: significant(row.lexical.p99Ms)!,
      vectorP50Ms: significant(row.vector?.p50Ms ?? null),
      vectorP99Ms: significant(row.vector?.p99Ms ?? null),
      hybridP50Ms: significant(row.hybrid?.p50Ms ?? null),
      hybridP99Ms: significant(row.hybrid?.p99Ms ?? null),
    })),
    date: new Date().toISOString().slice(0, 10),
    machine,
    dimensions: DIMENSIONS,
    sizes: rows.map(({ engine, chunks, bytes, gzipBytes, buildMs }) => ({
      engine,
      chunks,
      bytes,
      gzipBytes,
      buildMs: Math.round(buildMs),
    })),
    textsP50Ms: ours.flatMap(({ chunks, textsP50Ms }) =>
      textsP50Ms === null ? [] : [{ chunks, ms: significant(textsP50Ms)! }],
    ),
    ratios: rows.flatMap((row) => {
      const own = ours.find(({ chunks }) => chunks === row.chunks);
      if (own === undefined || row.engine === "repobot") return [];
      return [
        {
          engine: row.engine,
          chunks: row.chunks,
          bytes: ratio(row.bytes, own.bytes),
          load: ratio(row.loadMs, own.loadMs),
          memory: ratio(row.memoryMb, own.memoryMb),
          lexical: ratio(row.lexical.p50Ms, own.lexical.p50Ms),
          hybrid: ratio(row.hybrid?.p50Ms, own.hybrid?.p50Ms),
        },
      ];
    }),
    growth: {
      bytes: growth((row) => row.bytes),
      load: growth((row) => row.loadMs),
      memory: growth((row) => row.memoryMb),
      lexical: growth((row) => row.lexical.p50Ms),
      vector: growth((row) => row.vector?.p50Ms),
      hybrid: growth((row) => row.hybrid?.p50Ms),
    },
    vectorLimit: ours.flatMap(({ chunks, vector, vectorBytes }) =>
      vector === null || vectorBytes === null
        ? []
        : [
            {
              chunks,
              bytesTouched: Math.round(vectorBytes),
              limitMs: significant(vectorBytes / (machine.copyGbPerSecond * 1e6))!,
              vectorP50Ms: significant(vector.p50Ms)!,
            },
          ],
    ),
    cold,
  };
}

const show = (value: number | null) => (value === null ? "-" : String(value));
const times = (value: number | null) => (value === null ? "-" : `${value}x`);

function table(head: readonly string[], body: readonly (readonly string[])[]): string {
  const widths = head.map((cell, at) => Math.max(cell.length, ...body.map((row) => row[at]!.length)));
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, at) => cell.padEnd(widths[at]!)).join(" | ")} |`;
  return [line(head), `| ${widths.map((width) => "-".repeat(width)).join(" | ")} |`, ...body.map(line)].join(
    "\n",
  );
}

/** Markdown tables. */
export function reportText(report: Report): string {
  const { machine } = report;
  const parts = [
    `${report.date}, ${machine.cpu}, ${machine.cores} cores, Node ${machine.node}; load per core ${machine.loadPerCore.toFixed(2)} at the start.`,
    `Times are p50 / p99 in ms over top 20; vectors have ${report.dimensions} dimensions; memory is live heap and buffers.`,
    table(
      ["chunks", "engine", "bytes/chunk", "load ms", "memory MB", "lexical", "vector", "hybrid"],
      report.rows.map((row) => [
        String(row.chunks),
        row.engine,
        show(row.bytesPerChunk),
        show(row.loadMs),
        show(row.memoryMb),
        `${row.lexicalP50Ms} / ${row.lexicalP99Ms}`,
        row.vectorP50Ms === null ? "-" : `${row.vectorP50Ms} / ${show(row.vectorP99Ms)}`,
        row.hybridP50Ms === null ? "-" : `${row.hybridP50Ms} / ${show(row.hybridP99Ms)}`,
      ]),
    ),
    "How many times as much as RepoBot:",
    table(
      ["chunks", "engine", "bytes", "load", "memory", "lexical", "hybrid"],
      report.ratios.map((row) => [
        String(row.chunks),
        row.engine,
        times(row.bytes),
        times(row.load),
        times(row.memory),
        times(row.lexical),
        times(row.hybrid),
      ]),
    ),
    `Growth of RepoBot in chunks, as an exponent: ${Object.entries(report.growth)
      .map(([name, exponent]) => `${name} ${show(exponent)}`)
      .join(", ")}.`,
    `Memory copies at ${machine.copyGbPerSecond.toFixed(1)} GB/s. Reading what a vector query looks at takes at that speed ${report.vectorLimit
      .map(
        ({ chunks, bytesTouched, limitMs, vectorP50Ms }) =>
          `${limitMs} ms at ${chunks} chunks (${significant(bytesTouched / 1e6)} MB; measured ${vectorP50Ms} ms)`,
      )
      .join(", ")}.`,
    `Texts of five passages: ${report.textsP50Ms.map(({ chunks, ms }) => `${ms} ms at ${chunks}`).join(", ")}.`,
  ];
  if (report.cold !== null) {
    parts.push(
      `In workerd at ${report.cold.chunks} chunks, CPU of the whole process over an empty Worker's:`,
      table(
        ["engine", "first request CPU ms", "wall ms", "start CPU ms", "warm CPU ms", "warm wall ms"],
        report.cold.results.map((row) => [
          row.engine,
          ...[row.firstCpuMs, row.firstWallMs, row.startCpuMs, row.warmCpuMs, row.warmWallMs].map((value) =>
            show(significant(value)),
          ),
        ]),
      ),
    );
  }
  return `${parts.join("\n\n")}\n`;
}

/** Runs the measuring processes of one engine and takes the median of each figure. */
import { execFile } from "node:child_process";
import { resolve } from "node:path";
import { promisify } from "node:util";
import type { EngineName } from "./engine.ts";
import type { BuildResult, MeasureResult } from "./measure-child.ts";
import { percentile } from "./statistics.ts";

const run = promisify(execFile);
const CHILD = resolve(import.meta.dirname, "measure-child.ts");
/** Above this many chunks an engine is measured once. */
const REPEATED_UP_TO = 10_000;
const REPEATS = 3;
/** Stock Orama's heap at 50,000 chunks. */
const LARGE_HEAP_MB = 6_144;

export interface EngineRow extends MeasureResult {
  engine: EngineName;
  chunks: number;
  bytes: number | null;
  gzipBytes: number | null;
  buildMs: number;
}

async function child<T>(command: string, engine: EngineName, folder: string, heapMb: number): Promise<T> {
  const args = [
    `--max-old-space-size=${heapMb}`,
    "--expose-gc",
    "--no-warnings",
    CHILD,
    command,
    engine,
    folder,
  ];
  const { stdout } = await run(process.execPath, args, { maxBuffer: 1 << 24 });
  // Printed by our own process.
  return JSON.parse(stdout) as T;
}

/** @param heapMb limit of V8's heap while measuring; building has all it needs */
export async function runEngine(
  engine: EngineName,
  chunks: number,
  folder: string,
  heapMb = LARGE_HEAP_MB,
): Promise<EngineRow> {
  const built = await child<BuildResult>("build", engine, folder, LARGE_HEAP_MB);
  const runs: MeasureResult[] = [];
  for (let repeat = 0; repeat < (chunks <= REPEATED_UP_TO ? REPEATS : 1); repeat++) {
    runs.push(await child<MeasureResult>("measure", engine, folder, heapMb));
  }
  return { engine, chunks, ...built, ...medianOf(runs) };
}

function medianOf(runs: readonly MeasureResult[]): MeasureResult {
  const median = (of: (run: MeasureResult) => number | null | undefined): number | null => {
    const values = runs.map(of).filter((value) => value !== null && value !== undefined);
    return values.length === 0 ? null : percentile(values, 0.5);
  };
  const latency = (of: (run: MeasureResult) => MeasureResult["vector"]) => {
    const p50Ms = median((run) => of(run)?.p50Ms);
    const p99Ms = median((run) => of(run)?.p99Ms);
    return p50Ms === null || p99Ms === null ? null : { p50Ms, p99Ms };
  };
  return {
    loadMs: median((run) => run.loadMs),
    memoryMb: median((run) => run.memoryMb)!,
    lexical: latency((run) => run.lexical)!,
    vector: latency((run) => run.vector),
    vectorBytes: median((run) => run.vectorBytes),
    hybrid: latency((run) => run.hybrid),
    textsP50Ms: median((run) => run.textsP50Ms),
  };
}

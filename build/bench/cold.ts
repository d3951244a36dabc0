/** First and later requests in real workerd, RepoBot's index against stock Orama's JSON and against fetching its files, over the same chunks. */
import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { type Manifest, parseManifest } from "../../src/index-format/manifest.ts";
import { readQueries } from "./bench-input.ts";
import { percentile } from "./statistics.ts";
import { bundleWorker, freePort, startWorker } from "./workerd.ts";

export interface ColdResult {
  /** `files`: a Worker that fetches the bytes RepoBot does and looks at none of them: what is left when an index costs nothing. */
  engine: "files" | "repobot" | "orama";
  /** Medians over processes; the first request of each finds nothing loaded. Whole process, an empty Worker's first request taken off. */
  firstCpuMs: number;
  firstWallMs: number;
  /** Of the start before any request, over an empty Worker's. */
  startCpuMs: number;
  /** Medians over the requests that follow, the same taken off. */
  warmCpuMs: number;
  warmWallMs: number;
}

const PROCESSES = 7;
const WARM_REQUESTS = 200;
/** Stock Orama's loading takes seconds. */
const SLOW_PROCESSES = 3;
/** Below the asset limit of 25 MiB. */
const SHARD_CHARACTERS = 24 * 1024 * 1024;

interface Measured {
  startCpuMs: number;
  firstCpuMs: number;
  firstWallMs: number;
  warmCpuMs: number;
  warmWallMs: number;
}

/** Measures both engines and the fetching alone, or those whose files are in `folder`. Null where there is no `/proc`. */
export async function measureCold(folder: string): Promise<ColdResult[] | null> {
  if (process.platform !== "linux") return null;
  const queries = (await readQueries(folder)).map((query) => JSON.stringify(query));
  const empty = await measureWorker("empty", folder, folder, queries, PROCESSES);
  const results: ColdResult[] = [];
  const add = (engine: ColdResult["engine"], measured: Measured) =>
    results.push({
      engine,
      firstCpuMs: measured.firstCpuMs - empty.firstCpuMs,
      firstWallMs: measured.firstWallMs,
      startCpuMs: measured.startCpuMs - empty.startCpuMs,
      warmCpuMs: measured.warmCpuMs - empty.warmCpuMs,
      warmWallMs: measured.warmWallMs,
    });
  const own = join(folder, "files-repobot");
  if (existsSync(own)) {
    add("files", await measureWorker("files", folder, own, queries, PROCESSES));
    add("repobot", await measureWorker("repobot", folder, own, queries, PROCESSES));
  }
  const shards = await shardOrama(folder);
  if (shards !== null) add("orama", await measureWorker("orama", folder, shards, queries, SLOW_PROCESSES));
  return results;
}

async function measureWorker(
  name: string,
  folder: string,
  filesFolder: string,
  queries: readonly string[],
  processes: number,
): Promise<Measured> {
  const runs: Measured[] = [];
  const manifest = await ownManifest(filesFolder);
  for (let run = 0; run < processes; run++) {
    const port = await freePort();
    const entry = resolve(import.meta.dirname, `workers/${name}-worker.ts`);
    const config = await bundleWorker(entry, join(folder, `worker-${name}`), filesFolder, port, manifest);
    runs.push(await measureProcess(config, port, queries, name === "orama" ? 20 : WARM_REQUESTS));
  }
  const median = (of: (run: Measured) => number) => percentile(runs.map(of), 0.5);
  return {
    startCpuMs: median((run) => run.startCpuMs),
    firstCpuMs: median((run) => run.firstCpuMs),
    firstWallMs: median((run) => run.firstWallMs),
    warmCpuMs: median((run) => run.warmCpuMs),
    warmWallMs: median((run) => run.warmWallMs),
  };
}

/** `null` where the files are not of RepoBot's. */
async function ownManifest(filesFolder: string): Promise<Manifest | null> {
  const path = join(filesFolder, "manifest.json");
  return existsSync(path) ? parseManifest(JSON.parse(await readFile(path, "utf8"))) : null;
}

async function measureProcess(
  config: string,
  port: number,
  queries: readonly string[],
  warmRequests: number,
): Promise<Measured> {
  const worker = await startWorker(config, port);
  const ask = async (body: string) => {
    const startMs = performance.now();
    const response = await fetch(worker.url, { method: "POST", body });
    const hits: unknown = await response.json();
    if (!response.ok || !Array.isArray(hits) || hits.length === 0)
      throw new Error("the Worker gave no result");
    return performance.now() - startMs;
  };
  try {
    const startCpuMs = await worker.cpuMs();
    const firstWallMs = await ask(queries[0]!);
    const afterFirstMs = await worker.cpuMs();
    const wallsMs: number[] = [];
    for (let at = 1; at <= warmRequests; at++) wallsMs.push(await ask(queries[at % queries.length]!));
    const warmCpuMs = ((await worker.cpuMs()) - afterFirstMs) / warmRequests;
    return {
      startCpuMs,
      firstCpuMs: afterFirstMs - startCpuMs,
      firstWallMs,
      warmCpuMs,
      warmWallMs: percentile(wallsMs, 0.5),
    };
  } finally {
    await worker.stop();
  }
}

/** Cuts the saved database into files that could be deployed. Null when it was not saved. */
async function shardOrama(folder: string): Promise<string | null> {
  const text = await readFile(join(folder, "files-orama", "orama.json"), "utf8").catch(() => null);
  if (text === null) return null;
  const shardsFolder = join(folder, "files-orama-shards");
  await mkdir(shardsFolder, { recursive: true });
  const shards = Math.ceil(text.length / SHARD_CHARACTERS);
  for (let at = 0; at < shards; at++) {
    const shard = text.slice(at * SHARD_CHARACTERS, (at + 1) * SHARD_CHARACTERS);
    await writeFile(join(shardsFolder, `shard-${at}`), shard);
  }
  await writeFile(join(shardsFolder, "shards.json"), JSON.stringify({ shards }));
  return shardsFolder;
}

/**
 * One engine in a process of its own, so that memory is its own: `node --expose-gc measure-child.ts build|measure ENGINE FOLDER`.
 * `build` writes the index's files below FOLDER; `measure` loads them and prints what it cost as JSON.
 */
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { readInput, readQueries } from "./bench-input.ts";
import type { Engine, EngineName, LoadedEngine } from "./engine.ts";
import { percentile } from "./statistics.ts";

/** What `build` prints. */
export interface BuildResult {
  /** Null when the engine cannot write its index. */
  bytes: number | null;
  gzipBytes: number | null;
  buildMs: number;
}

/** What `measure` prints; times in milliseconds, null where the engine has no such query. */
export interface MeasureResult {
  loadMs: number | null;
  /** Live heap and memory outside it after all queries, over the process with the engine's code but no index. */
  memoryMb: number;
  lexical: Latency;
  vector: Latency | null;
  /** Bytes of vectors that a vector query reads on average; null where it is not known. */
  vectorBytes: number | null;
  hybrid: Latency | null;
  /** Reading the texts of the five best; null where results carry them. */
  textsP50Ms: number | null;
}

export interface Latency {
  p50Ms: number;
  p99Ms: number;
}

const WARM_UP_MS = 500;
const MAX_WARM_UP_ROUNDS = 3;
const MIN_ROUNDS = 1;
const MAX_ROUNDS = 5;
/** An engine that takes longer than this for all rounds is not asked again. */
const BUDGET_MS = 10_000;

async function engineNamed(name: EngineName): Promise<Engine> {
  switch (name) {
    case "repobot":
      return (await import("./engine-repobot.ts")).repobot;
    case "orama":
      return (await import("./engine-orama.ts")).orama;
    case "minisearch":
      return (await import("./engine-minisearch.ts")).minisearch;
    case "flexsearch":
      return (await import("./engine-flexsearch.ts")).flexsearch;
  }
}

const filesFolder = (folder: string, name: EngineName) => join(folder, `files-${name}`);

async function build(name: EngineName, folder: string): Promise<BuildResult> {
  const engine = await engineNamed(name);
  const input = await readInput(folder);
  const startMs = performance.now();
  const files = await engine.build(input);
  const buildMs = performance.now() - startMs;
  if (files === null) return { bytes: null, gzipBytes: null, buildMs };
  await mkdir(filesFolder(folder, name), { recursive: true });
  let bytes = 0;
  let gzipBytes = 0;
  for (const [file, content] of files) {
    await writeFile(join(filesFolder(folder, name), encodeURIComponent(file)), content);
    bytes += content.length;
    gzipBytes += gzipSync(content).length;
  }
  return { bytes, gzipBytes, buildMs };
}

async function readFiles(name: EngineName, folder: string): Promise<Map<string, Uint8Array> | null> {
  const names = await readdir(filesFolder(folder, name)).catch(() => null);
  if (names === null) return null;
  const files = new Map<string, Uint8Array>();
  for (const file of names) {
    // A copy with a buffer of its own: small files share Node's pool.
    files.set(
      decodeURIComponent(file),
      new Uint8Array(await readFile(join(filesFolder(folder, name), file))),
    );
  }
  return files;
}

/** Node loads its streams and `Response` when they are first used: they are the runtime's, not an engine's. */
async function loadRuntime(): Promise<void> {
  for (const transform of [new CompressionStream("deflate-raw"), new DecompressionStream("deflate-raw")]) {
    const source = new Blob(["runtime"]).stream().pipeThrough(transform);
    await new Response(source).arrayBuffer().catch(() => undefined);
  }
}

function liveMemoryMb(): number {
  for (let round = 0; round < 4; round++) globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 1e6;
}

async function measure(name: EngineName, folder: string): Promise<MeasureResult> {
  const engine = await engineNamed(name);
  await loadRuntime();
  const emptyMb = liveMemoryMb();
  const { loaded, loadMs } = await load(engine, name, folder);
  const queries = await readQueries(folder);
  const inputs = queries.map(({ text, vector }) => ({ text, vector: Float32Array.from(vector) }));
  const { vector, hybrid, texts } = loaded;
  const lexical = await latency(inputs, ({ text }) => loaded.lexical(text));
  const readBefore = loaded.vectorBytesRead?.() ?? 0;
  let vectorQueries = 0;
  const byVector =
    vector &&
    (await latency(inputs, (input) => {
      vectorQueries++;
      return vector(input.vector);
    }));
  const vectorBytes =
    loaded.vectorBytesRead === undefined ? null : (loaded.vectorBytesRead() - readBefore) / vectorQueries;
  const byBoth = hybrid && (await latency(inputs, (input) => hybrid(input.text, input.vector)));
  const textsLatency = texts && (await latency(inputs, (input) => texts(input.text)));
  // The queries' own memory is not the engine's.
  queries.length = inputs.length = 0;
  const memoryMb = liveMemoryMb() - emptyMb;
  if ((await loaded.lexical("the index is still in use")) < 0) throw new Error("unreachable");
  return {
    loadMs,
    memoryMb,
    lexical,
    vector: byVector ?? null,
    vectorBytes,
    hybrid: byBoth ?? null,
    textsP50Ms: textsLatency?.p50Ms ?? null,
  };
}

async function load(
  engine: Engine,
  name: EngineName,
  folder: string,
): Promise<{ loaded: LoadedEngine; loadMs: number | null }> {
  const files = await readFiles(name, folder);
  if (files !== null) {
    const startMs = performance.now();
    const loaded = await engine.load(files);
    return { loaded, loadMs: performance.now() - startMs };
  }
  if (engine.loadBuilt === undefined) throw new Error(`${name} has neither files nor a way without`);
  return { loaded: await engine.loadBuilt(await readInput(folder)), loadMs: null };
}

async function latency<T>(
  inputs: readonly T[],
  query: (input: T) => number | Promise<number>,
): Promise<Latency> {
  const startMs = performance.now();
  for (let round = 0; round < MAX_WARM_UP_ROUNDS && performance.now() - startMs < WARM_UP_MS; round++) {
    for (const input of inputs) {
      await query(input);
      if (performance.now() - startMs > BUDGET_MS / 4) break;
    }
  }
  const timesMs: number[] = [];
  const measuredFromMs = performance.now();
  for (let round = 0; round < MAX_ROUNDS; round++) {
    for (const input of inputs) {
      const queryStartMs = performance.now();
      const result = query(input);
      if (typeof result !== "number") await result;
      timesMs.push(performance.now() - queryStartMs);
      const spentMs = performance.now() - measuredFromMs;
      if (spentMs > BUDGET_MS && timesMs.length >= Math.min(inputs.length, 20)) break;
    }
    if (round + 1 >= MIN_ROUNDS && performance.now() - measuredFromMs > BUDGET_MS / 2) break;
  }
  return { p50Ms: percentile(timesMs, 0.5), p99Ms: percentile(timesMs, 0.99) };
}

const [command, name, folder] = process.argv.slice(2);
// Started by the bench alone, with a name from its own list.
const engineName = name as EngineName;
const result = command === "build" ? await build(engineName, folder!) : await measure(engineName, folder!);
process.stdout.write(JSON.stringify(result));

/** `npm run bench`: the index beside the engines that users would pick, at several sizes, and in workerd. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { RepoBotError } from "../src/core/errors.ts";
import { runCommand } from "./args.ts";
import { writeInput } from "./bench/bench-input.ts";
import { measureCold } from "./bench/cold.ts";
import { ENGINE_NAMES, type EngineName } from "./bench/engine.ts";
import { describeMachine } from "./bench/limits.ts";
import { makeReport, type Report, reportText } from "./bench/report.ts";
import { type EngineRow, runEngine } from "./bench/run-engine.ts";

const OPTIONS = {
  chunks: { type: "string" },
  engines: { type: "string" },
  json: { type: "boolean" },
  "no-workerd": { type: "boolean" },
} as const;

const HELP = `Usage: npm run bench -- [options]

Measures RepoBot's index beside stock Orama, MiniSearch and FlexSearch over the docs of fastify and undici, and copies of them with
other words. Takes some minutes.

  --chunks N,…   numbers of chunks (default 200,2000,10000,50000,100000; above 50000 RepoBot alone)
  --engines A,…  engines to measure: repobot, orama, minisearch, flexsearch (default all)
  --json         print one JSON object
  --no-workerd   leave the Worker out
  -h, --help     print this help
`;

const DEFAULT_CHUNKS = [200, 2_000, 10_000, 50_000, 100_000];
const MAX_CHUNKS = 200_000;
/** The others take minutes and gigabytes above. */
const OTHERS_UP_TO = 50_000;
/** Size at which the Worker is measured, where it is among those asked for; else the largest. */
const WORKERD_CHUNKS = 10_000;
/** From here on RepoBot runs with the heap that a Worker isolate has. */
const CAPPED_FROM = 50_000;
const ISOLATE_HEAP_MB = 128;

/** @throws RepoBotError `bad_request` */
function parseChunks(text: string | undefined): number[] {
  if (text === undefined) return DEFAULT_CHUNKS;
  const sizes = text.split(",").map(Number);
  if (!sizes.every((size) => Number.isInteger(size) && size >= 1 && size <= MAX_CHUNKS)) {
    throw new RepoBotError(
      "bad_request",
      `--chunks takes whole numbers from 1 to ${MAX_CHUNKS}, separated by commas.`,
      {
        field: "--chunks",
      },
    );
  }
  return sizes;
}

/** @throws RepoBotError `bad_request` */
function parseEngines(text: string | undefined): EngineName[] {
  if (text === undefined) return [...ENGINE_NAMES];
  const asked = text.split(",");
  if (!asked.every((name) => ENGINE_NAMES.some((known) => known === name))) {
    throw new RepoBotError("bad_request", `--engines takes names out of ${ENGINE_NAMES.join(", ")}.`, {
      field: "--engines",
    });
  }
  return ENGINE_NAMES.filter((name) => asked.includes(name));
}

await runCommand({ help: HELP, options: OPTIONS }, async (options) => {
  const sizes = parseChunks(options.chunks);
  const engines = parseEngines(options.engines);
  const workerdAt = sizes.includes(WORKERD_CHUNKS) ? WORKERD_CHUNKS : Math.max(...sizes);
  const machine = await describeMachine();
  const rows: EngineRow[] = [];
  let cold: Report["cold"] = null;
  for (const chunks of sizes) {
    const folder = await mkdtemp(join(tmpdir(), "repobot-bench-"));
    try {
      process.stderr.write(`${chunks} chunks: making input\n`);
      await writeInput(folder, chunks);
      for (const engine of engines) {
        if (engine !== "repobot" && chunks > OTHERS_UP_TO) continue;
        process.stderr.write(`${chunks} chunks: ${engine}\n`);
        const heapMb = engine === "repobot" && chunks >= CAPPED_FROM ? ISOLATE_HEAP_MB : undefined;
        rows.push(await runEngine(engine, chunks, folder, heapMb));
      }
      if (chunks === workerdAt && !options["no-workerd"]) {
        process.stderr.write(`${chunks} chunks: workerd\n`);
        const results = await measureCold(folder);
        cold = results === null ? null : { chunks, results };
      }
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
  const report = makeReport(rows, machine, cold);
  process.stdout.write(options.json ? `${JSON.stringify(report)}\n` : reportText(report));
});

/** Sizes that Cloudflare's limits and readers' browsers look at: `npm run size`, with `--json` as one object. */
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { gzipSync } from "node:zlib";
import * as z from "zod";
import { runCommand, wholeNumberOption } from "./args.ts";
import { bundleWorker, wranglerQuietly } from "./bundle-worker.ts";
import { buildPage, PAGE_FOLDER } from "./page.ts";

/** The profiler counts what the machine does beside the Worker as well: the least of several starts is the nearest to the truth. */
const DEFAULT_STARTS = 3;
const MAX_STARTS = 100;

const HELP = `Prints the sizes of the widget and of the Worker's bundle, and how long the Worker takes to start.

Usage: npm run --silent size -- [options]

  --starts N     times the Worker is started, of which the shortest counts; default ${DEFAULT_STARTS}
  --json         one JSON object
  -h, --help     print this help
`;

export interface Sizes {
  /** The script that a site includes, Markdown and English texts included. Another language is a further file of less than 1 KiB. */
  widgetGzipKiB: number;
  /** All modules of the Worker, as they are uploaded. */
  workerGzipKiB: number;
  /** Of processor time in the Worker's global scope on this machine, by `wrangler check startup`: the least of several runs. */
  startupMs: number;
}

/** Bundles the Worker as a deployment would, without one. */
async function workerGzipKiB(folder: string): Promise<number> {
  const modules = await bundleWorker(folder);
  const sizes = await Promise.all(modules.map(async (file) => gzipSync(await readFile(file)).length));
  return sizes.reduce((sum, bytes) => sum + bytes, 0) / 1024;
}

async function widgetGzipKiB(folder: string): Promise<number> {
  await buildPage(folder);
  return gzipSync(await readFile(path.join(folder, PAGE_FOLDER, "widget.js"))).length / 1024;
}

const cpuProfile = z.object({
  nodes: z.array(z.object({ id: z.number(), callFrame: z.object({ functionName: z.string() }) })),
  samples: z.array(z.number()),
  /** Microseconds before each sample. */
  timeDeltas: z.array(z.number()),
});

/** Time in which the processor worked on the Worker, in milliseconds. */
async function startupMs(file: string): Promise<number> {
  await wranglerQuietly(["check", "startup", "--outfile", file]);
  const { nodes, samples, timeDeltas } = cpuProfile.parse(JSON.parse(await readFile(file, "utf8")));
  const idle = new Set(
    nodes.filter(({ callFrame }) => callFrame.functionName === "(idle)").map(({ id }) => id),
  );
  const active = samples.reduce((sum, node, at) => sum + (idle.has(node) ? 0 : (timeDeltas[at] ?? 0)), 0);
  return active / 1000;
}

async function measure(startCount: number): Promise<Sizes> {
  const folder = await mkdtemp(path.join(tmpdir(), "repobot-size-"));
  try {
    const widget = await widgetGzipKiB(path.join(folder, "assets"));
    const gzipKiB = await workerGzipKiB(path.join(folder, "worker"));
    const starts: number[] = [];
    for (let i = 0; i < startCount; i++)
      starts.push(await startupMs(path.join(folder, "startup.cpuprofile")));
    return {
      widgetGzipKiB: rounded(widget),
      workerGzipKiB: rounded(gzipKiB),
      startupMs: rounded(Math.min(...starts)),
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function rounded(value: number): number {
  return Math.round(value * 10) / 10;
}

const OPTIONS = {
  starts: { type: "string" },
  json: { type: "boolean" },
} as const;

await runCommand({ help: HELP, options: OPTIONS }, async ({ json, starts }) => {
  const limits = { fallback: DEFAULT_STARTS, max: MAX_STARTS };
  const sizes = await measure(wholeNumberOption("--starts", starts, limits));
  if (json) console.log(JSON.stringify(sizes));
  else {
    console.log(`Widget           ${sizes.widgetGzipKiB} KiB gzip`);
    console.log(`Worker bundle    ${sizes.workerGzipKiB} KiB gzip`);
    console.log(`Worker start-up  ${sizes.startupMs} ms of processor time on this machine`);
  }
});

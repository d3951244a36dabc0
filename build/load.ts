/** How the built Worker holds up under many readers at once: `npm run load`, with `--json` as one object. */
import { mkdtemp, rm } from "node:fs/promises";
import { cpus, loadavg, tmpdir } from "node:os";
import path from "node:path";
import { parseSettings } from "../src/settings.ts";
import { runCommand, wholeNumberOption } from "./args.ts";
import { buildAssets } from "./build-assets.ts";
import { bundleWorker } from "./bundle-worker.ts";
import { loadCorpusConfig } from "./config.ts";
import type { LoadFigures } from "./load/figures.ts";
import { askingReaders, bareReaders, openConnections, searchingReaders } from "./load/readers.ts";
import { type LoadReport, loadReportText } from "./load/report.ts";
import { type LoadShape, type Reader, runLoad } from "./load/run-load.ts";
import { startLoadUpstream } from "./load/upstream.ts";
import { type LoadWorker, startBareWorker, startRepoBot } from "./load/workers.ts";

const CORPUS = path.resolve(import.meta.dirname, "../corpus/corpus.json");

const DEFAULT_SECONDS = 60;
const DEFAULT_CONVERSATIONS = 200;
/** As long as it takes to read an answer. 200 conversations then ask about ten questions a second. */
const DEFAULT_THINK_MS = 20_000;
const MAX_NUMBER = 9_999_999;

const HELP = `Runs the built Worker in Miniflare under many conversations at once, then under searches, then a bare Hono handler under the same
conversations, once without and once with a store, all with a scripted chat service on this machine. Prints the time that each adds to its
upstreams, its processor time, and its memory. Each run warms up before it is measured, for half of its seconds or one and a half pauses (at
most 30 seconds), and goes on for a quarter while the Worker is sampled.

Usage: npm run --silent load -- [options]

  --seconds N        how long each of the four is measured (default ${DEFAULT_SECONDS})
  --conversations N  readers at once (default ${DEFAULT_CONVERSATIONS})
  --think-ms N       mean pause of a reader between an answer and the next request (default ${DEFAULT_THINK_MS})
  --json             one JSON object
  -h, --help         print this help
`;

async function measure(shape: LoadShape): Promise<LoadReport> {
  const folder = await mkdtemp(path.join(tmpdir(), "repobot-load-"));
  const upstream = await startLoadUpstream();
  const { agent, close } = openConnections();
  const under = async (
    name: string,
    start: Promise<LoadWorker>,
    readers: (url: string) => (reader: number) => Reader,
  ): Promise<LoadFigures> => {
    process.stderr.write(`${name}\n`);
    const worker = await start;
    try {
      return await runLoad(name, worker, shape, readers(worker.url));
    } finally {
      await worker.close();
    }
  };
  try {
    const assetsDir = path.join(folder, "assets");
    const config = await loadCorpusConfig(CORPUS);
    await buildAssets({ config, settings: parseSettings({}), outDir: assetsDir });
    const modules = await bundleWorker(path.join(folder, "worker"));
    const vars = { CHAT_BASE_URL: upstream.baseUrl, CHAT_MODEL: "scripted", CHAT_API_KEY: "" };
    const answers = await under("answers", startRepoBot(modules, assetsDir, vars), (url) =>
      askingReaders(url, agent, upstream),
    );
    const search = await under("search", startRepoBot(modules, assetsDir, {}), (url) =>
      searchingReaders(url, agent),
    );
    const bare = (name: string, stores: boolean) =>
      under(name, startBareWorker(folder, assetsDir, vars, stores), (url) =>
        bareReaders(url, agent, upstream),
      );
    const bareHono = await bare("bare Hono handler", false);
    const bareStored = await bare("bare Hono handler that stores", true);
    const machine = {
      cores: cpus().length,
      cpu: cpus()[0]?.model ?? "unknown",
      loadAverage: Math.round(loadavg()[0]! * 10) / 10,
    };
    return { ...answers, search, bareHono, bareStored, ...shape, machine };
  } finally {
    await close();
    await upstream.close();
    await rm(folder, { recursive: true, force: true });
  }
}

const OPTIONS = {
  seconds: { type: "string" },
  conversations: { type: "string" },
  "think-ms": { type: "string" },
  json: { type: "boolean" },
} as const;

await runCommand({ help: HELP, options: OPTIONS }, async (options) => {
  const report = await measure({
    seconds: wholeNumberOption("--seconds", options.seconds, { fallback: DEFAULT_SECONDS, max: MAX_NUMBER }),
    conversations: wholeNumberOption("--conversations", options.conversations, {
      fallback: DEFAULT_CONVERSATIONS,
      max: MAX_NUMBER,
    }),
    thinkMs: wholeNumberOption("--think-ms", options["think-ms"], {
      fallback: DEFAULT_THINK_MS,
      max: MAX_NUMBER,
    }),
  });
  process.stdout.write(options.json ? `${JSON.stringify(report)}\n` : loadReportText(report));
  const runs = [report, report.search, report.bareHono, report.bareStored];
  if (runs.some(({ errors }) => errors > 0)) process.exitCode = 1;
});

import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isRepoBotError, RepoBotError } from "../src/core/errors.ts";
import {
  CORPUS_OPTIONS,
  CORPUS_OPTIONS_HELP,
  corpusFromOptions,
  type OptionValues,
  runCommand,
} from "./args.ts";
import { buildAssets, DEFAULT_OUT_DIR } from "./build-assets.ts";
import { questionLines } from "./chat/lines.ts";
import { TurnRenderer } from "./chat/render-turn.ts";
import { askWorker } from "./chat/turn-client.ts";
import { type LocalWorker, startLocalWorker } from "./local-worker.ts";
import { MANIFEST_PATH } from "./output/is-build.ts";
import { progressTo } from "./output/progress.ts";
import { formatWarnings } from "./output/report.ts";
import { healthOf } from "./release/wait-for-index.ts";
import { type CommandSettings, readCommandSettings } from "./settings.ts";
import { parseWorkerUrl } from "./worker-url.ts";

const HELP = `Asks RepoBot from the terminal: questions are read from a prompt, or line by line from standard input, as one conversation.
Each turn prints the answer, its sources, tokens and cost.

Usage: npm run --silent chat -- [options]

  --url URL      a running Worker; without it one is started here over the last build, or over a new one where there is none
  --show-query   prints the search query and the numbered passages as well
  --rerank       reranks every question
${CORPUS_OPTIONS_HELP}
`;

const OPTIONS = {
  ...CORPUS_OPTIONS,
  url: { type: "string" },
  "show-query": { type: "boolean" },
  rerank: { type: "boolean" },
} as const;
/** The Worker that is asked. */
type Target = Pick<LocalWorker, "url" | "close"> & {
  /** Whether it goes on after this command: links to one that does not would be dead when somebody follows them. */
  stays: boolean;
};
type Options = OptionValues<typeof OPTIONS>;

await runCommand({ help: HELP, options: OPTIONS }, async (options) => {
  const target = options.url === undefined ? await startHere(options) : runningWorker(options);
  const stop = () => void target.close().finally(() => process.exit(130));
  process.once("SIGINT", stop).once("SIGTERM", stop);
  try {
    await converse(target, options);
  } finally {
    await target.close();
  }
});

/** One conversation, to the end of the input. A turn that fails is told of and does not end it. */
async function converse({ url: baseUrl, stays }: Target, options: Options): Promise<void> {
  const isInteractive = process.stdin.isTTY === true && process.stdout.isTTY === true;
  const prompt = isInteractive ? { output: process.stdout, text: "\n? " } : null;
  if (isInteractive) process.stdout.write("\nAsk a question. To leave, type exit, or press Ctrl+D.\n");
  let conversationId: string | undefined;
  let isFirst = true;
  for await (const question of questionLines({ input: process.stdin, prompt })) {
    if (!isFirst && !isInteractive) process.stdout.write("\n");
    isFirst = false;
    let isLower = false;
    const renderer = new TurnRenderer({
      showQuery: options["show-query"] ?? false,
      baseUrl: stays ? baseUrl : null,
    });
    try {
      for await (const event of askWorker(baseUrl, { question, conversationId, rerank: options.rerank })) {
        if (event.type === "start") conversationId = event.conversationId;
        if (event.type === "error") process.exitCode = 1;
        process.stdout.write(renderer.render(event));
        if (event.type === "answer" && event.notice !== undefined) isLower = true;
      }
      if (isLower) for (const reason of await faultsOf(baseUrl)) process.stdout.write(`(${reason})\n`);
    } catch (error) {
      if (!isRepoBotError(error)) throw error;
      process.stdout.write(renderer.render({ type: "error", code: error.code, message: error.message }));
      process.exitCode = 1;
    }
  }
}

/** What its model services failed with lately: the owner sits at this terminal. */
async function faultsOf(url: string): Promise<string[]> {
  const problems = await healthOf(url).then(
    (health) => health.problems,
    () => [],
  );
  return problems.filter(({ code }) => code.startsWith("upstream_")).map(({ detail }) => detail);
}

function runningWorker({ url, docs, config }: Options): Target {
  if (docs !== undefined || config !== undefined) {
    throw new RepoBotError(
      "bad_request",
      "A running Worker has its own docs: give --url, or --docs or --config.",
      {
        field: "--url",
      },
    );
  }
  return { url: parseWorkerUrl(url), stays: true, close: async () => undefined };
}

async function startHere(options: Options): Promise<Target> {
  const command = await readCommandSettings();
  for (const warning of command.warnings) process.stderr.write(`${warning}\n`);
  const choosesDocs = options.docs !== undefined || options.config !== undefined;
  if (!choosesDocs) {
    const isBuilt = await stat(join(DEFAULT_OUT_DIR, MANIFEST_PATH)).catch(() => null);
    if (isBuilt === null) await build(options, command, DEFAULT_OUT_DIR);
    return { ...(await startLocalWorker({ assetsDir: DEFAULT_OUT_DIR, vars: command.vars })), stays: false };
  }
  const folder = await mkdtemp(join(tmpdir(), "repobot-chat-"));
  const removeFolder = () => rm(folder, { recursive: true, force: true });
  try {
    await build(options, command, folder);
    const worker = await startLocalWorker({ assetsDir: folder, vars: command.vars });
    return { url: worker.url, stays: false, close: () => worker.close().finally(removeFolder) };
  } catch (error) {
    await removeFolder();
    throw error;
  }
}

async function build(options: Options, { settings }: CommandSettings, outDir: string): Promise<void> {
  const config = await corpusFromOptions(options);
  const { warnings } = await buildAssets({ config, settings, outDir, progress: progressTo(process.stderr) });
  for (const warning of formatWarnings(warnings)) process.stderr.write(`${warning}\n`);
}

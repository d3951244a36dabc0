/** `npm run rollback`: back to a version of the Worker that was deployed before, with the index that it had. */
import { isRepoBotError } from "../src/core/errors.ts";
import { runCommand } from "./args.ts";
import { healthOf, waitForIndex } from "./release/wait-for-index.ts";
import { DEFAULT_WAIT_SECONDS, secondsOf, WAIT_INTERVAL_MS } from "./release/wait-options.ts";
import { runWrangler } from "./release/wrangler.ts";
import { parseWorkerUrl } from "./worker-url.ts";

const HELP = `Goes back to a version of the Worker that was deployed before; its assets, and so its index, come back with it.

Usage: npm run rollback -- [options]

  --version-id ID       the version (default: the one before the last; \`npx wrangler versions list\` lists them)
  --name NAME           of the Worker, in the place of the one in wrangler.toml
  --env NAME            environment of wrangler.toml
  --url URL             the deployed Worker: waits until it serves another index than now
  --hash HASH           with --url: waits until it serves this index
  --timeout-seconds N   how long to wait (default ${DEFAULT_WAIT_SECONDS})
  -h, --help            print this help
`;

const OPTIONS = {
  "version-id": { type: "string" },
  name: { type: "string" },
  env: { type: "string" },
  url: { type: "string" },
  hash: { type: "string" },
  "timeout-seconds": { type: "string" },
} as const;

await runCommand({ help: HELP, options: OPTIONS }, async (options) => {
  const url = options.url === undefined ? null : parseWorkerUrl(options.url);
  const timeoutMs = secondsOf(options["timeout-seconds"]) * 1000;
  const before = url === null ? null : await servedHash(url);
  await runWrangler([
    "rollback",
    ...(options["version-id"] === undefined ? [] : [options["version-id"]]),
    ...(options.name === undefined ? [] : ["--name", options.name]),
    ...(options.env === undefined ? [] : ["--env", options.env]),
    "--yes",
    "--message",
    "Rolled back by RepoBot's npm run rollback",
  ]);
  if (url === null) return;
  const { hash } = options;
  const { index } = await waitForIndex({
    url,
    isWanted: (served) => (hash === undefined ? served !== before : served === hash),
    wanted: hash === undefined ? `another index than ${before ?? "none"}` : `the index ${hash}`,
    timeoutMs,
    intervalMs: WAIT_INTERVAL_MS,
    onChange: (seen) => process.stderr.write(`${url}: ${seen}\n`),
  });
  process.stdout.write(`${url} serves the index ${index?.hash ?? ""} again.\n`);
});

/** A Worker that is too broken to say is what one rolls back from. */
async function servedHash(url: string): Promise<string | null> {
  try {
    return (await healthOf(url)).index?.hash ?? null;
  } catch (error) {
    if (!isRepoBotError(error)) throw error;
    return null;
  }
}

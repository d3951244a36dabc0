/** `npm run verify:deploy`: whether a deployed Worker serves the index that was built here. */
import { type ErrorCode, RepoBotError } from "../src/core/errors.ts";
import { runCommand } from "./args.ts";
import { DEFAULT_OUT_DIR } from "./build-assets.ts";
import { readBuiltManifest } from "./built-index.ts";
import { waitForIndex } from "./release/wait-for-index.ts";
import { DEFAULT_WAIT_SECONDS, secondsOf, WAIT_INTERVAL_MS } from "./release/wait-options.ts";
import { parseWorkerUrl } from "./worker-url.ts";

const HELP = `Asks a deployed Worker's /health until it serves the index that was built, and fails when it does not in time.

Usage: npm run --silent verify:deploy -- --url URL [options]

  --url URL             the deployed Worker
  --hash HASH           the index to wait for (default: that of --assets)
  --assets DIR          the build (default ${DEFAULT_OUT_DIR})
  --timeout-seconds N   how long to wait (default ${DEFAULT_WAIT_SECONDS})
  --allow-degraded      takes a Worker that answers from fewer legs than configured (one whose budget is used up is always taken)
  -h, --help            print this help
`;

const OPTIONS = {
  url: { type: "string" },
  hash: { type: "string" },
  assets: { type: "string" },
  "timeout-seconds": { type: "string" },
  "allow-degraded": { type: "boolean" },
} as const;

await runCommand({ help: HELP, options: OPTIONS }, async (options) => {
  const url = parseWorkerUrl(options.url);
  const timeoutMs = secondsOf(options["timeout-seconds"]) * 1000;
  const hash = options.hash ?? (await readBuiltManifest(options.assets ?? DEFAULT_OUT_DIR)).hash;
  const { status, problems, index } = await waitForIndex({
    url,
    isWanted: (served) => served === hash,
    wanted: `the index ${hash}`,
    timeoutMs,
    intervalMs: WAIT_INTERVAL_MS,
    onChange: (seen) => process.stderr.write(`${url}: ${seen}\n`),
  });
  const reasons = problems.map(({ code, detail }) => `${code}: ${detail}`).join(" ");
  // What has been spent says nothing of what was deployed: no other release would be better off.
  const isOnlySpending =
    problems.length > 0 && problems.every(({ code }) => code === ("over_budget" satisfies ErrorCode));
  if (status !== "ok" && !(status === "degraded" && (options["allow-degraded"] || isOnlySpending))) {
    throw new RepoBotError(
      "upstream_unavailable",
      `${url} serves the index ${hash}, but is ${status}: ${reasons}`,
    );
  }
  process.stdout.write(`${url} serves the index ${hash}: ${index?.chunks ?? 0} chunks, ${status}.\n`);
  if (reasons !== "") process.stderr.write(`warning: ${reasons}\n`);
});

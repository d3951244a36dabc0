/** The Worker's bundle as a deployment would upload it, made without one. */
import { execFile } from "node:child_process";
import { readdir } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { RepoBotError } from "../src/core/errors.ts";

const ROOT = path.resolve(import.meta.dirname, "..");
const WRANGLER = path.join(ROOT, "node_modules/wrangler/bin/wrangler.js");

const run = promisify(execFile);

/**
 * Runs wrangler in this checkout, without metrics and without a request for this machine's location.
 * @throws RepoBotError `internal` with wrangler's own words
 */
export async function wranglerQuietly(args: readonly string[]): Promise<void> {
  const env = { ...process.env, WRANGLER_SEND_METRICS: "false", CLOUDFLARE_CF_FETCH_ENABLED: "false" };
  try {
    await run(process.execPath, [WRANGLER, ...args], { cwd: ROOT, env });
  } catch (error) {
    // Its own output says what is wrong with the Worker.
    const said = error instanceof Error && "stderr" in error ? String(error.stderr).trim() : String(error);
    throw new RepoBotError("internal", `wrangler ${args[0]} failed:\n${said}`, { cause: error });
  }
}

/**
 * Bundles the Worker into a folder.
 * @returns paths of the modules that would be uploaded
 * @throws RepoBotError `internal`
 */
export async function bundleWorker(folder: string): Promise<string[]> {
  await wranglerQuietly(["deploy", "--dry-run", "--outdir", folder]);
  const names = await readdir(folder);
  return names.filter((name) => /\.(js|mjs|wasm|bin|txt)$/.test(name)).map((name) => path.join(folder, name));
}

/** Runs wrangler as a command does, and reads what it writes for programs. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import * as z from "zod";
import { RepoBotError } from "../../src/core/errors.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const WRANGLER = join(ROOT, "node_modules/wrangler/bin/wrangler.js");

const deploySchema = z.object({
  type: z.literal("deploy"),
  version_id: z.string().nullish(),
  targets: z.array(z.string()).nullish(),
});

export interface Deployment {
  /** To roll back to; `null` after a dry run. */
  versionId: string | null;
  /** First public address; `null` when there is none. */
  url: string | null;
}

/**
 * Its own output is shown as it comes.
 * @throws RepoBotError `internal` when it fails; what is wrong, it has said itself
 */
export async function runWrangler(args: readonly string[], env: Record<string, string> = {}): Promise<void> {
  const child = spawn(process.execPath, [WRANGLER, ...args], {
    cwd: ROOT,
    stdio: "inherit",
    env: { ...process.env, WRANGLER_SEND_METRICS: "false", ...env },
  });
  const [code] = (await once(child, "exit")) as [number | null];
  if (code === 0) return;
  throw new RepoBotError("internal", `wrangler ${args[0]} failed; its message stands above.`);
}

/** Deploys, and tells where to. @throws RepoBotError as {@link runWrangler} does */
export async function deployWithWrangler(args: readonly string[]): Promise<Deployment> {
  const folder = await mkdtemp(join(tmpdir(), "repobot-deploy-"));
  const outputFile = join(folder, "output.jsonl");
  try {
    await runWrangler(["deploy", ...args], { WRANGLER_OUTPUT_FILE_PATH: outputFile });
    return deploymentOf(await readFile(outputFile, "utf8").catch(() => ""));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** @param output JSON lines as wrangler writes them; those of other kinds are passed over */
function deploymentOf(output: string): Deployment {
  for (const line of output.split("\n")) {
    if (line.trim() === "") continue;
    const parsed = deploySchema.safeParse(JSON.parse(line));
    if (!parsed.success) continue;
    const { version_id: versionId, targets } = parsed.data;
    const addresses = (targets ?? []).map((target) => /^https?:\/\/[^\s/]+/.exec(target)?.[0]);
    return { versionId: versionId ?? null, url: addresses.find((address) => address !== undefined) ?? null };
  }
  return { versionId: null, url: null };
}

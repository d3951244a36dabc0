/** The Worker of this checkout, run locally in the same runtime that Cloudflare runs it in. */
import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { parse } from "smol-toml";
import type { TestHarnessOptions } from "wrangler";
import * as z from "zod";
import { readBuiltManifest } from "./built-index.ts";
import { indexHint } from "./release/index-hint.ts";

const ROOT = resolve(import.meta.dirname, "..");

const configSchema = z.looseObject({
  main: z.string(),
  assets: z.looseObject({}),
  vars: z.looseObject({}).default({}),
});

export interface LocalWorkerOptions {
  /** A build's output. */
  assetsDir: string;
  /** Settings, secrets among them. */
  vars: Readonly<Record<string, string>>;
  /** Whether requests are counted: what measures asks more often than a reader does. @defaultValue false */
  rateLimits?: boolean;
}

export interface LocalWorker {
  /** On a free port of this machine. */
  url: string;
  /** Bindings and settings as the Worker has them, to look into its stores. */
  env(): Promise<Record<string, unknown>>;
  /** What it has logged so far, a line an event. */
  logs(): string[];
  close(): Promise<void>;
}

/**
 * Bundles and starts the Worker as `wrangler.toml` declares it, over other assets and settings. Conversations live in memory. The page is
 * not made anew: for a Worker that people look at in a browser there is `npm start`.
 */
export async function startLocalWorker({
  assetsDir,
  vars,
  rateLimits = false,
}: LocalWorkerOptions): Promise<LocalWorker> {
  // Read when wrangler is loaded: no log lines among the answers, no request for facts about this machine's location.
  process.env.WRANGLER_LOG ??= "error";
  process.env.CLOUDFLARE_CF_FETCH_ENABLED ??= "false";
  const { createTestHarness } = await import("wrangler");
  const {
    build: _,
    ratelimits,
    ...declared
  } = configSchema.parse(parse(await readFile(join(ROOT, "wrangler.toml"), "utf8")));
  const config = {
    ...declared,
    ...(rateLimits && { ratelimits }),
    main: resolve(ROOT, declared.main),
    assets: { ...declared.assets, directory: resolve(assetsDir) },
    vars: { ...declared.vars, ...vars },
    define: await hintFor(assetsDir),
  };
  // The file is wrangler's own; what it declares is checked there, with better messages than a copy of its schema could give.
  const workers = [{ config }] as TestHarnessOptions["workers"];
  const harness = createTestHarness({ root: ROOT, workers });
  const { url } = await harness.listen();
  return {
    url: url.href,
    env: async () => ({ ...(await harness.getWorker().getEnv()) }),
    logs: () => harness.getLogs().map(({ message }) => message),
    close: () => harness.close(),
  };
}

/** An index that is missing or damaged, the Worker reports to who asks it. */
async function hintFor(assetsDir: string): Promise<Record<string, string>> {
  try {
    return indexHint(await readBuiltManifest(assetsDir));
  } catch {
    return {};
  }
}

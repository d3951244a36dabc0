/** Workers in Miniflare, set up alike: RepoBot's bundle with its real KV, Durable Object and assets, and a bare handler. */

import { readFile } from "node:fs/promises";
import path from "node:path";
import { build } from "esbuild";
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare, type V4WorkerOptions } from "miniflare";
import { parse } from "smol-toml";
import * as z from "zod";
import { type Inspector, inspectIsolate } from "./inspector.ts";
import { childPid } from "./process.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");

const platformSchema = z.object({
  compatibility_date: z.string(),
  compatibility_flags: z.array(z.string()).default([]),
});

export interface LoadWorker {
  /** Without a slash at its end. */
  url: string;
  /** Of the runtime's process; null where there is no `/proc`. */
  pid: number | null;
  /** Of the Worker's own isolate, beside those of the stores and the router that Miniflare simulates. */
  inspector: Inspector;
  close(): Promise<void>;
}

/**
 * Starts RepoBot without the bindings that count requests, since all of the load comes from one client, and without its request log.
 * @param modules of the bundle
 */
export function startRepoBot(
  modules: readonly string[],
  assetsDir: string,
  vars: Readonly<Record<string, string>>,
): Promise<LoadWorker> {
  // The entry is the one script; what it imports lies beside it.
  const scripts = [...modules].sort((a, b) => Number(b.endsWith(".js")) - Number(a.endsWith(".js")));
  return startWorker({
    modulesRoot: path.dirname(scripts[0]!),
    modules: scripts.map((file) => ({
      type: file.endsWith(".wasm") ? "CompiledWasm" : "ESModule",
      path: file,
    })),
    bindings: { ...vars, LOG_REQUESTS: "off" },
    kvNamespaces: ["HISTORY"],
    durableObjects: { BUDGET: { className: "BudgetObject", useSQLite: true } },
    assets: workerFirst(assetsDir),
  });
}

/** @param stores whether it keeps conversations */
export async function startBareWorker(
  folder: string,
  assetsDir: string,
  vars: Readonly<Record<string, string>>,
  stores: boolean,
): Promise<LoadWorker> {
  const outfile = path.join(folder, "bare-worker.js");
  await build({
    entryPoints: [path.join(import.meta.dirname, "bare-worker.ts")],
    bundle: true,
    minify: true,
    format: "esm",
    target: "es2023",
    outfile,
    logLevel: "error",
  });
  return startWorker({
    modulesRoot: folder,
    modules: [{ type: "ESModule", path: outfile }],
    bindings: vars,
    ...(stores && { kvNamespaces: ["HISTORY"] }),
    assets: workerFirst(assetsDir),
  });
}

/** As `wrangler.toml` declares them. */
function workerFirst(directory: string): V4WorkerOptions["assets"] {
  return {
    directory,
    binding: "ASSETS",
    run_worker_first: true,
    routerConfig: { has_user_worker: true, invoke_user_worker_ahead_of_assets: true },
  };
}

async function startWorker(worker: V4WorkerOptions): Promise<LoadWorker> {
  const platform = platformSchema.parse(parse(await readFile(path.join(ROOT, "wrangler.toml"), "utf8")));
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      ...worker,
      name: "load",
      compatibilityDate: platform.compatibility_date,
      compatibilityFlags: platform.compatibility_flags,
      host: "127.0.0.1",
      port: 0,
      inspectorPort: 0,
      cf: false,
      logRequests: false,
      telemetry: { enabled: false },
      log: new Log(LogLevel.ERROR),
      // Standard output belongs to the report.
      handleStructuredLogs: ({ message }) => process.stderr.write(`${message}\n`),
    }),
  );
  const { origin } = await miniflare.ready;
  const wake = async () => (await fetch(new URL("/health", origin))).text();
  const inspector = await inspectIsolate(await miniflare.getInspectorURL(), "core:user:load", wake);
  return {
    url: origin,
    pid: await childPid("workerd"),
    inspector,
    async close() {
      inspector.close();
      await miniflare.dispose();
    },
  };
}

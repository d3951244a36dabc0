/**
 * A Worker in a workerd process of its own, and the CPU time of the whole process: parsing, compiling, the garbage collector and
 * input/output threads included.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join, resolve } from "node:path";
import { build } from "esbuild";
import workerdModule from "workerd";
import type { Manifest } from "../../src/index-format/manifest.ts";
import { indexHint } from "../release/index-hint.ts";

const COMPATIBILITY_DATE = "2026-11-01";
const START_PATIENCE_MS = 20_000;

/** The package is CommonJS: under Node its path stands one level deeper. */
const WORKERD = typeof workerdModule === "string" ? workerdModule : workerdModule.default;

export interface RunningWorker {
  url: string;
  /** CPU time of all threads so far. */
  cpuMs(): Promise<number>;
  stop(): Promise<void>;
}

/**
 * Bundles a Worker and writes a configuration that serves it over `filesFolder`.
 * @param manifest of the index that it serves, which it is bundled for as `npm run deploy` does it; null for another Worker
 * @returns the configuration's path
 */
export async function bundleWorker(
  entry: string,
  folder: string,
  filesFolder: string,
  port: number,
  manifest: Manifest | null,
): Promise<string> {
  await mkdir(folder, { recursive: true });
  const kernel = resolve("src/index-format/kernel.wasm");
  await build({
    entryPoints: [entry],
    bundle: true,
    minify: true,
    format: "esm",
    target: "es2023",
    outfile: join(folder, "worker.js"),
    external: ["*.wasm"],
    define: manifest === null ? {} : indexHint(manifest),
    plugins: [
      {
        // As wrangler does it: the module is imported by name beside the script.
        name: "wasm-module",
        setup(bundle) {
          bundle.onResolve({ filter: /\.wasm$/ }, () => ({ path: "./kernel.wasm", external: true }));
        },
      },
    ],
    logLevel: "error",
  });
  await writeFile(join(folder, "kernel.wasm"), await readFile(kernel));
  const config = `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = .worker),
    (name = "files", disk = (path = ${JSON.stringify(filesFolder)})),
  ],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")],
);
const worker :Workerd.Worker = (
  modules = [
    (name = "worker.js", esModule = embed "worker.js"),
    (name = "kernel.wasm", wasm = embed "kernel.wasm"),
  ],
  bindings = [(name = "FILES", service = "files")],
  compatibilityDate = "${COMPATIBILITY_DATE}",
);
`;
  await writeFile(join(folder, "config.capnp"), config);
  return join(folder, "config.capnp");
}

/** A port that was free a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const address = server.address();
  await new Promise((done) => server.close(done));
  if (address === null || typeof address === "string") throw new Error("no free port");
  return address.port;
}

/** Starts workerd; resolves once it accepts connections. No request has reached the Worker by then. */
export async function startWorker(config: string, port: number): Promise<RunningWorker> {
  const child: ChildProcess = spawn(WORKERD, ["serve", config, "--control-fd=3"], {
    stdio: ["ignore", "ignore", "inherit", "pipe"],
  });
  await listening(child);
  return {
    url: `http://127.0.0.1:${port}/`,
    cpuMs: () => cpuMsOf(child.pid!),
    async stop() {
      const gone = new Promise((done) => child.once("exit", done));
      child.kill();
      await gone;
    },
  };
}

/** workerd writes a line of JSON to the control pipe for each socket that listens. */
function listening(child: ChildProcess): Promise<void> {
  return new Promise((done, fail) => {
    const timer = setTimeout(() => fail(new Error("workerd did not start in time")), START_PATIENCE_MS);
    child.once("exit", (code) => fail(new Error(`workerd ended with ${code}`)));
    child.stdio[3]!.once("data", () => {
      clearTimeout(timer);
      done();
    });
  });
}

/** Sum over the process's threads, in nanosecond resolution where the kernel keeps it. Linux only. */
async function cpuMsOf(pid: number): Promise<number> {
  const tasks = `/proc/${pid}/task`;
  let nanoseconds = 0;
  for (const thread of await readdir(tasks)) {
    const text = await readFile(join(tasks, thread, "schedstat"), "utf8").catch(() => "0");
    nanoseconds += Number(text.split(" ")[0]);
  }
  return nanoseconds / 1e6;
}

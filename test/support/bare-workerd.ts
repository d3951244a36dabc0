/**
 * The bundled Worker in workerd itself, without wrangler's local proxies, which keep a reader's leaving to themselves. Assets come from
 * a folder, as they lie there; KV is a map in memory.
 */
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { checkWorkerLog } from "./watched-worker.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");
const WRANGLER = path.join(ROOT, "node_modules/wrangler/bin/wrangler.js");

/** Gives the Worker what a plain workerd has no service for. */
const ENTRY = `
import worker from "./index.js";
const entries = new Map();
const HISTORY = {
  get: async (keys) => Array.isArray(keys) ? new Map(keys.map((key) => [key, entries.get(key)?.value ?? null])) : entries.get(keys)?.value ?? null,
  put: async (key, value, { metadata } = {}) => void entries.set(key, { value, metadata }),
  delete: async (key) => void entries.delete(key),
  list: async ({ prefix }) => ({
    keys: [...entries.keys()].filter((key) => key.startsWith(prefix)).sort().map((name) => ({ name, metadata: entries.get(name).metadata })),
    list_complete: true,
  }),
};
let environment;
export default {
  fetch(request, env, context) {
    environment ??= { ...env, HISTORY };
    return worker.fetch(request, environment, context);
  },
};
`;

export interface BareWorker {
  url: string;
  close(): Promise<void>;
}

export async function startBareWorker(
  assetsDir: string,
  vars: Readonly<Record<string, string>>,
): Promise<BareWorker> {
  const folder = await mkdtemp(path.join(tmpdir(), "repobot-workerd-"));
  await promisify(execFile)(process.execPath, [WRANGLER, "deploy", "--dry-run", "--outdir", folder], {
    cwd: ROOT,
  });
  await cp(assetsDir, path.join(folder, "assets"), { recursive: true });
  await writeFile(path.join(folder, "entry.js"), ENTRY);
  const wasm = (await readdir(folder)).filter((name) => name.endsWith(".wasm"));
  await writeFile(path.join(folder, "config.capnp"), configOf(wasm, vars));
  const server = spawn(workerdPath(), ["serve", "config.capnp", "--control-fd=3"], {
    cwd: folder,
    stdio: ["ignore", "pipe", "pipe", "pipe"],
  });
  let written = "";
  for (const output of [server.stdout, server.stderr]) {
    output?.setEncoding("utf8").on("data", (text: string) => {
      written += text;
    });
  }
  const port = await listeningPort(server.stdio[3] as NodeJS.ReadableStream);
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      server.kill("SIGKILL");
      await once(server, "exit");
      await rm(folder, { recursive: true, force: true });
      checkWorkerLog(written.split("\n"));
    },
  };
}

function configOf(wasm: readonly string[], vars: Readonly<Record<string, string>>): string {
  const text = (value: string) => JSON.stringify(value);
  const modules = [
    `(name = "entry.js", esModule = embed "entry.js")`,
    `(name = "index.js", esModule = embed "index.js")`,
    ...wasm.map((name) => `(name = ${text(name)}, wasm = embed ${text(name)})`),
  ];
  const bindings = [
    `(name = "ASSETS", service = "assets")`,
    ...Object.entries(vars).map(([name, value]) => `(name = ${text(name)}, text = ${text(value)})`),
  ];
  return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "worker", worker = (
      modules = [${modules.join(", ")}],
      bindings = [${bindings.join(", ")}],
      compatibilityDate = "2026-11-01",
      compatibilityFlags = ["enable_request_signal"],
      globalOutbound = "network",
    )),
    (name = "assets", disk = "assets"),
    (name = "network", network = (allow = ["private"])),
  ],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "worker")],
);
`;
}

/** wrangler's own workerd. */
function workerdPath(): string {
  const wrangler = createRequire(WRANGLER);
  return wrangler.resolve("workerd/bin/workerd");
}

/** workerd tells the port it was given on its control channel, one JSON object a line. */
async function listeningPort(control: NodeJS.ReadableStream): Promise<number> {
  let text = "";
  for await (const data of control) {
    text += String(data);
    const port = /"port":(\d+)/.exec(text)?.[1];
    if (port !== undefined) return Number(port);
  }
  throw new Error(`workerd did not start: ${text}`);
}

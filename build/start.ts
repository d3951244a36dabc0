/** `npm start`: builds the index and serves it on this machine, in the runtime that Cloudflare runs. Needs no account, no key, no network. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { watch } from "node:fs";
import { readFile } from "node:fs/promises";
import { createServer } from "node:net";
import path from "node:path";
import { isRepoBotError, RepoBotError } from "../src/core/errors.ts";
import { type Manifest, parseManifest } from "../src/index-format/manifest.ts";
import { SECRET_NAMES } from "../src/settings.ts";
import { CORPUS_OPTIONS, CORPUS_OPTIONS_HELP, docsKey, runCommand } from "./args.ts";
import { DEFAULT_OUT_DIR, servingFile } from "./build-assets.ts";
import { requireWritable } from "./output/check-output.ts";
import { MANIFEST_PATH } from "./output/is-build.ts";
import { claimServing } from "./output/serving.ts";
import { stopped } from "./output/stopped.ts";
import { buildPage } from "./page.ts";
import { indexHint } from "./release/index-hint.ts";
import { readCommandSettings } from "./settings.ts";

const ROOT = path.resolve(import.meta.dirname, "..");
const DEFAULT_PORT = 8787;

const HELP = `Builds the index and serves it on this machine.

Usage: npm start -- [options]

  --port N       port to serve on (default ${DEFAULT_PORT})
  --out DIR      where the assets go (default ${DEFAULT_OUT_DIR}); with another, conversations are forgotten at the end
  --rate-limits  count requests and refuse too many, as a deployed Worker does (default off: only this machine can ask)
${CORPUS_OPTIONS_HELP}
`;

/** A setting as wrangler takes it. */
type Binding = { type: "plain_text" | "secret_text"; value: string } | { type: "json"; value: null };

/**
 * In place of the counters that `wrangler.toml` declares: the server listens on this machine alone, whose owner may ask by a script as often
 * as they like. No counter is what the Worker knows from deployments without one, and it says so at /health.
 */
const NO_LIMITERS: Readonly<Record<string, Binding>> = Object.fromEntries(
  ["ANSWER_LIMITER", "READ_LIMITER", "SITE_LIMITER"].map((name) => [name, { type: "json", value: null }]),
);

const OPTIONS = {
  ...CORPUS_OPTIONS,
  port: { type: "string" },
  out: { type: "string" },
  "rate-limits": { type: "boolean", default: false },
} as const;

await runCommand(
  { help: HELP, options: OPTIONS },
  async ({ port: portText, out, "rate-limits": rateLimits, ...corpus }) => {
    const port = parsePort(portText ?? String(DEFAULT_PORT));
    const outDir = path.resolve(out ?? DEFAULT_OUT_DIR);
    await requireWritable(outDir);
    const serving = { pid: process.pid, port, docs: docsKey(corpus) };
    await claimServing(servingFile(outDir), out ?? DEFAULT_OUT_DIR, serving);
    await requireFreePort(port);
    const { vars } = await readCommandSettings(ROOT);
    const stop = stopped();
    const built = await runBuild({ ...corpus, out }, stop);
    if (built !== 0) {
      process.exitCode = built;
      return;
    }
    // Wrangler makes the page in the project's own folder alone.
    if (out !== undefined) await buildPage(outDir);
    await serve(
      port,
      outDir,
      { ...Object.fromEntries(Object.entries(vars).map(bindingOf)), ...(rateLimits ? {} : NO_LIMITERS) },
      stop,
    );
  },
);

function parsePort(text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port >= 1 && port <= 65_535) return port;
  throw new RepoBotError("bad_request", "--port must be a number from 1 to 65535.", { field: "--port" });
}

/** Before the build, since nobody wants to wait for one to learn this. @throws RepoBotError `bad_request` */
async function requireFreePort(port: number): Promise<void> {
  const probe = createServer();
  try {
    probe.listen(port, "localhost");
    await once(probe, "listening");
  } catch (error) {
    const why = errorCode(error) === "EADDRINUSE" ? "is in use" : `cannot be used (${errorCode(error)})`;
    const other = port === 65_535 ? port - 1 : port + 1;
    throw new RepoBotError(
      "bad_request",
      `Port ${port} ${why}. Stop the program that has it, or choose another port: npm start -- --port ${other}`,
      { field: "--port", cause: error },
    );
  } finally {
    probe.close();
  }
}

function errorCode(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : String(error);
}

/** Runs the build as `npm run build` does, until it is done or `stop` is. @returns its exit code */
async function runBuild(
  options: Readonly<Record<string, string | boolean | undefined>>,
  stop: Promise<void>,
): Promise<number> {
  const args = Object.entries(options).flatMap(([name, value]) =>
    typeof value === "string" ? [`--${name}`, value] : [],
  );
  const build = spawn(process.execPath, [path.join(ROOT, "build/build.ts"), ...args], { stdio: "inherit" });
  void stop.then(() => build.kill());
  const [code] = (await once(build, "exit")) as [number | null];
  return code ?? 1;
}

/** Serves until a signal comes. Wrangler builds the page, bundles the Worker and watches its sources. */
async function serve(
  port: number,
  outDir: string,
  bindings: Record<string, Binding>,
  stop: Promise<void>,
): Promise<void> {
  // Read when wrangler is loaded: no request for facts about this machine's location.
  process.env.CLOUDFLARE_CF_FETCH_ENABLED ??= "false";
  const { unstable_startWorker: startWorker } = await import("wrangler");
  // A Worker reads its index once: after another build it starts anew. Builds move the manifest in last.
  let served = await builtManifest(outDir);
  const worker = await startWorker({
    config: path.join(ROOT, "wrangler.toml"),
    bindings,
    ...bundledFor(served),
    assets: outDir,
    dev: {
      server: { hostname: "localhost", port },
      logLevel: "warn",
      inspector: false,
      watch: true,
      // What wrangler keeps on disk is for one server at a time.
      ...(outDir === path.resolve(DEFAULT_OUT_DIR) ? {} : { persist: false }),
    },
  });
  await worker.ready;
  console.log(`\nRepoBot answers at http://localhost:${port}  (stop with Ctrl+C)\n`);
  const manifest = watch(path.join(outDir, path.dirname(MANIFEST_PATH)), async (_, name) => {
    if (name !== path.basename(MANIFEST_PATH)) return;
    const built = await builtManifest(outDir, (why) => {
      if (served !== null) console.error(`warning: ${why} Until then the last one is served.`);
    });
    if (built?.hash === served?.hash) return;
    served = built;
    if (built === null) return;
    console.log("The index was built again and is served within seconds.");
    await worker.patchConfig(bundledFor(built));
  });
  await stop;
  manifest.close();
  await worker.dispose();
}

/** The manifest as it stands; `null` when it is none that can be served. @param onFault told why, and what to do */
async function builtManifest(
  outDir: string,
  onFault: (why: string) => void = () => {},
): Promise<Manifest | null> {
  const text = await readFile(path.join(outDir, MANIFEST_PATH), "utf8").catch(() => "");
  try {
    return parseManifest(JSON.parse(text));
  } catch (error) {
    onFault(
      isRepoBotError(error)
        ? error.message
        : "The index is missing or damaged. Build it again with npm run build.",
    );
    return null;
  }
}

function bundledFor(manifest: Manifest | null) {
  return manifest === null ? {} : { build: { define: indexHint(manifest) } };
}

function bindingOf([name, value]: [string, string]): [string, Binding] {
  return [name, { type: SECRET_NAMES.includes(name) ? "secret_text" : "plain_text", value }];
}

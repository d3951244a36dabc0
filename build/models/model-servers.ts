/**
 * Small real models in Python, for evaluation only: nobody who uses RepoBot needs them. Their packages bring the weights along and are
 * installed in a virtual environment below `.cache/`.
 */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import * as z from "zod";

const START_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 5_000;

const pythonDir = fileURLToPath(new URL("python", import.meta.url));
const venvDir = fileURLToPath(new URL("../../.cache/models/venv", import.meta.url));

export type ModelKind = "embeddings" | "chat";

export interface ModelServer {
  /** `http://127.0.0.1:<port>`, without a path. */
  url: string;
  /** Ends the process and waits until it is gone. */
  stop(): Promise<void>;
}

/**
 * Installs what the server needs, if it is not there yet, starts it on a free loopback port and waits until it answers.
 * @throws Error saying what to install when Python is missing or has no fitting package
 */
export async function startModelServer(kind: ModelKind): Promise<ModelServer> {
  ensureInstalled(kind);
  const script = join(pythonDir, `serve_${kind}.py`);
  // Loading weights prints pages of progress; it is shown only when the server does not come up.
  const child = spawn(venvPython(), [script], {
    // Its standard input closes when this process ends, in whatever way, and the server then ends too.
    stdio: ["pipe", "pipe", "pipe"],
    // The engine's threads would otherwise spin while they wait for each other, at the cost of whatever else runs.
    env: { ...process.env, OMP_WAIT_POLICY: "passive" },
  });
  const errors: string[] = [];
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    errors.push(text);
    if (errors.length > 200) errors.shift();
  });
  const stop = () => stopProcess(child);
  try {
    const url = await listeningUrl(child);
    await waitUntilHealthy(url);
    return { url, stop };
  } catch (cause) {
    await stop();
    throw new Error(`The ${kind} server did not start.\n${errors.join("").slice(-2_000)}`, { cause });
  }
}

function venvPython(): string {
  return join(venvDir, "bin", "python");
}

function ensureInstalled(kind: ModelKind): void {
  const requirements = join(pythonDir, `requirements-${kind}.txt`);
  const wanted = readFileSync(requirements, "utf8");
  const marker = join(venvDir, `installed-${kind}.txt`);
  if (existsSync(marker) && readFileSync(marker, "utf8") === wanted) return;
  if (!existsSync(venvPython())) {
    mkdirSync(venvDir, { recursive: true });
    run(process.env.PYTHON ?? "python3", ["-m", "venv", venvDir], "Python 3.10 or later with venv");
  }
  // The packages' own dependencies include a compiler run and a command line that are not needed to serve.
  const args = ["-m", "pip", "install", "--quiet", "--no-deps", "--only-binary", ":all:", "-r", requirements];
  run(venvPython(), args, "a pip that can install the packages in the requirements file on this machine");
  writeFileSync(marker, wanted);
}

function run(command: string, args: readonly string[], need: string): void {
  try {
    execFileSync(command, args, { stdio: ["ignore", "ignore", "inherit"] });
  } catch (cause) {
    throw new Error(`Evaluation with real models needs ${need}: "${command} ${args.join(" ")}" failed.`, {
      cause,
    });
  }
}

const firstLine = z.object({ url: z.url() });

async function listeningUrl(child: ChildProcess & { stdout: NodeJS.ReadableStream }): Promise<string> {
  const lines = createInterface({ input: child.stdout });
  const timeout = AbortSignal.timeout(START_TIMEOUT_MS);
  return await new Promise<string>((resolve, reject) => {
    lines.once("line", (line) => {
      try {
        resolve(firstLine.parse(JSON.parse(line)).url);
      } catch (cause) {
        reject(new Error(`unexpected first line: ${line}`, { cause }));
      }
    });
    child.once("error", reject);
    child.once("exit", (code) => reject(new Error(`exited with ${code}`)));
    timeout.addEventListener("abort", () => reject(new Error(`silent for ${START_TIMEOUT_MS} ms`)));
  });
}

async function waitUntilHealthy(url: string): Promise<void> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (Date.now() < deadline) {
    try {
      const response = await fetch(`${url}/health`, { signal: AbortSignal.timeout(2_000) });
      await response.body?.cancel();
      if (response.ok) return;
    } catch {
      // Not listening yet.
    }
    await sleep(100);
  }
  throw new Error(`${url}/health did not answer within ${START_TIMEOUT_MS} ms`);
}

async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  child.kill("SIGTERM");
  await Promise.race([gone, sleep(STOP_TIMEOUT_MS).then(() => child.kill("SIGKILL"))]);
  await gone;
}

/** The commands that start, deploy and measure the Worker, run as a person runs them. */
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";

const ROOT = path.resolve(import.meta.dirname, "../..");
const run = promisify(execFile);

function node(script: string, args: readonly string[]): Promise<{ stdout: string; stderr: string }> {
  return run(process.execPath, [path.join(ROOT, script), ...args], { cwd: ROOT });
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "localhost");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (address === null || typeof address === "string") throw new Error("no port");
  return address.port;
}

// Of its own, since somebody's server may run in this checkout, and what they built is theirs.
let out = "";
beforeAll(async () => {
  out = path.join(await mkdtemp(path.join(tmpdir(), "repobot-start-")), "assets");
});
afterAll(() => rm(path.dirname(out), { recursive: true, force: true }));

let started: ChildProcess | null = null;
afterEach(() => {
  started?.kill("SIGKILL");
  started = null;
});

describe("npm start", () => {
  it("builds the docs, serves them, and ends when it is told to", async () => {
    const port = await freePort();
    // Named, since a checkout in use may have a corpus.json of its own.
    const args = ["build/start.ts", "--port", String(port), "--config", "corpus/corpus.json", "--out", out];
    started = spawn(process.execPath, args, { cwd: ROOT });
    let output = "";
    started.stdout?.on("data", (data) => {
      output += String(data);
    });
    started.stderr?.resume();
    await expect
      .poll(() => output, { timeout: 90_000 })
      .toContain(`RepoBot answers at http://localhost:${port}`);
    expect(output).toContain("documents");
    const response = await fetch(`http://localhost:${port}/v1/ask`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ question: "How do I add my own docs?" }),
    });
    expect(await response.json()).toMatchObject({ mode: "extractive", historySaved: true });
    const health = await (await fetch(`http://localhost:${port}/health`)).json();
    expect(health).toMatchObject({ protection: { rateLimit: "off" } });
    const page = await (await fetch(`http://localhost:${port}/`)).text();
    expect(page).toContain("/_page/page.js");
    const corpus = await (await fetch(`http://localhost:${port}/v1/corpus`)).text();
    expect(corpus).toContain("How do I add my own docs?");
    expect((await fetch(`http://localhost:${port}/_page/page.js`)).status).toBe(200);
    started.kill("SIGTERM");
    await once(started, "exit");
    await expect(fetch(`http://localhost:${port}/health`)).rejects.toThrow();
  });

  it("ends when the npm that runs it is told to, though npm tells only the shell between", async () => {
    const port = await freePort();
    const options = ["--port", String(port), "--config", "corpus/corpus.json", "--rate-limits", "--out", out];
    const args = ["start", "--", ...options];
    started = spawn("npm", args, { cwd: ROOT });
    let output = "";
    started.stdout?.on("data", (data) => {
      output += String(data);
    });
    started.stderr?.resume();
    const address = `http://localhost:${port}`;
    await expect.poll(() => output, { timeout: 90_000 }).toContain(`RepoBot answers at ${address}`);
    const health = await (await fetch(`${address}/health`)).json();
    expect(health).toMatchObject({ protection: { rateLimit: "on" } });
    started.kill("SIGTERM");
    await once(started, "exit");
    const answers = () =>
      fetch(`${address}/health`).then(
        () => true,
        () => false,
      );
    await expect.poll(answers, { timeout: 20_000 }).toBe(false);
  });

  it("leaves nothing on its port when it is killed", async () => {
    const port = await freePort();
    const args = ["build/start.ts", "--port", String(port), "--config", "corpus/corpus.json", "--out", out];
    started = spawn(process.execPath, args, { cwd: ROOT });
    let output = "";
    started.stdout?.on("data", (data) => {
      output += String(data);
    });
    started.stderr?.resume();
    const address = `http://localhost:${port}`;
    await expect.poll(() => output, { timeout: 90_000 }).toContain(`RepoBot answers at ${address}`);
    expect((await fetch(`${address}/health`)).status).toBe(200);
    started.kill("SIGKILL");
    await once(started, "exit");
    const isFree = async () => {
      const probe = createServer();
      try {
        probe.listen(port, "localhost");
        await once(probe, "listening");
        return true;
      } catch {
        return false;
      } finally {
        probe.close();
      }
    };
    await expect.poll(isFree, { timeout: 20_000 }).toBe(true);
  });

  it("says which port is taken and what to do, before it builds", async () => {
    const other = createServer().listen(0, "localhost");
    await once(other, "listening");
    const address = other.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    const failure = await node("build/start.ts", ["--port", String(port), "--out", out]).catch(
      (error: unknown) => error,
    );
    other.close();
    expect(failure).toMatchObject({
      code: 1,
      stdout: "",
      stderr: expect.stringMatching(new RegExp(`Port ${port} is in use.*--port ${port + 1}`)),
    });
  });

  it.each([
    ["--port", "0"],
    ["--port", "http"],
    ["--prot", "8787"],
  ])("refuses `%s %s`", async (...args) => {
    const failure = await node("build/start.ts", args).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 1, stderr: expect.stringContaining("--port") });
  });
});

describe("a deployment", () => {
  it("bundles without an account, under 1 MiB", async () => {
    const { stdout } = await node("node_modules/wrangler/bin/wrangler.js", ["deploy", "--dry-run"]);
    expect(stdout).toContain("env.HISTORY");
    expect(stdout).toContain("env.ASSETS");
    const [, kiB] = /gzip: ([\d.]+) KiB/.exec(stdout) ?? [];
    expect(Number(kiB)).toBeGreaterThan(0);
    expect(Number(kiB)).toBeLessThan(1024);
  });

  it("is measured by `npm run size`", async () => {
    const { stdout } = await node("build/size.ts", ["--json", "--starts", "1"]);
    const sizes: unknown = JSON.parse(stdout);
    const any = expect.any(Number);
    expect(sizes).toEqual({ widgetGzipKiB: any, workerGzipKiB: any, startupMs: any });
    const { widgetGzipKiB, workerGzipKiB } = sizes as Record<string, number>;
    expect(widgetGzipKiB).toBeLessThanOrEqual(25);
    expect(workerGzipKiB).toBeLessThan(1024);
  });
});
